import Crypto
import Wire

/// Repetitions that prove themselves with one hash.
///
/// The sender draws a secret end and hashes it 64 times; the last hash, the anchor, is signed. Every
/// repetition reveals the element before: it hashes to the one revealed last, nobody else can know it, and an
/// old repetition, played again, is seen to be old. (Lamport's one-time passwords, CACM 24/11, 1981.)
package struct HashChain: Sendable {
    /// Elements behind the anchor, which the first repetition shows.
    package static let length = 64
    /// The last that a repetition shows: one is kept for the announcement that comes next.
    static let repetitions = 63
    package static let elementBytes = 16

    /// What an element is hashed together with, so that work spent on one chain is lost for every other.
    package struct Place: Equatable, Sendable {
        var sender: StationID
        var boot: UInt32
        var sequence: UInt32

        package init(
            sender: StationID,
            boot: UInt32,
            sequence: UInt32
        ) {
            self.sender = sender
            self.boot = boot
            self.sequence = sequence
        }
    }

    /// From the anchor to the secret end, one behind the other.
    private let elements: [UInt8]

    package init(end: [UInt8], at place: Place) {
        precondition(end.count == Self.elementBytes, "an element has 16 bytes")
        var link = Link(end[...], at: place)
        var reversed = [end[...]]
        for _ in 0..<Self.length {
            link.step()
            reversed.append(link.element)
        }
        elements = reversed.reversed().flatMap { $0 }
    }

    /// - Parameter index: 0, the anchor, to 64.
    package func element(_ index: Int) -> ArraySlice<UInt8> {
        elements[(index * Self.elementBytes)..<((index + 1) * Self.elementBytes)]
    }

    /// Whether `element`, hashed `steps` times, is `known`.
    package static func leads(
        from element: ArraySlice<UInt8>, to known: ArraySlice<UInt8>, steps: Int, at place: Place
    ) -> Bool {
        var link = Link(element, at: place)
        for _ in 0..<steps { link.step() }
        return link.element.elementsEqual(known)
    }

    /// One element, and the way from it towards the anchor.
    private struct Link {
        private static let context = Array("hotcold chain v2".utf8)
        private static let prefixBytes = 32

        /// 48 bytes: one block of SHA-256.
        private var block: [UInt8]

        init(_ element: ArraySlice<UInt8>, at place: Place) {
            var writer = PacketWriter(reserving: Self.prefixBytes + HashChain.elementBytes)
            writer.append(Self.context)
            writer.u64be(place.sender.value)
            writer.u32be(place.boot)
            writer.u32be(place.sequence)
            writer.append(element)
            block = writer.bytes
        }

        var element: ArraySlice<UInt8> { block[Self.prefixBytes...] }

        mutating func step() {
            let digest = SHA256.hash(data: block)
            unsafe digest.withUnsafeBytes { bytes in
                for index in 0..<HashChain.elementBytes {
                    block[Self.prefixBytes + index] = unsafe bytes[index]
                }
            }
        }
    }
}
