package import Wire

/// One part of a book as bytes, for another station and for the disk: small, and the same bytes for the same
/// part everywhere.
package enum ThingsRecord: Equatable, Sendable {
    case item(TodoItem, of: String, on: CivilDay)
    case person(Person)
    /// The evening of a day was seen.
    case witnessed(CivilDay)
    /// What is left of a month of which the lists are gone: a bit for each day, the first one in bit 0.
    case stars(UInt32, of: String, in: CivilMonth)

    /// An item with the longest name and text, ticked and taken back by as many as are counted, has 488.
    package static let bytesAtMost = 500

    private enum Kind {
        static let item: UInt8 = 1
        static let person: UInt8 = 2
        static let witnessed: UInt8 = 3
        static let stars: UInt8 = 4
    }

    package var bytes: [UInt8] {
        var writer = PacketWriter()
        switch self {
        case .item(let item, let person, let day):
            writer.u8(Kind.item)
            writer.u16be(day.number)
            writer.text(person)
            item.write(to: &writer)
        case .person(let person):
            writer.u8(Kind.person)
            writer.text(person.name)
            writer.u8(person.colouring.value)
            person.colouring.stamp.write(to: &writer)
            writer.u8(person.presence.value ? 1 : 0)
            person.presence.stamp.write(to: &writer)
        case .witnessed(let day):
            writer.u8(Kind.witnessed)
            writer.u16be(day.number)
        case .stars(let days, let person, let month):
            writer.u8(Kind.stars)
            writer.u16be(month.number)
            writer.text(person)
            writer.u32be(days)
        }
        return writer.bytes
    }

    package init(_ bytes: [UInt8]) throws(Malformed) {
        var reader = PacketReader(bytes)
        switch try reader.u8() {
        case Kind.item:
            let day = CivilDay(number: try reader.u16be())
            let person = try reader.person()
            self = .item(try TodoItem(from: &reader), of: person, on: day)
        case Kind.person:
            let name = try reader.person()
            let colour = try reader.u8()
            guard Int(colour) < Person.colours else { throw Malformed("no colour", at: reader.offset) }
            var person = Person(name, colour: colour, at: try LamportStamp(from: &reader))
            let isHere = try reader.u8() == 1
            person.presence = Register(isHere, try LamportStamp(from: &reader))
            self = .person(person)
        case Kind.witnessed: self = .witnessed(CivilDay(number: try reader.u16be()))
        case Kind.stars:
            let month = CivilMonth(number: try reader.u16be())
            let person = try reader.person()
            self = .stars(try reader.u32be(), of: person, in: month)
        default: throw Malformed("no such record", at: 0)
        }
        try reader.end()
    }
}

extension TodoItem {
    fileprivate func write(to writer: inout PacketWriter) {
        id.write(to: &writer)
        wording.stamp.write(to: &writer)
        writer.text(wording.value)
        writer.u8(removed == nil ? 0 : 1)
        removed?.write(to: &writer)
        writer.u8(UInt8(ticks.count))
        for author in ticks.keys.sorted() {
            guard let tick = ticks[author] else { continue }
            LamportStamp(counter: tick.counter, author: author).write(to: &writer)
            writer.u16be(tick.minute)
        }
        writer.u8(UInt8(undone.count))
        for author in undone.keys.sorted() {
            LamportStamp(counter: undone[author] ?? 0, author: author).write(to: &writer)
        }
    }

    fileprivate init(from reader: inout PacketReader) throws(Malformed) {
        let id = try LamportStamp(from: &reader)
        let written = try LamportStamp(from: &reader)
        let text = try reader.text(atMost: Self.bytesAtMost)
        guard Self.tidied(text) == text else { throw Malformed("no words", at: reader.offset) }
        self.init(text, at: id)
        wording = Register(text, written)
        if try reader.u8() == 1 { removed = try LamportStamp(from: &reader) }
        for _ in 0..<(try Self.count(&reader)) {
            let stamp = try LamportStamp(from: &reader)
            let minute = try reader.u16be()
            guard minute == Self.noMinute || Int(minute) < LocalTime.minutesOfDay else {
                throw Malformed("no time of day", at: reader.offset)
            }
            ticks[stamp.author] = Tick(counter: stamp.counter, minute: minute)
        }
        for _ in 0..<(try Self.count(&reader)) {
            let stamp = try LamportStamp(from: &reader)
            undone[stamp.author] = stamp.counter
        }
    }

    private static func count(_ reader: inout PacketReader) throws(Malformed) -> Int {
        let count = Int(try reader.u8())
        guard count <= authorsAtMost else { throw Malformed("too many authors", at: reader.offset) }
        return count
    }
}

extension PacketWriter {
    mutating func text(_ text: String) {
        u8(UInt8(clamping: text.utf8.count))
        append(text.utf8.prefix(255))
    }
}

extension PacketReader {
    mutating func text(atMost count: Int) throws(Malformed) -> String {
        let length = Int(try u8())
        guard length <= count, let text = String(validating: try bytes(length), as: UTF8.self) else {
            throw Malformed("no text", at: offset)
        }
        return text
    }

    /// A name as people are known by; empty for the one without.
    fileprivate mutating func person() throws(Malformed) -> String {
        let name = try text(atMost: Person.nameBytesAtMost)
        guard ThingsEntry.isPerson(name) else { throw Malformed("no name", at: offset) }
        return name
    }
}
