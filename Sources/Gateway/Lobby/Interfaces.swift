import Glibc

/// A network interface with an IPv4 address, as getifaddrs(3) describes it.
struct NetworkInterface: Equatable, Sendable {
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt32
        static let up = Traits(rawValue: UInt32(IFF_UP))
        /// Has a carrier: the cable is in, the Wi-Fi is joined.
        static let running = Traits(rawValue: UInt32(IFF_RUNNING))
        static let loopback = Traits(rawValue: UInt32(IFF_LOOPBACK))
        static let pointToPoint = Traits(rawValue: UInt32(IFF_POINTOPOINT))
        static let multicast = Traits(rawValue: UInt32(IFF_MULTICAST))
    }

    let name: String
    let index: Int32
    let address: IPv4Address
    /// nil where there is none, as on the loopback.
    let broadcast: IPv4Address?
    let traits: Traits

    /// Whether the lobby should be here without being told to: a network of the house, with a carrier. Not
    /// the loopback, and not a tunnel, whose other end is another house.
    var isUsable: Bool {
        traits.isSuperset(of: [.up, .running]) && traits.isDisjoint(with: [.loopback, .pointToPoint])
            && (traits.contains(.multicast) || broadcast != nil)
    }

    /// How many interfaces the lobby uses at most; the kernel lets a socket join twenty groups
    /// (igmp_max_memberships).
    static let countAtMost = 16

    /// The interfaces to use: those that are usable, or the one that a person has named, which only has to be
    /// up.
    static func chosen(from all: [NetworkInterface], only name: String?) -> [NetworkInterface] {
        let chosen = all.filter { interface in
            if let name {
                interface.name == name && interface.traits.contains(.up)
            } else {
                interface.isUsable
            }
        }
        // A second address on an interface is no second interface.
        var seen: Set<Int32> = []
        return Array(chosen.filter { seen.insert($0.index).inserted }.prefix(countAtMost))
    }

    /// All interfaces that have an IPv4 address at this moment; none if the kernel does not say.
    static func all() -> [NetworkInterface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: [NetworkInterface] = []
        var next = unsafe first
        while let entry = unsafe next {
            if let interface = unsafe NetworkInterface(entry.pointee) { found.append(interface) }
            unsafe next = entry.pointee.ifa_next
        }
        return found
    }

    private init?(_ entry: ifaddrs) {
        guard let name = unsafe entry.ifa_name, let address = unsafe IPv4Address(entry.ifa_addr) else {
            return nil
        }
        self.name = unsafe String(cString: name)
        index = Int32(bitPattern: unsafe if_nametoindex(name))
        self.address = address
        traits = unsafe Traits(rawValue: UInt32(truncatingIfNeeded: entry.ifa_flags))
        // The same field of the union holds the other end of a point-to-point link.
        let hasBroadcast = unsafe entry.ifa_flags & UInt32(IFF_BROADCAST) != 0
        broadcast = hasBroadcast ? unsafe IPv4Address(entry.ifa_ifu.ifu_broadaddr) : nil
        // It can vanish between the two calls.
        if index == 0 { return nil }
    }

    init(name: String, index: Int32, address: IPv4Address, broadcast: IPv4Address?, traits: Traits) {
        self.name = name
        self.index = index
        self.address = address
        self.broadcast = broadcast
        self.traits = traits
    }
}
