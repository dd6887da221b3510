import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// Where many are heard, a station that does not play leaves the air to those that do.
struct CrowdPaceTests {
    @Test(arguments: [
        (0, nil), (16, nil), (17, 40), (32, 40), (33, 80), (64, 80), (65, 160), (128, 160), (1_000, 160),
    ])
    func twiceAsManyAdvertiseHalfAsOften(others: Int, milliseconds: Int?) {
        var pace = CrowdPace()
        let interval = pace.interval(isPlaying: false, others: others, now: .seconds(10))
        #expect(interval == milliseconds.map { .milliseconds($0) })
        #expect(pace.slowest == interval ?? .zero)
    }

    /// At once when it is held, and slowly again two seconds after.
    @Test func whoHoldsIsQuick() {
        var pace = CrowdPace()
        let intervals = [(false, 10_000), (true, 11_000), (false, 12_999), (false, 13_000)].map {
            pace.interval(isPlaying: $0.0, others: 60, now: .milliseconds($0.1))
        }
        #expect(intervals == [.milliseconds(80), nil, nil, .milliseconds(80)])
    }

    /// What the radio was asked for last may still be told by it.
    @Test func whatWasAskedForBeforeIsKnown() {
        var pace = CrowdPace()
        _ = pace.interval(isPlaying: false, others: 70, now: .seconds(10))
        _ = pace.interval(isPlaying: true, others: 70, now: .seconds(11))
        #expect(pace.slowest == .milliseconds(160))
    }

    /// Somebody who comes and goes changes nothing.
    @Test func aFewWhoLeaveMakeItNoQuicker() {
        var pace = CrowdPace()
        let intervals = [17, 16, 12, 10].map {
            pace.interval(isPlaying: false, others: $0, now: .seconds(10))
        }
        #expect(intervals == [.milliseconds(40), .milliseconds(40), .milliseconds(40), nil])
    }

    private static let announcement = AirLinkTests.presence(1, tail: 0)

    /// A carrier without a network that has said who it is, among so many others.
    private struct Hall {
        var carrier = AirCarrier(own: StationID(value: 3), first: 3)
        /// As the radio was asked for last.
        private(set) var interval: Duration?
        private(set) var changesOffTheAir = false

        init(of others: Int, knowsNobody: Bool = false) {
            carrier.advertises(every: .milliseconds(20))
            carrier.network(works: false)
            carrier.send(CrowdPaceTests.announcement, to: .everybody, now: .zero)
            for turn in 1...80 {
                let now = Duration.milliseconds(100 * turn)
                for other in 0..<others { CrowdPaceTests.hear(other, &carrier, knowsNobody, now: now) }
                look(now: now)
            }
        }

        mutating func look(isPlaying: Bool = false, now: Duration) {
            let news = carrier.news(isHunting: false, isPlaying: isPlaying, now: now)
            guard case .advertise(let turns) = news else { return }
            (interval, changesOffTheAir) = (turns.interval, turns.changesOffTheAir)
        }
    }

    private static func hear(
        _ other: Int, _ carrier: inout AirCarrier, _ knowsNobody: Bool, now: Duration
    ) {
        let frame = AirFrame(
            kind: .beginning, message: 7, blocks: 15, symbol: 0,
            payload: [UInt8](repeating: UInt8(other), count: AirFrame.payloadBytes))
        _ = carrier.hear(
            Array(frame.advertisingData.dropFirst(4)), from: [UInt8(other), 0, 0, 0, 0, 0xC0],
            knowsNobody: knowsNobody, now: now)
    }

    /// Its radio does what it was asked to, so nobody is to wait longer for it.
    @Test(arguments: [(16, 20, nil), (40, 80, 80)])
    func aStationAtRestIsSlowInACrowd(others: Int, milliseconds: Int, asked: Int?) {
        var hall = Hall(of: others)
        #expect(hall.interval == asked.map { .milliseconds($0) })
        hall.carrier.advertises(every: .milliseconds(milliseconds))
        #expect(hall.carrier.slowness(now: .seconds(8)) == 4)
    }

    /// Who plays is as quick as ever.
    @Test func whoPlaysIsQuickInACrowd() {
        var hall = Hall(of: 40)
        hall.look(isPlaying: true, now: .seconds(14))
        #expect(hall.interval == nil)
        // It takes a moment until the radio knows.
        hall.carrier.advertises(every: .milliseconds(80))
        #expect(hall.carrier.slowness(now: .seconds(14)) == 4)
    }

    /// Nobody is asked there, so no answer is no sign of a radio that goes on with old frames.
    @Test(arguments: [2, 20]) func inACrowdNobodyIsMissed(others: Int) {
        #expect(Hall(of: others, knowsNobody: true).changesOffTheAir == (others == 2))
    }

    /// Those who were not heard for ten seconds are gone.
    @Test func whoIsGoneIsNotCounted() {
        var hall = Hall(of: 40)
        hall.look(now: .seconds(17))
        #expect(hall.interval == .milliseconds(80))
        hall.look(now: .seconds(30))
        #expect(hall.interval == nil)
    }

    /// A radio that can do no better than 100 ms is waited for, whatever it is asked for.
    @Test func aSlowRadioStaysSlow() {
        var carrier = Hall(of: 70).carrier
        #expect(carrier.slowness(now: .seconds(8)) == 4)
        carrier.advertises(every: .milliseconds(200))
        #expect(carrier.slowness(now: .seconds(8)) == 12)
        // 160 ms, as it was asked: that says nothing of what it can.
        carrier.advertises(every: .milliseconds(160))
        #expect(carrier.slowness(now: .seconds(8)) == 12)
        carrier.advertises(every: .milliseconds(20))
        #expect(carrier.slowness(now: .seconds(8)) == 4)
    }

    /// A tail says how often its sender advertises when it has something to say, and how often now.
    @Test func aTailSaysBoth() throws {
        var carrier = Hall(of: 70).carrier
        carrier.advertises(every: .milliseconds(160))
        carrier.send(AirLinkTests.presence(1, tail: 2), to: .everybody, now: .seconds(8))
        guard case .advertise(let turns) = carrier.news(isHunting: false, now: .seconds(8)) else {
            Issue.record("nothing is advertised")
            return
        }
        let tails = try turns.frames.compactMap { try AirFrame($0.dropFirst(4)) }.filter { $0.kind == .tail }
        let tail = try #require(tails.first)
        #expect(tail.interval == .milliseconds(20) && tail.intervalNow == .milliseconds(160))
    }
}
