package import HCI
import PeerNetwork

/// What else uses the antenna that Bluetooth has on a Raspberry Pi.
package enum WiFiUse: String, Sendable, Equatable {
    /// No Wi-Fi, or one in another band: raspberrypi/linux#3727 reports no harm at 5 GHz.
    case elsewhere
    /// A Wi-Fi network at 2.4 GHz.
    case shared

    /// How much of the time the radio listens beside it, if nothing else is known.
    package var share: ScanShare {
        switch self {
        case .elsewhere: .whole
        case .shared: .half
        }
    }
}

/// How much of the time the radio listens, so that the lobby's datagrams get through beside it.
///
/// A scan beside a Wi-Fi network at 2.4 GHz costs that network datagrams (raspberrypi/linux#3727,
/// frawau/aioblescan#25). Where many are lost, the radio listens less, and looks whether that helps. Where it
/// does not, the loss is somebody else's, and the radio listens as before: a seeker hears half as many
/// beacons for nothing otherwise.
struct Coexistence: Sendable {
    /// Missing of those sent, from which on it is worth a try. Each is sent three ways on a network, so this
    /// is where half of all datagrams are lost, or all three at once.
    static let lossAtLeast = 0.1
    /// So many sent make a share.
    static let sentAtLeast = 40
    /// What helps makes of the loss less than this part of it.
    static let helpsBelow = 0.5
    /// Time until the usual share is tried again; doubled each time that is regretted, eight times the first
    /// at most.
    static let narrowFor: Duration = .seconds(60)
    static let doublingsAtMost = 3
    /// After it did not help.
    static let restsFor: Duration = .seconds(600)

    private enum Course: Equatable {
        case usual
        /// Since the loss was `before`.
        case trial(before: Double)
        case narrow(until: Duration)
        case rest(until: Duration)
    }

    private var wifi: WiFiUse?
    private var course = Course.usual
    /// Where the present share of time began to be looked at.
    private var from = ArrivalCount()
    private var doublings = 0

    /// Nil where nothing is known of Wi-Fi.
    ///
    /// - Parameter hasTurns: somebody is spoken to by advertisements, and answers by them.
    func share(hasTurns: Bool) -> ScanShare? {
        guard let wifi else { return nil }
        switch course {
        case .usual, .rest: return wifi.share
        case .trial, .narrow: return hasTurns ? wifi.share : .quarter
        }
    }

    mutating func use(_ wifi: WiFiUse, arrivals: ArrivalCount) {
        guard wifi != self.wifi else { return }
        self.wifi = wifi
        course = .usual
        doublings = 0
        from = arrivals
    }

    /// - Parameters:
    ///   - arrivals: of all since the start.
    ///   - scans: the radio listens at all; where it does not, what is lost is not its doing.
    mutating func count(_ arrivals: ArrivalCount, scans: Bool, now: Duration) {
        guard wifi == .shared else { return }
        if !scans { from = arrivals }
        switch course {
        case .narrow(let until), .rest(let until):
            guard now >= until else { return }
            course = .usual
            from = arrivals
        case .usual:
            guard let loss = loss(until: arrivals) else { return }
            if loss >= Self.lossAtLeast { course = .trial(before: loss) }
        case .trial(let before):
            guard let loss = loss(until: arrivals) else { return }
            guard loss < before * Self.helpsBelow else {
                course = .rest(until: now + Self.restsFor)
                return
            }
            course = .narrow(until: now + Self.narrowFor * (1 << doublings))
            doublings = min(doublings + 1, Self.doublingsAtMost)
        }
    }

    /// One sentence for the log.
    func line(_ share: ScanShare) -> String {
        switch share {
        case .whole: "radio: it listens all of the time, for no Wi-Fi is in its band"
        case .half: "radio: it listens half of the time, beside Wi-Fi at 2.4 GHz"
        case .quarter: "radio: it listens a quarter of the time, for too much is lost by Wi-Fi at 2.4 GHz"
        }
    }

    /// Of what was sent since it was last asked for; nil while that is too little to tell.
    private mutating func loss(until arrivals: ArrivalCount) -> Double? {
        let sent = arrivals.sent - from.sent
        guard sent >= Self.sentAtLeast else { return nil }
        let missing = arrivals.missing - from.missing
        from = arrivals
        return Double(missing) / Double(sent)
    }
}
