import Cards
import Testing

@testable import Determinism
@testable import Updates

/// What is taken in, byte by byte, and what is refused before anything is written.
struct UpdateIntakeTests {
    private static func intake(allowsOlder: Bool = false) -> UpdateIntake {
        UpdateIntake(keys: SignedUpdate.keys, facts: SignedUpdate.facts(), allowsOlder: allowsOlder)
    }

    private static func refusal(_ update: SignedUpdate, allowsOlder: Bool = false) throws -> UpdateRefusal? {
        var intake = intake(allowsOlder: allowsOlder)
        do throws(UpdateRefusal) {
            let steps = try intake.take(try Self.header(update))
            guard case .prepare = steps.first, steps.count == 1 else { return .damaged }
            return nil
        } catch {
            return error
        }
    }

    private static func header(_ update: SignedUpdate) throws(UpdateRefusal) -> [UInt8] {
        do { return try update.header() } catch { throw .damaged }
    }

    /// However it comes in pieces, the same is written, each byte once and in its place.
    @Test(arguments: [1_000_003, 65_536, 1 << 20, 7_777_777])
    func whatComesInPiecesIsWrittenWhole(by size: Int) throws {
        let update = SignedUpdate()
        let bytes = try update.bytes()
        var intake = Self.intake()
        var written = [UInt8](repeating: 0, count: update.root.count)
        var steps: [UpdateIntake.Step] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            for step in try intake.take(bytes[start..<min(start + size, bytes.count)]) {
                if case .write(let piece, let place) = step {
                    written.replaceSubrange(place..<place + piece.count, with: piece)
                } else {
                    steps.append(step)
                }
            }
        }
        try intake.end()
        #expect(written == update.root)
        let header = try #require(intake.header)
        #expect(steps == [.prepare(header), .complete(header)])
        #expect(intake.percent == 100)
        #expect(header.version.description == "0.2.0")
        #expect(header.rootByteCount == update.root.count)
    }

    @Test func eachMistakeHasItsRefusal() throws {
        #expect(try Self.refusal(SignedUpdate()) == nil)
        #expect(try Self.refusal(SignedUpdate(signer: SignedUpdate.stranger)) == .forged)
        #expect(try Self.refusal(SignedUpdate(form: 2)) == .notAnUpdate)
        #expect(try Self.refusal(SignedUpdate(layout: 2)) == .otherLayout)
        #expect(try Self.refusal(SignedUpdate(family: "toaster")) == .otherBoards("toaster"))
        #expect(
            try Self.refusal(SignedUpdate(kernel: "6.1"))
                == .otherKernel(theirs: "6.1", ours: "6.12.0-arm64"))
        let now = try #require(UpdateVersion("0.1.0"))
        let before = try #require(UpdateVersion("0.0.9"))
        #expect(try Self.refusal(SignedUpdate(version: "0.0.9")) == .older(before, than: now))
        #expect(try Self.refusal(SignedUpdate(version: "0.0.9"), allowsOlder: true) == nil)
        #expect(try Self.refusal(SignedUpdate(version: "0.1.0", built: 99)) == .older(now, than: now))
        #expect(try Self.refusal(SignedUpdate(version: "0.1.0", built: 100)) == .sameAsNow(now))
        #expect(try Self.refusal(SignedUpdate(version: "0.1.0", built: 101)) == nil)
        #expect(try Self.refusal(SignedUpdate(version: "0.1.0.1", built: 5)) == nil)
    }

    @Test func anUpdateFitsIntoTheSlotWithItsHeader() throws {
        let update = SignedUpdate()
        let header = try UpdateIntake.header(try update.header(), keys: SignedUpdate.keys)
        let needed = update.root.count + UpdateHeader.byteCount
        #expect(SignedUpdate.facts(slotByteCount: needed).refusal(of: header) == nil)
        #expect(SignedUpdate.facts(slotByteCount: needed - 1).refusal(of: header) == .tooLarge)
    }

    @Test func withoutKeysNothingIsTaken() throws {
        let header = try SignedUpdate().header()
        #expect(throws: UpdateRefusal.noKeys) { try UpdateIntake.header(header, keys: UpdateKeys([])) }
    }

    /// Nothing of the header can be changed, cut off or added, and nothing is prepared for it.
    @Test func everyChangeOfTheHeaderIsRefused() throws {
        let header = try SignedUpdate().header()
        // What is behind the signature is zeros.
        for place in Array(0..<300) + [1_000, 65_535] {
            // Each bit in turn: a signature takes some milliseconds to check.
            var changed = header
            changed[place] ^= 1 << UInt8(place % 8)
            var intake = Self.intake()
            let steps = try? intake.take(changed)
            #expect(steps == nil, "byte \(place)")
        }
        for length in [0, 1, 7, 8, 100, 65_535] {
            var intake = Self.intake()
            #expect(try intake.take(header.prefix(length)) == [])
            #expect(throws: length == 0 ? UpdateRefusal.notAnUpdate : .cutShort) { try intake.end() }
        }
    }

    @Test func everyChangeOfTheRootIsNoticedBeforeItIsWritten() throws {
        let update = SignedUpdate()
        let bytes = try update.bytes()
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let place = Int.random(in: UpdateHeader.byteCount..<bytes.count, using: &random)
            var changed = bytes
            changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            var intake = Self.intake()
            var written = 0
            do throws(UpdateRefusal) {
                for start in stride(from: 0, to: changed.count, by: 1 << 19) {
                    for step in try intake.take(changed[start..<min(start + 1 << 19, changed.count)]) {
                        if case .write(let piece, let at) = step { written = at + piece.count }
                    }
                }
                Issue.record("byte \(place) can be changed")
            } catch {
                #expect(error == .damaged)
                #expect(UpdateHeader.byteCount + written <= place)
            }
        }
    }

    @Test func whatIsCutShortOrTooLongIsNoUpdate() throws {
        let bytes = try SignedUpdate().bytes()
        var short = Self.intake()
        _ = try short.take(bytes.dropLast())
        #expect(throws: UpdateRefusal.cutShort) { try short.end() }
        var long = Self.intake()
        #expect(throws: UpdateRefusal.damaged) { try long.take(bytes + [0]) }
    }

    /// Each is one sentence that says what to do.
    @Test func refusalsAreSentences() throws {
        let version = try #require(UpdateVersion("1.2"))
        let all: [UpdateRefusal] = [
            .notAnUpdate, .forged, .otherBoards("x"), .otherLayout, .otherKernel(theirs: "a", ours: "b"),
            .tooLarge, .older(version, than: version), .sameAsNow(version), .cutShort, .damaged, .notACard,
            .noKeys, .busy, .roundIsOn, .unwritable("why"), .unreadable("why"),
        ]
        for refusal in all {
            #expect(refusal.description.hasSuffix(".") || refusal.description.hasSuffix(")."))
            #expect(refusal.description.contains(":"), "\(refusal)")
        }
    }
}
