import Rooms
import Testing

@testable import Determinism
@testable import GPIO
@testable import Game
@testable import PeerNetwork

/// Strangers who hold, and keep others from playing: where there is no crew word anybody may hold.
struct StallTests {
    enum Stall: CaseIterable {
        /// Holds, and neither proposes nor agrees.
        case isSilent
        /// Proposes, and never hears that the others agree: so it never locks.
        case neverLocks
    }

    /// The log names who stalls or is deaf; whose hand slipped it does not.
    @Test func whoIsPassedOverIsToldButForASlip() {
        let ids = (1...3).map { StationID(value: UInt64($0)) }
        var passing = PassingOver()
        passing.passOver(ids[0], because: .stalls, now: .seconds(1))
        passing.passOver(ids[1], because: .isDeaf, now: .seconds(1))
        passing.passOver(ids[2], because: .isOut, now: .seconds(1))
        let news = passing.takeNews()
        #expect(news.map(\.id) == [ids[0], ids[1]])
        #expect(news.map(\.time) == [.seconds(60), .seconds(6)])
        #expect(passing.takeNews().isEmpty)
        for (id, end) in zip(ids, [61.0, 7, 3]) {
            #expect(passing.passesOver(id, now: .seconds(end - 0.001)))
            #expect(!passing.passesOver(id, now: .seconds(end)))
        }
    }

    /// Two who want to play, and twenty-four strangers of lower identities: all have met.
    private struct Yard {
        var room: Playroom
        let stall: Stall
        private var random: SeededGenerator
        private let strangers = (1...24).map { StationID(value: UInt64($0)) }
        private var lots: [Draw.Lot]
        private var holdsSince: Duration?

        init(_ stall: Stall, capacity: Int, seed: UInt64) {
            self.stall = stall
            random = SeededGenerator(seed: seed)
            var random = random
            lots = (0..<24).map { _ in random.next() }
            self.random = random
            room = Playroom(
                roles: [.hide, .seek], seed: seed, companies: [Announcement.Company(capacity: capacity)])
            run(.seconds(2))
        }

        mutating func strangersHold() {
            holdsSince = room.now
            for id in strangers {
                for index in 0..<2 { room.give(.trust(.authenticated(id)), to: index) }
            }
        }

        mutating func run(_ time: Duration) {
            let end = room.now + time
            while room.now < end {
                room.step()
                // Each says itself every 200 ms, half of them at a time.
                let turn = Int((room.now / .milliseconds(50)).rounded()) % 4
                for place in strangers.indices where place % 4 == turn { say(place) }
            }
        }

        private mutating func say(_ place: Int) {
            let id = strangers[place]
            var word = Announcement(sender: id, boot: 9, name: StationName(id), role: .seek)
            word.company = room.stations[0].configuration.formation.company
            word.isHolding = holdsSince != nil
            word.lot =
                word.isHolding ? lots[place] : Draw.commitment(to: lots[place], of: id, boot: 9)
            if word.isHolding, stall == .neverLocks { word.carried = proposal(place) }
            let message = Message(
                audience: .lobby(isUrgent: word.isHolding), body: word.encoded(now: room.now))
            for index in 0..<2 {
                room.give(.message(Message.Received(sender: id, boot: 9, message: message)), to: index)
            }
        }

        /// With one of the two, who both have the key: it will never be locked.
        private mutating func proposal(_ place: Int) -> Announcement.Carried {
            let id = strangers[place]
            let victim = room.stations[place % 2].configuration
            let members = [
                Session.Member(id: id, name: StationName(id), role: .seek, points: 0),
                Session.Member(id: victim.id, name: victim.name, role: .hide, points: 0),
            ]
            let session = Session(
                id: id.value, round: 1, members: members, startsAt: room.now + GroupFormation.leadIn,
                headStart: .seconds(60), limit: .seconds(600))
            // Told, as by a gatekeeper, when it is wanted.
            for index in 0..<2 where room.stations[index].gathering.keyGoal?.session == id.value {
                let epoch = KeyEpoch(
                    session: id.value, round: 1, generation: 0, major: 1, minors: [:],
                    binding: KeyEpoch.binding(of: session.agreement))
                room.give(.trust(.keyed(epoch)), to: index)
            }
            return Announcement.Carried(session: session, stage: .proposed)
        }

        mutating func hold() {
            for index in 0..<2 { room.give(.button(.hold), to: index) }
        }

        var isLocked: Bool {
            guard let session = room.stations[0].session else { return false }
            return room.stations[1].session?.id == session.id
                && session.member(room.stations[1].configuration.id) != nil
        }
    }

    @Test(arguments: Stall.allCases, [2, 8])
    func whoHoldsBeforeStallsNobody(stall: Stall, capacity: Int) {
        for seed in UInt64(1)...3 {
            var yard = Yard(stall, capacity: capacity, seed: seed)
            yard.strangersHold()
            yard.run(.seconds(5))
            yard.hold()
            yard.run(.seconds(3))
            let isLocked = yard.isLocked
            #expect(isLocked, "seed \(seed)")
        }
    }

    @Test(arguments: Stall.allCases, [2, 8])
    func whoHoldsAtTheSameTimeStallsNobody(stall: Stall, capacity: Int) {
        for seed in UInt64(1)...3 {
            var yard = Yard(stall, capacity: capacity, seed: seed)
            yard.strangersHold()
            yard.hold()
            yard.run(.seconds(3))
            let isLocked = yard.isLocked
            #expect(isLocked, "seed \(seed)")
        }
    }

    /// One that stalls is passed over for a minute, and for two the next time; the log says so.
    @Test func whoStallsIsPassedOverLongerEachTime() {
        var passing = PassingOver()
        let stranger = Announcement(
            sender: StationID(value: 1), boot: 1, name: StationName(StationID(value: 1)), role: .seek)
        let own = StationID(value: 2)
        var now = Duration.seconds(100)
        for expected in [60, 120, 240, 480, 960, 960] {
            let began = now
            passing.watch(
                [stranger], own: (own, nil), isAgreed: { _ in false }, expectsSince: now, now: now)
            now += PassingOver.idleWithin
            passing.watch(
                [stranger], own: (own, nil), isAgreed: { _ in false }, expectsSince: began, now: now)
            #expect(passing.takeNews().map(\.time) == [.seconds(expected)])
            #expect(passing.passesOver(stranger.sender, now: now + .seconds(expected) - .milliseconds(1)))
            now += .seconds(expected)
            #expect(!passing.passesOver(stranger.sender, now: now))
        }
    }

    /// What there is to expect of a stranger that proposes with this station, or with another.
    @Test func whoPlaysWithOthersOrComesAroundIsToldApart() throws {
        let (own, other) = (StationID(value: 2), StationID(value: 3))
        var stranger = Announcement(
            sender: StationID(value: 1), boot: 1, name: StationName(StationID(value: 1)), role: .seek)
        func proposal(with id: StationID) -> Announcement.Carried {
            let members = [
                Session.Member(id: stranger.sender, name: stranger.name, role: .seek, points: 0),
                Session.Member(id: id, name: StationName(id), role: .hide, points: 0),
            ]
            return Announcement.Carried(
                session: Session(
                    id: 5, round: 1, members: members, startsAt: .seconds(200), headStart: .seconds(60),
                    limit: .seconds(600)), stage: .proposed)
        }
        var passing = PassingOver()
        var now = Duration.seconds(100)
        func look(_ passing: inout PassingOver, expects: Bool = false) -> PassingOver.Standing {
            passing.watch(
                [stranger], own: (own, nil), isAgreed: { _ in false }, expectsSince: expects ? .zero : nil,
                now: now)
            return passing.standing(of: stranger, own: own, agreesWithOwn: false, now: now)
        }
        stranger.carried = proposal(with: other)
        #expect(look(&passing) == .willing)
        now += .seconds(1)
        #expect(look(&passing) == .isElsewhere, "with others for a second")
        stranger.carried = proposal(with: own)
        #expect(look(&passing) == .willing)
        passing.passOver(stranger.sender, because: .isDeaf, now: now)
        #expect(look(&passing) == .willing, "does what it was passed over for")
        stranger.carried = nil
        #expect(look(&passing) == .isPassedOver)
        passing.passOver(stranger.sender, because: .stalls, now: now)
        #expect(look(&passing) == .isPassedOver)
        stranger.carried = proposal(with: other)
        #expect(look(&passing) == .isLively)
        stranger.carried = proposal(with: own)
        #expect(look(&passing) == .cameAround)
        let silent = Announcement(sender: other, boot: 1, name: StationName(other), role: .seek)
        #expect(passing.standing(of: silent, own: own, agreesWithOwn: true, now: now) == .willing)
    }

    /// Attempts that all agreed to are counted together: who breaks off and begins anew gains nothing.
    @Test func whoLeadsOnIsCountedInAll() {
        let own = StationID(value: 2)
        var stranger = Announcement(
            sender: StationID(value: 1), boot: 1, name: StationName(StationID(value: 1)), role: .seek)
        let members = [
            Session.Member(id: stranger.sender, name: stranger.name, role: .seek, points: 0),
            Session.Member(id: own, name: StationName(own), role: .hide, points: 0),
        ]
        let session = Session(
            id: 5, round: 1, members: members, startsAt: .seconds(200), headStart: .seconds(60),
            limit: .seconds(600))
        var passing = PassingOver()
        for step in 0..<20 {
            let now = Duration.seconds(100) + .milliseconds(100) * step
            // Three tenths of a second on, two off.
            stranger.carried = step % 5 < 3 ? Announcement.Carried(session: session, stage: .proposed) : nil
            passing.watch(
                [stranger], own: (own, session), isAgreed: { _ in true }, expectsSince: nil, now: now)
            let isOver = passing.passesOver(stranger.sender, now: now)
            #expect(isOver == (step >= 16), "after \(step) tenths of a second")
            if isOver { break }
        }
    }

    /// Who is the only other one is played with all the same.
    @Test func twoWhoAreAloneTryAgain() {
        var room = Playroom(roles: [.hide, .seek])
        room.silent = [1]
        room.run(.seconds(2))
        room.hold([0, 1])
        room.run(.seconds(4))
        #expect(room.stations.allSatisfy { $0.session == nil })
        #expect(room.done[0].contains { "\($0.effect)".contains("passed over for 60 s") })
        room.silent = []
        room.run(.seconds(3))
        #expect(Set(room.stations.map(\.session?.id)).count == 1 && room.stations[0].session != nil)
    }

    /// A lot that is chosen after others' were shown has not been committed to.
    @Test func aLotCountsOnlyIfItWasCommittedTo() {
        let id = StationID(value: 7)
        var roster = Roster(own: StationID(value: 1))
        var word = Announcement(sender: id, boot: 5, name: StationName(id), role: .seek)
        func say(_ lot: Draw.Lot, holds: Bool) {
            word.lot = lot
            word.isHolding = holds
            _ = roster.take(word, now: .seconds(1))
        }
        say(77, holds: true)
        #expect(roster.fair.isEmpty, "never committed to")
        say(Draw.commitment(to: 88, of: id, boot: 5), holds: false)
        say(88, holds: true)
        #expect(roster.fair == [id])
        say(99, holds: true)
        #expect(roster.fair.isEmpty, "another one since")
        say(Draw.commitment(to: 88, of: id, boot: 6), holds: false)
        say(88, holds: true)
        #expect(roster.fair.isEmpty, "another start's")
    }

    /// Each of four comes first about equally often, and nobody alone decides it.
    @Test func theDrawIsFair() {
        var random = SeededGenerator(seed: 3)
        var counts: [UInt64: Int] = [:]
        for _ in 0..<4_000 {
            let hands = (1...4).map { Draw.Hand(id: StationID(value: $0), lot: random.next()) }
            counts[Draw.order(hands)[0].value, default: 0] += 1
        }
        // 1,000 each; four standard deviations are 110.
        #expect(counts.count == 4 && counts.values.allSatisfy { abs($0 - 1_000) < 110 })
    }
}
