package import Journaling

/// What a request is answered with, as it goes over the wire.
package struct PageResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// States, for as long as somebody looks.
        case events
        /// Made as it is sent.
        case reel(RoundSound.Reel)
        /// The request's own body is taken first: an update.
        case upload
        /// A part of a file.
        case file(PageFile, Range<Int>)
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var body: Body

    /// Nothing but what this station serves, no frame around it, no code or style between the lines.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    package static func asset(_ asset: PageAsset, status: Int) -> PageResponse {
        var response = make(
            status, status == 304 ? nil : asset.contentType, status == 304 ? [] : asset.bytes,
            cache: "no-cache")
        response.headers.append(("ETag", asset.tag))
        return response
    }

    package static func make(
        _ status: Int, _ contentType: String?, _ bytes: [UInt8], cache: String = "no-store"
    ) -> PageResponse {
        make(status, contentType, .bytes(bytes), cache: cache)
    }

    package static func make(
        _ status: Int, _ contentType: String?, _ body: Body, cache: String = "no-store"
    ) -> PageResponse {
        var headers = [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", cache),
        ]
        if let contentType { headers.append(("Content-Type", contentType)) }
        return PageResponse(status: status, headers: headers, body: body)
    }

    /// - Parameter sentence: what to do.
    package static func refusal(_ status: Int, _ sentence: String) -> PageResponse {
        make(status, "application/json", Array("{\"error\":\(quoted(sentence))}".utf8))
    }

    /// As JSON; our sentences have nothing in them but letters, quotes and paths.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

/// Answers what is asked of a `PageServer`.
package protocol PageAnswering: Sendable {
    associatedtype Window: PageWindow

    /// Where `.events` are looked at.
    var window: Window { get }
    /// The clock of its states.
    var now: @Sendable () -> Duration { get }

    /// The longest body that says anything.
    var bodyBytesAtMost: Int { get }

    func respond(to request: PageRequest) async -> PageResponse
    /// Whether somebody has given the PIN from there.
    func knows(_ source: String) -> Bool
    /// Lets go for browsers that have fallen silent, until the task is cancelled.
    func letGo() async
    /// Nobody else can look now.
    func busy() async -> PageResponse
    /// Somebody is about to send an update; nil where none are taken.
    func beginUpload() async -> PageUpload?
    /// - Parameter refused: why it was not taken; nil if it was.
    func uploaded(_ refused: String?) -> PageResponse
    /// Something long is about to be sent; false when too much is.
    func beginsReel() -> Bool
    func endsReel()
}

/// Of who hands out nothing long.
extension PageAnswering {
    package var bodyBytesAtMost: Int { PageOrder.bodyBytesAtMost }
    package func letGo() async {}
    package func beginUpload() async -> PageUpload? { nil }
    package func uploaded(_ refused: String?) -> PageResponse { .make(204, nil, []) }
    package func beginsReel() -> Bool { false }
    package func endsReel() {}
}
