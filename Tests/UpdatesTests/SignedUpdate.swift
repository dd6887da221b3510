import Crypto

@testable import Updates
@testable import Wire

/// Updates as `deploy/image/bundle` packs them, of a few hundred kilobytes.
struct SignedUpdate {
    static let maker = key(1)
    static let stranger = key(2)
    static let keys = UpdateKeys([maker.publicKey])

    var form: UInt8 = 1
    var layout: UInt8 = 1
    var family = CardFacts.family
    var version = "0.2.0"
    var kernel = "6.12.0-arm64"
    var built: UInt64 = 200
    /// Three pieces, the last of which is shorter.
    var root = (0..<(2 << 20) + 65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
    var signer = SignedUpdate.maker

    private static func key(_ seed: UInt8) -> Curve25519.Signing.PrivateKey {
        let bytes = [UInt8](repeating: seed, count: 32)
        // Any 32 bytes are a seed (RFC 8032, section 5.1.5).
        return (try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
            ?? Curve25519.Signing.PrivateKey()
    }

    func header() throws -> [UInt8] {
        var writer = PacketWriter()
        writer.append("HOTCUPDT".utf8)
        writer.u8(form)
        writer.u8(layout)
        for text in [family, version, kernel] {
            writer.u8(UInt8(text.utf8.count))
            writer.append(text.utf8)
        }
        writer.u64be(built)
        writer.u64be(UInt64(root.count))
        writer.append(SHA256.hash(data: root))
        let pieces = stride(from: 0, to: root.count, by: 1 << 20).map {
            root[$0..<min($0 + 1 << 20, root.count)]
        }
        writer.u32be(UInt32(pieces.count))
        for piece in pieces { writer.append(SHA256.hash(data: Array(piece))) }
        writer.append(try signer.signature(for: Array("hotcold update v1".utf8) + writer.bytes))
        writer.pad(to: UpdateHeader.byteCount)
        return writer.bytes
    }

    func bytes() throws -> [UInt8] { try header() + root }

    static func facts(
        version: String = "0.1.0", built: UInt64? = 100, slotByteCount: Int = 640 << 20
    ) -> CardFacts {
        CardFacts(
            kernel: "6.12.0-arm64", version: UpdateVersion(version) ?? .none, built: built,
            slotByteCount: slotByteCount)
    }
}
