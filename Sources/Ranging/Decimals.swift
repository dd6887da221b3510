/// Numbers as people and logs have them.
extension Double {
    /// With one decimal, and never so large that it takes an exponent.
    package var tenths: String { rounded(to: 10) }
    /// With up to two.
    package var hundredths: String { rounded(to: 100) }

    private func rounded(to parts: Double) -> String {
        "\((Swift.min(Swift.max(self, -1e6), 1e6) * parts).rounded() / parts)"
    }
}
