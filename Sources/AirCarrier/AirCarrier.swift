package import PeerNetwork

/// The lobby by radio, without any network: datagrams as legacy advertisements in turns with the station's
/// beacon, received by the scan that goes on anyway.
///
/// A carrier like the network, below the gatekeeper: it cuts, repeats and puts together, and believes
/// nothing.
/// A value: what is heard and said goes in with the time, and what the radio is to advertise comes out.
package struct AirCarrier: Sendable {
    /// What the radio is to do beside its beacon.
    package struct Turns: Equatable, Sendable {
        package var frames: [[UInt8]]
        /// Intervals for frames, and for the beacon, in each round.
        package var share: (frames: Int, beacons: Int)
        /// The radio is switched off for each frame.
        package var changesOffTheAir: Bool
        /// At least so long between two advertisements; nil for as often as the radio can.
        package var interval: Duration?

        package static func == (one: Turns, other: Turns) -> Bool {
            one.frames == other.frames && one.share == other.share
                && one.changesOffTheAir == other.changesOffTheAir && one.interval == other.interval
        }
    }

    /// What an interval is longer by on average (Core 5.3 Vol 6 Part B 4.4.2.2.1).
    static let meanDelay: Duration = .milliseconds(5)
    /// The least that Bluetooth 5.0 allows (Core 5.3 Vol 4 Part E 7.8.5).
    static let quickest: Duration = .milliseconds(20)
    /// What a Bluetooth 5.0 controller does; before, it is 100 ms, and 40 ms where frames are changed off the
    /// air.
    static let quickAtMost: Duration = .milliseconds(25)
    private static let quick = 4
    /// Beside Wi-Fi at 2.4 GHz a radio listens half of the time, and half as much arrives.
    private static let halfHeard = 8
    private static let slow = 12
    /// A slow one that was not heard for so long is not waited for.
    private static let slowFor: Duration = .seconds(30)

    private var sender: AirSender
    private var receiver = AirReceiver()
    private var interval: Duration = .milliseconds(100)
    /// The radio advertises less often than others wait for, and was not asked to.
    private var isSlow = true
    private var pace = CrowdPace()
    private var isHunting = false
    private var budget = AirtimeBudget()
    private var staleData = StaleDataWatch()
    private var told: Turns?
    /// There is a network, as far as is known.
    private var hasNetwork = true
    private var heardAt: Duration?
    /// A network is there, and nobody speaks by radio any more.
    private static let silentFor: Duration = .seconds(10)

    private let own: StationID

    /// - Parameter first: another number at each start of the program.
    package init(own: StationID, first: UInt32) {
        self.own = own
        sender = AirSender(first: first)
    }

    /// Frames that could not be read.
    package var malformed: Int { receiver.malformed }

    /// When `news` has something new; nil while nothing is said.
    package var nextDeadline: Duration? { told == nil ? nil : sender.nextDeadline }

    package mutating func network(works: Bool) { hasNetwork = works }

    /// Whether this station speaks by radio: where it has no network, and where others have none.
    package func isUsed(now: Duration) -> Bool {
        !hasNetwork || heardAt.map { now - $0 < Self.silentFor } ?? false
    }

    /// From one advertisement to the next, on average.
    private var slot: Duration { interval + Self.meanDelay }

    /// The radio advertises so often.
    package mutating func advertises(every interval: Duration) {
        self.interval = max(interval, Self.quickest)
        if interval <= Self.quickAtMost {
            isSlow = false
        } else if interval > pace.slowest {
            isSlow = true
        }
        sender.interval = isSlow ? self.interval : Self.quickest
        sender.intervalNow = self.interval
    }

    /// The radio listens in one of so many parts of the time.
    ///
    /// - Parameter parts: from 1, which is all of it; more than 255 counts as 255.
    package mutating func listens(oneIn parts: Int) { sender.listensOneIn = parts }

    /// How many times as long as on a network words take: from here, or to here from the slowest one that is
    /// heard. Nil where none go by radio.
    package func slowness(now: Duration) -> Int? {
        isUsed(now: now) ? wordsTake(now: now) : nil
    }

    private func wordsTake(now: Duration) -> Int {
        if isSlow || isLate(receiver.senders.slowAt, now: now) { return Self.slow }
        // In a hunt all members have one patience, whichever of them hears of it.
        let isHalfHeard = sender.listensOneIn > 1 || isHalfHeard(now: now)
        return isHalfHeard && !isHunting ? Self.halfHeard : Self.quick
    }

    /// Somebody who hears this station listens half of the time.
    private func isHalfHeard(now: Duration) -> Bool {
        isLate(receiver.senders.partlyListeningAt, now: now)
    }

    private func isLate(_ time: Duration?, now: Duration) -> Bool {
        time.map { now - $0 < Self.slowFor } ?? false
    }

    /// A datagram of the gatekeeper that is not for a session. What is for one station that was heard by
    /// another carrier is not for this one.
    package mutating func send(_ datagram: [UInt8], to destination: Destination, now: Duration) {
        let kind = Envelope(datagram)?.kind
        // A station that is asked, by whichever way, may respond by this one.
        if kind == Envelope.Kind.challenge.rawValue, let challenge = Challenge(datagram) {
            receiver.note(challenge)
        }
        guard kind != Envelope.Kind.sealed.rawValue, isForAir(destination) else { return }
        // Who we are is known already when it is needed.
        guard kind == Envelope.Kind.announcement.rawValue || isUsed(now: now) else { return }
        sender.isCrowded = receiver.senderCount(now: now) > CrowdPace.company
        sender.send(datagram, now: now)
        guard kind != Envelope.Kind.announcement.rawValue else {
            receiver.own = sender.start.map { (own, $0) }
            return
        }
        // Somebody comes, or comes back.
        budget.hurry(slot: slot, now: now)
        if kind == Envelope.Kind.challenge.rawValue { sender.introduce(now: now) }
    }

    /// A datagram for a session.
    package mutating func send(
        _ datagram: [UInt8], to destination: Destination, as trafficClass: Message.TrafficClass?,
        now: Duration
    ) {
        guard isForAir(destination), isUsed(now: now) else { return }
        switch trafficClass {
        case .news:
            budget.hurry(slot: slot, now: now)
            sender.sendNews(datagram, now: now)
        case .report:
            sender.sendReport(datagram, now: now)
        case nil:
            sender.send(datagram, now: now)
        }
    }

    /// What was said to one station was answered: it is not said again.
    package mutating func settle(_ kind: Envelope.Kind, with other: StationID, now: Duration) {
        sender.settle(kind, with: other, now: now)
    }

    private func isForAir(_ destination: Destination) -> Bool {
        if case .one(let endpoint) = destination { endpoint.isAir } else { true }
    }

    /// An advertisement of our company.
    ///
    /// - Parameters:
    ///   - data: what stands behind the company.
    ///   - address: whom it says it is from, six bytes.
    ///   - knowsNobody: this station has met none of those that are heard.
    /// - Returns: a datagram that nobody has looked at, once it is whole.
    package mutating func hear(
        _ data: [UInt8], from address: [UInt8], knowsNobody: Bool = true, now: Duration
    ) -> AirReceiver.Arrival? {
        let understood = receiver.understood
        let arrival = receiver.hear(data, from: address, now: now)
        if arrival != nil { heardAt = now }
        if let asker = receiver.stillAsks { sender.respondAgain(to: asker) }
        if !knowsNobody { staleData.answer() }
        if receiver.understood > understood { doubt(arrival, now: now) }
        return arrival
    }

    /// Others are heard: do they hear this station?
    private mutating func doubt(_ arrival: AirReceiver.Arrival?, now: Duration) {
        if let arrival, Envelope.addressee(of: arrival.bytes) == own { staleData.answer() }
        staleData.hear(
            isCrowded: receiver.senderCount(now: now) > CrowdPace.company,
            times: wordsTake(now: now) / Self.quick, now: now)
    }

    /// What changes for the radio.
    package enum News: Equatable, Sendable {
        case advertise(Turns)
        /// Nothing but the beacon.
        case rest
    }

    /// What the radio is to do from now on, if that is news.
    ///
    /// - Parameter isPlaying: in a session, or about to be.
    package mutating func news(isHunting: Bool, isPlaying: Bool = false, now: Duration) -> News? {
        guard isUsed(now: now) else {
            if told == nil { return nil }
            told = nil
            sender.rest()
            budget.use(nil)
            return .rest
        }
        budget.save(slot: slot, isHunting: self.isHunting, now: now)
        self.isHunting = isHunting
        sender.isHunting = isHunting
        sender.heardOneIn = isHalfHeard(now: now) ? 2 : 1
        let (isOne, isResponding) = receiver.senders.isOne(now: now)
        sender.company = TurnOrder.Company(
            hearsStranger: !isHunting && !sender.isCrowded && receiver.senders.hearsStranger(now: now),
            isKnown: receiver.senders.allHaveSpoken(now: now), isOne: isOne, isResponding: isResponding)
        let isUrgent = isHunting && sender.isUrgent(now: now)
        let share = budget.share(isHunting: isHunting, isUrgent: isUrgent, isSlow: isSlow, now: now)
        let frameTakes = slot * (share.frames + share.beacons) / share.frames
        guard let frames = sender.frames(frameTakes: frameTakes, now: now) else { return nil }
        let interval = pace.interval(isPlaying: isPlaying, others: receiver.senderCount(now: now), now: now)
        let turns = Turns(
            frames: frames, share: share, changesOffTheAir: staleData.changesOffTheAir, interval: interval)
        budget.use(share)
        guard turns != told else { return nil }
        told = turns
        return .advertise(turns)
    }
}

extension Endpoint {
    /// Somebody who was heard by radio: the six bytes of a device address, where the network has four or
    /// sixteen. Nothing is sent to it alone; all who listen hear what is sent.
    package init(air address: [UInt8]) {
        self.init(address: address, port: 0)
    }
}
