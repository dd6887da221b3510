import Testing

@testable import Audio
@testable import Determinism
@testable import GPIO
@testable import Game
@testable import PeerNetwork
@testable import Speech

struct HealthTests {
    /// A machine that was just switched on: what comes in time is never spoken of, and what does not is.
    @Test func partsMayComeAfterTheStation() {
        var health = Health(settlesAt: .seconds(40))
        var said = health.radio(.failed(.missing), now: .seconds(9))
        said += health.lines(works: false, now: .seconds(9))
        said += health.network(works: false, now: .seconds(9))
        #expect(health.light(settingsPuzzled: false) == nil)
        said += health.radio(.works, now: .seconds(12)) + health.lines(works: true, now: .seconds(13))
        said += health.advance(now: .seconds(39))
        #expect(said.isEmpty, "\(said)")
        #expect(Self.said(health.advance(now: .seconds(40))) == [.networkMissing])
        #expect(health.light(settingsPuzzled: false) == .networkTrouble)
        #expect(Self.said(health.network(works: true, now: .seconds(50))) == [.networkBack])
        // From then on at once, as ever.
        #expect(Self.said(health.radio(.failed(.unplugged), now: .seconds(60))) == [.radio(.unplugged)])
    }

    private static func said(_ effects: [Effect]) -> [Phrase] {
        effects.compactMap { if case .say(let phrase) = $0 { phrase } else { nil } }
    }

    @Test func everyTroubleIsToldOnceAndItsEndOnce() {
        var health = Health()
        var said: [Phrase] = []
        for (minute, state) in [
            RadioHealth.starting, .failed(.blocked), .failed(.blocked), .works, .works, .failed(.unplugged),
            .failed(.missing), .works, .failed(.unplugged), .works,
        ].enumerated() {
            said += Self.said(health.radio(state, now: .seconds(60 * minute)))
        }
        #expect(
            said == [
                .radio(.blocked), .radioBack, .radio(.unplugged), .radioBack, .radio(.unplugged), .radioBack,
            ])
    }

    @Test func aFirstReadyIsNoReturn() {
        var health = Health()
        #expect(health.radio(.works, now: .zero).isEmpty)
        #expect(health.radioWorks)
    }

    /// A controller that dies after every revival would otherwise talk all evening.
    @Test func aFlappingControllerIsOneStory() {
        var health = Health()
        var said: [Phrase] = []
        for round in 0..<20 {
            let now = Duration.seconds(10 * round)
            said += Self.said(health.radio(.failed(.silent), now: now))
            #expect(!health.radioWorks)
            said += Self.said(health.radio(.works, now: now + .seconds(5)))
        }
        #expect(said == [.radio(.silent), .radioBack])
        said = Self.said(health.radio(.failed(.silent), now: .seconds(400)))
        #expect(said == [.radio(.silent)])
    }

    /// Whatever a part does, a complaint about it is heard once a minute at most, and never ends unheard.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func onceAMinuteAtMost(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var health = Health()
        var now = Duration.zero
        var toldAt: Duration?
        var isTold = false
        var works = true
        var downSince: Duration?
        while now < .seconds(3_600) {
            now += .milliseconds(Int.random(in: 50...20_000, using: &random))
            if Bool.random(using: &random) { works.toggle() }
            let effects = health.network(works: works, now: now) + health.advance(now: now)
            for phrase in Self.said(effects) {
                #expect(phrase == (isTold ? .networkBack : .networkMissing))
                isTold.toggle()
                guard isTold else { continue }
                #expect(toldAt.map { now - $0 >= .seconds(60) } ?? true)
                toldAt = now
            }
            #expect(works == health.networkWorks)
            // What is over is never left standing; what goes on is told after a minute at the latest.
            if works {
                #expect(!isTold)
                downSince = nil
            } else {
                let since = downSince ?? now
                downSince = since
                if now - since >= .seconds(60) { #expect(isTold) }
            }
        }
        #expect(toldAt != nil)
    }

    /// What goes on is told, even if it began too soon after the last time.
    @Test func whatLastsIsTold() {
        var health = Health()
        #expect(Self.said(health.network(works: false, now: .zero)) == [.networkMissing])
        #expect(Self.said(health.network(works: true, now: .seconds(5))) == [.networkBack])
        #expect(Self.said(health.network(works: false, now: .seconds(8))) == [])
        #expect(!health.networkWorks)
        #expect(Self.said(health.advance(now: .seconds(59))) == [])
        #expect(Self.said(health.advance(now: .seconds(60))) == [.networkMissing])
        #expect(Self.said(health.network(works: true, now: .seconds(61))) == [.networkBack])
    }

    /// After the minute what came back at once is the same story, unless it lasts.
    @Test func whatComesBackAtOnceIsTheSameStoryUnlessItLasts() {
        var health = Health()
        #expect(Self.said(health.network(works: false, now: .zero)) == [.networkMissing])
        #expect(Self.said(health.network(works: true, now: .seconds(50))) == [.networkBack])
        #expect(Self.said(health.network(works: false, now: .seconds(65))) == [])
        #expect(Self.said(health.advance(now: .seconds(74))) == [])
        #expect(Self.said(health.advance(now: .seconds(75))) == [.networkMissing])
        #expect(Self.said(health.network(works: true, now: .seconds(76))) == [.networkBack])
    }

    /// At night: what is over by the time somebody is there is not mentioned; what lasts is told then.
    @Test func whatNobodyMayHearWaits() {
        var health = Health()
        health.hearing(false)
        #expect(health.network(works: false, now: .zero).isEmpty)
        #expect(health.radio(.failed(.unplugged), now: .seconds(1)).isEmpty)
        #expect(health.power(isWeak: true).isEmpty)
        #expect(health.network(works: true, now: .seconds(5)).isEmpty)
        #expect(health.advance(now: .seconds(3_600)).isEmpty)
        #expect(health.light(settingsPuzzled: false) == .radioTrouble)
        health.hearing(true)
        #expect(Self.said(health.advance(now: .seconds(3_601))) == [.radio(.unplugged), .powerWeak])
        // Told by day, over at night: its end waits as well.
        health.hearing(false)
        #expect(health.radio(.works, now: .seconds(3_700)).isEmpty)
        health.hearing(true)
        #expect(Self.said(health.advance(now: .seconds(4_000))) == [.radioBack])
    }

    /// The same through a whole station, whom a press wakes.
    @Test func aPressAtNightHearsWhatIsWrong() {
        var configuration = Station.Configuration(
            id: StationID(value: 7), name: StationName(StationID(value: 7)), role: .seek, boot: 1, seed: 1)
        configuration.isQuiet = true
        var station = Station(configuration)
        var heard: [Phrase] = []
        func give(_ event: Event, _ seconds: Int) {
            heard += Self.said(station.handle(event, now: .seconds(seconds)))
        }
        give(.started, 100)
        give(.radio(.works), 101)
        give(.network(works: false), 102)
        give(.tick, 200)
        #expect(heard == [])
        for event in [ButtonEvent.down, .up, .press] { give(.button(event), 300) }
        give(.tick, 301)
        #expect(heard.contains(.networkMissing))
        give(.network(works: true), 320)
        #expect(heard.last == .networkBack)
        #expect(heard.count { $0 == .networkMissing } == 1)
    }

    @Test func aWeakSupplyIsToldOnce() {
        var health = Health()
        #expect(health.power(isWeak: false).isEmpty)
        #expect(Self.said(health.power(isWeak: true)) == [.powerWeak])
        #expect(health.power(isWeak: true).isEmpty)
        #expect(health.power(isWeak: false).isEmpty)
        #expect(health.advance(now: .seconds(60)).isEmpty)
        #expect(health.light(settingsPuzzled: false) == .powerTrouble)
    }

    @Test func aMistakeInTheSettingsIsSaidOnce() {
        var configuration = Station.Configuration(
            id: StationID(value: 7), name: StationName(StationID(value: 7)), role: .seek, boot: 1, seed: 1)
        (configuration.settingsPuzzled, configuration.puzzlingLine) = (true, 7)
        var station = Station(configuration)
        var heard = Self.said(station.handle(.started, now: .seconds(1)))
        for second in 2...60 { heard += Self.said(station.handle(.tick, now: .seconds(second))) }
        #expect(heard.count { $0 == .settingsWrong(line: 7) } == 1)
    }

    /// Another cause is other news.
    @Test func anotherCauseIsToldAtOnce() {
        var health = Health()
        #expect(Self.said(health.radio(.failed(.blocked), now: .zero)) == [.radio(.blocked)])
        #expect(Self.said(health.radio(.failed(.owned), now: .seconds(2))) == [.radio(.owned)])
        #expect(Self.said(health.radio(.failed(.blocked), now: .seconds(4))) == [])
        #expect(Self.said(health.radio(.works, now: .seconds(6))) == [.radioBack])
    }

    @Test func otherPartsToo() {
        var health = Health()
        #expect(Self.said(health.lines(works: false, now: .zero)) == [.buttonMissing])
        #expect(Self.said(health.lines(works: false, now: .seconds(1))) == [])
        #expect(Self.said(health.lines(works: true, now: .seconds(2))) == [.buttonBack])
        #expect(Self.said(health.network(works: false, now: .seconds(3))) == [.networkMissing])
        #expect(Self.said(health.network(works: true, now: .seconds(4))) == [.networkBack])
        #expect(Self.said(health.speaker(works: false, now: .seconds(5))) == [])
        #expect(Self.said(health.speaker(works: true, now: .seconds(6))) == [.speakerBack])
        #expect(Self.said(health.button(isStuck: true, now: .seconds(7))) == [.buttonStuck])
        #expect(Self.said(health.button(isStuck: false, now: .seconds(8))) == [.buttonBack])
    }

    /// Its lines tell that it is gone before they tell that it is free.
    @Test func aStuckButtonThatIsUnpluggedDoesNotWorkAgain() {
        var health = Health()
        #expect(Self.said(health.button(isStuck: true, now: .zero)) == [.buttonStuck])
        #expect(Self.said(health.lines(works: false, now: .seconds(90))) == [.buttonMissing])
        #expect(Self.said(health.button(isStuck: false, now: .seconds(90))) == [])
    }

    /// The tone that goes before a complaint waits with it, and so sounds over nobody's words.
    @Test func aComplaintIsOneUtterance() {
        let tone = Clip(samples: [9, 9], sampleRate: 16_000)
        let word = Clip(samples: [1], sampleRate: 16_000)
        let voice = Voice(folder: "") { $0 == "trouble" ? tone : word }
        let utterance = voice.utterance(.networkMissing)
        #expect(utterance.clips.first == tone)
        #expect(utterance.clips.count > 1)
        #expect(utterance.track == .speech)
        #expect(utterance.urgency == .queue)
        #expect(voice.utterance(.networkBack).clips.first != tone)
    }
}
