import HCI
import PeerNetwork
import Wire

/// A public key that may log in: one line of authorized_keys (sshd(8)) without options.
///
/// Options are refused because they can run commands and open tunnels; a key that sshd would pass over in
/// silence is refused aloud.
struct SSHKey: Equatable, Sendable {
    static let atMost = 16
    /// An RSA key of 16,384 bits, the longest that OpenSSH makes, has 2,800.
    static let bytesAtMost = 8_192

    /// Why a line is no key, to be read after "is". It never quotes the line: somebody may have pasted the
    /// wrong half.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    private enum Kind: String, CaseIterable {
        case ed25519 = "ssh-ed25519"
        case securityKeyEd25519 = "sk-ssh-ed25519@openssh.com"
        case p256 = "ecdsa-sha2-nistp256"
        case p384 = "ecdsa-sha2-nistp384"
        case p521 = "ecdsa-sha2-nistp521"
        case securityKeyP256 = "sk-ecdsa-sha2-nistp256@openssh.com"
        case rsa = "ssh-rsa"
    }

    /// As it is written into the file: kind, key and comment with single blanks.
    let line: String

    init(_ text: String) throws(Refusal) {
        guard !text.contains("PRIVATE KEY") else {
            throw Refusal(description: "a private key, which stays at home: use the file that ends in .pub")
        }
        guard text.utf8.count <= Self.bytesAtMost else {
            throw Refusal(description: "longer than \(Self.bytesAtMost) bytes")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            throw Refusal(description: "more than one line: put each key into \"quotes\" of its own")
        }
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard let first = words.first, let kind = Kind(rawValue: String(first)) else {
            let begins = Kind.allCases.map(\.rawValue).first { text.contains($0 + " ") }
            throw Refusal(
                description: begins == nil
                    ? "no public key that OpenSSH takes, such as one that begins with ssh-ed25519"
                    : "a key with options in front of it, which are not taken: begin with the key")
        }
        guard words.count >= 2, let blob = Base64.decode(words[1]), Self.isWhole(blob, kind) else {
            throw Refusal(description: "a damaged \(kind.rawValue) key: copy the whole line of the .pub file")
        }
        let comment = words.count > 2 ? " " + words[2].trimmed : ""
        line = "\(kind.rawValue) \(words[1])\(comment)"
    }

    /// The fields inside are those of its kind, in full (RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4).
    private static func isWhole(_ blob: [UInt8], _ kind: Kind) -> Bool {
        guard let fields = fields(blob), let name = fields.first, name.elementsEqual(kind.rawValue.utf8)
        else { return false }
        let sizes = fields.map(\.count)
        switch kind {
        case .ed25519: return sizes.count == 2 && sizes[1] == 32
        case .securityKeyEd25519: return sizes.count == 3 && sizes[1] == 32
        case .p256: return isPoint(fields, curve: "nistp256", bytes: 65) && fields.count == 3
        case .p384: return isPoint(fields, curve: "nistp384", bytes: 97) && fields.count == 3
        case .p521: return isPoint(fields, curve: "nistp521", bytes: 133) && fields.count == 3
        case .securityKeyP256: return isPoint(fields, curve: "nistp256", bytes: 65) && fields.count == 4
        // The modulus has a zero in front of it; under 1,024 bits sshd refuses it (RequiredRSASize).
        case .rsa: return sizes.count == 3 && !fields[1].isEmpty && sizes[2] >= 129
        }
    }

    /// An uncompressed point, which begins with 4 (SEC 1, 2.3.3).
    private static func isPoint(_ fields: [[UInt8]], curve: String, bytes: Int) -> Bool {
        fields.count >= 3 && fields[1].elementsEqual(curve.utf8) && fields[2].count == bytes
            && fields[2].first == 4
    }

    /// Texts behind their lengths (RFC 4251, 5); nil when they do not fill the key exactly.
    private static func fields(_ blob: [UInt8]) -> [[UInt8]]? {
        var reader = PacketReader(blob)
        var fields: [[UInt8]] = []
        while reader.remaining > 0 {
            guard fields.count < 8, let length = try? reader.u32be(),
                let field = try? reader.bytes(Int(length))
            else { return nil }
            fields.append(field)
        }
        return fields
    }
}

/// Base64 with its padding (RFC 4648, 4).
enum Base64 {
    /// Nil for anything that is not exactly that.
    static func decode(_ text: Substring) -> [UInt8]? {
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard !text.isEmpty, text.utf8.count % 4 == 0, padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        var bits = 0, count = 0
        for byte in text.utf8.dropLast(padding) {
            guard let value = value(byte) else { return nil }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
