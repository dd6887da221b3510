import Determinism
import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// When a station speaks by radio, and how much of its beacon's time that takes.
struct AirCarrierTests {
    private static let announcement = AirLinkTests.presence(1, tail: 0)
    private static let air = Endpoint(air: [1, 2, 3, 4, 5, 6])
    private static let net = Endpoint(address: [10, 0, 0, 1], port: 1)

    private static func carrier(hasNetwork: Bool = false) -> AirCarrier {
        var carrier = AirCarrier(own: StationID(value: 3), first: 3)
        carrier.advertises(every: .milliseconds(20))
        carrier.network(works: hasNetwork)
        return carrier
    }

    private static func frames(_ news: AirCarrier.News?) -> [[UInt8]]? {
        if case .advertise(let turns) = news { turns.frames } else { nil }
    }

    @Test func withANetworkNothingIsAdvertised() {
        var carrier = Self.carrier(hasNetwork: true)
        carrier.send(Self.announcement, to: .everybody, now: .seconds(1))
        #expect(!carrier.isUsed(now: .seconds(1)) && carrier.nextDeadline == nil)
        let before = carrier.news(isHunting: false, now: .seconds(1))
        #expect(before == nil)
        // Without one it is said at once who we are.
        carrier.network(works: false)
        let without = carrier.news(isHunting: false, now: .seconds(2))
        #expect(Self.frames(without)?.count == 24)
        #expect(carrier.nextDeadline != nil)
        // And the radio is told when it is over.
        carrier.network(works: true)
        let with = carrier.news(isHunting: false, now: .seconds(3))
        #expect(with == .rest)
        let after = carrier.news(isHunting: false, now: .seconds(4))
        #expect(after == nil)
    }

    /// Whoever has a network speaks by radio to those who have none.
    @Test func whoIsHeardByRadioIsAnswered() {
        var other = AirLink(seed: 1)
        other.sender.send(Self.announcement, now: other.now)
        var carrier = Self.carrier(hasNetwork: true)
        var arrivals = 0
        for frame in other.sender.frames(frameTakes: AirLink.frameTakes, now: .seconds(5)) ?? [] {
            let arrival = carrier.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: .seconds(5))
            if arrival != nil { arrivals += 1 }
        }
        #expect(arrivals == 1 && carrier.isUsed(now: .seconds(14)) && !carrier.isUsed(now: .seconds(15)))
    }

    /// Somebody is heard for four seconds, and says nothing to this station: its radio may be sending old
    /// frames, and is switched off for each from then on.
    /// Not so where somebody has been met, or was silent for as long; nor yet where it is slow.
    @Test(arguments: [
        (answered: false, silent: 0, knowsNobody: true, interval: 20, hunts: false),
        (true, 0, true, 20, false), (false, 5, true, 20, false), (false, 0, false, 20, false),
        (false, 0, true, 100, false), (false, 0, true, 20, true),
    ])
    func whoIsNotAnsweredChangesFramesOffTheAir(
        answered: Bool, silent: Int, knowsNobody: Bool, interval: Int, hunts: Bool
    ) throws {
        var other = AirLink(seed: 1)
        other.sender.interval = .milliseconds(interval)
        let question = AirMessageTests.datagram(2, [0, 0, 0, 0, 0, 0, 0, 3, 9, 9])
        other.sender.send(answered ? question : Self.announcement, now: other.now)
        let list = other.sender.frames(frameTakes: AirLink.frameTakes, now: .zero)
        let frames = try #require(list)
        var carrier = Self.carrier()
        carrier.send(Self.announcement, to: .everybody, now: .zero)
        var changes: [Bool] = []
        for number in 0...22 {
            // Four seconds of frames, or a pause in the middle of them.
            let now = Duration.milliseconds(200 * number) + .seconds(number >= 10 ? silent : 0)
            // Twenty a second in the lobby, five of somebody who hunts.
            for place in 0..<(hunts ? 1 : 4) {
                // The last one is a tail, which says how slow it is to who has heard another one before.
                let frame = frames[(number + place + frames.count - 2) % frames.count]
                _ = carrier.hear(
                    Array(frame.dropFirst(4)), from: AirLink.address, knowsNobody: knowsNobody, now: now)
            }
            if case .advertise(let turns) = carrier.news(isHunting: false, now: now) {
                changes.append(turns.changesOffTheAir)
            }
        }
        #expect(changes.first == false)
        #expect(
            changes.contains(true) == (!answered && silent == 0 && knowsNobody && interval == 20 && !hunts))
    }

    /// Words take longer from a controller before Bluetooth 5.0, and to here from one that was heard lately.
    @Test func slowRadiosAreWaitedFor() throws {
        #expect(Self.carrier(hasNetwork: true).slowness(now: .seconds(1)) == nil)
        var carrier = Self.carrier()
        #expect(carrier.slowness(now: .seconds(1)) == 4)
        carrier.advertises(every: .milliseconds(100))
        #expect(carrier.slowness(now: .seconds(1)) == 12)
        carrier.advertises(every: .milliseconds(25))
        for (interval, slowness) in [(Duration.milliseconds(25), 4), (.milliseconds(40), 12)] {
            var other = AirLink(seed: 1, first: UInt32(slowness))
            other.sender.interval = interval
            other.sender.send(Self.announcement, now: .zero)
            let frames = other.sender.frames(frameTakes: AirLink.frameTakes, now: .zero)
            for frame in try #require(frames) {
                _ = carrier.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: .seconds(2))
            }
            #expect(carrier.slowness(now: .seconds(3)) == slowness)
        }
        #expect(carrier.slowness(now: .milliseconds(31_999)) == 12)
        #expect(carrier.slowness(now: .seconds(32)) == 4)
    }

    /// So do they where somebody listens half of the time: this station, or one whose tail was heard lately.
    @Test func whoListensHalfOfTheTimeIsWaitedFor() throws {
        var carrier = Self.carrier()
        carrier.advertises(every: .milliseconds(20))
        carrier.listens(oneIn: 2)
        #expect(carrier.slowness(now: .seconds(1)) == 8)
        for (hunts, slowness) in [(true, 4), (false, 8)] {
            _ = carrier.news(isHunting: hunts, now: .seconds(1))
            #expect(carrier.slowness(now: .seconds(1)) == slowness)
        }
        carrier.advertises(every: .milliseconds(100))
        #expect(carrier.slowness(now: .seconds(1)) == 12)
        carrier.advertises(every: .milliseconds(20))
        carrier.listens(oneIn: 1)
        for (parts, slowness) in [(1, 4), (2, 8), (300, 8)] {
            var other = AirLink(seed: 1, first: UInt32(parts))
            other.sender.interval = .milliseconds(20)
            other.sender.listensOneIn = parts
            other.sender.send(Self.announcement, now: .zero)
            let frames = other.sender.frames(frameTakes: AirLink.frameTakes, now: .zero)
            for frame in try #require(frames) {
                _ = carrier.hear(Array(frame.dropFirst(4)), from: AirLink.address, now: .seconds(2))
                let tail = try #require(try AirFrame(frame.dropFirst(4)))
                if tail.kind == .tail { #expect(tail.payload[19] == (parts == 1 ? 0 : min(parts, 255))) }
            }
            #expect(carrier.slowness(now: .seconds(3)) == slowness)
        }
        #expect(carrier.slowness(now: .milliseconds(31_999)) == 8)
        #expect(carrier.slowness(now: .seconds(32)) == 4)
    }

    @Test func whatIsForTheNetworkStaysThere() {
        var carrier = Self.carrier()
        let unicast = AirMessageTests.datagram(4, [UInt8](repeating: 3, count: 61))
        carrier.send(unicast, to: .one(Self.net), now: .zero)
        let elsewhere = carrier.news(isHunting: false, now: .zero)
        #expect(Self.frames(elsewhere) == [])
        carrier.send(unicast, to: .one(Self.air), now: .zero)
        let here = carrier.news(isHunting: false, now: .zero)
        #expect(Self.frames(here)?.isEmpty == false)
    }

    /// For what is new there are as many turns, however seldom the radio advertises, and no more than it
    /// needs: a message of six blocks has twelve symbols that go before everything else.
    @Test(arguments: [20, 100]) func newsHasAsManyTurnsOnASlowRadio(interval milliseconds: Int) {
        var carrier = Self.carrier()
        carrier.advertises(every: .milliseconds(milliseconds))
        carrier.send(Self.announcement, to: .everybody, now: .zero)
        let frames = Self.turns(of: &carrier, every: milliseconds, saying: [10])
        #expect((12...14).contains(frames.prefix(17).count { $0 }), "\(frames)")
        // Of those after it a sixth.
        #expect((3...6).contains(frames.dropFirst(17).prefix(24).count { $0 }), "\(frames)")
    }

    /// Who holds once more, and once more, is heard as quickly: what was not needed was saved.
    @Test func newsAfterNewsIsAsQuick() {
        var carrier = Self.carrier()
        carrier.advertises(every: .milliseconds(20))
        carrier.send(Self.announcement, to: .everybody, now: .zero)
        let frames = Self.turns(of: &carrier, every: 20, saying: [10, 15, 20, 25])
        for time in 0..<4 {
            let since = frames.dropFirst(time * 200).prefix(17)
            #expect(since.count { $0 } >= 12, "at \(time)")
        }
    }

    /// Whether each interval is a frame's, from the first news on, 40 after the last one.
    private static func turns(of carrier: inout AirCarrier, every interval: Int, saying: [Int]) -> [Bool] {
        var (turns, share): ([Bool], (frames: Int, beacons: Int)) = ([], (0, 1))
        let takes = Duration.milliseconds(interval + 5)
        var now = Duration.seconds(saying[0])
        var left = saying
        var place = 0
        while let last = saying.last, now < .seconds(last) + takes * 41 {
            if let next = left.first, now >= .seconds(next) {
                left.removeFirst()
                let body = [UInt8(next)] + [UInt8](repeating: 5, count: 119)
                carrier.send(AirMessageTests.datagram(5, body), to: .one(Self.air), as: .news, now: now)
            }
            if case .advertise(let turns) = carrier.news(isHunting: true, now: now), turns.share != share {
                (share, place) = (turns.share, 0)
            }
            turns.append(place % (share.frames + share.beacons) < share.frames)
            place += 1
            now += takes
        }
        return turns
    }

    /// In a hunt, whatever is said, at most one interval in five is not the beacon's.
    @Test(arguments: [100, 250, 500]) func theBeaconStaysABeacon(every milliseconds: Int) {
        var carrier = Self.carrier()
        carrier.send(Self.announcement, to: .everybody, now: .zero)
        var share = (frames: 0, beacons: 1)
        var (frames, beacons, place) = (0, 0, 0)
        var now = Duration.seconds(1)
        var saidAt = Duration.zero
        // Twenty minutes of intervals.
        for interval in 0..<48_000 {
            now += .milliseconds(25)
            if now - saidAt >= .milliseconds(milliseconds) {
                saidAt = now
                let body = [UInt8(interval >> 8 & 0xFF), UInt8(interval & 0xFF), 0, 0, 0, 0, 0, 0]
                carrier.send(
                    AirMessageTests.datagram(5, body + [UInt8](repeating: 5, count: 100)), to: .one(Self.air),
                    as: [.news, .report, nil][interval % 3], now: now)
            }
            if case .advertise(let turns) = carrier.news(isHunting: true, now: now) { share = turns.share }
            if place % (share.frames + share.beacons) < share.frames { frames += 1 } else { beacons += 1 }
            place += 1
        }
        #expect(frames * 4 <= beacons + 200)
        #expect(frames * 8 >= beacons)
    }

    /// How a round stands is said to its end before it is said again; what is new does not wait.
    @Test func onlyNewsOutdatesWhatIsBeingSaid() {
        /// The numbers of the messages that are said: first, and when there is something else to say.
        func said(then trafficClass: Message.TrafficClass?) -> [Set<UInt16>?] {
            var carrier = Self.carrier()
            carrier.send(Self.announcement, to: .everybody, now: .zero)
            return [.news, trafficClass].enumerated().map { number, each in
                let state = AirMessageTests.sealed(UInt8(number), count: 100)
                carrier.send(state, to: .everybody, as: each, now: .seconds(10))
                let frames = Self.frames(carrier.news(isHunting: true, now: .seconds(10)))
                // Kinds 5 and 6; the number is the last nine bits of the head.
                return frames.map { frames in
                    let said = frames.filter { [5, 6].contains($0[4] >> 4) }
                    return Set(said.map { UInt16($0[5] & 1) << 8 | UInt16($0[6]) })
                }
            }
        }
        let (again, new) = (said(then: nil), said(then: .news))
        #expect(again[0]?.count == 1 && again[1] == nil)
        #expect(new[0]?.count == 1 && new[1]?.count == 1 && new[0] != new[1])
    }

    /// A lock is news to who plays the next round, and that they play is news to who is left out of it: under
    /// another key. Both are said, the first one first, and each only outdates what has its own key.
    @Test func newsUnderAnotherKeyOutdatesNothing() throws {
        var carrier = Self.carrier()
        carrier.send(Self.announcement, to: .everybody, now: .zero)
        let now = Duration.seconds(10)
        carrier.send(AirMessageTests.sealed(1, count: 100, key: 2), to: .one(Self.air), as: .news, now: now)
        carrier.send(AirMessageTests.sealed(2, count: 100, key: 2), to: .one(Self.air), as: .news, now: now)
        carrier.send(AirMessageTests.sealed(3, count: 100, key: 1), to: .one(Self.air), as: .news, now: now)
        let list = Self.frames(carrier.news(isHunting: false, now: now))
        let frames = try #require(list).compactMap { try? AirFrame($0.dropFirst(4)) }
        let said = frames.filter { $0.kind == .known }
        let numbers = said.map(\.message)
        #expect(Set(numbers).count == 2)
        let first = try #require(numbers.first)
        // Each block of the first twice before anything of the second, whose number is the next one.
        let second = try #require(numbers.firstIndex(of: (first + 1) % 512))
        #expect(numbers.prefix(second).count >= 2 * said[0].blocks)
    }

    /// What is said to who plays and to who is left out takes turns, once the first of each has been said.
    @Test func whatIsSaidUnderTwoKeysTakesTurns() throws {
        var sender = AirSender(first: 0)
        let takes = Duration.milliseconds(25)
        for key in [2, 1] as [UInt8] {
            sender.sendNews(AirMessageTests.sealed(key, count: 100, key: key), now: .zero)
        }
        var said: [Int] = []
        while said.count < 28 {
            let composed = sender.frames(frameTakes: takes, now: takes * said.count)
            let list = try #require(composed)
            said += try list.compactMap { try AirFrame($0.dropFirst(4)) }.filter { $0.kind == .known }
                .map(\.message)
        }
        // Both have been said urgently by then, and neither often enough.
        let counts = Dictionary(grouping: said.prefix(28), by: \.self).mapValues(\.count)
        #expect(counts.values.sorted() == [14, 14])
    }

    /// A question that waits for its answer has the hunt's share, not only its first frames.
    @Test func whatIsForOneStationIsUrgentToItsEnd() throws {
        var sender = AirSender(first: 0)
        let takes = Duration.milliseconds(25)
        sender.send(AirMessageTests.datagram(3, [UInt8](repeating: 7, count: 100)), now: .zero)
        let composed = sender.frames(frameTakes: takes, now: .zero)
        let list = try #require(composed)
        let frames = try list.compactMap { try AirFrame($0.dropFirst(4)) }
        let last = try #require(frames.lastIndex { $0.kind == .known })
        #expect(frames.count { $0.kind == .known } > frames[last].blocks + frames[last].blocks / 4 + 1)
        #expect(sender.isUrgent(now: takes * (last - 1)))
        #expect(!sender.isUrgent(now: takes * last))
    }

    /// Who asks under another number has forgotten the one before: of responses only the newest waits.
    @Test func theNewestResponseWaits() throws {
        func response(_ number: UInt8) -> [UInt8] {
            AirMessageTests.datagram(
                3, [1, 2, 3, 4, 5, 6, 7, 8] + [UInt8](repeating: number, count: 100))
        }
        var link = AirLink(seed: 1)
        link.arrives = 1
        link.sender.send(AirLinkTests.presence(1, tail: 0), now: link.now)
        _ = try link.takes(AirLinkTests.presence(1, tail: 0))
        for number in 1...3 as ClosedRange<UInt8> { link.sender.send(response(number), now: link.now) }
        var heard: [UInt8] = []
        for _ in 0..<400 {
            if let arrival = link.step(), arrival.bytes[3] == 3 { heard.append(arrival.bytes[30]) }
        }
        #expect(heard == [1, 3])
    }

    /// A challenge that was answered, and what was said to one station and acknowledged, is not said again; a
    /// bare frame, which acknowledges itself, and what is for others are.
    @Test func whatWasAnsweredIsNotSaidAgain() {
        let other = StationID(value: 0x0102_0304_0506_0708)
        let addressee: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        /// Kinds of the frames after it was settled.
        func said(_ kind: UInt8, bytes: Int, settled: Envelope.Kind, with id: StationID) -> Int {
            var carrier = Self.carrier()
            carrier.send(Self.announcement, to: .everybody, now: .zero)
            let body = addressee + [UInt8](repeating: 7, count: bytes - 20)
            let air = Destination.one(Endpoint(air: AirLink.address))
            carrier.send(AirMessageTests.datagram(kind, body), to: air, now: .seconds(10))
            _ = carrier.news(isHunting: false, now: .seconds(10))
            carrier.settle(settled, with: id, now: .seconds(10) + .milliseconds(10))
            let frames = Self.frames(carrier.news(isHunting: false, now: .seconds(10) + .milliseconds(10)))
            return (frames ?? [[0, 0, 0, 0, 5 << 4]]).count { $0[4] >> 4 == 1 || $0[4] >> 4 == 5 }
        }
        #expect(said(4, bytes: 200, settled: .unicast, with: other) == 0)
        #expect(said(2, bytes: 100, settled: .challenge, with: other) == 0)
        #expect(said(4, bytes: 73, settled: .unicast, with: other) > 0)
        #expect(said(4, bytes: 200, settled: .challenge, with: other) > 0)
        #expect(said(4, bytes: 200, settled: .unicast, with: StationID(value: 1)) > 0)
    }

    /// Who has not been met can read nothing but challenges and responses: they go before what is for others,
    /// and before it once more where they are asked for again.
    @Test func aResponseGoesBeforeWhatIsForThoseWhoAreMet() {
        let addressee: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        func datagram(_ kind: UInt8, _ bytes: Int) -> [UInt8] {
            AirMessageTests.datagram(kind, addressee + [UInt8](repeating: 7, count: bytes - 20))
        }
        let air = Destination.one(Endpoint(air: AirLink.address))
        var carrier = Self.carrier()
        carrier.send(Self.announcement, to: .everybody, now: .zero)
        // Long enough that the announcement has been said.
        var now = Duration.seconds(1)
        for _ in 0..<400 {
            _ = carrier.news(isHunting: false, now: now)
            now += .milliseconds(25)
        }
        carrier.send(datagram(4, 200), to: air, now: now)
        carrier.send(datagram(3, 100), to: air, now: now)
        func responses(among count: Int) -> Int {
            let frames = Self.frames(carrier.news(isHunting: false, now: now)) ?? []
            // A response has four blocks, and what is for those who are met has eight.
            return frames.filter { $0[4] >> 4 != 3 }.prefix(count).count { frame in
                frame[4] >> 4 == 5 && Int(frame[4] & 0xF) << 1 | Int(frame[5] >> 7) == 3
            }
        }
        let first = responses(among: 5)
        #expect(first == 5)
        // It has been said as often as what is new: now they take turns, until it is asked for again.
        now += .milliseconds(250)
        carrier.send(datagram(4, 73), to: .one(Endpoint(air: [9, 9, 9, 9, 9, 9])), now: now)
        let later = responses(among: 5)
        #expect(later < 5)
        carrier.send(datagram(3, 100), to: air, now: now)
        let again = responses(among: 5)
        #expect(again == 5)
    }
}
