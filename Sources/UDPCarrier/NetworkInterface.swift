import Glibc
package import Runtime

/// A network interface with the addresses that the lobby can use on it, as getifaddrs(3) describes it.
package struct NetworkInterface: Equatable, Sendable {
    package struct Traits: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        static let up = Traits(rawValue: UInt32(IFF_UP))
        /// Has a carrier: the cable is in, the Wi-Fi is joined.
        static let running = Traits(rawValue: UInt32(IFF_RUNNING))
        static let loopback = Traits(rawValue: UInt32(IFF_LOOPBACK))
        static let pointToPoint = Traits(rawValue: UInt32(IFF_POINTOPOINT))
        static let multicast = Traits(rawValue: UInt32(IFF_MULTICAST))
    }

    let name: String
    let index: Int32
    let traits: Traits
    /// Its first IPv4 address.
    var address: IPv4Address?
    /// nil where there is none, as on the loopback.
    var broadcast: IPv4Address?
    /// Its first IPv6 address of link-local scope: it needs no router, no DHCP and no cloud.
    var linkLocal: IPv6Address?

    /// Whether datagrams of that family can be sent and received here.
    func carries(_ family: AddressFamily) -> Bool {
        switch family {
        case .ipv4: address != nil
        case .ipv6: linkLocal != nil
        }
    }

    /// Whether the lobby should be here without being told to: a network of the house, with a carrier. Not
    /// the loopback, and not a tunnel, whose other end is another house.
    var isUsable: Bool {
        traits.isSuperset(of: [.up, .running]) && traits.isDisjoint(with: [.loopback, .pointToPoint])
            && (traits.contains(.multicast) || broadcast != nil) && isAddressed
    }

    private var isAddressed: Bool { AddressFamily.allCases.contains { carries($0) } }

    /// How many interfaces the lobby uses at most; the kernel lets a socket join twenty groups
    /// (igmp_max_memberships).
    static let countAtMost = 16

    /// The interfaces to use: those that are usable, or the one that a person has named, which may be of any
    /// kind but needs a carrier and an address. Those with IPv4 first: the ends of containers, of which there
    /// may be many, have only IPv6.
    static func chosen(from all: [NetworkInterface], only name: String?) -> [NetworkInterface] {
        let chosen = all.filter { interface in
            if let name {
                interface.name == name && interface.traits.isSuperset(of: [.up, .running])
                    && interface.isAddressed
            } else {
                interface.isUsable
            }
        }
        let sorted = chosen.filter { $0.address != nil } + chosen.filter { $0.address == nil }
        return Array(sorted.prefix(countAtMost))
    }

    /// All interfaces that have an address at this moment, each once; none if the kernel does not say.
    static func all() -> [NetworkInterface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var entries: [NetworkInterface] = []
        var next = unsafe first
        while let entry = unsafe next {
            if let interface = unsafe NetworkInterface(entry.pointee) { entries.append(interface) }
            unsafe next = entry.pointee.ifa_next
        }
        return merged(entries)
    }

    /// One interface for each index, in the order of their first addresses. The first address of a family is
    /// the one: a second address on an interface is no second interface.
    static func merged(_ entries: [NetworkInterface]) -> [NetworkInterface] {
        var merged: [NetworkInterface] = []
        for entry in entries {
            guard let place = merged.firstIndex(where: { $0.index == entry.index }) else {
                merged.append(entry)
                continue
            }
            if merged[place].address == nil {
                merged[place].address = entry.address
                merged[place].broadcast = entry.broadcast
            }
            merged[place].linkLocal = merged[place].linkLocal ?? entry.linkLocal
        }
        return merged
    }

    /// One interface with one address; nil for addresses of other kinds.
    private init?(_ entry: ifaddrs) {
        guard let name = unsafe entry.ifa_name else { return nil }
        let address = unsafe IPv4Address(entry.ifa_addr)
        let linkLocal = unsafe IPv6Address(entry.ifa_addr).flatMap { $0.isLinkLocal ? $0 : nil }
        if address == nil, linkLocal == nil { return nil }
        // The same field of the union holds the other end of a point-to-point link.
        let hasBroadcast = unsafe address != nil && entry.ifa_flags & UInt32(IFF_BROADCAST) != 0
        self.init(
            name: unsafe String(cString: name), index: Int32(bitPattern: unsafe if_nametoindex(name)),
            traits: unsafe Traits(rawValue: UInt32(truncatingIfNeeded: entry.ifa_flags)), address: address,
            broadcast: hasBroadcast ? unsafe IPv4Address(entry.ifa_ifu.ifu_broadaddr) : nil,
            linkLocal: linkLocal)
        // It can vanish between the two calls.
        if index == 0 { return nil }
    }

    package init(
        name: String, index: Int32, traits: Traits, address: IPv4Address?, broadcast: IPv4Address? = nil,
        linkLocal: IPv6Address? = nil
    ) {
        self.name = name
        self.index = index
        self.traits = traits
        self.address = address
        // Of an address that was given without one the kernel says the address itself. What is sent to
        // another program of this computer would count as a broadcast then, and not be sent.
        self.broadcast = broadcast == address ? nil : broadcast
        self.linkLocal = linkLocal
    }
}
