import HCI
import Rooms
import Testing

@testable import Game
@testable import PeerNetwork
@testable import Ranging

/// The rules of the hunt as "Play" in the README tells them, each one held from both sides.
struct HuntTests {
    /// One station in the hunt of a round that began at zero, with a head start of a minute.
    private struct Field {
        let configurations: [Station.Configuration]
        let session: Session
        var hunt: Hunt
        var now = Duration.seconds(60)
        var said: [(phrase: Phrase, at: Duration)] = []
        var played: [(sound: Sound, at: Duration)] = []
        var taunted: [Duration] = []
        var sent: [Effect] = []

        /// - Parameters:
        ///   - own: 0 hides, 1 and 2 seek.
        ///   - earOffset: how much louder than others it hears, in decibels.
        init(_ own: Int, earOffset: Double = 0) {
            var configurations = [Role.hide, .seek, .seek].enumerated().map {
                Playroom.configuration(
                    $0.offset, role: $0.element, headStart: .seconds(60), company: .init(capacity: 8))
            }
            let members = configurations.map {
                Session.Member(id: $0.id, name: $0.name, role: $0.role, points: 0)
            }
            session = Session(
                id: 1, round: 1, members: members, startsAt: .zero, headStart: .seconds(60),
                limit: .seconds(600))
            configurations[own].hunt.ranging.earOffset = earOffset
            self.configurations = configurations
            hunt = Hunt(configurations[own])
        }

        func id(_ index: Int) -> StationID { configurations[index].id }

        /// Lets time pass; the others are heard ten times a second at these levels.
        mutating func pass(
            _ time: Duration, hearing levels: [Int: Int8] = [:], radioWorks: Bool = true,
            hearsHider: Bool = true
        ) throws {
            let uuid = try #require(ProximityUUID("01020304-0506-0708-090a-0b0c0d0e0f10"))
            let until = now + time
            while now < until {
                now += .milliseconds(100)
                for (index, rssi) in levels.sorted(by: { $0.key < $1.key }) {
                    let beacon = IBeacon(
                        proximityUUID: uuid, major: 1, minor: UInt16(index), measuredPower: -59)
                    hunt.heard(id(index), beacon, rssi: rssi, in: session, now: now)
                }
                let effects = hunt.advance(
                    session, radioWorks: radioWorks, hearsHider: hearsHider, now: now)
                for effect in effects {
                    switch effect {
                    case .say(let phrase): said.append((phrase, now - session.huntAt))
                    case .play(let sound): played.append((sound, now - session.huntAt))
                    case .log(let line) where line.hasPrefix("taunt"): taunted.append(now - session.huntAt)
                    case .send: sent.append(effect)
                    default: break
                    }
                }
            }
        }

        var reports: [(name: StationName, at: Duration)] {
            said.compactMap { if case .seekerAt(let name, _, _) = $0.phrase { (name, $0.at) } else { nil } }
        }

        func chirps() -> [Duration] { played.filter { $0.sound == .chirp }.map(\.at) }
        func seconds(_ times: [Duration]) -> [Double] {
            times.map { Double($0.components.seconds) + Double($0.components.attoseconds) * 1e-18 }
        }
    }

    // MARK: - Found

    /// Beside the hider, half a metre inside the reach by the near end of what the radio can tell.
    @Test func besideTheHiderIsWithinReach() throws {
        var field = Field(1)
        try field.pass(.seconds(20), hearing: [0: -61])
        let low = try #require(field.hunt.range(to: field.id(0), now: field.now).distance?.low)
        try #require(low > 0.5 && low < 1.5)
        #expect(field.hunt.isWithinReach(field.id(0), now: field.now))
    }

    /// At twice or three times the reach, the hider is not found.
    @Test(arguments: [Int8(-70), -72]) func acrossTheRoomIsNotWithinReach(rssi: Int8) throws {
        var field = Field(1)
        try field.pass(.seconds(20), hearing: [0: rssi])
        let low = try #require(field.hunt.range(to: field.id(0), now: field.now).distance?.low)
        try #require(low > 1.5 && low < 4.5)
        #expect(!field.hunt.isWithinReach(field.id(0), now: field.now))
    }

    /// Whoever was beside the hider, and hears nothing any more, has not found it.
    @Test func whatIsLostIsNotWithinReach() throws {
        var field = Field(1)
        try field.pass(.seconds(20), hearing: [0: -50])
        #expect(field.hunt.isWithinReach(field.id(0), now: field.now))
        try field.pass(.seconds(5))
        #expect(!field.hunt.isWithinReach(field.id(0), now: field.now))
    }

    @Test func whoWasHeardInTheLastTwoSecondsIsNear() throws {
        var field = Field(1)
        try field.pass(.seconds(3), hearing: [0: -70])
        try field.pass(.seconds(1.5))
        #expect(field.hunt.isNear(field.id(0), now: field.now))
        try field.pass(.seconds(1))
        #expect(!field.hunt.isNear(field.id(0), now: field.now))
        #expect(!field.hunt.isNear(field.id(2), now: field.now))
    }

    // MARK: - Not found

    /// "After 3 minutes the hidden station taunts by itself, after 5 it chirps": and again and again.
    @Test func theHiderHelpsMoreAndMore() throws {
        var field = Field(0)
        try field.pass(.seconds(340))
        #expect(field.seconds(field.taunted) == [180, 200, 220, 240, 260, 280, 300, 320, 340])
        #expect(field.seconds(field.chirps()) == [300, 308, 316, 324, 332, 340])
        #expect(field.hunt.taunts == 9)
    }

    @Test func atMostOneTauntInTwoSeconds() throws {
        var field = Field(0)
        #expect(!field.hunt.taunt(now: .seconds(100)).isEmpty)
        #expect(field.hunt.taunt(now: .seconds(101.5)).isEmpty)
        #expect(!field.hunt.taunt(now: .seconds(102.5)).isEmpty)
        #expect(field.hunt.taunts == 2)
    }

    // MARK: - What the hider hears

    @Test func theHiderHearsWhoIsNearestEveryEightSeconds() throws {
        var field = Field(0)
        try field.pass(.seconds(33), hearing: [1: -65])
        #expect(field.seconds(field.reports.map(\.at)) == [8, 16, 24, 32])
        #expect(field.reports.allSatisfy { $0.name == field.configurations[1].name })
    }

    /// However the two are listed, and though the other one is not twice as far away.
    @Test(arguments: [1, 2]) func theNearestIsNamed(nearest: Int) throws {
        var field = Field(0)
        try field.pass(.seconds(9), hearing: [nearest: -65, 3 - nearest: -69])
        #expect(field.reports.map(\.name) == [field.configurations[nearest].name])
    }

    @Test func whoIsLostIsNotTheNearest() throws {
        var field = Field(0)
        try field.pass(.seconds(9), hearing: [1: -55, 2: -75])
        try field.pass(.seconds(8), hearing: [2: -75])
        #expect(field.reports.map(\.name) == [1, 2].map { field.configurations[$0].name })
        try field.pass(.seconds(20))
        #expect(field.reports.count == 2)
    }

    /// One packet may have come from anywhere: nobody is said to be at a distance that is a guess.
    @Test func aGuessIsNotTold() throws {
        var field = Field(0)
        try field.pass(.seconds(4.2))
        try field.pass(.seconds(0.1), hearing: [1: -65])
        try field.pass(.seconds(4.2))
        let distance = try #require(field.hunt.range(to: field.id(1), now: field.now).distance)
        try #require(distance.high > distance.low * 6)
        #expect(field.reports.isEmpty)
    }

    /// "I am quiet now", for half a minute, except for the taunts and chirps of the last minutes.
    @Test func hushedForHalfAMinute() throws {
        var field = Field(0)
        try field.pass(.seconds(10), hearing: [1: -65])
        #expect(field.hunt.hush(now: field.now) == [.silence, .say(.hushed)])
        try field.pass(.seconds(40), hearing: [1: -65])
        #expect(field.seconds(field.reports.map(\.at)) == [8, 40, 48])
    }

    /// What this station tells the others of how it hears them is what an average ear hears.
    @Test(arguments: [(Int8(-60), Int8(-66)), (-125, -127)])
    func aSharpEarTellsWhatOthersWouldHear(rssi: Int8, told: Int8) throws {
        var field = Field(0, earOffset: 6)
        try field.pass(.seconds(0.1), hearing: [1: rssi])
        guard case .send(let message)? = field.sent.first else {
            Issue.record("nothing was told")
            return
        }
        #expect(message.body.contains(UInt8(bitPattern: told)))
    }

    // MARK: - What a seeker hears

    /// Before the hunt, nearness is nobody's business.
    @Test func nothingIsSaidInTheHeadStart() throws {
        var field = Field(1)
        field.now = .seconds(20)
        for level in stride(from: Int8(-80), through: -50, by: 1) {
            try field.pass(.seconds(1), hearing: [0: level])
        }
        #expect(field.said.isEmpty)
    }

    @Test func seekersAreNothingToEachOther() throws {
        var field = Field(1)
        try field.pass(.seconds(5), hearing: [2: -60])
        #expect(field.hunt.range(to: field.id(2), now: field.now) == .unknown)
    }

    /// On the network, but never by radio: said once, after ten seconds.
    @Test func aHiderThatIsOnlyOnTheNetworkIsToldOnce() throws {
        var field = Field(1)
        try field.pass(.seconds(9.5))
        #expect(field.said.isEmpty)
        try field.pass(.seconds(60))
        #expect(field.said.map(\.phrase) == [.networkNotRadio(field.configurations[0].name)])
        #expect(field.said.allSatisfy { $0.at < .seconds(10.5) })
    }

    @Test func aHiderThatIsNowhereIsNotOnTheNetwork() throws {
        var field = Field(1)
        try field.pass(.seconds(60), hearsHider: false)
        #expect(field.said.isEmpty)
    }

    /// The silence of a radio that was away is not the beacon's: "lost" is said when it has lasted since.
    @Test func lostHasToBeEarnedAgainAfterTheRadio() throws {
        var field = Field(1)
        try field.pass(.seconds(10), hearing: [0: -70])
        try field.pass(.seconds(20), radioWorks: false)
        field.said = []
        field.hunt.radioCameBack(now: field.now)
        try field.pass(.seconds(4.3))
        #expect(field.said.isEmpty)
        try field.pass(.seconds(0.7))
        #expect(field.said.map(\.phrase) == [.cue(.lost)])
    }
}
