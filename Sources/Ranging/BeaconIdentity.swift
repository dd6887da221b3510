package import HCI
import Wire

/// Which one of all the beacons in the air: what the three numbers of an iBeacon say together.
///
/// Never the device address: that changes, and says nothing about what a beacon stands for.
package struct BeaconIdentity: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var uuid: ProximityUUID
    package var major: UInt16
    package var minor: UInt16

    package init(uuid: ProximityUUID, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    package init(_ beacon: IBeacon) {
        self.init(uuid: beacon.proximityUUID, major: beacon.major, minor: beacon.minor)
    }

    /// "UUID/major/minor", or the same with commas, as people write it on the command line; nil for anything
    /// else.
    package init?(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "," }
        guard parts.count == 3, let uuid = ProximityUUID(familiar: String(parts[0])),
            let major = UInt16(parts[1]), let minor = UInt16(parts[2])
        else { return nil }
        self.init(uuid: uuid, major: major, minor: minor)
    }

    package var description: String { "\(uuid)/\(major)/\(minor)" }

    package static func < (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
        (left.uuid, left.major, left.minor) < (right.uuid, right.major, right.minor)
    }
}

extension BeaconIdentity: TextCodable, CodingKeyRepresentable {
    package var codingKey: any CodingKey { description.codingKey }

    package init?(codingKey: some CodingKey) {
        self.init(codingKey.stringValue)
    }

    package static var refusal: String { "not UUID/major/minor" }
}

extension ProximityUUID {
    /// The proximity UUIDs that everybody may call by a word.
    package static let familiar: KeyValuePairs<String, ProximityUUID> = [
        "hotcold": .hotCold, "estimote": .estimote,
    ]

    /// Hexadecimal digits, or one of the familiar words.
    package init?(familiar text: String) {
        if let known = Self.familiar.first(where: { $0.key == text.lowercased() }) {
            self = known.value
        } else {
            self.init(text)
        }
    }
}
