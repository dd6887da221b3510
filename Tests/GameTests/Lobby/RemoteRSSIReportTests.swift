import Testing

@testable import Game
@testable import HCI
@testable import PeerNetwork
@testable import Wire

private let fox = StationID(value: 0xF0F0)
private let otter = StationID(value: 0x0707)
private let owl = StationID(value: 0x0A0A)

private func session(id: UInt64 = 5) throws -> Session {
    func member(_ id: StationID, _ role: Role) throws -> Session.Member {
        Session.Member(
            id: id, name: try #require(StationName(colour: 1, animal: 1)), role: role, points: 0)
    }
    return Session(
        id: id, round: 1,
        members: [try member(fox, .hide), try member(otter, .seek), try member(owl, .seek)],
        startsAt: .zero, headStart: .zero, limit: .seconds(600))
}

private func content(_ body: [UInt8], session: UInt64 = 5, now: Duration) throws -> Announcement.Content {
    let message = Message(audience: .session(session), body: body)
    return try Announcement.decode(Message.Received(sender: fox, boot: 7, message: message), now: now)
}

private func report(_ body: [UInt8], now: Duration) throws -> RemoteRSSIReport {
    guard case .remoteReport(let report) = try content(body, now: now) else {
        throw Malformed("no report", at: 0)
    }
    return report
}

private func report(_ message: Message?, now: Duration) throws -> RemoteRSSIReport {
    try report(try #require(message).body, now: now)
}

@Suite struct RemoteRSSIReportTests {
    private static let sample = RemoteRSSIReport(
        sender: fox, boot: 7, sequence: 8, session: 5,
        fresh: [.init(member: 1, rssi: -71, at: .milliseconds(900)), .init(member: 2, rssi: -99, at: .zero)],
        repeated: [.init(member: 1, rssi: 3, at: .milliseconds(700))])

    @Test func whatIsToldIsUnderstood() throws {
        let bytes = Self.sample.encoded(now: .seconds(1))
        #expect(bytes.count == 19)
        #expect(try report(bytes, now: .seconds(1)) == Self.sample)
    }

    @Test func agesAreOnTheListenersClock() throws {
        let bytes = Self.sample.encoded(now: .seconds(1))
        #expect(try report(bytes, now: .seconds(50)).fresh[0].at == .milliseconds(49_900))
    }

    @Test func everyTruncationIsMalformed() {
        let bytes = Self.sample.encoded(now: .seconds(1))
        for length in 0..<bytes.count {
            #expect(throws: Malformed.self) {
                try content(Array(bytes[..<length]), now: .seconds(1))
            }
        }
    }

    @Test func everyFlippedBitIsSurvived() {
        let bytes = Self.sample.encoded(now: .seconds(1))
        var read = 0
        for bit in 0..<(bytes.count * 8) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            guard case .remoteReport(let told)? = try? content(damaged, now: .seconds(1)) else {
                continue
            }
            read += 1
            #expect(told != Self.sample)
            #expect(told.fresh.count + told.repeated.count <= 2 * RemoteRSSIReport.sightingsAtMost)
        }
        #expect(read > 50)
    }

    @Test func moreThanItMayCarryIsMalformed() {
        var bytes = Self.sample.encoded(now: .seconds(1))
        bytes[5] = UInt8(RemoteRSSIReport.sightingsAtMost + 1)
        bytes += [UInt8](repeating: 0, count: 600)
        #expect(throws: Malformed.self) { try content(bytes, now: .seconds(1)) }
    }
}

@Suite struct TwoWayRangingTests {
    @Test func everySightingIsToldTwiceAndNoMore() throws {
        let session = try session()
        var ears = TwoWayRanging(own: fox, boot: 1)
        ears.heard(1, rssi: -60, now: .zero)
        let first = try report(ears.next(session, now: .milliseconds(10)), now: .milliseconds(10))
        #expect(first.fresh.map(\.rssi) == [-60] && first.repeated.isEmpty)
        #expect(ears.next(session, now: .milliseconds(100)) == nil)
        ears.heard(1, rssi: -61, now: .milliseconds(150))
        let second = try report(ears.next(session, now: .milliseconds(210)), now: .milliseconds(210))
        #expect(second.fresh.map(\.rssi) == [-61] && second.repeated.map(\.rssi) == [-60])
        let third = try report(ears.next(session, now: .milliseconds(420)), now: .milliseconds(420))
        #expect(third.fresh.isEmpty && third.repeated.map(\.rssi) == [-61])
        #expect(ears.next(session, now: .milliseconds(700)) == nil)
    }

    /// By radio a report is short: the four newest of each, once, and four times as seldom.
    @Test func byRadioTheNewestAreToldOnce() throws {
        let session = try session()
        var ears = TwoWayRanging(own: fox, boot: 1)
        ears.slowness = 4
        for step in 0..<9 {
            ears.heard(UInt8(1 + step % 2), rssi: Int8(-60 - step), now: .milliseconds(step * 10))
        }
        let first = try report(ears.next(session, now: .milliseconds(100)), now: .milliseconds(100))
        #expect(first.fresh.map(\.rssi) == (1...8).map { Int8(-60 - $0) } && first.repeated.isEmpty)
        ears.heard(1, rssi: -50, now: .milliseconds(400))
        let early = ears.next(session, now: .milliseconds(899))
        #expect(early == nil)
        let second = try report(ears.next(session, now: .milliseconds(900)), now: .milliseconds(900))
        #expect(second.fresh.map(\.rssi) == [-50] && second.repeated.isEmpty)
        let third = ears.next(session, now: .seconds(2))
        #expect(third == nil)
    }

    @Test func aLostDatagramCostsNothingAndADoubledOneAddsNothing() throws {
        let session = try session()
        var (teller, listener) = (TwoWayRanging(own: fox, boot: 1), TwoWayRanging(own: otter, boot: 2))
        var heard: [Int8] = []
        for step in 0..<40 {
            let now = Duration.milliseconds(step * 210)
            teller.heard(1, rssi: Int8(-100 + step), now: now)
            let datagram = try report(teller.next(session, now: now), now: now)
            // Every third is lost, every other one comes twice.
            guard step % 3 != 2 else { continue }
            for _ in 0...(step % 2) {
                heard += listener.news(datagram, in: session, now: now).map(\.rssi)
            }
        }
        #expect(heard.sorted() == (0..<40).map { Int8(-100 + $0) })
        #expect(heard == heard.sorted())
    }

    @Test func whoStartsAgainIsBelievedAtOnce() throws {
        let session = try session()
        var listener = TwoWayRanging(own: otter, boot: 2)
        func told(boot: UInt32, sequence: UInt32) -> RemoteRSSIReport {
            RemoteRSSIReport(
                sender: fox, boot: boot, sequence: sequence, session: 5,
                fresh: [.init(member: 1, rssi: -60, at: .zero)], repeated: [])
        }
        #expect(listener.news(told(boot: 1, sequence: 900), in: session, now: .zero).count == 1)
        #expect(listener.news(told(boot: 1, sequence: 899), in: session, now: .zero).isEmpty)
        #expect(listener.news(told(boot: 3, sequence: 1), in: session, now: .zero).count == 1)
    }

    @Test func aFloodOfNewNumbersIsNotBelieved() throws {
        let session = try session()
        var listener = TwoWayRanging(own: otter, boot: 2)
        var believed = 0
        for step in 0..<1_000 {
            let now = Duration.milliseconds(step)
            let told = RemoteRSSIReport(
                sender: fox, boot: 1, sequence: UInt32(step), session: 5,
                fresh: [.init(member: 1, rssi: -60, at: now)], repeated: [])
            believed += listener.news(told, in: session, now: now).count
        }
        #expect(believed == 20)
    }

    @Test func onlyMembersOfTheSessionAreBelievedAndOnlyAboutUs() throws {
        let session = try session()
        func news(_ change: (inout RemoteRSSIReport) -> Void) -> [RemoteRSSIReport.Entry] {
            var listener = TwoWayRanging(own: otter, boot: 2)
            var told = RemoteRSSIReport(
                sender: fox, boot: 1, sequence: 1, session: 5,
                fresh: [.init(member: 1, rssi: -60, at: .seconds(9))], repeated: [])
            change(&told)
            return listener.news(told, in: session, now: .seconds(10))
        }
        #expect(news { _ in }.count == 1)
        #expect(news { $0.session = 6 }.isEmpty)
        #expect(news { $0.sender = StationID(value: 1) }.isEmpty)
        #expect(news { $0.sender = otter }.isEmpty)
        #expect(news { $0.fresh[0].member = 2 }.isEmpty)
        #expect(news { $0.fresh[0].at = .seconds(7) }.isEmpty)
    }

    @Test func aFloodIsBoundedAndTheNewestIsKept() throws {
        let session = try session()
        var ears = TwoWayRanging(own: fox, boot: 1)
        for step in 0..<1_000 { ears.heard(UInt8(step % 200), rssi: -60, now: .milliseconds(step)) }
        let next = ears.next(session, now: .seconds(1))
        let datagram = try #require(next)
        let told = try report(datagram, now: .seconds(1))
        #expect(told.fresh.map(\.member) == (936..<1_000).map { UInt8($0 % 200) })
        #expect(datagram.body.count <= Message.bytesAtMost)
    }
}

/// Two hunts that tell each other what they hear.
@Suite struct HuntWithTwoEarsTests {
    private func configuration(_ id: StationID, _ role: Role) throws -> Station.Configuration {
        Station.Configuration(
            id: id, name: try #require(StationName(colour: 1, animal: 1)), role: role, boot: 1, seed: 1)
    }

    /// The seeker's own ear hears nothing at all; the hider's hears the seeker come.
    @Test func aDeafSeekerIsLedByTheHidersEar() throws {
        let session = try session()
        var hider = Hunt(try configuration(fox, .hide))
        var seeker = Hunt(try configuration(otter, .seek))
        var cues: [Cue] = []
        for step in 0..<300 {
            let now = Duration.milliseconds(step * 50)
            let beacon = IBeacon(proximityUUID: .hotCold, major: 9, minor: 22, measuredPower: -59)
            if step % 2 == 0 {
                hider.heard(otter, beacon, rssi: Int8(-85 + step / 10), in: session, now: now)
            }
            for effect in hider.advance(session, radioWorks: true, hearsHider: true, now: now) {
                guard case .send(let datagram) = effect else { continue }
                seeker.told(try report(datagram, now: now), in: session, now: now)
            }
            for effect in seeker.advance(session, radioWorks: true, hearsHider: true, now: now) {
                if case .say(.cue(let cue)) = effect { cues.append(cue) }
            }
        }
        #expect(!seeker.isWithinReach(fox, now: .seconds(15)), "what others tell makes no claim true")
        #expect(cues.count > 2)
        #expect(cues.allSatisfy { if case .hot = $0 { true } else { false } })
    }
}
