import Glibc

/// Wakes a thread that waits in `poll`: a pipe to itself. Closed when released.
package final class WakeSignal: Sendable {
    /// There was no pipe to be had.
    package struct Refusal: Error, Equatable, Sendable {
        /// An errno.
        package let code: Int32
    }

    /// Readable while the signal is raised.
    package let descriptor: Int32
    private let writer: Int32

    /// Not raised.
    package init() throws(Refusal) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw Refusal(code: errno)
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
    package func raise() {
        var byte: UInt8 = 1
        _ = unsafe write(writer, &byte, 1)
    }

    /// Lowers the signal, however often it was raised.
    package func lower() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
