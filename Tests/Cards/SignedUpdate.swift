package import Crypto

@testable package import Updates
@testable import Wire

/// Updates as `deploy/image/bundle` packs them, of a few hundred kilobytes.
package struct SignedUpdate {
    package static let maker = key(1)
    package static let stranger = key(2)
    package static let keys = UpdateKeys([maker.publicKey])

    package var form: UInt8 = 1
    package var layout: UInt8 = 1
    package var family = CardFacts.family
    package var version = "0.2.0"
    package var kernel = "6.12.0-arm64"
    package var built: UInt64 = 200
    /// Three pieces, the last of which is shorter.
    package var root = (0..<(2 << 20) + 65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
    package var signer = SignedUpdate.maker

    package init(
        form: UInt8 = 1, layout: UInt8 = 1, family: String = CardFacts.family, version: String = "0.2.0",
        kernel: String = "6.12.0-arm64", built: UInt64 = 200,
        signer: Curve25519.Signing.PrivateKey = SignedUpdate.maker
    ) {
        self.form = form
        self.layout = layout
        self.family = family
        self.version = version
        self.kernel = kernel
        self.built = built
        self.signer = signer
    }

    private static func key(_ seed: UInt8) -> Curve25519.Signing.PrivateKey {
        let bytes = [UInt8](repeating: seed, count: 32)
        // Any 32 bytes are a seed (RFC 8032, section 5.1.5).
        return (try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
            ?? Curve25519.Signing.PrivateKey()
    }

    package func header() throws -> [UInt8] {
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

    package func bytes() throws -> [UInt8] { try header() + root }

    package static func facts(
        version: String = "0.1.0", built: UInt64? = 100, slotByteCount: Int = 640 << 20
    ) -> CardFacts {
        CardFacts(
            kernel: "6.12.0-arm64", version: UpdateVersion(version) ?? .none, built: built,
            slotByteCount: slotByteCount)
    }
}
