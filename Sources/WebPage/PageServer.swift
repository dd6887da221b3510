import HTTPTypes
import HummingbirdCore
import Journaling
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The edge between a `PageService` and the network: HTTP by Hummingbird's core. Routes are the desk's.
package struct PageServer: Sendable {
    static let reopensAfter = Duration.seconds(30)

    let service: any PageAnswering
    package let port: Int
    let logger: Logger
    /// On which address; nil for all of them.
    var address: String?
    /// A station that starts has other things to do first: to be heard.
    var opensAfter = Duration.zero
    /// Told the port when it listens.
    var listens: @Sendable (Int) -> Void = { _ in }

    package init(
        service: any PageAnswering,
        port: Int,
        logger: Logger,
        address: String? = nil,
        opensAfter: Duration = Duration.zero,
        listens: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.service = service
        self.port = port
        self.logger = logger
        self.address = address
        self.opensAfter = opensAfter
        self.listens = listens
    }

    /// Serves, and lets go for browsers that have fallen silent, until the task is cancelled.
    package func run() async {
        try? await Task.sleep(for: opensAfter)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await service.letGo() }
            await keepOpen()
            group.cancelAll()
        }
    }

    /// A port that is taken is tried again: the game goes on without.
    private func keepOpen() async {
        var told = ""
        while !Task.isCancelled {
            var reason = ""
            // All addresses of both families, if the machine has both.
            for host in address.map({ [$0] }) ?? ["::", "0.0.0.0"] {
                do {
                    try await serve(on: host)
                    return
                } catch {
                    reason = Self.advice(error, port: port)
                }
            }
            if reason != told { logger.error("page: \(reason)") }
            told = reason
            try? await Task.sleep(for: Self.reopensAfter)
        }
    }

    private func serve(on host: String) async throws {
        let bounds = ConnectionBounds { service.knows($0) }
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionBounds.Handler(bounds)], idleTimeout: .seconds(15),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 2_048, maxHeaderListSize: 8_192, maxHeaderFieldCount: 64))
        // Its own log is of connections that come and go: nothing for people.
        var quiet = logger
        quiet.logLevel = .critical
        let server = try HTTPServerBuilder.http1(configuration: configuration).buildServer(
            configuration: ServerConfiguration(address: .hostname(host, port: port), backlog: 64),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet,
            responder: { request, writer, channel in
                try await respond(to: request, by: writer, on: channel)
            },
            onServerRunning: { channel in
                let bound = channel.localAddress?.port ?? port
                logger.info("page: on port \(bound)")
                listens(bound)
            })
        try await server.run()
    }

    @concurrent
    private func respond(
        to request: Request, by writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let answer = await service.respond(to: try await question(request, on: channel))
        switch answer.body {
        case .bytes(let bytes):
            var head = Self.head(answer)
            if answer.status != 304, answer.status != 204 {
                head.headerFields[.contentLength] = String(bytes.count)
            }
            let isBare = request.method == .head || bytes.isEmpty
            let body = isBare ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            try await writer.write(response: head, body: body)
        case .events where request.method == .head: try await writer.writeResponse(Self.head(answer))
        case .events: try await stream(answer, by: writer, on: channel)
        case .reel(let reel): try await play(reel, answer, isBare: request.method == .head, by: writer)
        case .upload: try await take(request, by: writer)
        case .file(let file, let bytes):
            try await send(file, bytes, answer, isBare: request.method == .head, by: writer)
        }
    }

    /// As fast as it is written, and no faster. One that is refused is heard to its end: browsers tell people
    /// nothing of an answer that comes before.
    @concurrent
    private func take(_ request: Request, by writer: consuming ResponseWriter) async throws {
        guard let upload = await service.beginUpload() else { return try await turnAway(writer) }
        var piece: [UInt8] = []
        var isWanted = true
        do {
            for try await buffer in request.body where isWanted {
                piece += buffer.readableBytesView
                guard piece.count >= PageUpload.pieceByteCount else { continue }
                isWanted = try await upload.take(piece)
                piece = []
            }
            if isWanted, !piece.isEmpty { _ = try await upload.take(piece) }
        } catch {
            // It is broken off, by somebody there or here.
            _ = await upload.end()
            throw error
        }
        let answer = service.uploaded(await upload.end())
        guard case .bytes(let bytes) = answer.body else { return }
        var head = Self.head(answer)
        if !bytes.isEmpty { head.headerFields[.contentLength] = String(bytes.count) }
        try await writer.write(
            response: head,
            body: bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A quarter of a megabyte at a time, no faster than it is taken.
    @concurrent
    private func send(
        _ file: PageFile, _ bytes: Range<Int>, _ answer: PageResponse, isBare: Bool,
        by writer: consuming ResponseWriter
    ) async throws {
        var head = Self.head(answer)
        head.headerFields[.contentLength] = String(bytes.count)
        guard !isBare else { return try await writer.writeResponse(head) }
        guard service.beginsReel() else { return try await turnAway(writer) }
        defer { service.endsReel() }
        var body = try await writer.writeHead(head)
        var place = bytes.lowerBound
        while place < bytes.upperBound {
            let part = file.part(place, PageUpload.pieceByteCount).clamped(to: bytes)
            guard let piece = try await NIOThreadPool.singleton.runIfActive({ file.read(part) }) else {
                throw ChannelError.eof
            }
            try await body.write(ByteBuffer(bytes: piece))
            place = part.upperBound
        }
        try await body.finish(nil)
    }

    /// A second of sound at a time, on threads that may wait, and no faster than it is taken.
    @concurrent
    private func play(
        _ reel: RoundSound.Reel, _ answer: PageResponse, isBare: Bool,
        by writer: consuming ResponseWriter
    ) async throws {
        var head = Self.head(answer)
        head.headerFields[.contentLength] = String(reel.left)
        guard !isBare else { return try await writer.writeResponse(head) }
        guard service.beginsReel() else { return try await turnAway(writer) }
        defer { service.endsReel() }
        var body = try await writer.writeHead(head)
        var reel = reel
        while true {
            let (piece, rest) = try await NIOThreadPool.singleton.runIfActive { [reel] in
                var reel = reel
                return (reel.next(), reel)
            }
            reel = rest
            guard let piece else { break }
            try await body.write(ByteBuffer(bytes: piece))
        }
        try await body.finish(nil)
    }

    /// States until the viewer goes, or takes none any more.
    @concurrent
    private func stream(
        _ answer: PageResponse, by writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let window: any PageWindow = service.window
        let watch = window.look(now: service.now()) { channel.close(promise: nil) }
        guard let (number, states) = watch else { return try await turnAway(writer) }
        defer { window.leave(number, now: service.now()) }
        var body = try await writer.writeHead(Self.head(answer))
        // A browser that has gone is noticed when nothing more can be written to it.
        for await json in states {
            var buffer = ByteBuffer(string: "event: state\ndata: ")
            buffer.writeBytes(json)
            buffer.writeString("\n\n")
            try await body.write(buffer)
            window.took(number)
        }
        try await body.finish(nil)
    }

    @concurrent
    private func turnAway(_ writer: consuming ResponseWriter) async throws {
        let busy = await service.busy()
        guard case .bytes(let bytes) = busy.body else { return }
        try await writer.write(
            response: Self.head(busy), body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func question(_ request: Request, on channel: any Channel) async throws -> PageRequest {
        let headers = request.headers
        var question = PageRequest(
            method: PageRequest.Method(rawValue: request.method.rawValue) ?? .other, path: request.uri.path,
            host: request.head.authority, origin: headers[.origin],
            pin: HTTPField.Name("X-HotCold-PIN").flatMap { headers[$0] }, known: headers[.ifNoneMatch],
            range: headers[.range])
        question.source = channel.remoteAddress?.ipAddress ?? ""
        question.destination = channel.localAddress?.ipAddress ?? ""
        guard question.method == .post, question.path != PageOrder.update.rawValue else { return question }
        // One byte more than is ever needed says as clearly that it is too much.
        let body = try? await request.body.collect(upTo: service.bodyBytesAtMost)
        question.body =
            body.map { Array($0.readableBytesView) }
            ?? [UInt8](repeating: 0, count: service.bodyBytesAtMost + 1)
        return question
    }

    private static func head(_ response: PageResponse) -> HTTPResponse {
        var head = HTTPResponse(status: HTTPResponse.Status(code: response.status))
        for (name, value) in response.headers {
            if let field = HTTPField.Name(name) { head.headerFields[field] = value }
        }
        return head
    }

    /// Whether a page can be served on this port of this computer alone, at this moment.
    package static func isFree(_ port: Int) async -> Bool {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        guard let channel = try? await bootstrap.bind(host: "127.0.0.1", port: port).get() else {
            return false
        }
        try? await channel.close()
        return true
    }

    private static func advice(_ error: any Error, port: Int) -> String {
        if let error = error as? IOError, error.errnoCode == 98 {
            return "Another program uses port \(port): stop it, or change page.port."
        }
        return "The page cannot be served (\(error)); it is tried again."
    }
}
