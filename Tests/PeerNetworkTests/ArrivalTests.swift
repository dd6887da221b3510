import Testing
import Yard

@testable import PeerNetwork

/// How many announcements were lost, as the receiver knows.
struct ArrivalTests {
    private static func yard(loss: Double, seed: UInt64 = 1) -> Courtyard {
        var yard = Courtyard(seed: seed)
        for key in UInt8(1)...3 { yard.add(key) }
        for index in 0..<3 { yard.say(index, "\(index)") }
        yard.run(for: .seconds(5))
        yard.loss = loss
        return yard
    }

    @Test(arguments: [0.0, 0.2, 0.45], 1...3 as ClosedRange<UInt64>)
    func theShareThatIsMissingIsTheShareThatWasLost(loss: Double, seed: UInt64) {
        var yard = Self.yard(loss: loss, seed: seed)
        let before = yard.residents[0].gatekeeper.arrivals
        yard.run(for: .seconds(600))
        let after = yard.residents[0].gatekeeper.arrivals
        let sent = after.sent - before.sent
        // Two others, once a second; of those that begin a new chain nothing is known.
        #expect((900...1_250).contains(sent), "\(sent)")
        #expect(abs(Double(after.missing - before.missing) / Double(sent) - loss) < 0.05)
    }

    @Test func anInterruptionIsNoLoss() {
        var count = ArrivalCount()
        count.arrived(after: 1)
        count.arrived(after: 2 + ArrivalCount.missingInARow)
        #expect(count == ArrivalCount(arrived: 2))
        count.arrived(after: 1 + ArrivalCount.missingInARow)
        #expect(count == ArrivalCount(arrived: 3, missing: ArrivalCount.missingInARow))
    }

    @Test func whatComesByRadioIsNotCounted() {
        var yard = Self.yard(loss: 0)
        yard.residents[1].endpoint = Endpoint(address: [1, 2, 3, 4, 5, 6], port: 0)
        yard.residents[2].isOff = true
        yard.run(for: .seconds(5))
        let before = yard.residents[0].gatekeeper.arrivals
        yard.run(for: .seconds(60))
        #expect(yard.residents[0].gatekeeper.arrivals == before)
        #expect(yard.residents[0].gatekeeper.table.count == 1)
    }
}
