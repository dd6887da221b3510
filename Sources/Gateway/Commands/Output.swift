import ArgumentParser
import Glibc
import Runtime
import Synchronization

/// Text for people and programs, without a buffer: what is shown live has to be seen at once, also through a
/// pipe.
enum Output {
    /// Something that was to be on standard output is not, and not because its reader had enough.
    private static let lost = Mutex(false)

    /// Whether the program must not end as if everything had been told.
    static var isLost: Bool { lost.withLock(\.self) }

    /// - Returns: whether somebody still reads it.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> Bool {
        write(Array(text.utf8), to: descriptor)
    }

    /// A line of its own, on standard output.
    static func tell(_ line: String) {
        write(line + "\n")
    }

    /// - Returns: whether somebody still reads it.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
        do throws(FileTrouble) {
            try OpenFile.write(bytes, to: descriptor)
            return true
        } catch {
            if descriptor == STDOUT_FILENO { lose(error) }
            return false
        }
    }

    /// A full disk behind `>` is told, once, and in the exit code; that `head` has read enough is not.
    private static func lose(_ trouble: FileTrouble) {
        if case .failed(_, EPIPE) = trouble { return }
        let isFirst = lost.withLock { lost in
            defer { lost = true }
            return !lost
        }
        if isFirst { Complaint.write("standard output is not complete: \(trouble)") }
    }
}

/// Files that somebody asked for.
extension Output {
    /// Writes a file, readable as their other files are, whole or not at all: what was there before stays if
    /// the disk is full. What is no file (a pipe, /dev/null) is written to.
    static func save(_ contents: [UInt8], to path: String) throws(FileTrouble) {
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        guard !isOpen(path), !isThere || status.st_mode & S_IFMT == S_IFREG else {
            return try OpenFile(path, flags: O_WRONLY | O_TRUNC).write(contents)
        }
        // A link stays one: what it leads to is replaced.
        let real = isThere ? resolved(path) ?? path : path
        let (folder, name) = Folder.parts(of: real)
        guard !name.isEmpty else { throw .failed(operation: "write", code: EISDIR) }
        try BoundedFile.write(
            contents, as: name, in: folder,
            mode: isThere ? status.st_mode & 0o777 : 0o666 & ~creationMask())
    }

    /// The same, for a command that ends if it cannot be done.
    ///
    /// - Parameter advice: to be read after the reason, in a sentence of its own.
    static func save(_ contents: [UInt8], to path: String, or advice: String) throws {
        do throws(FileTrouble) {
            try save(contents, to: path)
        } catch {
            Complaint.write("\(path): \(reason(error)). \(advice)")
            throw ExitCode.failure
        }
    }

    /// Why something could not be written, to be read after its name and without a full stop.
    static func reason(_ trouble: FileTrouble) -> String {
        trouble.isMissing ? "the folder that it belongs into does not exist" : trouble.description
    }

    /// Whether two paths lead to one file; what is none (a terminal, /dev/null) does not count.
    static func isSameFile(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return unsafe stat(one, &first) == 0 && stat(other, &second) == 0
            && first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }

    /// A name of something that this program has open already, of which no other file must take the place.
    private static func isOpen(_ path: String) -> Bool {
        path.hasPrefix("/dev/std") || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/")
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// umask(2) tells it only by setting it; for that moment nothing more is allowed than before.
    private static func creationMask() -> mode_t {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }
}
