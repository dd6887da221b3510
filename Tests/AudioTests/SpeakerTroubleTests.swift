import Testing

@testable import Audio

struct SpeakerTroubleTests {
    /// From what is most likely about the loudspeaker that the person means, to what says the least.
    private static let ordered: [SpeakerTrouble] = [
        .busy, .notPermitted, .unplugged, .failed(operation: "open", code: 5), .noMonitor, .noCard,
    ]

    @Test func ofSeveralReasonsTheMostTellingIsTold() {
        for (place, reason) in Self.ordered.enumerated() {
            let rest = Array(Self.ordered[place...])
            #expect(SpeakerTrouble.mostTelling(of: rest) == reason)
            #expect(SpeakerTrouble.mostTelling(of: rest.reversed()) == reason)
        }
        #expect(SpeakerTrouble.mostTelling(of: []) == .noCard)
    }

    @Test func ofEqualsTheFirstIsTold() {
        let first = SpeakerTrouble.failed(operation: "open", code: 5)
        #expect(SpeakerTrouble.mostTelling(of: [first, .failed(operation: "open", code: 6)]) == first)
    }
}
