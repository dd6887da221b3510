@testable import Determinism
@testable import Game
@testable import PeerNetwork

/// Me, and three others. I come first in every draw, and the others in the order of their numbers.
struct FormationTable {
    let ids = (1...4).map { StationID(value: $0 << 32) }
    let lots: [Draw.Lot]
    var formation: GroupFormation
    var numbers = BeaconNumbers()
    var fair: Set<StationID>
    var authenticated: Set<StationID>
    var finished: Session?
    /// The only one to play with, if it is chosen.
    var partner: Int?
    let capacity: Int
    /// My radio does not work.
    var isDeaf = false
    private(set) var now = Duration.seconds(1_000)
    private var random = SeededGenerator(seed: 1)
    /// Who looks: 0 leads, 1 comes after.
    let own: Int

    init(capacity: Int = 8, own: Int = 0) {
        (self.capacity, self.own) = (capacity, own)
        formation = GroupFormation(
            rules: GroupFormation.Rules(company: Announcement.Company(capacity: capacity)))
        (fair, authenticated) = (Set(ids), Set(ids))
        var random = SeededGenerator(seed: 7)
        var lots: [Draw.Lot]
        let groups = [
            [0, 1, 2, 3], [0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3], [0, 1], [1, 2], [1, 3], [0, 2],
        ]
        let ids = ids
        repeat {
            lots = (0..<4).map { _ in random.next() }
        } while !groups.allSatisfy { group in
            Draw.order(group.map { Draw.Hand(id: ids[$0], lot: lots[$0]) }).first == ids[group[0]]
        }
        self.lots = lots
    }

    func word(_ index: Int, holds: Bool = true, presses: Bool = false, _ proposal: Session? = nil)
        -> Announcement
    {
        var word = Announcement(sender: ids[index], boot: 1, name: StationName(ids[index]), role: .seek)
        word.isHolding = holds
        word.isPressing = holds || presses
        word.lot = lots[index]
        word.company.capacity = capacity
        word.carried = proposal.map { Announcement.Carried(session: $0, stage: .proposed) }
        return word
    }

    func session(_ id: UInt64, of members: [Int], round: UInt16 = 1) -> Session {
        let listed = members.map {
            Session.Member(
                id: ids[$0], name: StationName(ids[$0]), role: $0 == members[0] ? .hide : .seek, points: 0
            )
        }
        return Session(
            id: id, round: round, members: listed, startsAt: now + GroupFormation.leadIn,
            headStart: .seconds(60), limit: .seconds(600))
    }

    mutating func key(_ session: Session) {
        numbers.take(
            KeyEpoch(session: session.id, round: session.round, generation: 0, major: 1, minors: [:]),
            now: now)
    }

    /// What is locked when the others say this, for so long; who is silent is not there.
    @discardableResult
    mutating func hear(
        _ milliseconds: Int = 50, holds: Bool = true, _ words: (FormationTable) -> [Announcement]
    )
        -> Session?
    {
        var locked: Session?
        for _ in 0..<(milliseconds / 50) {
            now += .milliseconds(50)
            var company = Announcement.Company(capacity: capacity)
            if let partner { (company.pairing, company.partner) = (.chosen, ids[partner]) }
            let me = GroupFormation.Me(
                id: ids[own], name: StationName(ids[own]), role: .seek, isHolding: holds, isDeaf: isDeaf,
                company: company, lot: lots[own], finished: finished)
            let words = words(self)
            let view = GroupFormation.View(
                fair: fair, fresh: words, known: words, authenticated: authenticated, numbers: numbers)
            locked = formation.step(me: me, view: view, now: now, random: &random)?.session ?? locked
        }
        return locked
    }

    /// Nobody looks for so long.
    mutating func skip(_ time: Duration) { now += time }

    /// Whom it proposes to now, as numbers; nil if it does not lead.
    var proposed: [Int]? {
        guard formation.leads, let offer = formation.offer else { return nil }
        return offer.members.compactMap { ids.firstIndex(of: $0.id) }.sorted()
    }
}
