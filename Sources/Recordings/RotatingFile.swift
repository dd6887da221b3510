import Glibc
import Runtime

/// The files of a capture: an edge. FILE is the one that is written, FILE.1 the one before it, and so on; the
/// oldest gives way.
struct RotatingFile: ~Copyable {
    private let path: String
    private let count: Int
    private var file: OpenFile?

    /// - Parameters:
    ///   - count: how many files there are at most, 1 or more.
    init(_ path: String, count: Int) {
        (self.path, self.count) = (path, count)
    }

    /// Asks whether the file can be written, and leaves an old one as it is: what somebody recorded yesterday
    /// stays until there is something to put in its place.
    func probe() throws(FileTrouble) {
        try Self.check(path)
        do throws(FileTrouble) {
            _ = try OpenFile(path, flags: O_WRONLY)
        } catch  where error.isMissing {
            guard unsafe access(Folder.parts(of: path).folder, W_OK | X_OK) == 0 else {
                throw .failed(operation: "write", code: errno)
            }
        }
    }

    mutating func take(_ step: SnoopRotation.Step) throws(FileTrouble) {
        switch step {
        case .begin:
            if file != nil { try putAway() }
            try Self.check(path)
            file = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)
        case .write(let bytes): try file?.write(bytes)
        }
    }

    /// Waits until what was written is on the disk.
    mutating func finish() throws(FileTrouble) {
        try file?.sync()
        file = nil
    }

    /// What is put away under another name must be a file of ours, not a terminal or a pipe.
    private static func check(_ path: String) throws(FileTrouble) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw .failed(operation: "write", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
    }

    private mutating func putAway() throws(FileTrouble) {
        file = nil
        guard count > 1 else { return }
        for number in stride(from: count - 1, through: 1, by: -1) {
            let older = number == 1 ? path : "\(path).\(number - 1)"
            guard unsafe rename(older, "\(path).\(number)") != 0, errno != ENOENT else { continue }
            throw .failed(operation: "write", code: errno)
        }
    }
}
