import Foundation
import Support
import Testing

@testable import Determinism

/// What the fuzzer (`Tests/Fuzz/run`) plays, and everything it has ever found, played again in every test
/// run.
struct FuzzTests {
    @Test func theRoomThatIsPlayedInIsHunting() {
        #expect(FuzzRoom.isHunting)
    }

    @Test func theCorpusBreaksNoPromise() throws {
        let folder = Checkout.path + "/Tests/Fuzz/corpus"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
        #expect(!names.isEmpty)
        for name in names.sorted() {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            #expect(FuzzRoom.play(Array(bytes)) == nil, "Tests/Fuzz/corpus/\(name)")
        }
    }

    /// The fuzzer in small: games at random from a seed.
    @Test(arguments: 1...20)
    func randomGamesBreakNoPromise(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let game = (0..<Int.random(in: 0...600, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            #expect(FuzzRoom.play(game) == nil, "\(game)")
        }
    }
}
