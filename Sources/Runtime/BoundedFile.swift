package import Glibc

/// Why a small file could not be read or written, as the kernel says it.
package enum FileTrouble: Error, Equatable, Sendable, CustomStringConvertible {
    /// Longer than the reader's bound, in bytes.
    case tooLong(Int)
    /// A system call that failed, and its errno.
    case failed(operation: String, code: Int32)

    package var isMissing: Bool {
        if case .failed(_, ENOENT) = self { true } else { false }
    }

    /// What is wrong, to be read after the file's name and without a full stop.
    package var description: String {
        switch self {
        case .tooLong(let bytes): "the file is longer than \(bytes) bytes"
        case .failed(_, ENOENT): "there is no such file"
        case .failed(_, EACCES), .failed(_, EPERM): "this user may not \(operation) it"
        case .failed(_, EROFS): "the file system is read-only"
        case .failed(_, ENOSPC), .failed(_, EDQUOT): "the disk is full"
        case .failed(_, EISDIR): "it is a folder, not a file"
        case .failed(_, let code): "could not \(operation) it: \(Self.reason(code))"
        }
    }

    private var operation: String {
        if case .failed(let operation, _) = self { operation } else { "read" }
    }

    package static func reason(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}

/// Whole small files, read with a bound and written so that a pulled plug leaves either the old bytes or the
/// new.
package enum BoundedFile {
    package static func read(_ path: String, atMost limit: Int) throws(FileTrouble) -> [UInt8] {
        let file = try OpenFile(path, flags: O_RDONLY)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = try file.read(into: &buffer)
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
            if bytes.count > limit { throw .tooLong(limit) }
        }
    }

    /// Writes `name` in `directory`: a new file beside it, synced, takes its name, and then the directory is
    /// synced too, because a rename is not on the disk before its directory is (fsync(2), "Notes").
    ///
    /// What root writes (`sudo hotcold calibrate`) belongs to the directory's owner, who has to read it.
    package static func write(
        _ bytes: [UInt8], as name: String, in directory: String, mode: mode_t = 0o600
    ) throws(FileTrouble) {
        let path = directory + "/" + name
        let fresh = directory + "/." + name + ".new"
        do throws(FileTrouble) {
            let file = try OpenFile(fresh, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
            try file.restrict(to: mode)
            if geteuid() == 0 { try file.give(toOwnerOf: directory) }
            try file.write(bytes)
            try file.sync()
            guard unsafe rename(fresh, path) == 0 else { throw .failed(operation: "write", code: errno) }
        } catch {
            unsafe unlink(fresh)
            throw error
        }
        try OpenFile(directory, flags: O_RDONLY | O_DIRECTORY).sync()
    }

    /// Writes a few thousand bytes into a folder, as everything is written that is kept there, and takes them
    /// away again.
    package static func probe(_ directory: String) throws(FileTrouble) {
        let name = "probe-\(getpid())"
        try write([UInt8](repeating: 0, count: 4_096), as: name, in: directory)
        unsafe unlink("\(directory)/\(name)")
    }
}
