/// Speaks of parts that do not work: once when it happens, once when it is over.
struct Ailments: Codable, Sendable {
    /// A controller that stops answering again so soon is the same story: it is not told twice.
    private static let sameStory = Duration.seconds(30)
    /// ... unless it lasts longer than a reset takes.
    private static let patience = Duration.seconds(10)

    private var radio: Phrase.RadioAilment?
    private var silenceTold: Duration?
    /// A silence that was kept to itself so far, because it began so soon after another; since when.
    private var untold: Duration?
    private(set) var radioWorks = false
    private var linesWork = true
    private var speakerWorks = true
    private(set) var networkWorks = true
    private var stuck = false
    private var powerWeak = false

    mutating func radio(_ health: RadioHealth, now: Duration) -> [Effect] {
        switch health {
        case .starting:
            return []
        case .works:
            radioWorks = true
            guard let over = radio else { return [] }
            radio = nil
            if over == .silent {
                silenceTold = now
                // Whoever did not hear that it was gone need not hear that it is back.
                if untold != nil {
                    untold = nil
                    return []
                }
            }
            return [.say(.radioBack)]
        case .ails(let ailment):
            radioWorks = false
            // What was unplugged is missing: that is the same trouble, and was said.
            guard radio != ailment, !(radio == .unplugged && ailment == .missing) else { return [] }
            radio = ailment
            untold = ailment == .silent && isOldStory(now) ? now : nil
            return untold == nil ? [.play(.trouble), .say(.radio(ailment))] : []
        }
    }

    /// A silence that goes on is a story of its own.
    mutating func advance(now: Duration) -> [Effect] {
        guard let since = untold, now - since >= Self.patience else { return [] }
        untold = nil
        return [.play(.trouble), .say(.radio(.silent))]
    }

    private func isOldStory(_ now: Duration) -> Bool {
        silenceTold.map { now - $0 < Self.sameStory } ?? false
    }

    mutating func lines(works: Bool) -> [Effect] {
        defer { linesWork = works }
        guard works != linesWork else { return [] }
        return works ? [.say(.buttonBack)] : [.play(.trouble), .say(.buttonMissing)]
    }

    /// A speaker that is away cannot say so; what it says is that it is back.
    mutating func speaker(works: Bool) -> [Effect] {
        defer { speakerWorks = works }
        guard works != speakerWorks else { return [] }
        return works ? [.say(.speakerBack)] : [.log("no speaker: captions only")]
    }

    mutating func network(works: Bool) -> [Effect] {
        defer { networkWorks = works }
        guard works != networkWorks else { return [] }
        return works ? [.say(.networkBack)] : [.play(.trouble), .say(.networkMissing)]
    }

    /// Said once for each start: it does not get better by being said.
    mutating func power(isWeak: Bool) -> [Effect] {
        guard isWeak, !powerWeak else { return [] }
        powerWeak = true
        return [.play(.trouble), .say(.powerWeak)]
    }

    /// What the light tells of it, the most important first.
    func light(settingsPuzzled: Bool) -> LightPattern? {
        if radio != nil { return .radioTrouble }
        if !linesWork || stuck { return .buttonTrouble }
        if !speakerWorks { return .soundTrouble }
        if !networkWorks { return .networkTrouble }
        if powerWeak { return .powerTrouble }
        return settingsPuzzled ? .settingsTrouble : nil
    }

    mutating func button(isStuck: Bool) -> [Effect] {
        defer { stuck = isStuck }
        guard isStuck != stuck else { return [] }
        return isStuck ? [.play(.trouble), .say(.buttonStuck)] : [.say(.buttonBack)]
    }
}
