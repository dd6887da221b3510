/// The list of structures in an advertisement: one length byte, one type byte, a value (Core 5.3 Vol 3 Part
/// C 11).
///
/// As lenient as the air demands: a length of zero ends the list, because the rest is padding; a length
/// that runs past the end is cut to it, because cheap beacons count wrongly. Walking never fails and never
/// leaves the bytes.
package struct AdvertisingData: Sequence, Sendable {
    /// One structure. An empty value is possible.
    package struct Structure: Sendable, Equatable {
        /// What the value is.
        package var type: StructureType
        /// What follows the type.
        package var value: ArraySlice<UInt8>
    }

    /// The assigned number of a structure; only those we look at have names.
    package struct StructureType: RawRepresentable, Hashable, Sendable {
        /// The assigned number.
        package var rawValue: UInt8

        /// The type with that assigned number, whether or not it has a name here.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let flags = StructureType(rawValue: 0x01)
        package static let shortenedLocalName = StructureType(rawValue: 0x08)
        package static let completeLocalName = StructureType(rawValue: 0x09)
        package static let serviceData16 = StructureType(rawValue: 0x16)
        package static let manufacturerSpecific = StructureType(rawValue: 0xFF)
    }

    /// Walks from front to back; see the type for what it puts up with.
    package struct Iterator: IteratorProtocol, Sendable {
        fileprivate var rest: ArraySlice<UInt8>

        /// The next structure; nil at the end, and at one that is cut short.
        package mutating func next() -> Structure? {
            guard let length = rest.popFirst(), length > 0 else {
                rest = []
                return nil
            }
            let structure = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            guard let type = structure.first else { return nil }
            return Structure(type: StructureType(rawValue: type), value: structure.dropFirst())
        }
    }

    private let bytes: ArraySlice<UInt8>

    /// The structures of an advertisement, or of a scan response.
    package init(_ bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)[...]
    }

    package func makeIterator() -> Iterator {
        Iterator(rest: bytes)
    }
}
