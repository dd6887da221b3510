import Determinism
import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// What one station says, on its way through air that loses frames, to one that listens.
struct AirLink {
    /// An interval of 20 ms with what the radio adds, of which four in five are for frames.
    static let slot: Duration = .milliseconds(25)
    static let frameTakes: Duration = slot * 5 / 4
    static let address: [UInt8] = [1, 2, 3, 4, 5, 0xC6]

    var sender: AirSender
    var receiver = AirReceiver()
    var now: Duration = .seconds(50)
    /// The share of frames that arrive.
    var arrives = 0.75
    var chance: SeededGenerator
    private var list: [[UInt8]] = []
    private var place = 0
    private var interval = 0
    private(set) var aired = 0

    init(seed: UInt64, first: UInt32 = 0) {
        sender = AirSender(first: first)
        chance = SeededGenerator(seed: seed)
    }

    /// One interval; what came of it.
    mutating func step() -> AirReceiver.Arrival? {
        now += Self.slot
        if let frames = sender.frames(frameTakes: Self.frameTakes, now: now) { (list, place) = (frames, 0) }
        interval += 1
        guard interval % 5 != 0, !list.isEmpty else { return nil }
        let frame = list[place % list.count]
        place += 1
        aired += 1
        guard Double.random(in: 0..<1, using: &chance) < arrives else { return nil }
        return receiver.hear(Array(frame.dropFirst(4)), from: Self.address, now: now)
    }

    /// How long until it arrives, as it must.
    mutating func takes(_ datagram: [UInt8]) throws -> Duration {
        let time = time(of: datagram)
        return try #require(time)
    }

    /// How long until this datagram arrives; nil where it does not within ten seconds.
    mutating func time(of datagram: [UInt8]) -> Duration? {
        let began = now
        while now - began < .seconds(10) {
            if let arrival = step(), arrival.bytes == datagram {
                #expect(arrival.from.isAir && arrival.from.address == Self.address)
                // An age is told in units of 32 ms.
                #expect(arrival.heardAt >= began - .milliseconds(16) && arrival.heardAt <= now)
                return now - began
            }
        }
        return nil
    }
}

struct AirLinkTests {
    static let key = IdentityKey(seed: [UInt8](repeating: 7, count: 32))

    /// An announcement with a body as in the lobby, the first of its start or a later one, and so many times
    /// repeated.
    static func presence(_ sequence: UInt8, tail: UInt8, body: Int = 20) -> [UInt8] {
        let place = HashChain.Place(sender: key.id, boot: 0x0101_0101, sequence: UInt32(sequence))
        let chain = HashChain(end: [UInt8](repeating: sequence, count: HashChain.elementBytes), at: place)
        let content = PresenceAnnouncement.Content(
            body: (0..<body).map { UInt8(truncatingIfNeeded: $0) }.dropLast() + [sequence],
            isUrgent: false, ephemeral: [UInt8](repeating: 0xE5, count: 32), pace: 10)
        let link = sequence == 1 ? PresenceAnnouncement.noLink : [UInt8](repeating: sequence, count: 17)
        let signed = PresenceAnnouncement.write(
            content, boot: place.boot, sequence: place.sequence, anchor: chain.element(0), link: link, by: key
        )
        return signed + [tail] + chain.element(Int(tail))
    }

    /// 223 bytes in 0.5 s on average, where a quarter of the frames is lost; and none is sent in vain.
    @Test func anAnnouncementArrives() throws {
        var total = Duration.zero
        for seed in 1...200 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            let datagram = Self.presence(1, tail: 0)
            let isSaid = link.sender.send(datagram, now: link.now)
            #expect(isSaid)
            let time = try link.takes(datagram)
            #expect(time < .seconds(1))
            total += time
        }
        #expect(total / 200 < .milliseconds(500))
    }

    /// Behind walls, too, only later.
    @Test func itArrivesWhereMostIsLost() throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            link.arrives = 0.15
            let datagram = Self.presence(1, tail: 0)
            link.sender.send(datagram, now: link.now)
            do {
                let time = try link.takes(datagram)
                #expect(time < .seconds(8))
            }
        }
    }

    /// A repetition is one frame.
    @Test func aRepetitionIsItsTailAlone() throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            link.sender.send(Self.presence(1, tail: 0), now: link.now)
            _ = try link.takes(Self.presence(1, tail: 0))
            for tail in 2...5 as ClosedRange<UInt8> {
                link.sender.send(Self.presence(1, tail: tail), now: link.now)
                do {
                    let time = try link.takes(Self.presence(1, tail: tail))
                    #expect(time < .milliseconds(1_600))
                }
            }
        }
    }

    /// Where most of it stays as it was, a new announcement takes seven tenths of the time; and who comes
    /// only then reads it, too.
    @Test func aNewAnnouncementIsSaidAsAChange() throws {
        let (old, new) = (Self.presence(2, tail: 0), Self.presence(3, tail: 0))
        var (whole, change) = (Duration.zero, Duration.zero)
        for seed in 1...200 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            link.sender.send(old, now: link.now)
            whole += try link.takes(old)
            for _ in 0..<200 { _ = link.step() }
            var late = link
            late.receiver = AirReceiver()
            link.sender.send(new, now: link.now)
            late.sender.send(new, now: late.now)
            change += try link.takes(new)
            let time = try late.takes(new)
            #expect(time < .seconds(3))
        }
        #expect(change * 10 < whole * 7, "\(change / 200) and \(whole / 200)")
    }

    /// Several things at once, each to another station, arrive once, where a quarter of the frames is lost:
    /// of a hundred, one is left to the gatekeeper, who says it again.
    @Test func whatIsSaidAtOnceArrives() throws {
        var count = 0
        for seed in 1...200 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            link.sender.send(Self.presence(1, tail: 0), now: link.now)
            for _ in 0..<100 { _ = link.step() }
            let said = (1...5).map { other in
                AirMessageTests.datagram(4, [UInt8](repeating: UInt8(other), count: 61))
            }
            for datagram in said { link.sender.send(datagram, now: link.now) }
            var arrived: [[UInt8]] = []
            for _ in 0..<200 {
                if let arrival = link.step(), said.contains(arrival.bytes) { arrived.append(arrival.bytes) }
            }
            #expect(Set(arrived).count == arrived.count)
            count += arrived.count
        }
        #expect(count >= 980, "of 1,000")
    }

    /// To one station in order; of what is said to a session the newest.
    @Test func oneAfterTheOther() throws {
        var link = AirLink(seed: 3)
        link.arrives = 1
        link.sender.send(Self.presence(1, tail: 0), now: link.now)
        for _ in 0..<100 { _ = link.step() }
        let long = (1...3).map {
            AirMessageTests.datagram(4, [9, 9, 9, 9, 9, 9, 9, 9] + [UInt8](repeating: UInt8($0), count: 150))
        }
        let session = (1...3).map { AirMessageTests.sealed(UInt8($0), count: 100) }
        for datagram in long + session { link.sender.send(datagram, now: link.now) }
        var arrived: [[UInt8]] = []
        for _ in 0..<400 { if let arrival = link.step() { arrived.append(arrival.bytes) } }
        #expect(arrived.filter(long.contains) == long)
        #expect(arrived.filter(session.contains) == [session[0], session[2]])
        let isSaid = link.sender.send(AirMessageTests.datagram(9, []), now: link.now)
        #expect(!isSaid)
    }

    /// What is new to a session goes before all else, also before what has waited for longer.
    /// Ten of its symbols do, of which five are enough: one in a hundred and fifty is heard later.
    @Test func newsGoesFirst() throws {
        var late = 0
        for seed in 1...50 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            link.arrives = 0.8
            link.sender.send(Self.presence(1, tail: 0), now: link.now)
            for _ in 0..<100 { _ = link.step() }
            for other in 1...5 as ClosedRange<UInt8> {
                link.sender.send(
                    AirMessageTests.datagram(4, [UInt8](repeating: other, count: 150)), now: link.now)
            }
            link.sender.send(AirMessageTests.sealed(1, count: 110), now: link.now)
            let news = AirMessageTests.sealed(2, count: 110)
            link.sender.sendNews(news, now: link.now)
            let time = try link.takes(news)
            if time > .milliseconds(600) { late += 1 }
        }
        #expect(late <= 1, "of 50")
        // Where nothing is lost, the first five frames are enough.
        var link = AirLink(seed: 1)
        link.arrives = 1
        link.sender.send(Self.presence(1, tail: 0), now: link.now)
        for _ in 0..<100 { _ = link.step() }
        link.sender.send(AirMessageTests.datagram(4, [UInt8](repeating: 3, count: 150)), now: link.now)
        let news = AirMessageTests.sealed(2, count: 110)
        link.sender.sendNews(news, now: link.now)
        let time = try link.takes(news)
        #expect(time <= AirLink.slot * 8)
    }

    /// Of reports the newest waits, and what is being said of one is said to its end.
    @Test func ofReportsTheNewestIsSaid() {
        var link = AirLink(seed: 9)
        link.arrives = 1
        link.sender.send(Self.presence(1, tail: 0), now: link.now)
        for _ in 0..<100 { _ = link.step() }
        let reports = (1...4).map { AirMessageTests.datagram(5, [UInt8](repeating: UInt8($0), count: 60)) }
        for report in reports { link.sender.sendReport(report, now: link.now) }
        var arrived: [[UInt8]] = []
        for _ in 0..<60 {
            if let arrival = link.step(), reports.contains(arrival.bytes) { arrived.append(arrival.bytes) }
        }
        #expect(arrived == [reports[0], reports[3]])
    }

    /// Who has changed what it says since somebody came says all of it when it asks who that is.
    @Test func whoAsksIsKnownSoon() throws {
        var soon = Duration.zero
        var late = Duration.zero
        for seed in 1...20 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            link.arrives = 0.8
            link.sender.send(Self.presence(1, tail: 0), now: link.now)
            for _ in 0..<200 { _ = link.step() }
            link.sender.send(Self.presence(2, tail: 0), now: link.now)
            // In the middle of much else.
            for other in 1...6 as ClosedRange<UInt8> {
                link.sender.send(
                    AirMessageTests.datagram(4, [UInt8](repeating: other, count: 150)), now: link.now)
            }
            link.receiver = AirReceiver()
            var other = link
            other.sender.introduce(now: other.now)
            soon += try other.takes(Self.presence(2, tail: 0))
            late += try link.takes(Self.presence(2, tail: 0))
        }
        #expect(soon * 2 < late, "\(soon / 20) and \(late / 20)")
    }

    /// A datagram whose sender nobody knows yet is not handed on with another's name.
    @Test func whoIsNotKnownIsNotNamed() {
        var link = AirLink(seed: 4)
        link.arrives = 1
        link.sender.send(AirMessageTests.datagram(4, [UInt8](repeating: 3, count: 60)), now: link.now)
        for _ in 0..<100 {
            let arrival = link.step()
            #expect(arrival == nil)
        }
    }

    /// A program that starts again does not use the numbers that are remembered.
    @Test func aStartBeginsWithAnotherNumber() throws {
        var link = AirLink(seed: 5)
        link.sender.send(Self.presence(1, tail: 0), now: link.now)
        _ = try link.takes(Self.presence(1, tail: 0))
        link.sender = AirSender(first: 77)
        link.sender.send(Self.presence(2, tail: 0), now: link.now)
        do {
            let time = try link.takes(Self.presence(2, tail: 0))
            #expect(time < .seconds(1))
        }
    }

    /// One frame in 24 is a tail, and one in four where there is nothing new to say.
    @Test func tailsAreFewWhereThereIsSomethingToSay() {
        var sender = AirSender(first: 0)
        sender.send(Self.presence(1, tail: 0), now: .zero)
        let tails = (0..<6).map { list in
            let frames = sender.frames(frameTakes: .milliseconds(30), now: .milliseconds(24 * 30 * list))
            return frames?.count { $0[4] >> 4 == 3 }
        }
        // The announcement is said after 30 symbols, which the second list begins with.
        #expect(tails == [1, 1, 6, 6, 6, 6])
    }

    @Test func nothingToSayIsNothing() {
        var sender = AirSender(first: 0)
        #expect(sender.nextDeadline == nil)
        sender.send(Self.presence(1, tail: 0), now: .zero)
        let first = sender.frames(frameTakes: .milliseconds(30), now: .seconds(1))
        #expect(first?.count == 24)
        let second = sender.frames(frameTakes: .milliseconds(30), now: .seconds(1))
        #expect(second == nil)
        #expect(sender.nextDeadline == .milliseconds(1_720))
    }
}
