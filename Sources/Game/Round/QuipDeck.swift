import Determinism

/// Draws lines that fit the moment, none twice before all that fit have been heard. It goes from round to
/// round.
package struct QuipDeck: Codable, Sendable {
    /// As many as there are at most.
    private var heard: Set<Quip> = []
    private var last: [Quip.Kind: Quip] = [:]
    private var random: SeededGenerator

    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Somebody else has drawn this one.
    mutating func hear(_ quip: Quip) {
        heard.insert(quip)
        last[quip.kind] = quip
    }

    /// One of a kind that fits the moment; else one that fits whenever. Nil where there is none.
    mutating func draw(_ kind: Quip.Kind, _ moment: HuntMoment?) -> Quip? {
        let fitting = Quip.all.filter { $0.kind == kind && ($0.moment == moment || $0.moment == nil) }
        if fitting.allSatisfy(heard.contains) {
            heard.subtract(fitting)
            // The last one would be heard twice in a row.
            if fitting.count > 1, let last = last[kind] { heard.insert(last) }
        }
        let fresh = fitting.filter { !heard.contains($0) }
        let apt = fresh.filter { $0.moment == moment }
        guard let drawn = (apt.isEmpty ? fresh : apt).randomElement(using: &random) else { return nil }
        heard.insert(drawn)
        last[kind] = drawn
        return drawn
    }
}
