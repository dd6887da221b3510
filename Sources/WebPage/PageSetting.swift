package import Game
import Speech

/// What a station is set to that it does not know itself: how loud it is, in which voice it speaks.
package struct PageSetting: Equatable, Sendable {
    /// Two letters: what the captions are written in.
    package var language = "en"
    /// How long a press takes to become a hold.
    package var holdAfter = Duration.seconds(1)
    package var levels = VolumeLevels.standard
    package var voice = "en"
    /// What may be chosen instead; none where nothing can be.
    package var voices: [Voice] = []
    /// Nil when it is never quiet.
    package var quiet: Adjustments.Quiet?
    /// Only stations with the same crew word play with this one.
    package var hasCrew = false

    package struct Voice: Encodable, Equatable, Sendable {
        var name: String
        var language: String

        package init(
            name: String,
            language: String
        ) {
            self.name = name
            self.language = language
        }
    }

    /// Who may act by the page.
    package var acting = PageActing.off
    package var update = Update(isPossible: false)

    package var things = Things()

    /// What everybody may know of people's things: that there are some, and whether they have changed.
    package struct Things: Encodable, Equatable, Sendable {
        package var isOn = false
        package var revision = 0

        package init(isOn: Bool = false, revision: Int = 0) {
            self.isOn = isOn
            self.revision = revision
        }
    }

    /// What is to be known of updates.
    package struct Update: Encodable, Equatable, Sendable {
        /// The station runs from a card that takes them.
        package var isPossible: Bool
        /// The version of one that lies on the card or on a stick; null where there is none.
        @OrNull package var offer: String?
        /// How much of one is on the card, in hundredths; null while none is being taken.
        @OrNull package var percent: Int?
        /// The version that starts next.
        @OrNull package var taken: String?
        /// Why the last one was not taken.
        @OrNull package var trouble: String?

        package init(
            isPossible: Bool = true, offer: String? = nil, percent: Int? = nil, taken: String? = nil,
            trouble: String? = nil
        ) {
            self.isPossible = isPossible
            self.offer = offer
            self.percent = percent
            self.taken = taken
            self.trouble = trouble
        }
    }

    package init() {}

    func adjusted(by adjustments: Adjustments) -> PageSetting {
        var setting = self
        setting.levels = adjustments.applied(to: levels)
        if let quiet = adjustments.quiet { setting.quiet = quiet.hours == nil ? nil : quiet }
        if let chosen = voices.first(where: { $0.name == adjustments.voice }) {
            (setting.voice, setting.language) = (chosen.name, chosen.language)
        }
        return setting
    }
}
