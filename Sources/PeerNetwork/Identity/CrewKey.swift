import Crypto
import CryptoExtras
import FoundationEssentials

/// What a crew word becomes: mixed into every key that two stations agree on, so that who does not know the
/// word can open nothing.
package struct CrewKey: Equatable, Sendable {
    /// Where one is kept that was chosen by the page: the key itself, or nothing for no word at all. It goes
    /// above the word of the settings file.
    package static let fileName = "crew"
    /// The longest word, in bytes of UTF-8 after tidying; more is cut off.
    static let wordBytesAtMost = 128
    /// scrypt's N, r and p (RFC 7914): 16 MiB, some 50 ms on a desktop, and under a second on a Pi Zero 2.
    static let cost = (rounds: 1 << 14, blockSize: 8, parallelism: 1)
    package static let bytes = 32

    let key: SymmetricKey

    /// Whether a tidied text can be a crew word: 3 to 64 bytes of UTF-8, none of them a control character.
    package static func isWord(_ text: String) -> Bool {
        (3...64).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    /// A key that was kept. `.some(nil)` where it was kept that there is none; nil for a damaged file.
    package static func kept(_ bytes: [UInt8]) -> CrewKey?? {
        if bytes.isEmpty { return .some(nil) }
        return bytes.count == Self.bytes ? .some(CrewKey(bytes: bytes)) : nil
    }

    /// What of a choice is kept.
    package static func file(_ choice: CrewKey?) -> [UInt8] {
        choice.map { unsafe $0.key.withUnsafeBytes { unsafe Array($0) } } ?? []
    }

    /// - Parameter word: as a person typed it; nil if nothing is left of it when it is tidied: no word.
    ///
    /// Costs 16 MiB for a moment; called once at the start and when the setting changes.
    package init?(word: String) {
        let tidy = Self.tidied(word)
        guard !tidy.isEmpty else { return nil }
        let passphrase = Array(tidy.utf8.prefix(Self.wordBytesAtMost))
        // It fails only without memory; then nobody is let in, rather than everybody.
        let derived = try? KDF.Scrypt.deriveKey(
            from: passphrase, salt: Array("hotcold crew v2".utf8), outputByteCount: Self.bytes,
            rounds: Self.cost.rounds, blockSize: Self.cost.blockSize, parallelism: Self.cost.parallelism)
        key = derived ?? SymmetricKey(size: .bits256)
    }

    /// Bytes that were derived before, or drawn by a simulation that has no 50 ms for each station.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == Self.bytes, "a crew key has 32 bytes")
        key = SymmetricKey(data: bytes)
    }

    /// Lower case, no blanks at either end, single ones between words: two people who were told a word should
    /// type the same.
    package static func tidied(_ word: String) -> String {
        word.lowercased().split { $0.isWhitespace }.joined(separator: " ")
    }
}
