package import Crypto

/// Whose updates a card takes: public Ed25519 keys (RFC 8032), which are in its root.
package struct UpdateKeys: Sendable {
    static let atMost = 8
    /// Longer than any list that is used.
    package static let bytesAtMost = 4_096

    let all: [Curve25519.Signing.PublicKey]

    package var isEmpty: Bool { all.isEmpty }

    package init(_ keys: [Curve25519.Signing.PublicKey]) {
        all = Array(keys.prefix(Self.atMost))
    }

    /// - Parameter text: a key in each line, 64 hexadecimal digits; other lines say nothing.
    package init(text: String) {
        self.init(text.split(separator: "\n").compactMap { Self.key($0) })
    }

    private static func key(_ line: Substring) -> Curve25519.Signing.PublicKey? {
        let digits = Array(line.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: 64, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        return try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
    }
}
