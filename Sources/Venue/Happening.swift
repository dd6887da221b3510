import Game

/// What happens to a station, each once, under `event`: for lamps that turn red when it is hot. Its first key
/// is the one that Home Assistant's event entities want.
package struct Happening: Codable, Equatable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
        // A round
        case holding, counting, hiding, hunting, found, timeUp, cancelled, tooFew, left
        // What a seeker hears
        case hot, cold, lost, thereYouAre
        // A hider's
        case taunt
        // The station
        case pressed, fault, mended, enteredArea, leftArea, batteryLow
    }

    package var kind: Kind
    /// Counts up from 1 at each start; with `boot` it is the same of no two.
    package var number: UInt32
    package var boot: UInt32
    /// Of `hot` and `cold`: 1 to 3, the hottest and the coldest.
    package var degree: Int?
    /// What it is about: a part, an area.
    package var what: String?
    /// Of a round's.
    package var round: RoundRecord?

    enum CodingKeys: String, CodingKey {
        case kind = "event_type"
        case number, boot, degree, what, round
    }

    package init(
        _ kind: Kind, number: UInt32, boot: UInt32, degree: Int? = nil, what: String? = nil,
        round: RoundRecord? = nil
    ) {
        (self.kind, self.number, self.boot) = (kind, number, boot)
        (self.degree, self.what, self.round) = (degree, what, round)
    }

    /// What of what is said happens; nil for words about something that is told otherwise.
    static func heard(_ phrase: Phrase) -> (kind: Kind, degree: Int?, what: String?)? {
        if case .cue(let cue) = phrase { return heard(cue) }
        if case .taunt = phrase { return (.taunt, nil, nil) }
        if case .enteredArea(let area) = phrase { return (.enteredArea, nil, area.description) }
        if case .leftArea(let area) = phrase { return (.leftArea, nil, area.description) }
        if case .batteryLow(let area) = phrase { return (.batteryLow, nil, area.description) }
        return nil
    }

    private static func heard(_ cue: Cue) -> (kind: Kind, degree: Int?, what: String?)? {
        switch cue {
        case .hot(let heat): (.hot, heat, nil)
        case .cold(let chill): (.cold, chill, nil)
        case .lost: (.lost, nil, nil)
        case .thereYouAre: (.thereYouAre, nil, nil)
        case .hint: nil
        }
    }
}
