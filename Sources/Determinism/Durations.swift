extension Duration {
    /// Milliseconds, rounded towards zero; kept within ±292 million years by the seconds themselves.
    package var wholeMilliseconds: Int64 {
        components.seconds &* 1_000 &+ components.attoseconds / 1_000_000_000_000_000
    }

    /// Seconds with three decimals.
    package var asSeconds: String {
        let milliseconds = wholeMilliseconds
        let fraction = String(abs(milliseconds % 1_000))
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
