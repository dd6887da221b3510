import Glibc
import Runtime

/// Why stations cannot hear each other over the network. It never ends the game.
package enum NetworkTrouble: Error, Hashable, Sendable {
    /// No network of the house; or, if a person has named one, not that one.
    case noNetwork(only: String?)
    /// Another program has the port and does not share it.
    case portInUse(Int)
    case notPermitted
    /// Nothing that was sent left this computer; the newest errno.
    case notSent(code: Int32)
    /// Not an IPv4 multicast group.
    case badGroup(String)
    case failed(operation: String, code: Int32)

    package init(operation: String, code: Int32, port: Int) {
        switch code {
        case EADDRINUSE: self = .portInUse(port)
        case EACCES, EPERM: self = .notPermitted
        default: self = .failed(operation: operation, code: code)
        }
    }

    /// One sentence: what is wrong and what to do.
    package var advice: String {
        switch self {
        case .noNetwork(nil):
            "There is no network; connect this station to the same Wi-Fi or cable as the others."
        case .noNetwork(let name?):
            "The network interface \(name) is not connected or has no address; connect it, or change "
                + "lobby.interface."
        case .portInUse(let port):
            "Another program keeps UDP port \(port) to itself; stop it (see ss -ulpn), or set lobby.port on "
                + "every station."
        case .notPermitted:
            "This user may not use the network; allow it in the service or the container that runs hotcold."
        case .notSent(EPERM):
            "A firewall on this station refuses what it sends; allow UDP to the port of lobby.port."
        case .notSent(let code):
            "Nothing leaves this station (\(FileTrouble.reason(code))); check its network."
        case .badGroup(let group):
            "\(group) is no IPv4 multicast group; set lobby.group to one, such as 239.255.72.67."
        case .failed(let operation, let code):
            "The network does not work: \(operation) says \"\(FileTrouble.reason(code))\"; check the "
                + "network of this station."
        }
    }
}
