import Rooms
import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork

struct QuietHoursTests {
    @Test(arguments: [
        ("20:00", "7:00", 20 * 60, true), ("20:00", "7:00", 0, true), ("20:00", "7:00", 7 * 60 - 1, true),
        ("20:00", "7:00", 7 * 60, false), ("20:00", "7:00", 20 * 60 - 1, false),
        ("13:00", "15:30", 13 * 60, true), ("13:00", "15:30", 15 * 60 + 30, false),
        ("13:00", "15:30", 12 * 60 + 59, false),
    ])
    func theNightHasMidnightInIt(from: String, until: String, minute: Int, isQuiet: Bool) throws {
        let hours = try #require(QuietHours(from: from, until: until))
        #expect(hours.isQuiet(at: minute) == isQuiet)
    }

    @Test func whoDoesNotKnowTheTimeIsQuiet() throws {
        let hours = try #require(QuietHours(from: "20:00", until: "7:00"))
        #expect(hours.isQuiet(at: nil))
    }

    @Test(arguments: [
        "", ":", "24:00", "7:60", "7", "7:5", "-1:00", "+7:00", "007:00", "7:00 ", "٧:00", "7:00:00",
    ])
    func whatIsNoTimeOfDay(text: String) {
        #expect(QuietHours.minutes(text) == nil)
    }

    @Test func everyMinuteIsRead() {
        for minute in 0..<QuietHours.minutesOfDay {
            let text = "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
            #expect(QuietHours.minutes(text) == minute)
        }
        #expect(QuietHours(from: "7:00", until: "7:00") == nil)
    }
}

struct AudioPolicyTests {
    private static let greeting: [Effect] = [.play(.chime), .say(.searching), .log("kept")]

    @Test func afterARebootAtNightNothingIsHeardBeforeAPress() {
        var audioPolicy = AudioPolicy(isQuiet: true)
        let heard1 = audioPolicy.allow(Self.greeting, isPlaying: false, now: .zero)
        #expect(heard1 == [.log("kept")])
        #expect(audioPolicy.volume == .quiet)
        #expect(audioPolicy.dims)
        _ = audioPolicy.pressed(now: .seconds(60))
        let heard2 = audioPolicy.allow(Self.greeting, isPlaying: false, now: .seconds(60))
        #expect(heard2 == Self.greeting)
        // ... and ten minutes later everybody is taken to sleep again, unless they play.
        let later = Duration.seconds(60) + AudioPolicy.stays + .seconds(1)
        let heard3 = audioPolicy.allow(Self.greeting, isPlaying: false, now: later)
        #expect(heard3 == [.log("kept")])
        let heard4 = audioPolicy.allow(Self.greeting, isPlaying: true, now: later)
        #expect(heard4 == Self.greeting)
    }

    @Test func byDayItIsSofterUntilSomebodyIsThere() {
        var audioPolicy = AudioPolicy(isQuiet: false)
        let heard5 = audioPolicy.allow(Self.greeting, isPlaying: false, now: .zero)
        #expect(heard5 == Self.greeting)
        #expect(audioPolicy.volume == .startUp)
        let owed = audioPolicy.pressed(now: .zero)
        #expect(!owed)
        #expect(audioPolicy.volume == .usual)
        audioPolicy.quiet(true)
        #expect(audioPolicy.volume == .quiet)
    }

    /// The greeting that nobody heard is said to who presses first, and to nobody else.
    @Test func aStationGreetsWhoWakesIt() {
        var configuration = Playroom.configuration(0, role: .seek, headStart: .seconds(12), company: .init())
        configuration.isQuiet = true
        var station = Station(configuration)
        func said(_ effects: [Effect]) -> [Effect] {
            effects.filter { if case .say = $0 { true } else if case .play = $0 { true } else { false } }
        }
        var heard = said(station.handle(.started, now: .zero))
        for second in 1...40 { heard += said(station.handle(.tick, now: .seconds(second))) }
        heard += said(station.handle(.network(works: false), now: .seconds(41)))
        #expect(heard == [])
        let woken = said(station.handle(.button(.down), now: .seconds(50)))
        #expect(woken.prefix(2) == [.play(.tick), .say(.hello(configuration.name, .seek))])
        heard = said(station.handle(.button(.up), now: .seconds(50)))
        #expect(said(station.handle(.button(.down), now: .seconds(51))) == [.play(.tick)])
    }
}

struct VolumeTests {
    private static func levels(
        usual: Double = 0.8, startUp: Double = 0.6, quiet: Double = 0.3, floor: Double = 0,
        ceiling: Double = 1, isMuted: Bool = false
    ) -> VolumeLevels {
        VolumeLevels(
            usual: usual, startUp: startUp, quiet: quiet, floor: floor, ceiling: ceiling, isMuted: isMuted)
    }

    @Test func nothingIsAboveTheCeilingOrBelowTheFloor() {
        for step in VolumeStep.allCases {
            for tenth in 0...10 {
                let value = Double(tenth) / 10
                let capped = Self.levels(usual: 1, startUp: 1, quiet: 1, ceiling: value)
                #expect(capped.level(step) <= value)
                #expect(Self.levels(usual: 0, floor: value).level(step) == value)
                // A floor above the ceiling is a slip: the ceiling is the promise.
                #expect(Self.levels(floor: 1, ceiling: value).level(step) == value)
                #expect(Self.levels(usual: value).level(step) <= value)
            }
            #expect(Self.levels(floor: 0.5, isMuted: true).level(step) == 0)
        }
    }
}
