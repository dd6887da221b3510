import Glibc
import Support
import Testing
import Yard

@testable import PeerNetwork
@testable import Runtime

struct IdentityTests {
    @Test func theSameSeedIsTheSameStation() {
        let key = IdentityKey(seed: Courtyard.seed(1))
        #expect(key.id == IdentityKey(seed: Courtyard.seed(1)).id)
        #expect(key.id != IdentityKey(seed: Courtyard.seed(2)).id)
        #expect(key.id == IdentityKey.identity(of: key.publicKey))
    }

    @Test func aFileOfAnotherLengthIsRefusedInOneSentence() throws {
        for length in [0, 8, 31, 33, 64] {
            let file = [UInt8](repeating: 1, count: length)
            #expect(throws: IdentityKey.Unusable.self) { try IdentityKey(file: file) }
        }
        #expect(throws: IdentityKey.Unusable.self) { try IdentityKey(file: Courtyard.seed(0)) }
        #expect(try IdentityKey(file: Courtyard.seed(3)).id == IdentityKey(seed: Courtyard.seed(3)).id)
    }

    @Test func theFileIsKeptForItsOwnerOnly() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + IdentityKey.fileName
        // One that lies there with other permissions is replaced by one with these.
        let file = unsafe open(path, O_CREAT | O_WRONLY, 0o644)
        close(file)
        var store = StateStore(directory: folder.path)
        store.write(IdentityKey.fileName, Courtyard.seed(4))
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(store.read(IdentityKey.fileName) == Courtyard.seed(4))
    }

    @Test func aCrewWordIsTidied() {
        #expect(CrewKey.tidied("  Blue   \tMoon\n") == "blue moon")
        #expect(CrewKey(word: "   ") == nil)
        #expect(CrewKey(word: "Blue Moon")?.key == CrewKey(word: " blue  moon ")?.key)
        #expect(CrewKey(word: "Blue Moon")?.key != CrewKey(word: "Blue Mood")?.key)
    }

    @Test func secretsDoNotRepeatAndDoNotLeadBack() {
        var source = SecretSource(seed: Courtyard.seed(1))
        var drawn: Set<[UInt8]> = []
        for _ in 0..<1_000 { drawn.insert(source.bytes(32)) }
        #expect(drawn.count == 1_000)
        var again = SecretSource(seed: Courtyard.seed(1))
        #expect(drawn.contains(again.bytes(32)))
    }

    /// What is kept of a crew: its key, that there is none, or a file that somebody has damaged.
    @Test func aKeptCrewKeyIsWholeOrNone() {
        let key = CrewKey(bytes: Courtyard.seed(3))
        #expect(CrewKey.kept(CrewKey.file(key)) == .some(key))
        #expect(CrewKey.kept([]) == .some(nil))
        for count in [1, 31, 33] { #expect(CrewKey.kept([UInt8](repeating: 1, count: count)) == nil) }
        for (word, isOne) in [
            ("abc", true), ("ab", false), ("a\u{7}c", false), ("a\u{7F}c", false), ("a\u{1F}c", false),
            ("A 1!", true),
        ] {
            #expect(CrewKey.isWord(word) == isOne)
        }
        #expect(CrewKey.isWord(String(repeating: "x", count: 64)))
        #expect(!CrewKey.isWord(String(repeating: "x", count: 65)))
    }

    @Test func aReplayWindowLetsEachNumberThroughOnce() {
        var window = ReplayWindow(floor: 10)
        var passed: [UInt64] = []
        for number: UInt64 in [9, 10, 10, 12, 11, 12, 100, 37, 36, 99, 99, 164, 100, 101] {
            guard window.isNew(number) else { continue }
            window.mark(number)
            passed.append(number)
        }
        #expect(passed == [10, 12, 11, 100, 37, 99, 164, 101])
        #expect(window.isNew(164 + ReplayWindow.aheadAtMost))
        #expect(!window.isNew(165 + ReplayWindow.aheadAtMost), "nobody can have said so much")
        var open = ReplayWindow()
        #expect(open.isNew(.max), "a station counts from its start, wherever that is")
        #expect(open.isNew(0))
        open.mark(0)
        #expect(!open.isNew(0) && open.isNew(1))
    }

    /// Sixteen digits, and no sign before them.
    @Test func anIdentityIsSixteenDigits() {
        #expect(StationID(digits: "00000000000000ff") == StationID(value: 255))
        #expect(StationID(digits: "FFFFFFFFFFFFFFFF") == StationID(value: .max))
        for text in [
            "+0000000000000ff", "-0000000000000ff", "0000000000000ff", "000000000000000ff",
            "g" + "0000000000000ff",
        ] {
            #expect(StationID(digits: text) == nil, "\(text)")
        }
    }
}
