import Determinism
import MQTT
import Testing

@testable import Venue

struct FuzzBrokerTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func randomBytesBreakNoPromise(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            #expect(FuzzBroker.play(bytes) == nil)
        }
    }

    /// What is right, with a bit that is not.
    @Test func nearlyRightBytesBreakNoPromise() {
        let publish = ControlPacket.publish(
            .init(ApplicationMessage(topic: "hotcold/all/set/round", text: "start Red Fox,Blue Owl")))
        let samples: [[UInt8]] = [
            [0] + publish.encoded, [4 * 7] + Array("start 00000000000000f0,0000000000000001".utf8),
            [4] + Array(#"{"rounds":[{"session":"01","number":3,"members":[],"ending":"x"}]}"#.utf8),
            [8] + Array(#"{"rounds":[{"session":"01","number":3,"members":[],"ending":"x"}]}"#.utf8),
        ]
        for sample in samples {
            #expect(FuzzBroker.play(sample) == nil)
            for bit in 8..<(sample.count * 8) {
                var flipped = sample
                flipped[bit / 8] ^= 1 << (bit % 8)
                #expect(FuzzBroker.play(flipped) == nil)
            }
        }
    }
}
