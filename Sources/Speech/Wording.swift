package import Game
import PeerNetwork
import Ranging

/// Which sentence of the phrase file a phrase is, and what fills its slots: the same in every language.
package struct Wording: Equatable, Sendable {
    package indirect enum Filling: Equatable, Sendable {
        case clip(String)
        case number(Int)
        case wording(Wording)
        case area(AreaName)
        /// What nobody has recorded, and the clip that stands for it without a synthesiser.
        case spoken(String, instead: String)
    }

    /// The entry "=key" of the phrase file; the clip `key` where there is none.
    var key: String
    var slots: [String: Filling] = [:]

    /// Voices count to ninety-nine; what is more is said as that.
    static let highestNumber = 99

    init(_ key: String, _ slots: [String: Filling] = [:]) {
        self.key = key
        self.slots = slots
    }

    private init(_ key: String, _ name: StationName) {
        self.init(key, ["name": .wording(.name(name))])
    }

    package init(_ phrase: Phrase) {
        self = Self.wording(phrase)
    }

    static func name(_ name: StationName) -> Wording {
        Wording(
            "name",
            ["colour": .clip("colour-\(name.colourWord)"), "animal": .clip("animal-\(name.animalWord)")])
    }

    private static func wording(_ phrase: Phrase) -> Wording {
        switch phrase {
        case .hello(let name, .hide): Wording("hello-hide", name)
        case .hello(let name, .seek): Wording("hello-seek", name)
        case .searching: Wording("searching")
        case .met(let name): Wording("met", name)
        case .pressed(let name, let times):
            Wording("pressed", ["name": .wording(.name(name)), "count": .wording(count(times))])
        case .waitingFor(let name?): Wording("waiting-for", name)
        case .waitingFor(nil): Wording("waiting-for-somebody")
        case .notReady: Wording("not-ready")
        case .otherVersion: Wording("other-version")
        case .nowRole(.hide): Wording("i-hide")
        case .nowRole(.seek): Wording("i-seek")
        case .doubled: Wording("doubled")
        case .renamed(let name): Wording("renamed", name)
        case .twoOfUs(let name): Wording("two-of-us", name)
        case .whereIStand(let name, let role, let company, let count):
            Wording(
                role == .hide ? "where-i-stand-hide" : "where-i-stand-seek",
                ["name": .wording(.name(name)), "others": .wording(others(company, count))])
        case .letGoOrOff: Wording("let-go-or-off")
        case .didYouHearMe: Wording("did-you-hear-me")
        case .nowHold: Wording("now-hold")
        case .introduced: Wording("introduced")
        case .goodbye: Wording("goodbye")
        case .staysOn: Wording("stays-on")
        case .invited(let name): Wording("invited", name)
        case .accepted(let name): Wording("accepted", name)
        case .declined(let name): Wording("declined", name)
        case .busy(let name): Wording("busy", name)
        case .noAnswer(let name): Wording("no-answer", name)
        case .cannotPlay(let name?): Wording("cannot-play", name)
        case .cannotPlay(nil): Wording("i-can-not-play")
        case .cannotAgree(let name): Wording("cannot-agree", name)
        case .cannotSeek: Wording("cannot-seek")
        case .letGo(let name): Wording("let-go", name)
        case .role(let role, let chosen): Wording(roleKey(role, chosen))
        case .count(let number): Wording("number", ["number": .number(number)])
        case .goHide(let seconds):
            time(.seconds(seconds)).map { Wording("go-hide-for", ["time": .wording($0)]) }
                ?? Wording("go-hide")
        case .hereICome: Wording("here-i-come")
        case .cue(let cue): Wording(cueKey(cue))
        case .seekerAt(let name, let metres, let trend): seeker(name, metres, trend)
        case .taunt(_, let quip), .remark(let quip): Wording(quipKey(quip))
        case .hushed: Wording("hush")
        case .notCloseEnough: Wording("not-close-enough")
        case .found(let after):
            time(after).map { Wording("found-after", ["time": .wording($0)]) } ?? Wording("found")
        case .foundBy(let name): Wording("found-by", name)
        case .timeUp(let hider): Wording("time-up", hider)
        case .points(let points): Wording("points", ["points": .wording(counted(points, "point"))])
        case .pointsOf(let name, let points):
            Wording(
                "points-of",
                ["name": .wording(.name(name)), "points": .wording(counted(points, "point"))])
        case .holdAgain: Wording("hold-again")
        case .gameOver: Wording("game-over")
        case .cancelled(by: nil): Wording("cancelled")
        case .cancelled(by: let name?): Wording("declined", name)
        case .copied: Wording("copied")
        case .left(let name): Wording("left", name)
        case .back(let name): Wording("back", name)
        case .networkNotRadio(let name): Wording("network-not-radio", name)
        case .radioNotNetwork(let name): Wording("radio-not-network", name)
        case .enteredArea(let area): Wording("entered-area", ["place": .area(area)])
        case .leftArea(let area): Wording("left-area", ["place": .area(area)])
        case .batteryLow(let area): Wording("battery-low", ["place": .area(area)])
        case .things(let things): Wording(things)
        case .askLandmark: Wording("ask-landmark")
        case .landmark(let place, isAgain: false): Wording("landmark", ["place": .area(place)])
        case .landmark(let place, isAgain: true): Wording("landmark-again", ["place": .area(place)])
        case .noLandmark: Wording("no-landmark")
        case .askUpdate(from: nil): Wording("ask-update")
        case .askUpdate(from: let name?): Wording("ask-update-from", name)
        case .updateBegins: Wording("update-begins")
        case .updateTaken: Wording("update-taken")
        case .updateDeclined: Wording("update-declined")
        case .updateFailed: Wording("update-failed")
        case .renewed: Wording("renewed")
        case .updateUndone: Wording("update-undone")
        case .radio(.notPermitted): Wording("radio-not-permitted")
        case .radio(let failure): Wording("radio-\(failure.rawValue)")
        case .radioBack: Wording("radio-back")
        case .buttonMissing: Wording("button-missing")
        case .buttonStuck: Wording("button-stuck")
        case .buttonBack: Wording("button-back")
        case .speakerBack: Wording("speaker-back")
        case .networkMissing: Wording("network-missing")
        case .networkBack: Wording("network-back")
        case .settingsWrong(let line?) where line <= highestNumber:
            Wording("settings-wrong-at", ["line": .number(line)])
        case .powerWeak: Wording("power-weak")
        case .settingsWrong: Wording("settings-wrong")
        case .pin(let digits): Wording("pin", pinSlots(digits))
        }
    }

    /// One slot for each digit.
    private static func pinSlots(_ digits: [UInt8]) -> [String: Filling] {
        let names = ["first", "second", "third", "fourth"]
        return Dictionary(uniqueKeysWithValues: zip(names, digits).map { ($0, Filling.number(Int($1))) })
    }

    private static func others(_ company: StationName?, _ count: Int) -> Wording {
        if let company { return Wording("one-is-here", company) }
        return count == 0 ? Wording("nobody-is-here") : Wording("many-are-here", ["number": .number(count)])
    }

    private static func roleKey(_ role: Role, _ chosen: Phrase.Chosen) -> String {
        let key = role == .hide ? "you-hide" : "you-seek"
        return switch chosen {
        case .asSet: key
        case .tooManyHiders: key + "-chosen-of-many"
        case .noHider: key + "-chosen-of-none"
        }
    }

    /// The hotter, the more often the word is repeated: a toddler counts, an adult need not listen for
    /// adjectives.
    private static func cueKey(_ cue: Cue) -> String {
        switch cue {
        case .hot(let heat): "hot-\(min(max(heat, 1), 3))"
        case .cold(let chill): "cold-\(min(max(chill, 1), 3))"
        case .lost: "signal-lost"
        case .thereYouAre: "there-you-are"
        case .hint(.walk): "hint-walk"
        case .hint(.turn): "hint-turn"
        case .hint(.elsewhere): "hint-elsewhere"
        }
    }

    private static func quipKey(_ quip: Quip) -> String {
        let moment =
            switch quip.moment {
            case nil: ""
            case .far: "far-"
            case .near: "near-"
            case .passedBy: "passed-by-"
            case .nearlyFound: "nearly-found-"
            case .late: "late-"
            case .many: "many-"
            }
        return "\(quip.kind.rawValue)-\(moment)\(quip.number)"
    }

    private static func seeker(_ name: StationName, _ metres: Int, _ trend: Trend) -> Wording {
        let distance = metres < 1 ? Wording("very-close") : counted(metres, "metre")
        let key =
            switch trend {
            case .closing: "seeker-closing"
            case .opening: "seeker-going-away"
            case .steady, .unknown: "seeker-at"
            }
        return Wording(key, ["name": .wording(.name(name)), "distance": .wording(distance)])
    }

    private static func count(_ times: Int) -> Wording {
        switch times {
        case 1: Wording("count-1")
        case 2: Wording("count-2")
        default: Wording("count-many", ["number": .number(times)])
        }
    }

    private static func counted(_ number: Int, _ unit: String) -> Wording {
        Wording("\(unit)-\(number == 1 ? "1" : "many")", ["number": .number(number)])
    }

    /// Minutes and seconds, as far as they are not zero; nil for less than a second.
    private static func time(_ time: Duration) -> Wording? {
        let seconds = Int(clamping: time.components.seconds)
        // "Sixty seconds" is how people say a minute of waiting.
        if seconds == 60 { return counted(60, "second") }
        let minutes = seconds > 0 ? counted(min(seconds / 60, highestNumber), "minute") : nil
        let rest = counted(seconds % 60, "second")
        switch (seconds / 60, seconds % 60) {
        case (...0, ...0): return nil
        case (0, _): return rest
        case (_, 0): return minutes
        default:
            return minutes.map {
                Wording("minutes-and-seconds", ["minutes": .wording($0), "seconds": .wording(rest)])
            }
        }
    }
}
