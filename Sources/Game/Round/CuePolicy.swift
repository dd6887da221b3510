import Glibc
package import Ranging

/// Decides when a range is worth a word, for one seeker and one hider.
///
/// A word is spoken when what it is worth exceeds what it costs. A right word is worth 1; a wrong one costs
/// `wrong`, because a seeker who was misled trusts no later word either. A word that was just said costs
/// almost as much as it is worth, and less with every second: the further away the hider is, the slower.
/// The opposite of the last word costs more than any word is worth until somebody could have turned round.
/// Standing still gives poor odds for either word: you hear next to nothing but a hint after a minute.
package struct CuePolicy: Equatable, Codable, Sendable {
    /// The shortest time between the beginnings of two phrases.
    static let pause = Duration.milliseconds(1200)
    /// What a wrong word costs, in right ones: at odds below seven to one nothing is said.
    static let wrong = 7.0
    /// What it costs to contradict oneself at once, and how long that takes to be forgiven.
    static let contradiction = 1.5
    static let patience = Duration.milliseconds(1500)
    /// How old the newest sighting may be for a word about the trend.
    static let freshness = Duration.seconds(2)
    /// "There you are" is said so often at most.
    static let returnsApart = Duration.seconds(15)
    /// Without having come a fifth closer than ever for so long, a seeker gets a hint.
    static let hintsEvery = Duration.seconds(60)
    private static let progress = 0.8

    private struct Spoken: Equatable, Codable {
        let cue: Cue
        let at: Duration
    }

    private var last: Spoken?
    private var isLost = false
    private var returnedAt: Duration?
    /// The nearest that the hider has been, and since when it has not been nearer.
    private struct Best: Equatable, Codable {
        var metres: Double
        var at: Duration
    }

    private var best: Best?
    private var hints = 0

    package init() {}

    /// What to say now, and why in words. Call it after every sighting and a few times a
    /// second.
    package mutating func cue(range: RangeEstimate, now: Duration) -> (cue: Cue, reason: String)? {
        guard let age = range.age else { return nil }
        notice(range, now: now)
        if let last, now - last.at < Self.pause { return nil }
        if range.zone == .lost { return lose(range, now: now) }
        if isLost, let back = comeBack(range, now: now) { return back }
        guard age <= Self.freshness else { return nil }
        if let word = word(range), worth(range) > cost(word, range, now: now) {
            return say(word, range, now: now)
        }
        return hint(range, now: now)
    }

    /// Forgets everything: a new round begins.
    mutating func reset() {
        self = CuePolicy()
    }

    private mutating func say(_ cue: Cue, _ range: RangeEstimate, now: Duration) -> (cue: Cue, reason: String)
    {
        let reason = reason(cue, range, now: now)
        last = Spoken(cue: cue, at: now)
        isLost = cue == .lost
        return (cue, reason)
    }

    // MARK: - Lost and found again

    /// If you have heard nothing since "signal lost" you know.
    private mutating func lose(_ range: RangeEstimate, now: Duration) -> (cue: Cue, reason: String)? {
        defer { isLost = true }
        return isLost || last?.cue == .lost ? nil : say(.lost, range, now: now)
    }

    /// At the edge of hearing a packet comes through now and then: that is one return, not one a packet.
    private mutating func comeBack(_ range: RangeEstimate, now: Duration) -> (cue: Cue, reason: String)? {
        isLost = false
        if let returnedAt, now - returnedAt < Self.returnsApart { return nil }
        returnedAt = now
        return say(.thereYouAre, range, now: now)
    }

    // MARK: - Words

    /// The word that the trend deserves, whenever it may be spoken.
    private func word(_ range: RangeEstimate) -> Cue? {
        switch range.trend {
        case .closing: .hot(heat: Self.heat(range.zone))
        case .opening: .cold(chill: 4 - Self.heat(range.zone))
        case .steady, .unknown: nil
        }
    }

    /// What the trend's word is worth: 1 if it is certainly right, −7 if it is certainly wrong.
    private func worth(_ range: RangeEstimate) -> Double {
        let right = range.trend == .closing ? range.closing : 1 - range.closing
        return right - Self.wrong * (1 - right)
    }

    /// What a word costs on top, for having been said or contradicted just now: never less than nothing.
    private func cost(_ word: Cue, _ range: RangeEstimate, now: Duration) -> Double {
        guard let last else { return 0 }
        let since = (now - last.at - Self.pause).inSeconds
        switch (last.cue, word) {
        case (.hot, .hot), (.cold, .cold): return exp(-since / Self.rest(range.zone).inSeconds)
        case (.hot, .cold), (.cold, .hot):
            return Self.contradiction * exp(-since / Self.patience.inSeconds)
        case (.lost, _), (.thereYouAre, _), (.hint, _), (_, .lost), (_, .thereYouAre), (_, .hint): return 0
        }
    }

    /// The time over which the same word becomes worth repeating.
    private static func rest(_ zone: Zone) -> Duration {
        switch zone {
        case .immediate: .milliseconds(500)
        case .near: .milliseconds(900)
        case .far, .lost, .unknown: .milliseconds(1250)
        }
    }

    private static func heat(_ zone: Zone) -> Int {
        switch zone {
        case .immediate: 3
        case .near: 2
        case .far, .lost, .unknown: 1
        }
    }

    // MARK: - Hints

    /// Keeps account of progress. Nobody is to blame for what a radio does not hear: while the hider is lost,
    /// the minute begins again.
    private mutating func notice(_ range: RangeEstimate, now: Duration) {
        guard let metres = range.distance?.metres else {
            best = nil
            return
        }
        guard let best, metres >= best.metres * Self.progress else {
            self.best = Best(metres: metres, at: now)
            return
        }
    }

    /// Three hints in turn; if you stand you are told to walk first. On the way you need none.
    private mutating func hint(_ range: RangeEstimate, now: Duration) -> (cue: Cue, reason: String)? {
        guard let best, now - best.at >= Self.hintsEvery, range.zone != .immediate,
            range.trend != .closing
        else { return nil }
        let hint = range.trend == .steady ? Hint.walk : Hint.allCases[hints % Hint.allCases.count]
        hints += 1
        let said = say(.hint(hint), range, now: now)
        self.best = Best(metres: best.metres, at: now)
        return said
    }

    // MARK: - Why

    private func reason(_ cue: Cue, _ range: RangeEstimate, now: Duration) -> String {
        let age = range.age.map { "\(Int($0.inSeconds * 1000)) ms ago" } ?? "never"
        switch cue {
        case .lost: return "nothing heard, the last sighting was \(age)"
        case .thereYouAre: return "heard again, \(age)"
        case .hint:
            let metres = best.map { Self.tenths($0.metres) } ?? "?"
            return "no closer than \(metres) m for \(Int(Self.hintsEvery.inSeconds)) s"
        case .hot, .cold:
            let odds = Int((range.closing * 100).rounded())
            let metres =
                range.distance.map {
                    ", \(Self.tenths($0.metres)) m (\(Self.tenths($0.low))–\(Self.tenths($0.high)))"
                } ?? ""
            let (worth, cost) = (worth(range), cost(cue, range, now: now))
            return "closing with \(odds) %, \(range.zone.rawValue)\(metres), heard \(age); "
                + "worth \(Self.hundredths(worth)), costs \(Self.hundredths(cost))"
        }
    }

    private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    private static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
