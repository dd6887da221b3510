import PeerNetwork
import Ranging

/// What a seeker's station says for fun: which taunt of the hider's, and now and then a remark of its own.
///
/// A remark is made when the hunt has become another one, once for each time, and where no word that the
/// trend deserves is due.
struct Banter: Codable, Sendable {
    /// Between two remarks, and before the first.
    private static let apart = Duration.seconds(30)
    /// So long something has been so before it is remarked on: at the edge of a zone it might be over soon.
    private static let lasts = Duration.seconds(2)
    /// Seekers that are many.
    private static let many = 3
    /// Before the end of the hunt.
    private static let lateBefore = Duration.seconds(60)
    /// A seeker that was so near, lately, and is so many times as far away now, has passed by.
    private static let passedWithinMetres = 4.0
    private static let passedLately = Duration.seconds(20)
    private static let passedTimes = 2.0
    /// A seeker further away than that is far, whatever the walls do.
    private static let farFromMetres = 8.0

    private struct Nearest: Codable, Sendable {
        var metres: Double
        var at: Duration
    }

    private(set) var deck: QuipDeck
    private let makesRemarks: Bool
    private var nearest: Nearest?
    /// Where the seeker is, since when, and whether that is still to be remarked on.
    private var place: HuntMoment?
    private var placeSince = Duration.zero
    private var isNews = false
    /// Moments that there are once in a round.
    private var remarkedOn: Set<HuntMoment> = []
    private var remarkedAt: Duration?

    init(_ deck: QuipDeck, makesRemarks: Bool) {
        self.deck = deck
        self.makesRemarks = makesRemarks
    }

    /// The hider taunts.
    ///
    /// - Parameter number: of the taunt, in this round.
    mutating func taunt(_ number: Int, in session: Session, range: RangeEstimate, now: Duration) -> Phrase {
        let moments = [notice(range, now: now)] + Self.circumstances(session, now: now)
        let quip = deck.draw(.taunt, moments[number % moments.count])
        return .taunt(number, quip ?? Quip(.taunt, nil, 1))
    }

    /// The hider taunts in words of its own choice.
    mutating func taunt(_ number: Int, _ line: Quip) -> Phrase {
        deck.hear(line)
        return .taunt(number, line)
    }

    /// A remark, where there is one to make.
    mutating func remark(in session: Session, range: RangeEstimate, now: Duration) -> Phrase? {
        let here = notice(range, now: now)
        guard makesRemarks, range.zone != .lost, range.trend != .closing,
            now - (remarkedAt ?? session.huntAt) >= Self.apart
        else { return nil }
        if let moment = Self.circumstances(session, now: now).last(where: { !remarkedOn.contains($0) }) {
            remarkedOn.insert(moment)
            return remark(on: moment, now: now)
        }
        guard isNews, now - placeSince >= Self.lasts, let place, place == here else { return nil }
        isNews = false
        return remark(on: place, now: now)
    }

    private mutating func remark(on moment: HuntMoment, now: Duration) -> Phrase? {
        remarkedAt = now
        return deck.draw(.remark, moment).map { .remark($0) }
    }

    /// What is so wherever the seeker is.
    private static func circumstances(_ session: Session, now: Duration) -> [HuntMoment] {
        let isMany = session.members.count { $0.role == .seek } >= many
        let isLate = session.endsAt - now <= lateBefore
        return (isMany ? [.many] : []) + (isLate ? [.late] : [])
    }

    /// - Returns: where the seeker is; nil where that is hard to say.
    private mutating func notice(_ range: RangeEstimate, now: Duration) -> HuntMoment? {
        guard let metres = range.distance?.metres else { return nil }
        let isOutdated = nearest.map { metres <= $0.metres || now - $0.at > Self.passedLately } ?? true
        if isOutdated { nearest = Nearest(metres: metres, at: now) }
        let next = Self.place(range, metres: metres, nearest: nearest?.metres ?? metres)
        guard next != place, next != nil else { return next }
        // Where the hunt begins is no news.
        isNews = place != nil
        (place, placeSince) = (next, now)
        return next
    }

    private static func place(_ range: RangeEstimate, metres: Double, nearest: Double) -> HuntMoment? {
        let hasPassed =
            range.trend == .opening && nearest <= passedWithinMetres && metres >= nearest * passedTimes
        return switch range.zone {
        case .immediate: .nearlyFound
        case .near: hasPassed ? .passedBy : .near
        case .far: hasPassed ? .passedBy : metres >= farFromMetres ? .far : nil
        case .lost, .unknown: nil
        }
    }
}
