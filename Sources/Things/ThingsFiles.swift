package import Wire

/// The book on the disk: one file for each month, so that a tick writes little, and one for all that is of no
/// month. Each is written whole or not at all by who keeps it.
package enum ThingsFiles {
    package static let headName = "things"
    /// Records that people have brought from elsewhere, for the station to take in.
    package static let importName = "things-import"
    private static let magic = Array("hotcold things 1\n".utf8)
    /// Of one file; more of it is not read.
    package static let recordsAtMost = 8_192

    package static func name(of month: CivilMonth) -> String { "things-\(month)" }

    static func head(_ book: ThingsBook, _ marks: ThingsMarks) -> [UInt8] {
        var writer = PacketWriter()
        writer.append(magic)
        for day in [marks.asked, marks.toldBroken, marks.owed] { writer.u16be(day?.number ?? 0) }
        writer.u8(UInt8(clamping: marks.reminded.count))
        for day in marks.reminded { writer.u16be(day.number) }
        writer.u8(marks.isPutAway ? 1 : 0)
        writer.u8(UInt8(clamping: marks.owedTo.count))
        for person in marks.owedTo.prefix(255) { writer.text(person) }
        writer.u8(UInt8(clamping: marks.partners.count))
        for partner in marks.partners { writer.u64be(partner) }
        writer.u16be(UInt16(clamping: book.months.count))
        for month in book.months { writer.u16be(month.number) }
        write(book.recordsOfAllTime, to: &writer)
        return writer.bytes
    }

    static func month(_ month: CivilMonth, of book: ThingsBook) -> [UInt8] {
        let days = book.days.keys.filter { $0.month == month }.sorted()
        return file(days.flatMap { book.records(of: $0) })
    }

    /// Records alone.
    package static func file(_ records: [ThingsRecord]) -> [UInt8] {
        var writer = PacketWriter()
        writer.append(magic)
        write(records, to: &writer)
        return writer.bytes
    }

    private static func write(_ records: [ThingsRecord], to writer: inout PacketWriter) {
        for record in records {
            let bytes = record.bytes
            writer.u16be(UInt16(clamping: bytes.count))
            writer.append(bytes)
        }
    }

    /// Everything that is kept. What cannot be read is left out, and told of.
    ///
    /// - Parameters:
    ///   - read: what is under a name; nil for nothing.
    ///   - complain: told the name of a file of which not everything could be used.
    package static func load(
        _ read: (String) -> [UInt8]?, complain: (String) -> Void
    ) -> (ThingsBook, ThingsMarks) {
        var book = ThingsBook()
        var marks = ThingsMarks()
        guard let bytes = read(headName) else { return (book, marks) }
        var months: [CivilMonth] = []
        do {
            var reader = try body(bytes)
            marks = try Self.marks(&reader)
            for _ in 0..<(try reader.u16be()) { months.append(CivilMonth(number: try reader.u16be())) }
            try take(&reader, into: &book)
        } catch {
            complain(headName)
        }
        for month in months.prefix(ThingsBook.daysAtMost) {
            guard let bytes = read(name(of: month)) else {
                complain(name(of: month))
                continue
            }
            do {
                for record in try records(bytes) { _ = book.merge(record) }
            } catch {
                complain(name(of: month))
            }
        }
        return (book, marks)
    }

    /// What is in a file of records.
    package static func records(_ bytes: [UInt8]) throws(Malformed) -> [ThingsRecord] {
        var reader = try body(bytes)
        var records: [ThingsRecord] = []
        while reader.remaining > 0, records.count < recordsAtMost { records.append(try record(&reader)) }
        return records
    }

    private static func take(_ reader: inout PacketReader, into book: inout ThingsBook) throws(Malformed) {
        while reader.remaining > 0 { _ = book.merge(try record(&reader)) }
    }

    private static func record(_ reader: inout PacketReader) throws(Malformed) -> ThingsRecord {
        try ThingsRecord(try reader.bytes(Int(try reader.u16be())))
    }

    private static func body(_ bytes: [UInt8]) throws(Malformed) -> PacketReader {
        guard bytes.starts(with: magic) else { throw Malformed("not a book of things", at: 0) }
        return PacketReader(bytes.dropFirst(magic.count))
    }

    private static func marks(_ reader: inout PacketReader) throws(Malformed) -> ThingsMarks {
        var marks = ThingsMarks()
        marks.asked = try day(&reader)
        marks.toldBroken = try day(&reader)
        marks.owed = try day(&reader)
        for _ in 0..<(try reader.u8()) { marks.remind(on: CivilDay(number: try reader.u16be())) }
        marks.isPutAway = try reader.u8() == 1
        for _ in 0..<(try reader.u8()) {
            marks.owedTo.append(try reader.text(atMost: Person.nameBytesAtMost))
        }
        for _ in 0..<(try reader.u8()) { _ = marks.join([try reader.u64be()]) }
        return marks
    }

    private static func day(_ reader: inout PacketReader) throws(Malformed) -> CivilDay? {
        let number = try reader.u16be()
        return number == 0 ? nil : CivilDay(number: number)
    }
}
