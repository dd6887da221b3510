import Testing

@testable import Gateway

struct AilmentsTests {
    private static func said(_ effects: [Effect]) -> [Phrase] {
        effects.compactMap { if case .say(let phrase) = $0 { phrase } else { nil } }
    }

    @Test func everyTroubleIsToldOnceAndItsEndOnce() {
        var ailments = Ailments()
        var said: [Phrase] = []
        for (second, health) in [
            RadioHealth.starting, .ails(.blocked), .ails(.blocked), .works, .works, .ails(.unplugged),
            .ails(.missing),
            .works, .ails(.unplugged), .works,
        ].enumerated() {
            said += Self.said(ailments.radio(health, now: .seconds(second)))
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

    @Test func otherPartsToo() {
        var ailments = Ailments()
        #expect(Self.said(ailments.lines(works: false)) == [.buttonMissing])
        #expect(Self.said(ailments.lines(works: false)) == [])
        #expect(Self.said(ailments.lines(works: true)) == [.buttonBack])
        #expect(Self.said(ailments.network(works: false)) == [.networkMissing])
        #expect(Self.said(ailments.network(works: true)) == [.networkBack])
        #expect(Self.said(ailments.speaker(works: false)) == [])
        #expect(Self.said(ailments.speaker(works: true)) == [.speakerBack])
        #expect(Self.said(ailments.button(isStuck: true)) == [.buttonStuck])
        #expect(Self.said(ailments.button(isStuck: false)) == [.buttonBack])
    }
}
