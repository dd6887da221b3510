/// A phrase put into words: which clips are played one after the other, and the same as text for people who
/// read.
struct Sentence: Equatable, Sendable {
    /// Names of clips of the voice, in order.
    var clips: [String]
    /// The caption.
    var text: String

    init(_ phrase: Phrase) {
        self =
            Self.gathering(phrase) ?? Self.round(phrase) ?? Self.places(phrase) ?? Self.others(phrase)
    }

    private init(_ clips: [String], _ text: String) {
        self.clips = clips
        self.text = text
    }

    private static func gathering(_ phrase: Phrase) -> Sentence? {
        switch phrase {
        case .hello(let name, let role):
            Sentence(
                ["hello-i-am"] + clips(name) + [role == .hide ? "i-hide" : "i-seek"],
                "Hello, I am \(name). \(role == .hide ? "I hide." : "I seek.")")
        case .searching: Sentence(["searching"], "Searching for nearby signals…")
        case .met(let name): Sentence(["hello"] + clips(name), "Hello, \(name)!")
        case .pressed(let name, let times):
            Sentence(clips(name) + countClips(times), "\(name), \(countText(times)).")
        case .waitingFor(let name?): Sentence(["waiting-for"] + clips(name), "Waiting for \(name).")
        case .waitingFor(nil): Sentence(["waiting-for", "somebody"], "Waiting for somebody.")
        case .notReady: Sentence(["not-ready"], "Not ready.")
        case .otherVersion:
            Sentence(["somebody", "wrong-version"], "Somebody speaks another version. Please update.")
        case .nowRole(.hide): Sentence(["i-hide"], "I hide.")
        case .nowRole(.seek): Sentence(["i-seek"], "I seek.")
        case .doubled:
            Sentence(
                ["doubled"], "Another station is a copy of me. One of us needs a new identity.")
        default: invitation(phrase)
        }
    }

    private static func invitation(_ phrase: Phrase) -> Sentence? {
        switch phrase {
        case .invited(let name):
            Sentence(clips(name) + ["wants-to-play"], "\(name) wants to play. Hold to play.")
        case .accepted(let name):
            Sentence(clips(name) + ["comes-along"], "\(name) comes along. Hold to play.")
        case .declined(let name):
            Sentence(clips(name) + ["does-not-want-to"], "\(name) does not want to play.")
        case .busy(let name): Sentence(clips(name) + ["is-busy"], "\(name) is busy.")
        case .noAnswer(let name):
            Sentence(clips(name) + ["does-not-answer"], "\(name) does not answer.")
        case .letGo(let name): Sentence(clips(name) + ["let-go"], "\(name) let go.")
        default: nil
        }
    }

    private static func round(_ phrase: Phrase) -> Sentence? {
        switch phrase {
        case .role(let role, let chosen): roleSentence(role, chosen)
        case .count(let number): Sentence(number.asClips, "\(number)")
        case .goHide(let seconds):
            time(.seconds(seconds)).map { Sentence(["go-hide"] + $0.clips, "Go and hide! \($0.text).") }
                ?? Sentence(["go-hide"], "Go and hide!")
        case .hereICome: Sentence(["here-i-come"], "Ready or not, here I come!")
        case .cue(let cue): cueSentence(cue)
        case .seekerAt(let name, let metres, let trend): seekerSentence(name, metres, trend)
        case .taunt(let number): taunt(number)
        case .hushed: Sentence(["hush"], "I am quiet now.")
        case .notCloseEnough: Sentence(["not-close-enough"], "Not close enough yet.")
        case .found(let after): foundSentence(after)
        case .foundBy(let name): Sentence(clips(name) + ["found-you"], "\(name) found you!")
        case .timeUp(let hider):
            Sentence(["time-is-up", "nobody-found"] + clips(hider), "Time is up. Nobody found \(hider).")
        case .points(let points):
            Sentence(
                ["you-have"] + points.asClips + [points == 1 ? "point" : "points"],
                "You have \(points) \(points == 1 ? "point" : "points").")
        case .holdAgain: Sentence(["hold-again"], "Hold to play again.")
        case .gameOver: Sentence(["game-over"], "The game is over.")
        case .cancelled(by: nil): Sentence(["cancelled"], "Cancelled.")
        case .cancelled(by: let name?):
            Sentence(clips(name) + ["does-not-want-to"], "\(name) does not want to play.")
        case .copied:
            Sentence(["copied"], "Somebody copies our beacons. I changed our numbers.")
        default: nil
        }
    }

    private static func places(_ phrase: Phrase) -> Sentence? {
        switch phrase {
        case .enteredArea(let area):
            let place = SpokenPlace(area)
            return Sentence(["you-just-entered"] + place.clips, "You just entered \(place.text).")
        case .leftArea(let area):
            let place = SpokenPlace(area)
            return Sentence(["you-just-left"] + place.clips, "You just left \(place.text).")
        case .batteryLow(let area):
            let place = SpokenPlace(area)
            return Sentence(
                ["the-beacon-of"] + place.clips + ["is-low-on-battery"],
                "The beacon of \(place.text) is low on battery.")
        default: return nil
        }
    }

    private static func others(_ phrase: Phrase) -> Sentence {
        switch phrase {
        case .left(let name):
            Sentence(clips(name) + ["has-left"], "\(name) has left. Waiting one minute.")
        case .back(let name): Sentence(clips(name) + ["is-back"], "\(name) is back.")
        case .networkNotRadio(let name):
            Sentence(
                ["i-hear"] + clips(name) + ["on-network-not-radio"],
                "I hear \(name) on the network, but not by radio.")
        case .radioNotNetwork(let name):
            Sentence(
                ["i-hear"] + clips(name) + ["on-radio-not-network"],
                "I hear \(name) by radio, but not on the network.")
        case .radio(let ailment): ailmentSentence(ailment)
        case .radioBack: Sentence(["radio-back"], "My radio is back.")
        case .buttonMissing: Sentence(["button-missing"], "I can't use my button.")
        case .buttonStuck: Sentence(["button-stuck"], "My button looks stuck.")
        case .buttonBack: Sentence(["button-back"], "My button works again.")
        case .speakerBack: Sentence(["speaker-back"], "My voice is back.")
        case .networkMissing: Sentence(["network-missing"], "I have no network.")
        case .networkBack: Sentence(["network-back"], "The network is back.")
        default:
            Sentence(["settings-wrong"], "A line in my settings puzzled me. I kept the old value.")
        }
    }

    private static func roleSentence(_ role: Role, _ chosen: Phrase.Chosen) -> Sentence {
        let said: Sentence =
            role == .hide ? Sentence(["you-hide"], "You hide!") : Sentence(["you-seek"], "You seek!")
        switch chosen {
        case .asSet: return said
        case .tooManyHiders:
            return Sentence(["two-hiders"] + said.clips, "Two of us hide. I choose. " + said.text)
        case .noHider: return Sentence(["no-hider"] + said.clips, "Nobody hides. I choose. " + said.text)
        }
    }

    /// The hotter, the more often the word is repeated: a toddler counts, an adult need not listen for
    /// adjectives.
    private static func cueSentence(_ cue: Cue) -> Sentence {
        switch cue {
        case .hot(heat: let heat): repeated("hot", "Hot!", heat)
        case .cold(chill: let chill): repeated("cold", "Cold!", chill)
        case .lost: Sentence(["signal-lost"], "Signal lost.")
        case .thereYouAre: Sentence(["there-you-are"], "There you are!")
        case .hint(.walk): Sentence(["hint-walk"], "Walk a few steps, and listen.")
        case .hint(.turn): Sentence(["hint-turn"], "Turn around slowly. You may be in the way yourself.")
        case .hint(.elsewhere): Sentence(["hint-elsewhere"], "Try somewhere else.")
        }
    }

    private static func repeated(_ clip: String, _ text: String, _ times: Int) -> Sentence {
        let count = min(max(times, 1), 3)
        return Sentence(
            Array(repeating: clip, count: count), Array(repeating: text, count: count).joined(separator: " "))
    }

    private static func seekerSentence(_ name: StationName, _ metres: Int, _ trend: Trend) -> Sentence {
        var said =
            metres < 1
            ? Sentence(["very-close"], "very close")
            : Sentence(
                metres.asClips + [metres == 1 ? "metre" : "metres"],
                "\(metres) \(metres == 1 ? "metre" : "metres")")
        switch trend {
        case .closing: said = Sentence(said.clips + ["closing"], said.text + ", closing")
        case .opening: said = Sentence(said.clips + ["going-away"], said.text + ", going away")
        case .steady, .unknown: break
        }
        return Sentence(clips(name) + said.clips, "\(name), \(said.text).")
    }

    private static func taunt(_ number: Int) -> Sentence {
        let texts = [
            "You can't catch me!", "Over here!", "Are you even trying?", "Ha ha! I am still hidden.",
        ]
        let index = abs(number) % texts.count
        return Sentence(["taunt-\(index + 1)"], texts[index])
    }

    private static func foundSentence(_ after: Duration) -> Sentence {
        time(after).map { Sentence(["found-in"] + $0.clips, "Found in \($0.text)!") }
            ?? Sentence(["found"], "Found!")
    }

    /// Minutes and seconds, as far as they are not zero; nil for less than a second. Voices count minutes up
    /// to ninety-nine.
    private static func time(_ time: Duration) -> Sentence? {
        let seconds = Int(clamping: time.components.seconds)
        let parts = [(min(seconds / 60, 99), "minute"), (seconds % 60, "second")].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return nil }
        // "Sixty seconds" is how people say a minute of waiting.
        if seconds == 60 { return Sentence(60.asClips + ["seconds"], "60 seconds") }
        var clips: [String] = []
        for (index, part) in parts.enumerated() {
            clips += (index > 0 ? ["and"] : []) + part.0.asClips + [part.0 == 1 ? part.1 : part.1 + "s"]
        }
        let text = parts.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.1 + "s")" }.joined(separator: " and ")
        return Sentence(clips, text)
    }

    private static func ailmentSentence(_ ailment: Phrase.RadioAilment) -> Sentence {
        switch ailment {
        case .missing: Sentence(["radio-missing"], "I can't find my radio. Please plug one in.")
        case .blocked: Sentence(["radio-blocked"], "My radio is switched off.")
        case .owned: Sentence(["radio-owned"], "Another program is using my radio.")
        case .notPermitted: Sentence(["radio-not-permitted"], "I am not allowed to use my radio.")
        case .stuck: Sentence(["radio-stuck"], "My radio is stuck. Please unplug it and plug it in again.")
        case .silent: Sentence(["radio-silent"], "My radio does not answer. Give me a second.")
        case .unplugged: Sentence(["radio-unplugged"], "My radio was unplugged.")
        }
    }

    private static func clips(_ name: StationName) -> [String] {
        ["colour-\(name.colourWord)", "animal-\(name.animalWord)"]
    }

    private static func countClips(_ times: Int) -> [String] {
        switch times {
        case 1: ["once"]
        case 2: ["twice"]
        default: times.asClips + ["times"]
        }
    }

    private static func countText(_ times: Int) -> String {
        switch times {
        case 1: "once"
        case 2: "twice"
        default: "\(min(times, 99)) times"
        }
    }
}

extension Int {
    /// The clips that say a number; voices have words up to ninety-nine, and more than that is said as that.
    var asClips: [String] {
        let number = Swift.min(Swift.max(self, 0), 99)
        if number <= 20 || number % 10 == 0 { return ["number-\(number)"] }
        return ["number-\(number / 10 * 10)", "number-\(number % 10)"]
    }
}
