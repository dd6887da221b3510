@testable import Things

/// A station's things before another one that says anything, a disk with anything on it, and a calendar of
/// anybody: what a fuzzer plays with, and a test with random bytes.
///
/// The first byte says what the rest is. What another station says comes in lines, each behind its length.
enum FuzzThings {
    private static let around = ThingsDesk.Circumstances(
        isFree: true, isHeard: true, others: [9], hasCrew: true, isSlow: false)

    /// - Returns: the promise that was broken; nil for none.
    static func play(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        let rest = Array(bytes.dropFirst())
        switch first % 3 {
        case 0: return hear(rest)
        case 1: return read(rest)
        default:
            let entries = ICalendar.read(String(decoding: rest, as: UTF8.self))?.entries ?? []
            var book = ThingsBook()
            for record in entries.compactMap(\.records).flatMap(\.self) { _ = book.merge(record) }
            return broken(book)
        }
    }

    private static func hear(_ bytes: [UInt8]) -> String? {
        var hours = ThingsDesk.Hours()
        hours.isWanted = true
        var desk = ThingsDesk(ThingsBook(), ThingsMarks(), author: 1, hours: hours)
        var files: [String: [UInt8]] = [:]
        var now = Duration.seconds(1)
        var rest = bytes[...]
        while let length = rest.popFirst() {
            let line = [ThingsLine.unicastKind] + rest.prefix(Int(length) * 2)
            rest = rest.dropFirst(Int(length) * 2)
            now += .milliseconds(500)
            var outputs = desk.heard(line, from: 9, around, now: now)
            outputs += desk.advance(around, now: now)
            if outputs.count > 64 { return "one line has too much follow" }
            for case .save(let name, let bytes) in outputs { files[name] = bytes }
        }
        let (kept, _) = ThingsFiles.load({ files[$0] }) { _ in }
        if kept.records != desk.book.records { return "it keeps another book than it has" }
        return broken(desk.book)
    }

    private static func read(_ bytes: [UInt8]) -> String? {
        guard let records = try? ThingsFiles.records(Array("hotcold things 1\n".utf8) + bytes) else {
            return nil
        }
        var book = ThingsBook()
        for record in records { _ = book.merge(record) }
        return broken(book)
    }

    private static func broken(_ book: ThingsBook) -> String? {
        if book.days.count > ThingsBook.daysAtMost { return "it keeps too many days" }
        for (_, list) in book.days where list.lists.contains(where: { $0.value.count > DayList.itemsAtMost })
        {
            return "a day has too much on it"
        }
        for record in book.records where (try? ThingsRecord(record.bytes)) != record {
            return "what it writes is not what it reads"
        }
        return nil
    }
}
