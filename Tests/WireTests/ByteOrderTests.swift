import Testing

@testable import Wire

@Suite struct ByteOrderTests {
    private let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    @Test func numbersAndTheirBytes() {
        #expect(UInt64(bigEndianBytes: bytes) == 0x0102_0304_0506_0708)
        #expect(UInt64(littleEndianBytes: bytes) == 0x0807_0605_0403_0201)
        #expect(UInt64(0x0102_0304_0506_0708).bigEndianBytes == bytes)
        #expect(UInt64(0x0807_0605_0403_0201).littleEndianBytes == bytes)
        #expect(UInt16(0x0102).bigEndianBytes == [1, 2])
        #expect(Int16(-2).littleEndianBytes == [0xFE, 0xFF])
        #expect(UInt8(7).bigEndianBytes == [7])
    }

    @Test func tooFewAndTooMany() {
        #expect(UInt32(bigEndianBytes: bytes.prefix(2)) == 0x0102)
        #expect(UInt32(littleEndianBytes: bytes.prefix(2)) == 0x0201)
        #expect(UInt16(bigEndianBytes: bytes) == 0x0708)
        #expect(UInt16(littleEndianBytes: bytes) == 0x0201)
        #expect(UInt32(bigEndianBytes: []) == 0)
    }

    @Test func fixedPlacesReadAsTheReaderDoes() throws {
        for offset in 0...1 {
            var reader = PacketReader(bytes[offset...])
            #expect(bytes.u16be(at: offset) == (try reader.u16be()))
            #expect(bytes.u32be(at: offset + 2) == (try reader.u32be()))
        }
        var reader = PacketReader(bytes)
        #expect(bytes.u64be(at: 0) == (try reader.u64be()))
        #expect(bytes.littleEndian(8, at: 0) == UInt64(littleEndianBytes: bytes))
        #expect(bytes.littleEndian(3, at: 1) == 0x040302)
        #expect(bytes.littleEndian(0, at: 8) == 0)
    }
}
