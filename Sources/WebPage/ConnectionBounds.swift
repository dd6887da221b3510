package import NIOCore
import Synchronization

/// How many connections there may be: of everybody, and from one address. One too many is hung up on
/// at once, so that nobody keeps the others out by keeping the door open.
///
/// Once half of them are taken, an address that has not given the PIN has a few only, and the last quarter is
/// for those that have.
package final class ConnectionBounds: Sendable {
    static let connectionsAtMost = 128
    static let fromOneAtMost = 24
    /// Of strangers, from then on few from each.
    static let looseUpTo = 64
    static let fromStrangerAtMost = 4
    static let ofStrangersAtMost = 96

    private struct Counts {
        var all = 0
        var each: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())
    private let isKnown: @Sendable (String) -> Bool

    /// - Parameter isKnown: whether somebody has given the PIN from an address.
    init(isKnown: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.isKnown = isKnown
    }

    /// Whether there is room for one more from there.
    func enter(_ source: String) -> Bool {
        let isKnown = isKnown(source)
        return counts.withLock { counts in
            let there = counts.each[source] ?? 0
            let isTight = !isKnown && counts.all >= Self.looseUpTo
            let limits =
                isKnown
                ? (all: Self.connectionsAtMost, one: Self.fromOneAtMost)
                : (all: Self.ofStrangersAtMost, one: isTight ? Self.fromStrangerAtMost : Self.fromOneAtMost)
            guard counts.all < limits.all, there < limits.one else { return false }
            counts.all += 1
            counts.each[source] = there + 1
            return true
        }
    }

    func leave(_ source: String) {
        counts.withLock { counts in
            counts.all -= 1
            let left = (counts.each[source] ?? 1) - 1
            counts.each[source] = left > 0 ? left : nil
        }
    }

    var count: Int { counts.withLock { $0.all } }

    /// One connection's part in it.
    package final class Handler: ChannelInboundHandler, RemovableChannelHandler {
        package typealias InboundIn = NIOAny

        private let bounds: ConnectionBounds
        private var source: String?

        package init(_ bounds: ConnectionBounds) { self.bounds = bounds }

        package func handlerAdded(context: ChannelHandlerContext) {
            let source = context.remoteAddress?.ipAddress ?? ""
            if bounds.enter(source) {
                self.source = source
            } else {
                context.close(promise: nil)
            }
        }

        /// However the connection ends, also before it was one.
        package func handlerRemoved(context: ChannelHandlerContext) {
            if let source { bounds.leave(source) }
            source = nil
        }
    }
}
