import HCI
import PeerNetwork
import Ranging
import Testing
import Wire

@testable import Game

/// A station listens for another one that asked whether it is heard.
struct AuditionTests {
    private static let asker = StationID(value: 7)
    private static let name = StationName(StationID(value: 9))
    private static let beacon = Earshot.beacon(name, measuredPower: -59)

    private static func audition(after last: Audition? = nil, at now: Duration = .seconds(100)) -> Audition? {
        Audition(name, for: asker, after: last, now: now)
    }

    private static func answers(_ effects: [Effect]) throws -> [Audition.Line?] {
        try effects.map { effect in
            guard case .unicast(let unicast) = effect, unicast.other == asker else { return nil }
            return try Audition.Line.decode(unicast.body)
        }
    }

    @Test func itsBytesAreThese() throws {
        #expect(Audition.Line.ask(Self.name).bytes == [2, 1, Self.name.colour, Self.name.animal])
        // 300 packets, -71 dBm.
        let answer = Audition.Line.answer(Audition.Answer(packets: 300, level: -71))
        #expect(answer.bytes == [2, 2, 0x01, 0x2C, 0xB9])
        #expect(Audition.Line.answer(Audition.Answer(packets: 0)).bytes == [2, 2, 0, 0, 0])
        for line in [.ask(Self.name), answer] {
            #expect(try Audition.Line.decode(line.bytes) == line)
            #expect(try Audition.Line.decode(line.bytes + [9, 9]) == line, "later programs say more")
            for count in 0..<line.bytes.count {
                #expect(throws: Malformed.self) { try Audition.Line.decode(Array(line.bytes.prefix(count))) }
            }
        }
        #expect(try Audition.Line.decode([1, 1, 0, 0]) == nil, "another kind of unicast message")
        #expect(try Audition.Line.decode([2, 3, 0, 0]) == nil, "one of later")
        #expect(
            try Audition.Line.decode([2, 2, 0, 0, 0xB9]) == .answer(Audition.Answer(packets: 0)),
            "without a packet there is no level")
    }

    @Test func itCountsThatNameAndAnswersTheLevelInTheMiddle() throws {
        var audition = try #require(Self.audition())
        #expect(audition.isListening)
        let other = Earshot.beacon(StationName(StationID(value: 10)), measuredPower: -59)
        for rssi in [-90, -50, -70, -71, -49] as [Int8] { audition.heard(Self.beacon, rssi: rssi) }
        audition.heard(other, rssi: -10)
        let early = audition.advance(isFree: true, now: .milliseconds(102_499))
        #expect(early.isEmpty)
        let effects = audition.advance(isFree: true, now: .milliseconds(102_500))
        #expect(try Self.answers(effects) == [.answer(Audition.Answer(packets: 5, level: -70))])
        #expect(!audition.isListening)
        let again = audition.advance(isFree: true, now: .seconds(200))
        #expect(again.isEmpty, "once")
    }

    @Test func whoHeardNothingSaysSo() throws {
        var audition = try #require(Self.audition())
        let effects = audition.advance(isFree: true, now: .seconds(103))
        #expect(try Self.answers(effects) == [.answer(Audition.Answer(packets: 0))])
    }

    @Test func aRoundEndsItWithoutAnAnswer() throws {
        var audition = try #require(Self.audition())
        audition.heard(Self.beacon, rssi: -60)
        let ended = audition.advance(isFree: false, now: .seconds(101))
        #expect(ended.isEmpty)
        #expect(!audition.isListening)
        audition.heard(Self.beacon, rssi: -60)
        let after = audition.advance(isFree: true, now: .seconds(110))
        #expect(after.isEmpty)
    }

    @Test func oneAsksOnceInTenSeconds() throws {
        let first = try #require(Self.audition())
        #expect(Self.audition(after: first, at: .milliseconds(109_999)) == nil)
        #expect(Self.audition(after: first, at: .seconds(110)) != nil)
    }

    @Test func whatItKeepsIsBounded() throws {
        var audition = try #require(Self.audition())
        for _ in 0..<1_500 { audition.heard(Self.beacon, rssi: -60) }
        let effects = audition.advance(isFree: true, now: .seconds(103))
        #expect(try Self.answers(effects) == [.answer(Audition.Answer(packets: 1_000, level: -60))])
    }
}
