import NIOCore
import NIOPosix

/// A client of the page that says what it is told to, good or bad.
package enum WebClient {
    /// Sends bytes, and reads until the other side ends, or has said `enough`.
    package static func talk(_ port: Int, _ request: String, until enough: String? = nil) async throws
        -> String
    {
        try await talk(port, ByteBuffer(string: request), until: enough)
    }

    /// Posts a file.
    package static func send(_ port: Int, _ path: String, _ file: [UInt8]) async throws -> String {
        var request = ByteBuffer(
            string: "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(file.count)\r\n"
                + "Connection: close\r\n\r\n")
        request.writeBytes(file)
        return try await talk(port, request, until: nil)
    }

    /// Posts the beginning of a file that has so many bytes, and goes away.
    package static func breakOff(_ port: Int, _ path: String, _ file: [UInt8], of count: Int) async throws {
        var request = ByteBuffer(
            string: "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(count)\r\n\r\n")
        request.writeBytes(file)
        _ = try await talk(port, request, until: "")
    }

    private static func talk(_ port: Int, _ request: ByteBuffer, until enough: String?) async throws -> String
    {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(request)
            var answer = ""
            if enough == "" { return answer }
            do {
                for try await bytes in inbound {
                    answer += String(buffer: bytes)
                    if let enough, answer.contains(enough) { break }
                }
            } catch is IOError {
                // Hung up on.
            }
            return answer
        }
    }

    package static func get(_ path: String, _ headers: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)Connection: close\r\n\r\n"
    }

    package static func post(_ path: String, _ body: String = "", _ headers: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)Content-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(body)"
    }
}
