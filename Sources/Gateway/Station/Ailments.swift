/// Speaks of parts that do not work: once when it happens, once when it is over.
struct Ailments: Codable, Sendable {
    /// A controller that stops answering again so soon is the same story: it is not told twice.
    private static let sameStory = Duration.seconds(30)

    private var radio: Phrase.RadioAilment?
    private var silenceTold: Duration?
    private(set) var radioWorks = false
    private var linesWork = true
    private var speakerWorks = true
    private(set) var networkWorks = true
    private var stuck = false

    mutating func radio(_ health: RadioHealth, now: Duration) -> [Effect] {
        switch health {
        case .starting:
            return []
        case .works:
            radioWorks = true
            guard let over = radio else { return [] }
            radio = nil
            guard over == .silent else { return [.say(.radioBack)] }
            defer { silenceTold = now }
            return isOldStory(now) ? [] : [.say(.radioBack)]
        case .ails(let ailment):
            radioWorks = false
            // What was unplugged is missing: that is the same trouble, and was said.
            guard radio != ailment, !(radio == .unplugged && ailment == .missing) else { return [] }
            radio = ailment
            if ailment == .silent, isOldStory(now) { return [] }
            return [.play(.trouble), .say(.radio(ailment))]
        }
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

    mutating func button(isStuck: Bool) -> [Effect] {
        defer { stuck = isStuck }
        guard isStuck != stuck else { return [] }
        return isStuck ? [.play(.trouble), .say(.buttonStuck)] : [.say(.buttonBack)]
    }
}
