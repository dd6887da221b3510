import Determinism
import Journaling
import PeerNetwork

/// Decides what a request is answered with: a value, so that every door can be tried without a server.
///
/// Reading is open to the network, but for what was said in a round. Acting needs the PIN.
package struct PageRouter: Sendable {
    /// Requests to act, of everybody together.
    static let actions = TokenBucket(perSecond: 20, atOnce: 40)
    /// Requests to hear the PIN: of one address, and of all.
    static let asks = SourceTokenBuckets(
        each: TokenBucket(perSecond: 1, atOnce: 3), all: TokenBucket(perSecond: 10, atOnce: 20))

    /// Made when they are asked for first, which is long after a station's first words.
    private let assets: @Sendable () -> PageAssets
    private var actions = Self.actions
    private var asks = Self.asks
    private var door: PageDoor

    var lock: PageLock { door.lock }

    package init(
        _ assets: @escaping @autoclosure @Sendable () -> PageAssets, lock: PageLock, names: [String] = []
    ) {
        self.assets = assets
        door = PageDoor(lock, names: names)
    }

    mutating func pressed(now: Duration) -> [UInt8]? { door.pressed(now: now) }

    /// What the log should have about wrong PINs; nil if nothing, or if it had something a moment ago.
    mutating func complaint(now: Duration) -> String? { door.complaint(now: now) }

    mutating func answer(_ request: PageRequest, now: Duration) -> PageReply {
        if let (status, sentence) = door.stranger(request) {
            return .refusal(status: status, sentence)
        }
        switch request.method {
        case .get, .head:
            let reply = read(request)
            let isPrivate = if case .story = reply { true } else { reply == .things }
            if isPrivate, let refusal = refusal(request, now: now) { return refusal }
            return reply
        case .post: return act(request, now: now)
        case .other: return .refusal(status: 405, "Only GET, HEAD and POST are understood here.")
        }
    }

    private func read(_ request: PageRequest) -> PageReply {
        switch request.path {
        case "/api/state": return .state
        case "/api/events": return .events
        case "/metrics": return .metrics
        case "/healthz": return .health
        case "/api/log": return .log
        case "/api/rounds": return .rounds
        case "/api/doctor": return .doctor
        case "/api/taunts": return .taunts
        case PageOrder.update.rawValue: return .update
        case PageOrder.things.rawValue: return .things
        case let path where PageOrder(rawValue: path) != nil:
            return .refusal(status: 405, "\(path) is asked for with POST.")
        case let path where path.hasPrefix("/avatars/") && path.hasSuffix(".svg"):
            let digits = path.dropFirst("/avatars/".count).dropLast(".svg".count)
            if let id = StationID(digits: String(digits)) { return .avatar(id) }
        case let path where path.hasPrefix("/rounds/"):
            if let reply = Self.round(path.dropFirst("/rounds/".count)) { return reply }
        case let path:
            if let asset = assets()[path] {
                return request.known == asset.tag ? .notModified(asset) : .asset(asset)
            }
        }
        return .refusal(status: 404, "There is nothing of that name here: docs/api.md has all there is.")
    }

    /// A file of a round; nothing else is in that folder.
    private static func round(_ file: Substring) -> PageReply? {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, RoundLibrary.isName(parts[0]) else { return nil }
        switch parts[1] {
        case "svg": return .chart(String(parts[0]))
        case "txt": return .story(String(parts[0]))
        case "wav": return .sound(String(parts[0]))
        default: return nil
        }
    }

    private mutating func act(_ request: PageRequest, now: Duration) -> PageReply {
        guard let order = PageOrder(rawValue: request.path) else {
            let isKnown = if case .refusal(404, _) = read(request) { false } else { true }
            return isKnown
                ? .refusal(status: 405, "\(request.path) is asked for with GET.")
                : .refusal(status: 404, "There is nothing of that name here: docs/api.md has all there is.")
        }
        if order != .pin, let refusal = refusal(request, now: now) { return refusal }
        // Behind the lock: those who do not know the PIN cannot use it up for those who do.
        let isFree =
            order == .pin
            ? asks.take(for: Array(request.source.utf8), now: now) : actions.take(now: now)
        guard isFree else {
            return .refusal(status: 429, "Too much is asked of this station: wait a second.")
        }
        guard let wanted = order.action(request.body) else {
            return .refusal(status: 400, "The body is not what \(request.path) needs: see docs/api.md.")
        }
        if wanted == .pin { door.ask(now: now) }
        return .act(wanted)
    }

    /// What somebody is told who does not know the PIN; nil for who does.
    private mutating func refusal(_ request: PageRequest, now: Duration) -> PageReply? {
        door.refusal(request, now: now).map { .refusal(status: $0.status, $0.sentence) }
    }
}
