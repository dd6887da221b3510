import Glibc
import Runtime

/// What another station runs, asked of its page: one GET (RFC 9110), whose answer is checked like any other
/// update. It blocks, so it belongs on a thread that may wait. It closes itself.
package final class UpdateFetch: Sendable {
    package static let path = "/api/update"
    private static let headAtMost = 8_192
    private static let patience = timeval(tv_sec: 10, tv_usec: 0)

    private let descriptor: Int32
    /// When it is given up, on the clock of `MonotonicClock`; nil for as long as something comes.
    private let until: Duration?
    /// What was read behind the head of the answer.
    private let front: [UInt8]

    /// - Parameters:
    ///   - address: numeric, of either family.
    ///   - range: which bytes of it; nil for all.
    ///   - limit: how long all of it may take, however slowly it comes; nil for as long as something comes.
    package init(
        from address: String, port: Int, range: Range<Int>? = nil, limit: Duration? = nil
    ) throws(UpdateRefusal) {
        let until = limit.map { MonotonicClock.now() + $0 }
        guard let descriptor = Self.connected(address, port) else {
            throw .unreadable("the other station does not answer")
        }
        self.descriptor = descriptor
        self.until = until
        let host = address.contains(":") ? "[\(address)]" : address
        let part = range.map { "Range: bytes=\($0.lowerBound)-\($0.upperBound - 1)\r\n" } ?? ""
        let asked = "GET \(Self.path) HTTP/1.1\r\nHost: \(host):\(port)\r\n\(part)Connection: close\r\n\r\n"
        guard (try? OpenFile.write(Array(asked.utf8), to: descriptor)) != nil,
            let (status, front) = Self.head(descriptor, until), status == (range == nil ? 200 : 206)
        else {
            close(descriptor)
            throw .unreadable("the other station hands on nothing")
        }
        self.front = front
    }

    deinit { close(descriptor) }

    /// Everything, piece by piece; the first is what came with the head. False where it was broken off.
    package func readAll(_ take: ([UInt8]) -> Bool) -> Bool {
        if !front.isEmpty, !take(front) { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while let count = Self.read(descriptor, &buffer, until), count > 0 {
            guard take(Array(buffer[..<count])) else { return false }
        }
        return true
    }

    private static func connected(_ address: String, _ port: Int) -> Int32? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address, "\(port)", &hints, &found) == 0, let one = unsafe found else {
            return nil
        }
        defer { unsafe freeaddrinfo(one) }
        let descriptor = unsafe socket(
            one.pointee.ai_family, one.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            var patience = patience
            _ = unsafe setsockopt(
                descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        guard unsafe connect(descriptor, one.pointee.ai_addr, one.pointee.ai_addrlen) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// The status of an answer, and what was read behind its head.
    private static func head(_ descriptor: Int32, _ until: Duration?) -> (status: Int, front: [UInt8])? {
        let end = Array("\r\n\r\n".utf8)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= headAtMost, let count = read(descriptor, &buffer, until), count > 0 {
            bytes += buffer[..<count]
            guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { continue }
            let words = String(decoding: bytes[..<min(place, 64)], as: UTF8.self).split(separator: " ")
            guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
                return nil
            }
            return (status, Array(bytes[(place + end.count)...]))
        }
        return nil
    }

    private static func read(_ descriptor: Int32, _ buffer: inout [UInt8], _ until: Duration?) -> Int? {
        while until.map({ MonotonicClock.now() < $0 }) ?? true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            if count >= 0 { return count }
            if errno != EINTR { return nil }
        }
        return nil
    }
}
