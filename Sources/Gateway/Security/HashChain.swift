import Crypto

/// Repetitions that prove themselves with one hash.
///
/// The sender draws a secret end and hashes it 64 times; the last hash, the anchor, is signed. Every
/// repetition reveals the element before: it hashes to the one revealed last, nobody else can know it, and an
/// old repetition, played again, is seen to be old. (Lamport's one-time passwords, CACM 24/11, 1981.)
struct HashChain: Sendable {
    /// Repetitions of one signature; the first one shows the anchor itself.
    static let length = 64
    static let elementBytes = 16

    /// What an element is hashed together with, so that work spent on one chain is lost for every other.
    struct Place: Equatable, Sendable {
        var sender: StationID
        var boot: UInt32
        var sequence: UInt32
    }

    /// From the anchor to the secret end, one behind the other.
    private let elements: [UInt8]

    init(end: [UInt8], at place: Place) {
        precondition(end.count == Self.elementBytes, "an element has 16 bytes")
        let link = Link(place)
        var reversed = [end]
        for _ in 0..<Self.length {
            reversed.append(link.before(reversed[reversed.count - 1][...]))
        }
        elements = reversed.reversed().flatMap { $0 }
    }

    /// - Parameter index: 0, the anchor, to 64.
    func element(_ index: Int) -> ArraySlice<UInt8> {
        elements[(index * Self.elementBytes)..<((index + 1) * Self.elementBytes)]
    }

    /// Whether `element`, hashed `steps` times, is `known`.
    static func leads(
        from element: ArraySlice<UInt8>, to known: ArraySlice<UInt8>, steps: Int, at place: Place
    ) -> Bool {
        let link = Link(place)
        var current = element
        for _ in 0..<steps {
            current = link.before(current)[...]
        }
        return current == known
    }

    /// One step towards the anchor.
    private struct Link {
        private let prefix: [UInt8]

        init(_ place: Place) {
            var bytes = Array("hotcold chain v2".utf8)
            bytes.add(place.sender.value)
            bytes.add(place.boot)
            bytes.add(place.sequence)
            prefix = bytes
        }

        /// 48 bytes: one block of SHA-256.
        func before(_ element: ArraySlice<UInt8>) -> [UInt8] {
            Array(SHA256.hash(data: prefix + element).prefix(HashChain.elementBytes))
        }
    }
}
