/// The SHA-256 of a certificate in its DER form: 64 hexadecimal digits, with or without colons between bytes.
struct CertificateDigest: Equatable, Sendable, LosslessStringConvertible {
    static let allowed = "a SHA-256 in 64 hexadecimal digits"
    private static let byteCount = 32

    let bytes: [UInt8]

    init?(_ text: String) {
        let digits = text.filter { $0 != ":" && $0 != " " }
        guard digits.utf8.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16), !rest.hasPrefix("+") else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self.bytes = bytes
    }

    var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
