import Crypto
package import Wire

/// What an update says of itself, in front of its root: `deploy/image/bundle` writes it, and its text has the
/// bytes. Nothing of it counts before `isSigned(by:)`.
package struct UpdateHeader: Equatable, Sendable {
    /// Of the header, filled up with zeros. It also ends the slot that the update is put into.
    package static let byteCount = 65_536
    /// A piece is checked before it is written.
    package static let pieceByteCount = 1 << 20
    /// The root is a multiple of this.
    static let blockByteCount = 65_536
    /// Far more than a slot has room for.
    static let piecesAtMost = 1_024
    static let textAtMost = 64
    private static let magic = Array("HOTCUPDT".utf8)
    private static let form: UInt8 = 1
    private static let signedPrefix = Array("hotcold update v1".utf8)

    /// How the card is divided (`deploy/image/layout.sh`).
    package let layout: UInt8
    /// For which boards.
    package let family: String
    package let version: UpdateVersion
    /// The release of the kernel whose modules are in the root: the kernel itself stays as it is.
    package let kernel: String
    /// When it was made, in seconds since 1970.
    package let built: UInt64
    /// Of the root.
    package let rootByteCount: Int
    /// SHA-256 of the root.
    package let rootDigest: [UInt8]
    /// SHA-256 of each piece.
    package let pieceDigests: [[UInt8]]
    /// All of it, with its zeros.
    let bytes: [UInt8]
    private let signature: [UInt8]
    private let signed: [UInt8]

    /// - Parameter bytes: the whole header with its zeros.
    package init(decoding bytes: [UInt8]) throws(Malformed) {
        guard bytes.count == Self.byteCount else { throw Malformed("not a whole header", at: bytes.count) }
        var reader = PacketReader(bytes)
        guard try reader.bytes(Self.magic.count) == Self.magic else { throw Malformed("no update", at: 0) }
        guard try reader.u8() == Self.form else { throw Malformed("another form", at: reader.offset) }
        self.bytes = bytes
        layout = try reader.u8()
        family = try Self.text(&reader)
        guard let version = UpdateVersion(try Self.text(&reader)) else {
            throw Malformed("no version", at: reader.offset)
        }
        self.version = version
        kernel = try Self.text(&reader)
        built = try reader.u64be()
        let size = try reader.u64be()
        rootDigest = try reader.bytes(SHA256.byteCount)
        let pieces = Int(try reader.u32be())
        guard pieces > 0, pieces <= Self.piecesAtMost, size % UInt64(Self.blockByteCount) == 0,
            size > UInt64((pieces - 1) * Self.pieceByteCount), size <= UInt64(pieces * Self.pieceByteCount)
        else { throw Malformed("pieces that do not make the root", at: reader.offset) }
        rootByteCount = Int(size)
        var digests: [[UInt8]] = []
        for _ in 0..<pieces { digests.append(try reader.bytes(SHA256.byteCount)) }
        pieceDigests = digests
        signed = Array(bytes[..<reader.offset])
        signature = try reader.bytes(64)
        guard reader.rest().allSatisfy({ $0 == 0 }) else { throw Malformed("more than a header", at: 0) }
    }

    /// Whether one of these made it.
    package func isSigned(by keys: UpdateKeys) -> Bool {
        keys.all.contains { $0.isValidSignature(signature, for: Self.signedPrefix + signed) }
    }

    /// Of the root, in digits.
    package var rootDigits: String {
        rootDigest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The part of the root that a piece is.
    func range(of piece: Int) -> Range<Int> {
        let start = piece * Self.pieceByteCount
        return start..<min(start + Self.pieceByteCount, rootByteCount)
    }

    private static func text(_ reader: inout PacketReader) throws(Malformed) -> String {
        let count = Int(try reader.u8())
        guard count <= textAtMost else { throw Malformed("a long text", at: reader.offset) }
        let bytes = try reader.bytes(count)
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw Malformed("no text", at: reader.offset)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
