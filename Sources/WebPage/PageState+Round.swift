import Game
import PeerNetwork
import Ranging

/// The round that is on, or was just played.
extension PageState {
    package struct Round: Encodable, Equatable, Sendable {
        var number: UInt16
        var startsIn: Moment
        var huntsIn: Moment
        var endsIn: Moment
        @OrNull var outcome: Ending?
        /// What a seeker was told last.
        @OrNull var cue: Verdict?
        var members: [Member]
        /// Of the hider's station; nil on a seeker's.
        @OrNull var taunts: Taunts?
    }

    package struct Taunts: Encodable, Equatable, Sendable {
        /// The number of the line that comes next, if it was chosen.
        @OrNull var next: UInt8?
        /// What was said in this round, the newest last: a line's number, or null where a seeker's station
        /// chose the words.
        var said: [UInt8?]
    }

    package struct Member: Encodable, Equatable, Sendable {
        @Described var id: StationID
        @Described var name: StationName
        var role: String
        var points: UInt16
        var isHere: Bool
        /// Nil for pairs that do not range each other: seekers are nothing to one another.
        @OrNull var range: Distance?
    }

    package struct Ending: Encodable, Equatable, Sendable {
        var kind: String
        @OrNull var by: String?
        @OrNull var after: Thousandths?
    }

    package struct Verdict: Encodable, Equatable, Sendable {
        var word: String
        var degree: Int
        var age: Moment
    }

    package struct Distance: Encodable, Equatable, Sendable {
        @OrNull var metres: Thousandths?
        @OrNull var low: Thousandths?
        @OrNull var high: Thousandths?
        var closing: Thousandths
        var trend: Trend
        var zone: Zone
        @OrNull var age: Thousandths?

        init(_ range: RangeEstimate) {
            metres = (range.distance?.metres).map(Thousandths.init)
            low = (range.distance?.low).map(Thousandths.init)
            high = (range.distance?.high).map(Thousandths.init)
            closing = Thousandths(range.closing)
            (trend, zone) = (range.trend, range.zone)
            age = range.age.map(Thousandths.init)
        }
    }
}

extension PageState.Round {
    init(_ session: Session, of station: Station, _ told: PageCaptions.Verdict?, now: Duration) {
        let own = station.configuration.id
        let isHider = session.hider?.id == own
        let isSeeker = session.member(own)?.role == .seek
        number = session.round
        startsIn = .ahead(session.startsAt)
        huntsIn = .ahead(session.huntAt)
        endsIn = .ahead(session.endsAt)
        outcome = session.outcome.map(PageState.Ending.init)
        cue = (isSeeker ? told : nil).map {
            PageState.Verdict(word: $0.word, degree: $0.degree, age: .ago($0.at))
        }
        taunts = station.play.flatMap { play in
            isHider
                ? PageState.Taunts(
                    next: play.hunt.chosen?.tauntNumber, said: play.hunt.said.map { $0?.tauntNumber }) : nil
        }
        members = session.members.map { member in
            let isRanged = member.id != own && (isHider || member.role == .hide)
            return PageState.Member(
                id: member.id, name: member.name, role: PageState.word(member.role),
                points: session.points(of: member.id),
                isHere: member.id == own || station.play?.membership.isPresent(member) ?? false,
                range: isRanged ? PageState.Distance(station.range(to: member.id, now: now)) : nil)
        }
    }
}

extension PageState.Ending {
    init(_ outcome: Outcome) {
        (by, after) = (nil, nil)
        switch outcome {
        case .found(let finder, let time):
            kind = "found"
            by = finder.description
            after = Thousandths(time)
        case .timeUp: kind = "timeUp"
        case .abandoned(.cancelled(let canceller)):
            kind = "cancelled"
            by = canceller.description
        case .abandoned(.tooFew): kind = "tooFew"
        }
    }
}
