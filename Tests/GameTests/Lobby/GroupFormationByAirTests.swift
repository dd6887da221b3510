import Testing

@testable import Determinism
@testable import Game
@testable import PeerNetwork

/// The same by radio, where words take four times as long and keys go to one after the other.
struct GroupFormationByAirTests {
    /// By radio a slow controller's hold is heard late: three times as long.
    @Test(arguments: [(false, 3_000), (true, 9_000)])
    func byRadioTheMomentIsLonger(presses: Bool, milliseconds: Int) {
        var table = FormationTable()
        table.formation.rules.slowness = 4
        table.hear(milliseconds) { [$0.word(1), $0.word(2, holds: false, presses: presses)] }
        #expect(table.proposed == nil)
        table.hear { [$0.word(1), $0.word(2, holds: false, presses: presses)] }
        #expect(table.proposed == [0, 1])
    }

    /// By radio a key takes four times as long, and goes to one after the other: of four the last one waits
    /// twice as long as of two.
    @Test(arguments: [([0, 1], 2_400), ([0, 1, 2, 3], 4_800)])
    func byRadioAKeyIsWaitedForLongerWhereThereAreMore(members: [Int], milliseconds: Int) {
        var table = FormationTable(capacity: members.count, own: 1)
        table.formation.rules.slowness = 4
        let session = table.session(11, of: members)
        func words(_ table: FormationTable) -> [Announcement] {
            members.filter { $0 != 1 }.map { table.word($0, $0 == 0 ? session : nil) }
        }
        for _ in 0..<milliseconds / 50 {
            table.hear { words($0) }
            #expect(table.formation.offer?.id == 11)
        }
        table.hear(200) { words($0) }
        #expect(table.formation.offer?.id != 11)
    }

    /// Nor does who leads give up sooner, nor does anybody count as one that does nothing.
    @Test(arguments: [([0, 1], 6_000), ([0, 1, 2, 3], 12_000)])
    func byRadioAgreementIsWaitedForLongerWhereThereAreMore(members: [Int], milliseconds: Int) {
        var table = FormationTable(capacity: members.count)
        table.formation.rules.slowness = 4
        func words(_ table: FormationTable) -> [Announcement] {
            members.dropFirst().map { table.word($0, $0 == 1 ? nil : table.formation.proposal) }
        }
        // The first proposal; who shows nothing for four seconds, or eight, is passed over.
        table.hear(50) { words($0) }
        #expect(table.formation.proposal != nil)
        table.hear(milliseconds * 2 / 3 - 200) { words($0) }
        #expect(table.formation.takeNews().isEmpty)
        table.hear(400) { words($0) }
        let news = table.formation.takeNews()
        // For a minute, which is four where words take four times as long.
        #expect(news.map(\.id) == [table.ids[1]] && news.map(\.time) == [.seconds(240)])
    }
}
