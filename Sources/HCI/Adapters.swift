import CDrivers
import Glibc

/// One Bluetooth controller as the kernel lists it.
package struct Adapter: Sendable, Equatable {
    /// N of hciN: given out anew at every plug, so never remembered.
    package let index: UInt16
    /// "hci0".
    package let name: String
    /// All zeros when the kernel knows none: a controller that was never set up, or one without an address.
    package let address: DeviceAddress
    /// Where it hangs, such as "../../devices/platform/soc/fe201000.serial/…/bluetooth/hci0"; empty if
    /// unknown.
    package let path: String
    /// The kernel, or a program that asked it, has it powered.
    package let isUp: Bool

    /// An adapter as `list` tells of it.
    package init(index: UInt16, name: String, address: DeviceAddress, path: String, isUp: Bool) {
        self.index = index
        self.name = name
        self.address = address
        self.path = path
        self.isUp = isUp
    }
}

/// The controllers of this machine.
package enum Adapters {
    /// At most 16, in ascending order of index. Needs no privilege.
    /// - Throws: `.unsupported` where there are no Bluetooth sockets.
    package static func list() throws(RadioTrouble) -> [Adapter] {
        let socket = try openSocket()
        return try list(socket.raw)
    }

    static func list(_ socket: Int32) throws(RadioTrouble) -> [Adapter] {
        let capacity = Int(CD_HCI_MAXIMUM_ADAPTERS)
        var found = [cd_hci_adapter](repeating: cd_hci_adapter(), count: capacity)
        let count = unsafe cd_hci_list(socket, &found, Int32(capacity))
        guard count >= 0 else {
            throw RadioTrouble(opening: "the list of Bluetooth controllers", errno: -count)
        }
        return found.prefix(Int(count)).map { Adapter($0) }
    }

    /// An HCI socket bound to nothing, for questions and for `HCIDEVDOWN`.
    static func openSocket() throws(RadioTrouble) -> OwnedDescriptor {
        try OwnedDescriptor(cd_hci_socket(), opening: "a Bluetooth socket")
    }
}

extension Adapter {
    fileprivate init(_ raw: cd_hci_adapter) {
        var path = [UInt8](repeating: 0, count: Int(CD_HCI_PATH_SIZE))
        let length = unsafe path.withUnsafeMutableBytes { buffer in
            unsafe cd_hci_path(raw.index, buffer.baseAddress, buffer.count)
        }
        let (a, b, c, d, e, f) = raw.address
        self.init(
            index: raw.index, name: "hci\(raw.index)",
            address: DeviceAddress(littleEndian: [a, b, c, d, e, f]),
            path: String(decoding: path.prefix(Int(max(length, 0))), as: UTF8.self), isUp: raw.flags & 1 != 0)
    }
}

extension AdapterSelector {
    /// Whether this is a controller the person meant. Several may be; the one of the lowest index is taken.
    func matches(_ adapter: Adapter) -> Bool {
        switch self {
        case .any: true
        case .address(let address): adapter.address == address
        case .path(let part): adapter.path.contains(part)
        }
    }
}

extension RadioTrouble {
    /// What an errno means while something is being opened.
    init(opening what: String, errno code: Int32) {
        switch code {
        case EPERM, EACCES: self = .notPermitted
        case ENODEV, ENOENT, ENXIO: self = .missing
        case ERFKILL: self = .blocked
        case EAFNOSUPPORT, EPROTONOSUPPORT: self = .unsupported
        case ETIMEDOUT: self = .notAnswering
        default: self = .failed(operation: "opening \(what)", code: code)
        }
    }
}
