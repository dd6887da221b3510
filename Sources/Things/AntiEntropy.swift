import Determinism
package import Wire

/// What two stations say to each other until they have the same book: first fingerprints, then what differs
/// (A. Demers et al., "Epidemic algorithms for replicated database maintenance", 1987, section 1.3).
///
/// Nothing in it has to arrive. What is lost is made up for by the next fingerprint.
package enum ThingsLine: Equatable, Sendable {
    /// What a station has, and which day it is there.
    case summary(Summary)
    /// What it has of a month that differs, a fingerprint for each day.
    case days([UInt32], of: CivilMonth)
    case record(ThingsRecord)

    package struct Summary: Equatable, Sendable {
        static let monthsAtMost = 16

        /// Of the people, and the stars of long ago.
        var allTime: UInt32
        /// The newest.
        var months: [CivilMonth: UInt32]
        /// Nil where no clock can be believed.
        var time: LocalTime?
        /// Today, if it has reminded people.
        var reminded: CivilDay?
    }

    /// What a unicast message is, in its first byte: 1 is an invitation, 2 an audition.
    package static let unicastKind: UInt8 = 3

    private enum Kind {
        static let summary: UInt8 = 1
        static let days: UInt8 = 2
        static let record: UInt8 = 3
    }

    /// The body of a unicast message.
    package var bytes: [UInt8] {
        var writer = PacketWriter()
        writer.u8(Self.unicastKind)
        switch self {
        case .summary(let summary):
            writer.u8(Kind.summary)
            writer.u32be(summary.allTime)
            writer.u8(summary.time == nil ? 0 : 1)
            if let time = summary.time {
                writer.u16be(time.day.number)
                writer.u16be(UInt16(clamping: time.minute))
            }
            writer.u16be(summary.reminded?.number ?? 0)
            writer.u8(UInt8(clamping: summary.months.count))
            for (month, digest) in summary.months.sorted(by: { $0.key > $1.key }) {
                writer.u16be(month.number)
                writer.u32be(digest)
            }
        case .days(let digests, let month):
            writer.u8(Kind.days)
            writer.u16be(month.number)
            for digest in digests.prefix(31) { writer.u32be(digest) }
        case .record(let record):
            writer.u8(Kind.record)
            writer.append(record.bytes)
        }
        return writer.bytes
    }

    /// Nil for a kind of unicast message that is another's.
    package static func decode(_ body: [UInt8]) throws(Malformed) -> ThingsLine? {
        var reader = PacketReader(body)
        guard try reader.u8() == unicastKind else { return nil }
        switch try reader.u8() {
        case Kind.summary: return .summary(try summary(&reader))
        case Kind.days:
            let month = CivilMonth(number: try reader.u16be())
            var digests: [UInt32] = []
            for _ in 0..<31 { digests.append(try reader.u32be()) }
            return .days(digests, of: month)
        case Kind.record: return .record(try ThingsRecord(reader.rest()))
        default: throw Malformed("no such line", at: 1)
        }
    }

    private static func summary(_ reader: inout PacketReader) throws(Malformed) -> Summary {
        let allTime = try reader.u32be()
        var time: LocalTime?
        if try reader.u8() == 1 {
            let day = CivilDay(number: try reader.u16be())
            let minute = Int(try reader.u16be())
            guard minute < LocalTime.minutesOfDay else {
                throw Malformed("no time of day", at: reader.offset)
            }
            time = LocalTime(day: day, minute: minute)
        }
        let reminded = try reader.u16be()
        let count = Int(try reader.u8())
        guard count <= Summary.monthsAtMost else { throw Malformed("too many months", at: reader.offset) }
        var months: [CivilMonth: UInt32] = [:]
        for _ in 0..<count { months[CivilMonth(number: try reader.u16be())] = try reader.u32be() }
        return Summary(
            allTime: allTime, months: months, time: time,
            reminded: reminded == 0 ? nil : CivilDay(number: reminded))
    }
}

/// What this station says to those it shares with, and when.
struct AntiEntropy: Sendable {
    /// To who has answered; to others ten times as rarely: they may have another crew word, or no things.
    static let saysEvery = Duration.seconds(60)
    static let triesEvery = Duration.seconds(600)
    /// After a change, so that some go together.
    static let saysAfter = Duration.milliseconds(500)
    /// An answer to a summary that differs is not given more often.
    static let answersEvery = Duration.seconds(3)
    /// Lines that wait for one station; what finds no place is asked for again.
    static let waitingAtMost = 512
    static let partnersAtMost = 64
    /// The line between two stations has room for eight unicast messages, some of them the game's.
    static let perSecond = 4
    static let atOnce = 4
    /// By radio a line is on the air for seconds.
    static let apartByAir = Duration.seconds(10)

    private struct Partner: Sendable {
        var saysAt: Duration
        var saidAt: Duration?
        var heardAt: Duration?
        var waiting: [ThingsLine] = []
        var bucket = TokenBucket(perSecond: AntiEntropy.perSecond, atOnce: AntiEntropy.atOnce)
        var speaksAt = Duration.zero
    }

    private var partners: [UInt64: Partner] = [:]

    /// The book is another one now.
    mutating func changed(now: Duration) {
        for id in partners.keys { soon(id, after: Self.saysAfter, now: now) }
    }

    private mutating func soon(_ id: UInt64, after delay: Duration, now: Duration) {
        guard var partner = partners[id] else { return }
        let earliest = partner.saidAt.map { max(now + delay, $0 + Self.answersEvery) } ?? now + delay
        partner.saysAt = min(partner.saysAt, earliest)
        partners[id] = partner
    }

    /// What a station has said, and whether it is one to share with.
    mutating func heard(_ line: ThingsLine, from id: UInt64, in book: ThingsBook, now: Duration) {
        if partners[id] == nil, partners.count < Self.partnersAtMost { partners[id] = Partner(saysAt: now) }
        partners[id]?.heardAt = now
        switch line {
        case .summary(let summary):
            var isSame = true
            if summary.allTime != book.digestOfAllTime {
                isSame = false
                enqueue(book.recordsOfAllTime.map { .record($0) }, for: id)
            }
            let most = ThingsLine.Summary.monthsAtMost
            // A full one says nothing of what is older than all in it.
            let oldest = summary.months.count < most ? nil : summary.months.keys.min()
            let months = Set(book.months.prefix(most)).union(summary.months.keys).filter { month in
                oldest.map { month >= $0 } ?? true
            }
            for month in months.sorted(by: >) where summary.months[month] != Self.digest(of: month, in: book)
            {
                isSame = false
                enqueue([.days(Self.digests(of: month, in: book), of: month)], for: id)
            }
            // So that the other side knows what is missing here.
            if !isSame { soon(id, after: .zero, now: now) }
        case .days(let digests, let month):
            for (index, digest) in digests.enumerated() {
                guard let day = month.day(index + 1), digest != book.digest(of: day) else { continue }
                enqueue(book.records(of: day).map { .record($0) }, for: id)
            }
        case .record: break
        }
    }

    private mutating func enqueue(_ lines: [ThingsLine], for id: UInt64) {
        guard var partner = partners[id] else { return }
        for line in lines
        where partner.waiting.count < Self.waitingAtMost && !partner.waiting.contains(line) {
            partner.waiting.append(line)
        }
        partners[id] = partner
    }

    /// What is to be said now, at most so much as the lines between stations take.
    ///
    /// - Parameters:
    ///   - others: whom this station shares with, of those who are here.
    ///   - busy: those of them to whom nothing more is to be said now.
    ///   - isSlow: words go by radio.
    mutating func advance(
        with others: [UInt64], busy: Set<UInt64>, isSlow: Bool, now: Duration, summary: () -> ThingsLine
    ) -> [(to: UInt64, ThingsLine)] {
        for id in partners.keys where !others.contains(id) { partners[id] = nil }
        var said: [(to: UInt64, ThingsLine)] = []
        var current: ThingsLine?
        for id in others.sorted().prefix(Self.partnersAtMost) {
            var partner = partners[id] ?? Partner(saysAt: now)
            if now >= partner.saysAt {
                let line = current ?? summary()
                current = line
                partner.waiting.removeAll { if case .summary = $0 { true } else { false } }
                partner.waiting.insert(line, at: 0)
                partner.saidAt = now
                partner.saysAt = now + (partner.heardAt == nil ? Self.triesEvery : Self.saysEvery)
            }
            while !busy.contains(id), let line = partner.waiting.first, now >= partner.speaksAt,
                partner.bucket.take(now: now)
            {
                partner.waiting.removeFirst()
                if isSlow { partner.speaksAt = now + Self.apartByAir }
                said.append((id, line))
            }
            partners[id] = partner
        }
        return said
    }

    /// Nil for a month without anything, as for one that nobody has heard of.
    private static func digest(of month: CivilMonth, in book: ThingsBook) -> UInt32? {
        book.months.contains(month) ? book.digest(of: month) : nil
    }

    private static func digests(of month: CivilMonth, in book: ThingsBook) -> [UInt32] {
        (1...31).map { month.day($0).map { book.digest(of: $0) } ?? 0 }
    }
}
