/// How a lamp is lit over time: lit and dark spans, one after the other, and again from the first or once.
package struct Rhythm: Sendable, Hashable {
    /// For so long lit, or dark.
    package struct Span: Sendable, Hashable {
        /// Not dark.
        package var isLit: Bool
        /// For how long.
        package var lasts: Duration

        /// Lit for so many milliseconds.
        package static func lit(_ milliseconds: Int) -> Span {
            Span(isLit: true, lasts: .milliseconds(milliseconds))
        }

        /// Dark for so many milliseconds.
        package static func dark(_ milliseconds: Int) -> Span {
            Span(isLit: false, lasts: .milliseconds(milliseconds))
        }
    }

    /// The most spans a rhythm has; those beyond are left out.
    package static let spansAtMost = 32
    /// The shortest a span lasts: what is shorter is neither seen nor kept up with.
    package static let shortest = Duration.milliseconds(10)

    /// At most 32, each at least 10 ms long.
    package let spans: [Span]
    /// Whether it begins again after the last span. If not, the last span lasts.
    package let isRepeated: Bool
    /// How long the spans take together.
    package let period: Duration

    package init(_ spans: [Span], isRepeated: Bool = true) {
        self.spans = spans.prefix(Self.spansAtMost).map {
            Span(isLit: $0.isLit, lasts: max($0.lasts, Self.shortest))
        }
        self.isRepeated = isRepeated
        period = self.spans.reduce(.zero) { $0 + $1.lasts }
    }

    /// Never lit.
    package static let dark = Rhythm([])
    /// Always lit.
    package static let lit = Rhythm([.lit(1_000)], isRepeated: false)

    /// What the lamp is like this long after the rhythm began, and when that ends; nil when it does not.
    package func state(after elapsed: Duration) -> (isLit: Bool, until: Duration?) {
        guard let last = spans.last else { return (false, nil) }
        var ends = isRepeated ? period * Int(max(elapsed, .zero) / period) : .zero
        for span in spans {
            ends += span.lasts
            if elapsed < ends { return (span.isLit, spans.count == 1 ? nil : ends) }
        }
        // What is repeated gets here only if the division was rounded up: its first span has just begun.
        return isRepeated ? (spans[0].isLit, ends + spans[0].lasts) : (last.isLit, nil)
    }

    /// The same rhythm at night: each flash is cut to its beginning, and what is lit without an end flashes
    /// once in two seconds. It keeps time, and lights no bedroom.
    package func dimmed(to flash: Duration = .milliseconds(20)) -> Rhythm {
        guard spans.contains(where: \.isLit) else { return self }
        // What ends lit would be dark for good.
        if spans.allSatisfy(\.isLit) || (!isRepeated && endsLit) {
            return Rhythm([Span(isLit: true, lasts: flash), Span(isLit: false, lasts: .seconds(2) - flash)])
        }
        let cut = spans.flatMap { span -> [Span] in
            guard span.isLit, span.lasts > flash else { return [span] }
            return [Span(isLit: true, lasts: flash), Span(isLit: false, lasts: span.lasts - flash)]
        }
        return Rhythm(cut, isRepeated: isRepeated)
    }

    private var endsLit: Bool { spans.last?.isLit == true }
}
