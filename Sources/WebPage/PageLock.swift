import Game
import PeerNetwork

/// Who may act by the page: a setting.
package enum PageActing: String, Encodable, Sendable, CaseIterable {
    /// Everybody on the network.
    case open
    /// Those who know the PIN, which the station speaks aloud.
    case pin
    /// Nobody.
    case off
}

/// Lets in who has heard the PIN, and keeps those out who try them all.
///
/// Four digits are few. Ten wrong ones in a minute, from whomever, close the door for the rest of it, so that
/// trying all of them takes sixteen hours. It stays open to those who have come in before: nobody is locked
/// out by a stranger who tries.
package struct PageLock: Sendable {
    package static let digits = Phrase.pinDigits
    static let wrongAtMost = 10
    /// Addresses that are remembered for having come in; the newest.
    static let knownAtMost = 16
    static let minute = Duration.seconds(60)
    /// How long after the page asked for the PIN a press of the button is answered with it.
    static let spokenWithin = Duration.seconds(30)

    package enum Answer: Equatable, Sendable {
        case comeIn, wrong, closed, off
    }

    private let acting: PageActing
    private let pin: [UInt8]
    private var wrong = 0
    private var since = Duration.zero
    private var askedAt: Duration?
    private var known: [String] = []
    /// Wrong ones that the log has not been told of, and from where the last of them came.
    private var untold = 0
    private var lastWrong = ""
    private var toldAt: Duration?

    /// - Parameter pin: digits, 0 to 9.
    package init(_ acting: PageActing, pin: [UInt8]) {
        precondition(pin.count == Self.digits && pin.allSatisfy { $0 < 10 }, "a PIN has four digits")
        self.acting = acting
        self.pin = pin
    }

    /// - Parameters:
    ///   - given: as it was typed; nil if nothing was.
    ///   - source: who knocks, by an address.
    mutating func knock(_ given: String?, source: String = "", now: Duration) -> Answer {
        switch acting {
        case .open: return .comeIn
        case .off: return .off
        case .pin: break
        }
        if now - since >= Self.minute { (wrong, since) = (0, now) }
        guard wrong < Self.wrongAtMost || known.contains(source) else {
            if given != nil { (untold, lastWrong) = (untold + 1, source) }
            return .closed
        }
        guard let given else { return .wrong }
        if Self.isSame(Array(given.utf8), pin.map { $0 + UInt8(ascii: "0") }) {
            if known.last != source {
                known.removeAll { $0 == source }
                known = (known + [source]).suffix(Self.knownAtMost)
            }
            return .comeIn
        }
        wrong += 1
        (untold, lastWrong) = (untold + 1, source)
        return .wrong
    }

    /// Whether somebody has come in from there.
    func knows(_ source: String) -> Bool { known.contains(source) }

    /// A line about wrong PINs, once a minute at most; nil if there is nothing to tell.
    mutating func complaint(now: Duration) -> String? {
        guard untold > 0, toldAt.map({ now - $0 >= Self.minute }) ?? true else { return nil }
        defer { (untold, toldAt) = (0, now) }
        let times = untold == 1 ? "A wrong PIN was given" : "\(untold) PINs were refused"
        return "page: \(times); the last from \(lastWrong)."
    }

    /// Somebody at the page wants to hear the PIN.
    mutating func ask(now: Duration) {
        if acting == .pin { askedAt = now }
    }

    /// The button was pressed: the PIN, if somebody asked for it a moment ago. Once for each time.
    mutating func pressed(now: Duration) -> [UInt8]? {
        guard let asked = askedAt else { return nil }
        askedAt = nil
        return now - asked <= Self.spokenWithin ? pin : nil
    }

    /// Takes as long for a wrong first digit as for a wrong last one.
    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(left, right) { difference |= one ^ other }
        return difference == 0
    }
}
