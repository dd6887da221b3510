/// A fingerprint of what was done, and when: two runs of one seed must have the same, and so must a journal
/// and its replay.
///
/// FNV-1a over 64 bits: not against anybody who wants to cheat, but any bit that differs shows.
package struct Digest: Equatable, Sendable, CustomStringConvertible {
    package private(set) var value: UInt64

    /// - Parameter value: where another one ended, to go on from there.
    package init(value: UInt64 = 0xCBF2_9CE4_8422_2325) {
        self.value = value
    }

    /// Bytes that mean the same wherever they are cut into pieces.
    package mutating func fold(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    /// Bytes that end here: "ab" and "c" differ from "a" and "bc".
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        fold(bytes)
        // No text contains it, so ("ab", "c") and ("a", "bc") differ.
        value = (value ^ 0xFF) &* 0x0000_0100_0000_01B3
    }

    package var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
