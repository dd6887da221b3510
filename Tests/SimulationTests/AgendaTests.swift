import Testing

@testable import Determinism
@testable import Simulation

struct AgendaTests {
    /// Whatever is added and taken in between: the earliest comes first, and of several at one instant the
    /// one that was added first.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func takesInOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var agenda = Agenda<Int>()
        /// The same, the slow way.
        var plain: [(at: Duration, entry: Int)] = []
        var now = Duration.zero
        for entry in 0..<500 {
            let at = now + .milliseconds(Int.random(in: 0...20, using: &random))
            agenda.add(entry, at: at)
            plain.append((at, entry))
            #expect(agenda.next == plain.map(\.at).min())
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            now += .milliseconds(Int.random(in: 0...15, using: &random))
            while let taken = agenda.take(until: now) {
                let first = plain.indices.min { plain[$0].at < plain[$1].at }
                #expect(first.map { plain.remove(at: $0).entry } == taken)
            }
            #expect(plain.allSatisfy { $0.at > now })
            #expect(agenda.count == plain.count)
        }
        while let taken = agenda.take(until: .seconds(60)) {
            let first = plain.indices.min { plain[$0].at < plain[$1].at }
            #expect(first.map { plain.remove(at: $0).entry } == taken)
        }
        #expect(plain.isEmpty)
        #expect(agenda.next == nil)
    }
}
