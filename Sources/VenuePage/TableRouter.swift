import Determinism
package import MQTT
package import PeerNetwork
import Venue
package import WebPage

/// What the table is asked by its page, and what it is answered with: a value, like a station's router.
package struct TableRouter: Sendable {
    /// Requests to act, of everybody together.
    static let actions = TokenBucket(perSecond: 20, atOnce: 40)

    package enum Reply: Equatable, Sendable {
        case asset(PageAsset)
        case notModified(PageAsset)
        case avatar(StationID)
        case cards(Int)
        case state
        case events
        case health
        /// What is to be said to the stations.
        case say([ApplicationMessage])
        /// The PIN was right, and nothing else was wanted.
        case comeIn
        case refusal(status: Int, String)
    }

    private let assets: @Sendable () -> PageAssets
    private var door: PageDoor
    private var actions = Self.actions
    private let orders: TableOrders

    package init(
        _ assets: @escaping @autoclosure @Sendable () -> PageAssets, door: PageDoor, orders: TableOrders
    ) {
        self.assets = assets
        self.door = door
        self.orders = orders
    }

    func knows(_ source: String) -> Bool { door.knows(source) }

    mutating func complaint(now: Duration) -> String? { door.complaint(now: now) }

    mutating func answer(_ request: PageRequest, now: Duration) -> Reply {
        if let (status, sentence) = door.stranger(request) { return .refusal(status: status, sentence) }
        switch request.method {
        case .get, .head: return read(request)
        case .post: return act(request, now: now)
        case .other: return .refusal(status: 405, "Only GET, HEAD and POST are understood here.")
        }
    }

    private func read(_ request: PageRequest) -> Reply {
        switch request.path {
        case "/api/state": return .state
        case "/api/events": return .events
        case "/healthz": return .health
        case let path where TableOrders.Path(rawValue: path) != nil:
            return .refusal(status: 405, "\(path) is asked for with POST.")
        case let path where path.hasPrefix("/avatars/") && path.hasSuffix(".svg"):
            let digits = path.dropFirst("/avatars/".count).dropLast(".svg".count)
            if let id = StationID(digits: String(digits)) { return .avatar(id) }
        case let path where path.hasPrefix("/cards/") && path.hasSuffix(".svg"):
            let digits = path.dropFirst("/cards/".count).dropLast(".svg".count)
            if let sheet = Int(digits), sheet > 0 { return .cards(sheet - 1) }
        case let path:
            if let asset = assets()[path] {
                return request.known == asset.tag ? .notModified(asset) : .asset(asset)
            }
        }
        return .refusal(status: 404, "There is nothing of that name here: docs/venue.md has all there is.")
    }

    private mutating func act(_ request: PageRequest, now: Duration) -> Reply {
        guard let path = TableOrders.Path(rawValue: request.path) else {
            return .refusal(
                status: 404, "There is nothing of that name here: docs/venue.md has all there is.")
        }
        // Nobody needs a PIN to be told that one is needed.
        if path == .pin { return .comeIn }
        if let (status, sentence) = door.refusal(request, now: now) {
            return .refusal(status: status, sentence)
        }
        guard actions.take(now: now) else {
            return .refusal(status: 429, "Too much is asked of this table: wait a second.")
        }
        if path == .hold { return .comeIn }
        guard let messages = orders.messages(path, request.body) else {
            return .refusal(status: 400, "The body is not what \(request.path) needs: see docs/venue.md.")
        }
        return .say(messages)
    }
}
