import Support
import Testing

@testable import Audio
@testable import Game
@testable import PeerNetwork
@testable import Ranging
@testable import Speech

struct SentenceTests {
    static let name = StationName(StationID(value: 77))
    private static let other = StationName(StationID(value: 78))

    /// Every phrase there is, with the numbers that change its words.
    static let phrases: [Phrase] = plain + numbered

    private static let plain: [Phrase] =
        [
            .hello(name, .hide), .hello(name, .seek), .searching, .met(name), .waitingFor(name),
            .waitingFor(nil),
            .notReady, .otherVersion, .role(.hide, chosen: .asSet), .role(.seek, chosen: .tooManyHiders),
            .role(.hide, chosen: .noHider), .goHide(seconds: 60), .hereICome,
            .hushed, .notCloseEnough, .foundBy(name), .timeUp(hider: name), .points(0), .points(1),
            .points(12),
            .holdAgain, .gameOver, .cancelled(by: nil), .cancelled(by: name), .invited(by: name),
            .accepted(name),
            .declined(name), .busy(name), .noAnswer(name), .cannotPlay(name), .cannotPlay(nil), .cannotSeek,
            .cannotAgree(name),
            .letGo(name),
            .nowRole(.hide), .nowRole(.seek),
            .doubled, .copied, .radioNotNetwork(name), .left(name), .back(other), .networkNotRadio(name),
            .radioBack,
            .buttonMissing, .buttonStuck, .buttonBack, .speakerBack, .networkMissing, .networkBack,
            .settingsWrong(line: nil), .settingsWrong(line: 7), .settingsWrong(line: 100), .powerWeak,
            .pin([4, 0, 7, 9]),
            .letGoOrOff, .goodbye, .staysOn, .didYouHearMe, .nowHold, .introduced, .pointsOf(name, 1),
            .pointsOf(other, 7), .askLandmark, .noLandmark,
            .askUpdate(from: nil), .askUpdate(from: name), .updateBegins, .updateTaken, .updateDeclined,
            .updateFailed, .renewed, .updateUndone,
        ]

    private static var numbered: [Phrase] {
        var phrases: [Phrase] = []
        phrases += [nil, name].flatMap { company in
            (0...3).map { .whereIStand(other, .seek, company: company, count: $0) }
        }
        phrases.append(.whereIStand(other, .hide, company: nil, count: 0))
        phrases += (0...120).map { .count($0) }
        phrases += (1...5).map { .pressed(name, times: $0) }
        phrases += Quip.all.map { $0.kind == .taunt ? .taunt(1, $0) : .remark($0) }
        phrases += Cue.all.map { .cue($0) }
        phrases += [0, 1, 59, 60, 61, 125, 600].map { .found(after: .seconds($0)) }
        phrases += [0, 1, 7, 40].flatMap { metres in
            [Trend.closing, .opening, .steady, .unknown].map { .seekerAt(name, metres: metres, $0) }
        }
        phrases += [.missing, .blocked, .owned, .notPermitted, .stuck, .silent, .unplugged, .deaf].map {
            .radio($0)
        }
        return phrases
    }

    @Test func everyPhraseHasAllItsClipsInTheVoice() {
        let (voice, trouble) = VoiceFolder.load("en", in: Checkout.path + "/deploy/voices")
        #expect(trouble == nil)
        for phrase in Self.phrases {
            let sentence = Sentence(phrase)
            #expect(!sentence.text.isEmpty && !sentence.clips.isEmpty)
            let utterance = voice.utterance(phrase)
            // A tone goes before a complaint.
            let expected = sentence.clips.count + (phrase.earcon == nil ? 0 : 1)
            #expect(utterance.clips.count == expected, "a clip is missing: \(sentence)")
        }
    }

    @Test func everySoundIsThere() {
        let (voice, _) = VoiceFolder.load("en", in: Checkout.path + "/deploy/voices")
        for sound in Sound.allCases {
            #expect(voice.utterance(sound).clips.count == 1, "\(sound)")
        }
    }

    @Test func everyNameCanBeSpoken() {
        let (voice, _) = VoiceFolder.load("en", in: Checkout.path + "/deploy/voices")
        for colour in StationName.colours.indices {
            for animal in StationName.animals.indices {
                guard let name = StationName(colour: UInt8(colour), animal: UInt8(animal)) else {
                    Issue.record("no name \(colour) \(animal)")
                    continue
                }
                #expect(StationName(name.description) == name)
                #expect(voice.utterance(.foundBy(name)).clips.count == 3)
            }
        }
    }

    @Test(arguments: [
        (Phrase.pressed(name, times: 3), "\(name), 3 times."),
        (.found(after: .seconds(61)), "Found in 1 minute and 1 second!"),
        (.found(after: .seconds(120)), "Found in 2 minutes!"),
        (.seekerAt(name, metres: 6, .closing), "\(name), 6 metres, closing."),
        (.seekerAt(name, metres: 0, .opening), "\(name), very close, going away."),
        (.cue(.hot(heat: 3)), "Hot! Hot! Hot!"),
        (.goHide(seconds: 60), "Go and hide! 60 seconds."),
        (.goHide(seconds: 120), "Go and hide! 2 minutes."),
        (.goHide(seconds: 90), "Go and hide! 1 minute and 30 seconds."),
    ])
    func captionsReadAsTheySound(phrase: Phrase, text: String) {
        #expect(Sentence(phrase).text == text)
    }

    /// Where a clip ends a sentence, the rule for the sentence ends it no second time.
    @Test func everyCaptionEndsOnce() {
        let ends: Set<Character> = [".", "!", "?", "…"]
        for language in Language.builtIn.values {
            for phrase in Self.phrases {
                let text = Array(Sentence(phrase, in: language).text)
                #expect(text.last.map(ends.contains) == true || phrase.isCount, "\(String(text))")
                let twice = zip(text, text.dropFirst()).contains { ends.contains($0) && ends.contains($1) }
                #expect(!twice, "\(String(text))")
            }
        }
    }

    @Test func withoutTheVoiceThatWasAskedForTheDefaultOneSpeaks() {
        let (voice, trouble) = VoiceFolder.load("klingon", in: Checkout.path + "/deploy/voices")
        #expect(trouble?.contains("klingon") == true)
        #expect(voice.utterance(.searching).label == "Searching for nearby signals…")
        #expect(voice.utterance(.searching).clips.count == 1)
    }
}

extension Phrase {
    fileprivate var isCount: Bool { if case .count = self { true } else { false } }
}
