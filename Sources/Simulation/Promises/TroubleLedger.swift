import Game

/// Holds every station to what it says of its own parts: each trouble once, and its end once.
package struct TroubleLedger: Sendable {
    /// A cause that is gone is said to be gone within so long: a radio is tried again after at most 5 s,
    /// and brought up in a few more.
    static let endsWithin = Duration.seconds(30)
    /// Somebody is heard again within so long: after a round nobody calls for two minutes.
    static let hearsWithin = Duration.seconds(240)

    private enum Part: Hashable, Sendable {
        case radio, button, network
    }

    /// What each station has said and not taken back.
    private var open: [Int: [Part: String]] = [:]
    private var boots: [Int: Int] = [:]

    /// Something was said.
    mutating func check(_ happening: World.Happening) -> [Finding] {
        guard case .say(let phrase) = happening.effect else { return [] }
        switch phrase {
        case .radio(let failure): return begin(.radio, failure.rawValue, happening.station)
        case .radioBack:
            // `Health` keeps silent of a radio that falls silent again within half a minute, and may say
            // after all that it is back.
            open[happening.station]?[.radio] = nil
            return []
        case .buttonMissing: return begin(.button, "missing", happening.station)
        case .buttonStuck: return begin(.button, "stuck", happening.station)
        case .buttonBack: return end(.button, happening.station)
        case .networkMissing: return begin(.network, "missing", happening.station)
        case .networkBack: return end(.network, happening.station)
        default: return []
        }
    }

    private mutating func begin(_ part: Part, _ what: String, _ station: Int) -> [Finding] {
        let before = open[station, default: [:]].updateValue(what, forKey: part)
        return before == what ? [(.troubles, station, "said twice that the \(part) is \(what)")] : []
    }

    private mutating func end(_ part: Part, _ station: Int) -> [Finding] {
        let before = open[station]?.removeValue(forKey: part)
        return before == nil
            ? [(.troubles, station, "said that the \(part) is back, and never that it was gone")] : []
    }

    /// Whether anything is still complained of that is over.
    mutating func check(
        _ station: Int, _ seen: Observation, _ resident: Invariants.Resident
    ) -> [Finding] {
        if boots[station] != resident.boots {
            boots[station] = resident.boots
            open[station] = nil
        }
        guard let open = open[station], !open.isEmpty, let sound = seen.soundSince[station],
            let on = resident.onSince, seen.now - max(sound, on) > Self.endsWithin
        else { return [] }
        // A station that hears nobody cannot know whose radio it is.
        if open == [.radio: Phrase.RadioFailure.deaf.rawValue],
            seen.radioSince.contains(where: { $0.map { seen.now - $0 <= Self.hearsWithin } ?? true })
        {
            return []
        }
        let parts = open.keys.map { "\($0)" }.sorted().joined(separator: ", ")
        return [(.troubles, station, "never said that this is over: \(parts)")]
    }
}
