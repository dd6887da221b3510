package import PeerNetwork
package import Ranging
package import Things

/// Everything a station can say. What words it takes is `Sentence`'s business.
package enum Phrase: Equatable, Sendable {
    // Alone and gathering
    case hello(StationName, Role)
    case searching
    case met(StationName)
    case pressed(StationName, times: Int)
    case waitingFor(StationName?)
    case notReady
    case otherVersion
    case invited(by: StationName)
    case accepted(StationName)
    case declined(StationName)
    case busy(StationName)
    case noAnswer(StationName)
    /// No round can begin with somebody whose radio does not work; nil for this station.
    case cannotPlay(StationName?)
    /// Somebody holds too, and mutual authentication with it does not come about.
    case cannotAgree(StationName)
    /// The round has begun, and this seeker's radio does not work.
    case cannotSeek
    /// Somebody who held with this station does not any more.
    case letGo(StationName)
    /// The role was switched outside a round.
    case nowRole(Role)
    /// Another station has the same identity.
    case doubled
    /// Another station has the same name, and this one goes by another from now on.
    case renamed(StationName)
    /// Two go by one name, and stay so: one of them may want to be taken for the other.
    case twoOfUs(StationName)
    /// Who this is, and who else is here: nobody, one, or so many.
    case whereIStand(StationName, Role, company: StationName?, count: Int)
    case letGoOrOff
    /// The first start: is there somebody, and what is the button for?
    case didYouHearMe
    case nowHold
    case introduced
    case goodbye
    case staysOn
    // A round
    case role(Role, chosen: Chosen)
    case count(Int)
    case goHide(seconds: Int)
    case hereICome
    case cue(Cue)
    case seekerAt(StationName, metres: Int, Trend)
    /// The hider taunts for the so-many-th time in this round.
    case taunt(Int, Quip)
    case remark(Quip)
    case hushed
    case notCloseEnough
    case found(after: Duration)
    case foundBy(StationName)
    case timeUp(hider: StationName)
    case points(Int)
    /// Another player's.
    case pointsOf(StationName, Int)
    case holdAgain
    case gameOver
    /// Nil: this station itself did.
    case cancelled(by: StationName?)
    /// Somebody copies a beacon of this session; its numbers were changed.
    case copied
    // Others
    case left(StationName)
    case back(StationName)
    case networkNotRadio(StationName)
    case radioNotNetwork(StationName)
    // Places
    case enteredArea(AreaName)
    case leftArea(AreaName)
    case batteryLow(AreaName)
    /// A beacon was come by twice: is it one?
    case askLandmark
    /// A beacon is a landmark from now on, and called this; again, by another name.
    case landmark(AreaName, isAgain: Bool)
    case noLandmark
    // Other things
    case things(ThingsPhrase)
    // Updates
    /// There is one; nil for one that no other station has.
    case askUpdate(from: StationName?)
    case updateBegins
    case updateTaken
    case updateDeclined
    case updateFailed
    /// This is the first start of an update.
    case renewed
    /// An update did not work, and the version before it runs.
    case updateUndone
    // Trouble, and its end
    case radio(RadioFailure)
    case radioBack
    case buttonMissing
    case buttonStuck
    case buttonBack
    case speakerBack
    case networkMissing
    case networkBack
    /// The first line that could not be used; nil when it is the file as a whole.
    case settingsWrong(line: Int?)
    case powerWeak
    /// Four digits: if you hear them you may act by the page.
    case pin([UInt8])

    /// How many digits a PIN has.
    package static let pinDigits = 4

    /// Why a station has the role it has.
    package enum Chosen: Equatable, Sendable {
        case asSet
        /// More than one wanted to hide.
        case tooManyHiders
        /// Nobody wanted to hide.
        case noHider
    }

    /// The kinds of radio trouble that a person does something different about.
    package enum RadioFailure: String, Codable, Sendable, CaseIterable {
        case missing, blocked, owned, notPermitted, stuck, silent, unplugged, deaf
    }

    /// Whether it is about something that does not work: a tone goes before it, and waits with it until
    /// nobody speaks.
    package var isTrouble: Bool {
        switch self {
        case .radio, .buttonMissing, .buttonStuck, .networkMissing, .powerWeak: true
        case .doubled, .settingsWrong: true
        case .hello, .searching, .met, .pressed, .waitingFor, .notReady, .otherVersion, .invited,
            .accepted, .declined, .busy, .noAnswer, .cannotPlay, .cannotAgree, .cannotSeek, .letGo, .nowRole,
            .renamed,
            .twoOfUs,
            .whereIStand, .letGoOrOff, .didYouHearMe, .nowHold, .introduced, .goodbye, .staysOn,
            .role, .count, .goHide, .hereICome, .cue, .seekerAt, .taunt, .remark, .hushed, .notCloseEnough,
            .found, .foundBy, .timeUp, .points, .pointsOf, .holdAgain, .gameOver, .cancelled, .copied,
            .left, .back, .networkNotRadio, .radioNotNetwork, .enteredArea, .leftArea, .batteryLow,
            .askLandmark, .landmark, .noLandmark, .things, .askUpdate, .updateBegins, .updateTaken,
            .updateDeclined,
            .updateFailed, .renewed, .updateUndone, .radioBack, .buttonBack, .speakerBack, .networkBack, .pin:
            false
        }
    }

    /// Whether what somebody has written for themselves is in it.
    package var isPrivate: Bool {
        if case .things(let things) = self { things.isPrivate } else { false }
    }

    /// The sound that goes before it, and waits with it until nobody speaks.
    package var earcon: Sound? {
        if case .things(.star) = self { return .star }
        return isTrouble ? .trouble : nil
    }

    /// How a phrase behaves when another one is being spoken.
    package enum Urgency: Sendable {
        /// Waits for its turn.
        case waits
        /// Cuts off what is being said: it is about now.
        case interrupts
        /// Is not worth waiting: said only when nothing else is.
        case onlyInSilence
    }

    package var urgency: Urgency {
        switch self {
        case .count, .role, .found, .foundBy, .timeUp, .cancelled, .goHide, .hereICome, .notReady: .interrupts
        case .invited, .nowRole, .whereIStand, .letGoOrOff, .goodbye, .landmark, .noLandmark: .interrupts
        case .updateBegins, .updateDeclined: .interrupts
        case .cue(.lost), .cue(.thereYouAre): .interrupts
        case .cue, .seekerAt, .searching, .remark: .onlyInSilence
        case .hello, .met, .pressed, .waitingFor, .otherVersion, .accepted, .declined, .busy,
            .noAnswer, .cannotPlay, .cannotAgree, .cannotSeek, .letGo, .doubled, .renamed, .twoOfUs,
            .didYouHearMe,
            .nowHold, .introduced,
            .staysOn, .taunt, .hushed, .notCloseEnough, .points, .pointsOf, .holdAgain, .gameOver,
            .copied, .left, .back, .networkNotRadio, .radioNotNetwork, .enteredArea, .leftArea,
            .batteryLow, .askLandmark, .things, .askUpdate, .updateTaken, .updateFailed, .renewed,
            .updateUndone,
            .radio, .radioBack, .buttonMissing, .buttonStuck, .buttonBack,
            .speakerBack,
            .networkMissing, .networkBack, .settingsWrong, .powerWeak, .pin:
            .waits
        }
    }
}

/// Sounds that are no speech; the same in every voice.
package enum Sound: String, Sendable, CaseIterable {
    case tick, chime, sonar, rising, falling, locked, beep, go, fanfare, lost, chirp, trouble, over, star
}
