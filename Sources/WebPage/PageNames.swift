import Glibc
import Runtime

/// What a station's page may be asked by: a page of another site that has its name point here is nothing of
/// that (DNS rebinding).
struct PageNames: Sendable {
    /// In small letters.
    private let names: [String]

    /// - Parameter names: what the machine is called on its network.
    init(_ names: [String]) {
        self.names = names.map { $0.lowercased() }
    }

    /// Whether a `Host` is this station's: the address that the request came to, the machine's name, its
    /// `.local` name, or `localhost` from the machine itself.
    ///
    /// - Parameter address: of ours, to which the request came.
    func isOwn(_ host: String, at address: String) -> Bool {
        let name = Self.name(of: host).lowercased()
        let local = Self.bytes(address[...])
        if let bytes = Self.bytes(name[...]) { return bytes == local }
        if name == "localhost" { return local?.first == 127 || local == Self.loopback }
        return names.contains(name) || isOurLocal(name)
    }

    /// `kitchen-pi.local`, and `kitchen-pi-2.local`, which avahi makes of it where another machine has that
    /// name.
    private func isOurLocal(_ name: String) -> Bool {
        guard name.hasSuffix(".local") else { return false }
        let host = name.dropLast(".local".count)
        return names.contains { full in
            let own = full.prefix { $0 != "." }
            guard host.hasPrefix(own) else { return false }
            let rest = host.dropFirst(own.count)
            guard rest.first == "-" else { return rest.isEmpty }
            return (1...3).contains(rest.count - 1) && rest.dropFirst().allSatisfy { "0"..."9" ~= $0 }
        }
    }

    private static let loopback = [UInt8](repeating: 0, count: 15) + [1]

    /// Without the port.
    private static func name(of host: String) -> Substring {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return host[...end] }
        return host.prefix { $0 != ":" }
    }

    /// An address of either family, in brackets or not; one of IPv4 that is written as one of IPv6 counts as
    /// one of IPv4.
    private static func bytes(_ text: Substring) -> [UInt8]? {
        var text = text
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        let plain = String(text.prefix { $0 != "%" })
        var four = [UInt8](repeating: 0, count: 4)
        if unsafe inet_pton(AF_INET, plain, &four) == 1 { return four }
        var six = [UInt8](repeating: 0, count: IPv6Address.byteCount)
        guard unsafe inet_pton(AF_INET6, plain, &six) == 1 else { return nil }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return Array(six[..<12]) == mapped ? Array(six[12...]) : six
    }
}
