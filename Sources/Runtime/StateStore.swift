import Glibc

/// The few bytes that a station keeps between two starts (its identity, the scores), as small files in one
/// directory.
///
/// A directory that cannot be written costs the memory, not the game: `trouble` then says so, once, in a
/// sentence, and everything written is kept until the program ends. One writer at a time: the conductor owns
/// it.
package struct StateStore: Sendable {
    /// The longest that any one file may be: a month in which eight people have written all they may.
    package static let bytesAtMost = 2_097_152
    /// How many names are kept in memory when there is no disk.
    static let namesAtMost = 16

    let directory: String
    /// What a person should be told; nil while everything is kept.
    package private(set) var trouble: String?
    private var unsaved: [String: [UInt8]] = [:]

    /// Makes the directory, for its owner only, if its parent exists; what it finds wrong is in `trouble`.
    package init(directory: String) {
        self.directory = directory
        let made = unsafe mkdir(directory, 0o700) == 0
        if !made, errno != EEXIST {
            note(.failed(operation: "write", code: errno))
        } else if unsafe access(directory, W_OK | X_OK) != 0 {
            note(.failed(operation: "write", code: errno))
        }
    }

    /// What was written last under `name`; nil when nothing was or it cannot be read.
    func read(_ name: String) -> [UInt8]? {
        guard Self.isPlain(name) else { return nil }
        if let bytes = unsaved[name] { return bytes }
        return try? BoundedFile.read(directory + "/" + name, atMost: Self.bytesAtMost)
    }

    /// Keeps `bytes` under `name`, whole or not at all. Tries the disk every time: a full one may have been
    /// emptied.
    package mutating func write(_ name: String, _ bytes: [UInt8]) {
        precondition(Self.isPlain(name), "names are ours: lower-case letters, digits, '-' and '.'")
        precondition(bytes.count <= Self.bytesAtMost, "what is kept is small")
        do throws(FileTrouble) {
            try BoundedFile.write(bytes, as: name, in: directory)
            unsaved[name] = nil
            if unsaved.isEmpty { trouble = nil }
        } catch {
            if unsaved[name] != nil || unsaved.count < Self.namesAtMost { unsaved[name] = bytes }
            note(error)
        }
    }

    /// Tries whether the disk takes what a station keeps, which its rights alone do not tell; what it finds
    /// wrong is in `trouble`. Writes: for the doctor, not for a game.
    package mutating func probe() {
        guard trouble == nil else { return }
        do throws(FileTrouble) {
            try BoundedFile.probe(directory)
        } catch {
            note(error)
        }
    }

    private mutating func note(_ error: FileTrouble) {
        trouble = Self.sentence(error, directory)
    }

    /// What a person is told, with its cure.
    static func sentence(_ error: FileTrouble, _ directory: String) -> String {
        "Nothing can be kept in \(directory): \(reason(error)). The game goes on, but the scores "
            + "and this station's name are forgotten when the program ends; \(cure(error)), or set "
            + "station.state_directory."
    }

    private static func cure(_ error: FileTrouble) -> String {
        switch error {
        case .failed(_, ENOSPC), .failed(_, EDQUOT): "make room on the disk"
        default: "make the folder writable for the user who runs hotcold"
        }
    }

    private static func reason(_ error: FileTrouble) -> String {
        error.isMissing ? "the folder above it does not exist" : error.description
    }

    /// A name can neither leave the directory nor hide in it.
    private static func isPlain(_ name: String) -> Bool {
        let letters = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return letters && !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
    }
}
