import PeerNetwork
import Support
import Testing

@testable import Determinism
@testable import Game

/// A station that holds, told seeded words of others: whoever holds, proposes, agrees, locks, lets go and
/// lies. The digest of what it proposes, follows and locks. What the rules are, the other tests say.
struct GroupCharacterizationTests {
    private struct Table {
        let ids: [StationID]
        var chance: SeededGenerator
        var formation: GroupFormation
        var me: GroupFormation.Me
        var words: [Announcement]
        var numbers = BeaconNumbers()
        var now = Duration.seconds(1_000)
        var digest = Digest()
        /// What has been proposed so far, by anybody.
        private var pool: [Session] = []

        init(seed: UInt64, others: Int) {
            chance = SeededGenerator(seed: seed)
            ids = (0...others).map { StationID(value: UInt64($0 + 1) << 32) }
            let company = Announcement.Company(capacity: [2, 3, 8][Int(seed % 3)])
            formation = GroupFormation(rules: GroupFormation.Rules(company: company))
            me = GroupFormation.Me(
                id: ids[0], name: StationName(ids[0]), role: .seek, isHolding: true, company: company)
            words = ids.dropFirst().map { id in
                var word = Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
                word.company = company
                return word
            }
            me.lot = chance.next()
            for index in words.indices { words[index].lot = chance.next() }
        }

        mutating func flips(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &chance) == 0 }

        mutating func step(_ number: Int) {
            now += .milliseconds(50)
            if number % 160 == 0 { begin(number / 160) }
            if flips(90) { me.isHolding.toggle() }
            for index in words.indices { change(index) }
            let authenticated = Set(words.map(\.sender).filter { _ in !flips(12) })
            let fair = Set(ids.filter { _ in !flips(10) })
            let fresh = words.filter { _ in !flips(15) }
            let view = GroupFormation.View(
                fair: fair, fresh: fresh, known: words, authenticated: authenticated, numbers: numbers)
            let lock = formation.step(me: me, view: view, now: now, random: &chance)
            note(lock, fresh, authenticated)
            if let offer = formation.offer, flips(2) { learn(offer) }
        }

        /// Another attempt: in the lobby, or after a round.
        private mutating func begin(_ attempt: Int) {
            me.isHolding = true
            me.lot = chance.next()
            me.isReturning = attempt % 5 == 4
            me.company.pairing = attempt % 7 == 3 ? .random : .together
            me.finished = attempt % 3 == 2 ? pool.last : nil
            for index in words.indices {
                words[index].carried = nil
                words[index].isHolding = true
                words[index].isPlaying = false
                words[index].role = flips(3) ? .hide : .seek
            }
        }

        private mutating func change(_ index: Int) {
            if flips(70) { words[index].isHolding.toggle() }
            words[index].isPressing = words[index].isHolding || flips(8)
            if flips(300) { words[index].isPlaying.toggle() }
            if flips(400) { words[index].company.pairing = .random }
            guard flips(4) else { return }
            switch Int.random(in: 0..<16, using: &chance) {
            case 0...6:
                if let offer = formation.offer { words[index].carried = carried(offer, .proposed) }
            case 7: words[index].carried = nil
            case 8: propose(index)
            case 9:
                if let known = pool.randomElement(using: &chance) {
                    words[index].carried = carried(known, flips(3) ? .locked : .proposed)
                }
            case 10:
                if var finished = me.finished {
                    finished.end(.timeUp)
                    words[index].carried = carried(finished, .locked)
                }
            default: break
            }
        }

        private func carried(_ session: Session, _ stage: Announcement.Stage) -> Announcement.Carried {
            Announcement.Carried(session: session, stage: stage)
        }

        /// It proposes this station, and some of the others, or says what is not so of one of them.
        private mutating func propose(_ index: Int) {
            let sender = words[index].sender
            var members = ids.filter { $0 == sender || $0 == me.id || flips(2) }.prefix(7)
            if flips(6) { members.removeAll { $0 == me.id } }
            let group = [sender] + members.filter { $0 != sender }
            let hider = group.randomElement(using: &chance)
            let listed = group.map { id in
                Session.Member(
                    id: id, name: StationName(flips(30) ? ids[0] : id), role: id == hider ? .hide : .seek,
                    points: flips(30) ? 1 : 0)
            }
            guard Session.isSound(listed) else { return }
            let round = me.finished.map { $0.round + UInt16.random(in: 0...20, using: &chance) } ?? 1
            let session = Session(
                id: me.finished?.id ?? UInt64.random(in: 1...9, using: &chance), round: round,
                members: listed, startsAt: now + GroupFormation.leadIn, headStart: .seconds(60),
                limit: .seconds(600))
            words[index].carried = carried(session, .proposed)
            learn(session)
        }

        private mutating func learn(_ session: Session) {
            pool.append(session)
            if pool.count > 12 { pool.removeFirst() }
            guard !flips(4) else { return }
            numbers.take(
                KeyEpoch(
                    session: session.id, round: session.round, generation: 0, major: 1, minors: [:],
                    binding: KeyEpoch.binding(of: session.agreement)), now: now)
        }

        private mutating func note(
            _ lock: GroupFormation.Lock?, _ fresh: [Announcement], _ authenticated: Set<StationID>
        ) {
            let asked = formation.toAuthenticate(me, fresh: fresh, authenticated: authenticated, now: now)
            let news = formation.takeNews()
            digest.add(
                "\(now) \(formation.leads) \(formation.offer?.agreement ?? []) \(formation.proposal?.id ?? 0)"
                    .utf8)
            digest.add("\(asked) \(news) \(lock.map { "\($0)" } ?? "-")".utf8)
        }
    }

    private static func digest(seed: UInt64) -> String {
        // With more than forty not everybody can be asked at once.
        var table = Table(seed: seed, others: seed.isMultiple(of: 6) ? 50 : 2 + Int(seed % 3))
        for number in 0..<(table.ids.count > 10 ? 200 : 1_600) { table.step(number) }
        return table.digest.description
    }

    @Test func groupsFormAsTheyDid() throws {
        try WrittenDown.expect((1...36).map(Self.digest), "groups")
    }
}
