import Audio
import Testing

@testable import Gateway

struct AilmentsTests {
    private static func said(_ effects: [Effect]) -> [Phrase] {
        effects.compactMap { if case .say(let phrase) = $0 { phrase } else { nil } }
    }

    @Test func everyTroubleIsToldOnceAndItsEndOnce() {
        var ailments = Ailments()
        var said: [Phrase] = []
        for (minute, health) in [
            RadioHealth.starting, .ails(.blocked), .ails(.blocked), .works, .works, .ails(.unplugged),
            .ails(.missing), .works, .ails(.unplugged), .works,
        ].enumerated() {
            said += Self.said(ailments.radio(health, now: .seconds(60 * minute)))
        }
        #expect(
            said == [
                .radio(.blocked), .radioBack, .radio(.unplugged), .radioBack, .radio(.unplugged), .radioBack,
            ])
    }

    @Test func aFirstReadyIsNoReturn() {
        var ailments = Ailments()
        #expect(ailments.radio(.works, now: .zero).isEmpty)
        #expect(ailments.radioWorks)
    }

    /// A controller that dies after every revival would otherwise talk all evening.
    @Test func aFlappingControllerIsOneStory() {
        var ailments = Ailments()
        var said: [Phrase] = []
        for round in 0..<20 {
            let now = Duration.seconds(10 * round)
            said += Self.said(ailments.radio(.ails(.silent), now: now))
            #expect(!ailments.radioWorks)
            said += Self.said(ailments.radio(.works, now: now + .seconds(5)))
        }
        #expect(said == [.radio(.silent), .radioBack])
        said = Self.said(ailments.radio(.ails(.silent), now: .seconds(400)))
        #expect(said == [.radio(.silent)])
    }

    /// Whatever a part does, a complaint about it is heard once a minute at most, and never ends unheard.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func onceAMinuteAtMost(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ailments = Ailments()
        var now = Duration.zero
        var toldAt: Duration?
        var isTold = false
        var works = true
        while now < .seconds(3_600) {
            now += .milliseconds(Int.random(in: 50...20_000, using: &random))
            if Bool.random(using: &random) { works.toggle() }
            let effects = ailments.network(works: works, now: now) + ailments.advance(now: now)
            for phrase in Self.said(effects) {
                #expect(phrase == (isTold ? .networkBack : .networkMissing))
                isTold.toggle()
                guard isTold else { continue }
                #expect(toldAt.map { now - $0 >= .seconds(60) } ?? true)
                toldAt = now
            }
            #expect(works == ailments.networkWorks)
            // What is over is never left standing; what goes on is told a minute after the last time.
            if works { #expect(!isTold) }
        }
        #expect(toldAt != nil)
    }

    /// What goes on is told, even if it began too soon after the last time.
    @Test func whatLastsIsTold() {
        var ailments = Ailments()
        #expect(Self.said(ailments.network(works: false, now: .zero)) == [.networkMissing])
        #expect(Self.said(ailments.network(works: true, now: .seconds(5))) == [.networkBack])
        #expect(Self.said(ailments.network(works: false, now: .seconds(8))) == [])
        #expect(!ailments.networkWorks)
        #expect(Self.said(ailments.advance(now: .seconds(59))) == [])
        #expect(Self.said(ailments.advance(now: .seconds(60))) == [.networkMissing])
        #expect(Self.said(ailments.network(works: true, now: .seconds(61))) == [.networkBack])
    }

    /// Another cause is other news.
    @Test func anotherCauseIsToldAtOnce() {
        var ailments = Ailments()
        #expect(Self.said(ailments.radio(.ails(.blocked), now: .zero)) == [.radio(.blocked)])
        #expect(Self.said(ailments.radio(.ails(.owned), now: .seconds(2))) == [.radio(.owned)])
        #expect(Self.said(ailments.radio(.ails(.blocked), now: .seconds(4))) == [])
        #expect(Self.said(ailments.radio(.works, now: .seconds(6))) == [.radioBack])
    }

    @Test func otherPartsToo() {
        var ailments = Ailments()
        #expect(Self.said(ailments.lines(works: false, now: .zero)) == [.buttonMissing])
        #expect(Self.said(ailments.lines(works: false, now: .seconds(1))) == [])
        #expect(Self.said(ailments.lines(works: true, now: .seconds(2))) == [.buttonBack])
        #expect(Self.said(ailments.network(works: false, now: .seconds(3))) == [.networkMissing])
        #expect(Self.said(ailments.network(works: true, now: .seconds(4))) == [.networkBack])
        #expect(Self.said(ailments.speaker(works: false, now: .seconds(5))) == [])
        #expect(Self.said(ailments.speaker(works: true, now: .seconds(6))) == [.speakerBack])
        #expect(Self.said(ailments.button(isStuck: true, now: .seconds(7))) == [.buttonStuck])
        #expect(Self.said(ailments.button(isStuck: false, now: .seconds(8))) == [.buttonBack])
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
