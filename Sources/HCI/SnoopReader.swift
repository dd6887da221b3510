import Wire

/// Takes a btsnoop file apart into its records: RFC 1761's format with HCI packets in it, all numbers
/// big-endian.
///
/// A value over bytes that come in pieces of any size: give it one with ``feed(_:)``, then take records with
/// ``next()`` until there are none. It keeps no more than a piece and a record. Every record says how long
/// it is and nothing marks its beginning, so a length that cannot be ends the reading.
package struct SnoopReader: Sendable {
    /// Why a file is no btsnoop that we know. Its text is to be read after the file's name.
    package enum Trouble: Error, Equatable, Sendable, CustomStringConvertible {
        case notSnoop
        case version(UInt32)
        case link(UInt32)

        package var description: String {
            switch self {
            case .notSnoop: "it does not begin as a btsnoop file does"
            case .version(let version): "it is btsnoop of version \(version); known is 1"
            case .link(let link):
                "it is btsnoop with datalink \(link); known are 1001 (HCI), 1002 (H4) and 2001 (btmon)"
            }
        }
    }

    /// What stands before the bytes of a record.
    private struct Head {
        let original, included, flags, drops: UInt32
        let stamp: UInt64

        init(_ reader: inout PacketReader) throws(Malformed) {
            original = try reader.u32be()
            included = try reader.u32be()
            flags = try reader.u32be()
            drops = try reader.u32be()
            stamp = try reader.u64be()
        }
    }

    /// What the file holds; nil until its header was read.
    package private(set) var link: SnoopLink?

    private var bytes: [UInt8] = []
    /// How many of `bytes` are done with, and how many of the file came before them.
    private var position = 0
    private var before = 0
    private var number = 0
    /// After a length that cannot be.
    private var isLost = false

    /// At the beginning of a file.
    package init() {}

    /// Takes the next bytes of the file, as many as there are.
    package mutating func feed(_ more: ArraySlice<UInt8>) {
        before += position
        bytes.removeFirst(position)
        position = 0
        if isLost { bytes = [] } else { bytes += more }
    }

    /// The next record, or what is wrong with it; nil if what was fed so far holds no more whole ones.
    package mutating func next() throws(Trouble) -> Result<SnoopRecord, SnoopDamage>? {
        guard !isLost else { return nil }
        if link == nil { link = try header() }
        guard link != nil else { return nil }
        var reader = PacketReader(bytes[position...])
        guard let head = try? Head(&reader) else { return nil }
        let offset = before + position
        guard head.included <= SnoopRecord.bytesAtMost else {
            isLost = true
            return damage(
                at: offset, "a packet of \(head.included) bytes cannot be; nothing after it can be found")
        }
        guard let packet = try? reader.bytes(Int(head.included)) else { return nil }
        position += reader.offset
        guard head.included <= head.original else {
            return damage(at: offset, "it has \(head.included) bytes of a packet of \(head.original)")
        }
        let (time, overflow) = Int64(bitPattern: head.stamp).subtractingReportingOverflow(SnoopRecord.epoch)
        guard !overflow else { return damage(at: offset, "its time cannot be") }
        number += 1
        return .success(
            SnoopRecord(
                number: number, offset: offset, flags: head.flags, drops: head.drops, time: time,
                isCut: head.included < head.original, bytes: packet))
    }

    /// The file is over, and ``next()`` has given all it had: what is wrong with its end.
    package func finish() throws(Trouble) -> SnoopDamage? {
        guard link != nil else { throw .notSnoop }
        let left = bytes.count - position
        guard left > 0, !isLost else { return nil }
        return SnoopDamage(
            number: number + 1, offset: before + position, why: "the file ends \(left) bytes into it")
    }

    private mutating func damage(at offset: Int, _ why: String) -> Result<SnoopRecord, SnoopDamage> {
        number += 1
        return .failure(SnoopDamage(number: number, offset: offset, why: why))
    }

    /// The file's own header; nil if it has not all come.
    private mutating func header() throws(Trouble) -> SnoopLink? {
        guard SnoopRecord.magic.starts(with: bytes.prefix(SnoopRecord.magic.count)) else { throw .notSnoop }
        var reader = PacketReader(bytes)
        guard (try? reader.skip(SnoopRecord.magic.count)) != nil, let version = try? reader.u32be(),
            let number = try? reader.u32be()
        else { return nil }
        guard version == SnoopRecord.version else { throw .version(version) }
        guard let link = SnoopLink(rawValue: number) else { throw .link(number) }
        position = reader.offset
        return link
    }
}
