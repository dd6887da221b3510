/// Decides when a range is worth a word, for one seeker and one hider.
///
/// A word is spoken when it is probably right *and* news: repeated less often the further away the hider is,
/// held back while the last one is still ringing, and not contradicted before anybody could have turned
/// round. No trend, no word: whoever stands still hears nothing.
struct CuePolicy: Equatable, Codable, Sendable {
    /// The shortest time between the beginnings of two phrases.
    static let pause = Duration.milliseconds(1200)
    /// How long the opposite word waits, unless it is as certain as `certainty`.
    static let patience = Duration.milliseconds(2500)
    static let certainty = 0.97
    /// What the probability of being right must be for a word about the trend.
    static let confidence = 0.65
    /// How old the newest sighting may be for a word about the trend.
    static let freshness = Duration.seconds(2)

    private struct Spoken: Equatable, Codable {
        let cue: Cue
        let at: Duration
    }

    private var last: Spoken?
    private var isLost = false

    /// What to say now, and why in words for whoever asks. Call it after every sighting and a few times a
    /// second.
    mutating func cue(range: Range, now: Duration) -> (cue: Cue, reason: String)? {
        guard let cue = wanted(range), isDue(cue, range, now: now) else { return nil }
        last = Spoken(cue: cue, at: now)
        isLost = cue == .lost
        return (cue, Self.reason(cue, range))
    }

    /// Forgets everything: a new round begins.
    mutating func reset() {
        self = CuePolicy()
    }

    /// The word that the range deserves, whenever it may be spoken.
    private func wanted(_ range: Range) -> Cue? {
        guard let age = range.age else { return nil }
        if range.zone == .lost { return isLost ? nil : .lost }
        if isLost { return .thereYouAre }
        guard age <= Self.freshness else { return nil }
        switch range.trend {
        case .closing where range.closing >= Self.confidence: return .hot(heat: Self.heat(range.zone))
        case .opening where range.closing <= 1 - Self.confidence:
            return .cold(chill: 4 - Self.heat(range.zone))
        default: return nil
        }
    }

    private func isDue(_ cue: Cue, _ range: Range, now: Duration) -> Bool {
        guard let last else { return true }
        let since = now - last.at
        guard since >= Self.pause else { return false }
        switch (last.cue, cue) {
        case (.hot, .hot), (.cold, .cold): return since >= Self.rest(range.zone)
        case (.hot, .cold): return since >= Self.patience || range.closing <= 1 - Self.certainty
        case (.cold, .hot): return since >= Self.patience || range.closing >= Self.certainty
        default: return true
        }
    }

    /// How long the same word rests before it is worth repeating.
    private static func rest(_ zone: Zone) -> Duration {
        switch zone {
        case .immediate: .milliseconds(1500)
        case .near: .milliseconds(2500)
        case .far, .lost, .unknown: .seconds(4)
        }
    }

    private static func heat(_ zone: Zone) -> Int {
        switch zone {
        case .immediate: 3
        case .near: 2
        case .far, .lost, .unknown: 1
        }
    }

    private static func reason(_ cue: Cue, _ range: Range) -> String {
        let age = range.age.map { "\(Int($0.inSeconds * 1000)) ms ago" } ?? "never"
        switch cue {
        case .lost: return "nothing heard, the last sighting was \(age)"
        case .thereYouAre: return "heard again, \(age)"
        case .hot, .cold:
            let odds = Int((range.closing * 100).rounded())
            let metres = range.distance.map { ", about \(Double(Int($0.metres * 10)) / 10) m" } ?? ""
            return "closing with \(odds) %, \(range.zone.rawValue)\(metres), heard \(age)"
        }
    }
}
