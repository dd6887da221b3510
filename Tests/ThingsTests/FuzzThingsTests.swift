import Determinism
import Testing

@testable import Things

/// Random bytes, and whole records with their bits flipped, to who hears, reads and imports things.
struct FuzzThingsTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func anythingDoesNoHarm(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(FuzzThings.play(bytes) == nil)
        }
        for record in ThingsRecordTests.records {
            let line = Array(ThingsLine.record(record).bytes.dropFirst())
            var bytes: [UInt8] = [0, UInt8((line.count + 1) / 2)] + line
            #expect(FuzzThings.play(bytes) == nil)
            bytes[Int.random(in: 2..<bytes.count, using: &random)] ^= UInt8.random(
                in: 1...255, using: &random)
            #expect(FuzzThings.play(bytes) == nil)
        }
    }
}
