import Glibc
import NIOCore

/// The two sockets of one address family, opened and closed together. Lives on its event loop.
final class SocketPair {
    private enum State {
        case closed, opening, open
    }

    let family: AddressFamily
    let shared: LobbySocket
    let own: LobbySocket
    private var state = State.closed
    /// Why it is being closed; nil while it is not.
    private var reason: (operation: String, code: Int32)?

    init(
        _ family: AddressFamily, loop: any EventLoop,
        receive:
            @escaping (
                _ purpose: LobbySocket.Purpose, _ bytes: ByteBuffer, _ from: SocketAddress, _ interface: Int
            ) -> Void
    ) {
        self.family = family
        shared = LobbySocket(family, .shared, loop: loop) { receive(.shared, $0, $1, $2) }
        own = LobbySocket(family, .own, loop: loop) { receive(.own, $0, $1, $2) }
    }

    var isClosed: Bool { state == .closed }

    /// Opens both.
    ///
    /// - Parameters:
    ///   - port: of the lobby.
    ///   - opened: called when both can be used.
    ///   - lost: called instead when they cannot, or when they are no longer; both are closed then.
    func open(
        port: Int, opened: @escaping () -> Void,
        lost: @escaping (_ operation: String, _ code: Int32) -> Void
    ) {
        precondition(state == .closed, "a pair is opened once at a time")
        state = .opening
        reason = nil
        // The shared one first: while it has the lobby's port, which lies in the range from which the kernel
        // chooses, the kernel cannot choose it for the other.
        open(shared, port: port, lost: lost) {
            self.open(self.own, port: port, lost: lost) {
                self.state = .open
                opened()
            }
        }
    }

    private func open(
        _ socket: LobbySocket, port: Int, lost: @escaping (String, Int32) -> Void,
        then: @escaping () -> Void
    ) {
        socket.open(port: port) { code in
            if code != 0 { return self.fall(("bind", code), lost) }
            if self.reason == nil { return then() }
            // Closed while it was being opened.
            _ = socket.close()
        } closed: { code in
            self.fall(("receive", code ?? EIO), lost)
        }
    }

    /// One of the two is closed: closes the other, and tells once when both are.
    private func fall(_ why: (String, Int32), _ lost: @escaping (String, Int32) -> Void) {
        let why = reason ?? why
        if reason == nil {
            reason = why
            _ = close()
        }
        guard state != .closed, !shared.isOpen, !own.isOpen else { return }
        state = .closed
        lost(why.0, why.1)
    }

    /// Closes both for as long as nobody opens them again.
    func close() -> EventLoopFuture<Void> {
        reason = reason ?? ("close", ESHUTDOWN)
        return shared.close().and(own.close()).map { _ in }
    }
}
