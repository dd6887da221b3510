import Support
import Testing

@testable import Wire

@Suite struct PacketTests {
    @Test func readsEveryWidthInBothOrders() throws {
        var writer = PacketWriter()
        writer.u8(0xFE)
        writer.i8(-2)
        writer.u16le(0x1234)
        writer.u16be(0x1234)
        writer.u24le(0x123456)
        writer.u32le(0x1234_5678)
        writer.u32be(0x1234_5678)
        writer.u64le(0x0102_0304_0506_0708)
        writer.u64be(0x0102_0304_0506_0708)
        writer.append([9, 9])
        writer.pad(to: 40)

        #expect(
            writer.bytes
                == bytes(
                    """
                    FE FE 34 12 12 34 56 34 12 78 56 34 12 12 34 56 78
                    08 07 06 05 04 03 02 01 01 02 03 04 05 06 07 08 09 09 00 00 00 00 00
                    """))

        var reader = PacketReader(writer.bytes)
        #expect(try reader.u8() == 0xFE)
        #expect(try reader.i8() == -2)
        #expect(try reader.u16le() == 0x1234)
        #expect(try reader.u16be() == 0x1234)
        #expect(try reader.u24le() == 0x123456)
        #expect(try reader.u32le() == 0x1234_5678)
        #expect(try reader.u32be() == 0x1234_5678)
        #expect(try reader.u64le() == 0x0102_0304_0506_0708)
        #expect(try reader.u64be() == 0x0102_0304_0506_0708)
        #expect(reader.offset == 33)
        #expect(reader.remaining == 7)
        #expect(try reader.bytes(2) == [9, 9])
        try reader.skip(4)
        #expect(throws: Malformed("trailing bytes", at: 39)) { try reader.end() }
        #expect(reader.rest() == [0])
        #expect(reader.rest() == [])
        try reader.end()
    }

    @Test func aReadThatDoesNotFitThrowsAndStaysWhereItWas() throws {
        var reader = PacketReader([1, 2, 3])
        #expect(throws: Malformed("too short", at: 0)) { try reader.u32le() }
        #expect(throws: Malformed("too short", at: 0)) { try reader.bytes(4) }
        #expect(throws: Malformed("too short", at: 0)) { try reader.bytes(-1) }
        #expect(throws: Malformed("too short", at: 0)) { try reader.bytes(.max) }
        #expect(try reader.u8() == 1)
        #expect(throws: Malformed("too short", at: 1)) { try reader.u24le() }
        #expect(try reader.u16le() == 0x0302)
        #expect(throws: Malformed("too short", at: 3)) { try reader.u8() }
    }

    @Test func aSliceIsReadFromItsOwnBeginning() throws {
        var reader = PacketReader([9, 9, 1, 2][2...])
        #expect(reader.offset == 0)
        #expect(try reader.u16be() == 0x0102)
        #expect(reader.remaining == 0)
    }

    @Test func paddingNeverShortens() {
        var writer = PacketWriter()
        writer.append([1, 2, 3])
        writer.pad(to: 2)
        #expect(writer.bytes == [1, 2, 3])
    }
}
