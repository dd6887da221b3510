import Glibc
import Support
import Testing

@testable import Gateway
@testable import Runtime

/// What is kept between two starts.
struct StateStoreTests {
    @Test func whatIsWrittenIsReadByTheNextStart() throws {
        let folder = try TemporaryFolder()
        var store = StateStore(directory: folder.path)
        #expect(store.trouble == nil)
        #expect(store.read("scores") == nil)
        store.write("scores", [1, 2, 3])
        store.write("scores", [4])
        #expect(store.read("scores") == [4])
        #expect(StateStore(directory: folder.path).read("scores") == [4])
        #expect(store.trouble == nil)
    }

    @Test func onlyTheOwnerMayReadItAndNothingElseIsLeftBehind() throws {
        let folder = try TemporaryFolder()
        var store = StateStore(directory: folder.path)
        // An older program was careless with the mode.
        let descriptor = unsafe open(folder.path + "/identity", O_CREAT | O_WRONLY, 0o666)
        close(descriptor)
        store.write("identity", [7])
        var status = stat()
        #expect(unsafe stat(folder.path + "/identity", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(folder.names == ["identity"])
    }

    @Test func whatRootWritesBelongsToWhoeverTheFolderBelongsTo() throws {
        let folder = try TemporaryFolder()
        // Only root can give a folder away; for anybody else it stays as it is, and so does what is asked.
        _ = unsafe chown(folder.path, 4_711, 4_712)
        var store = StateStore(directory: folder.path)
        store.write("calibration", [7])
        var (owner, file) = (stat(), stat())
        #expect(unsafe stat(folder.path, &owner) == 0)
        #expect(unsafe stat(folder.path + "/calibration", &file) == 0)
        #expect(file.st_uid == owner.st_uid)
        #expect(geteuid() != 0 || (file.st_uid == 4_711 && file.st_gid == 4_712))
    }

    @Test func aFolderThatDoesNotExistIsMade() throws {
        let folder = try TemporaryFolder()
        let inner = folder.path + "/inner"
        var store = StateStore(directory: inner)
        defer {
            unsafe unlink(inner + "/scores")
            unsafe rmdir(inner)
        }
        store.write("scores", [9])
        #expect(store.trouble == nil)
        #expect(StateStore(directory: inner).read("scores") == [9])
    }

    @Test func withoutADiskTheGameGoesOnAndIsTold() throws {
        var store = StateStore(directory: "/nonexistent/hotcold")
        let trouble = try #require(store.trouble)
        #expect(
            trouble.hasPrefix(
                "Nothing can be kept in /nonexistent/hotcold: the folder above it does not exist."))
        #expect(trouble.contains("station.state_directory"))
        store.write("scores", [1, 2])
        #expect(store.read("scores") == [1, 2])
    }

    @Test func aDiskThatComesBackEndsTheTrouble() throws {
        let folder = try TemporaryFolder()
        let inner = folder.path + "/late"
        // A file stands where the folder should be, which stops even root.
        close(unsafe open(inner, O_CREAT | O_WRONLY, 0o600))
        var store = StateStore(directory: inner)
        store.write("scores", [1])
        #expect(store.trouble != nil)
        unsafe unlink(inner)
        #expect(unsafe mkdir(inner, 0o700) == 0)
        defer {
            unsafe unlink(inner + "/scores")
            unsafe rmdir(inner)
        }
        store.write("scores", [2])
        #expect(store.trouble == nil)
        #expect(StateStore(directory: inner).read("scores") == [2])
    }

    /// The name that the attempt would have is a folder's, which stops even root.
    @Test func theDoctorTriesWhetherTheDiskTakesAnything() throws {
        let folder = try TemporaryFolder()
        #expect(
            Examination.state(in: folder.path) == Diagnosis(isWell: true, sentence: "kept in \(folder.path).")
        )
        #expect(folder.names.isEmpty)
        try folder.makeFolder(".probe-\(getpid()).new")
        #expect(Examination.state(in: folder.path, isPlaying: true).isWell)
        #expect(!Examination.state(in: folder.path).isWell)
    }

    @Test func aFullDiskIsNotAMatterOfRights() {
        let full = StateStore.sentence(.failed(operation: "write", code: ENOSPC), "/state")
        #expect(full.contains("the disk is full") && full.contains("make room on the disk"))
        #expect(!full.contains("writable"))
        let closed = StateStore.sentence(.failed(operation: "write", code: EACCES), "/state")
        #expect(closed.contains("make the folder writable"))
    }

    @Test func memoryIsBoundedWhenThereIsNoDisk() {
        var store = StateStore(directory: "/nonexistent/hotcold")
        for index in 0..<100 { store.write("name-\(index)", [UInt8(index)]) }
        let kept = (0..<100).filter { store.read("name-\($0)") != nil }
        #expect(kept.count == StateStore.namesAtMost)
        store.write("name-0", [200])
        #expect(store.read("name-0") == [200])
    }

    @Test func aFileThatIsTooLongOrANameThatLeavesTheFolderIsNotRead() throws {
        let folder = try TemporaryFolder()
        try BoundedFile.write(
            [UInt8](repeating: 0, count: StateStore.bytesAtMost + 1), as: "long", in: folder.path)
        try BoundedFile.write(
            [UInt8](repeating: 0, count: StateStore.bytesAtMost), as: "just", in: folder.path)
        let store = StateStore(directory: folder.path)
        #expect(store.read("long") == nil)
        #expect(store.read("just")?.count == StateStore.bytesAtMost)
        #expect(store.read("../../etc/passwd") == nil)
        #expect(store.read("..") == nil)
        #expect(store.read("") == nil)
    }
}

/// The number that is this machine's.
struct MachineIDTests {
    private let identifier = Array("0123456789abcdef0123456789abcdef".utf8)

    @Test func itStaysTheSameFromVersionToVersion() {
        // If this changes, every station in the world changes its address and its name.
        #expect(MachineID(identifier: identifier, purpose: "address").seed == 0xEE38_2491_6F88_3AC3)
    }

    @Test func everyMachineAndEveryPurposeHasItsOwn() {
        var other = identifier
        other[31] ^= 1
        let one = MachineID(identifier: identifier, purpose: "address")
        #expect(MachineID(identifier: other, purpose: "address") != one)
        #expect(MachineID(identifier: identifier, purpose: "identity") != one)
        #expect(
            MachineID(identifier: Array("c".utf8), purpose: "ab")
                != MachineID(identifier: Array("bc".utf8), purpose: "a"))
        #expect(one.bytes.count == 8)
        #expect(one.bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == one.seed)
    }

    @Test func onlyAnIdentifierCounts() throws {
        let folder = try TemporaryFolder()
        func current(_ text: String) throws -> MachineID? {
            try BoundedFile.write(Array(text.utf8), as: "id", in: folder.path)
            return MachineID.current(purpose: "address", paths: ["/nonexistent", folder.path + "/id"])
        }
        let expected = MachineID(identifier: identifier, purpose: "address")
        #expect(try current("0123456789abcdef0123456789abcdef\n") == expected)
        #expect(try current("0123456789abcdef0123456789abcde\n") == nil)
        #expect(try current("0123456789abcdef0123456789abcdeg\n") == nil)
        #expect(try current("uninitialized\n") == nil)
        #expect(try current("") == nil)
        #expect(try current(String(repeating: "0", count: 300)) == nil)
    }
}
