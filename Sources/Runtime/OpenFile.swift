package import Glibc

/// A file descriptor that closes itself.
package struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private let verb: String

    package init(_ path: String, flags: Int32, mode: mode_t = 0) throws(FileTrouble) {
        verb = flags & O_ACCMODE == O_RDONLY ? "read" : "write"
        descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
        if descriptor < 0 { throw .failed(operation: verb, code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Fills the front of `buffer` and says how much; 0 at the end.
    package borrowing func read(into buffer: inout [UInt8]) throws(FileTrouble) -> Int {
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw .failed(operation: verb, code: errno) }
        }
    }

    package borrowing func write(_ bytes: [UInt8]) throws(FileTrouble) {
        try Self.write(bytes, to: descriptor)
    }

    /// All of it, to a descriptor that may be somebody else's: one that does not wait is waited for.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileTrouble) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            } else if count == 0 || errno != EINTR {
                throw .failed(operation: "write", code: count == 0 ? EIO : errno)
            }
        }
    }

    /// Takes away everything behind the first `length` bytes, and goes on there.
    package borrowing func cut(to length: Int) throws(FileTrouble) {
        guard ftruncate(descriptor, length) == 0, lseek(descriptor, length, SEEK_SET) == length else {
            throw .failed(operation: verb, code: errno)
        }
    }

    /// An old file keeps the mode it was made with, so it is set again.
    borrowing func restrict(to mode: mode_t) throws(FileTrouble) {
        guard fchmod(descriptor, mode) == 0 else { throw .failed(operation: verb, code: errno) }
    }

    borrowing func give(toOwnerOf directory: String) throws(FileTrouble) {
        var status = stat()
        guard unsafe stat(directory, &status) == 0, fchown(descriptor, status.st_uid, status.st_gid) == 0
        else {
            throw .failed(operation: verb, code: errno)
        }
    }

    package borrowing func sync() throws(FileTrouble) {
        guard fsync(descriptor) == 0 else { throw .failed(operation: verb, code: errno) }
    }
}
