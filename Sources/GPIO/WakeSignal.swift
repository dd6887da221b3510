import Glibc

/// Wakes a thread that waits in `poll`: a pipe to itself. Closed when released.
final class WakeSignal: Sendable {
    /// Readable while the signal is raised.
    let descriptor: Int32
    private let writer: Int32

    init() throws(LineTrouble) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw .failed(operation: "pipe", code: errno)
        }
        descriptor = ends[0]
        writer = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    /// Raises the signal. A full pipe is a raised signal too, so the result does not matter.
    func raise() {
        var byte: UInt8 = 1
        _ = unsafe write(writer, &byte, 1)
    }

    /// Lowers the signal, however often it was raised.
    func lower() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
