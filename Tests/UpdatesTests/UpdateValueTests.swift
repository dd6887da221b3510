import Cards
import Crypto
import Testing

@testable import Determinism
@testable import Updates

struct UpdateValueTests {
    @Test func versionsAreComparedByNumbers() throws {
        let sorted = ["0", "0.0.1", "0.1", "0.1.0.1", "0.1.2", "0.1.10", "0.2", "1", "1.0.0.1"]
        let versions = sorted.compactMap(UpdateVersion.init)
        #expect(versions.count == sorted.count)
        #expect(versions == versions.shuffled().sorted())
        #expect(UpdateVersion("1.0") == UpdateVersion("1"))
        for text in ["", ".", "1.", ".1", "1..2", "1.2.3.4.5", "a", "1.a", "-1", "+1", "1234567", "1 "] {
            #expect(UpdateVersion(text) == nil, "\(text)")
        }
    }

    @Test func keysAreReadLineByLine() {
        let digits = SignedUpdate.maker.publicKey.rawRepresentation.map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }.joined()
        #expect(UpdateKeys(text: "\(digits)\n").all.count == 1)
        #expect(UpdateKeys(text: "# ours\n\n\(digits)\nshort\n\(digits.dropLast())z\n").all.count == 1)
        #expect(UpdateKeys(text: "").isEmpty)
        #expect(UpdateKeys(text: String(repeating: "\(digits)\n", count: 20)).all.count == UpdateKeys.atMost)
    }

    @Test func reportsAreLines() throws {
        let version = try #require(UpdateVersion("0.2.0"))
        for report in [.percent(0), .percent(100), .taken(version), .refused("This and that.")]
            as [UpdateReport]
        {
            #expect(UpdateReport(report.description) == report)
        }
        for line in ["", "at", "at 101", "at -1", "at x", "taken x", "gone 1", "refused"] {
            #expect(UpdateReport(line) == nil, "\(line)")
        }
    }

    /// A file waits for the end of a round, and goes on.
    @Test func anUpdateWaitsForARoundThatIsOn() throws {
        let fake = try FakeCard()
        try fake.open()
        defer { fake.shut() }
        let update = SignedUpdate(kernel: fake.kernel)
        try fake.write(try update.bytes(), "drive/new.update")
        let file = try #require(UpdateFile("\(fake.path)/drive/new.update"))
        var asked = 0
        var told: [Int] = []
        let report = file.send(
            to: try UpdateDoor(fake.card.door),
            pauses: {
                asked += 1
                #expect(asked > 3 || told.isEmpty, "something was sent in a round")
                return asked <= 3
            }, tell: { told.append($0) })
        #expect(report == .taken(try #require(UpdateVersion("0.2.0"))))
        #expect(asked > 3 && told.last == 100)
    }

    /// Whatever stands in a header, it is refused or means something: its pieces make its root, and each lies
    /// in it.
    @Test func noHeaderMeansSomethingImpossible() throws {
        let genuine = try SignedUpdate().header()
        var random = SeededGenerator(seed: 11)
        var readable = 0
        for _ in 0..<3_000 {
            var header = genuine
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                header[Int.random(in: 0..<120, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let read = try? UpdateHeader(decoding: header) else { continue }
            readable += 1
            let ranges = read.pieceDigests.indices.map { read.range(of: $0) }
            #expect(ranges.map(\.count).reduce(0, +) == read.rootByteCount)
            #expect(ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= read.rootByteCount })
            #expect(read.family.utf8.count <= UpdateHeader.textAtMost)
            #expect(!read.isSigned(by: UpdateKeys([])))
        }
        #expect(readable > 100)
    }
}
