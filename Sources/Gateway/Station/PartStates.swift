/// Whether each part works, as a word: `works`, or what is wrong.
struct PartStates: Equatable, Sendable {
    var radio: String
    var button: String
    var speaker: String
    var network: String
    var power: String

    static let works = "works"

    /// Those that do not, with what is wrong.
    var broken: [String] {
        [
            ("radio", radio), ("button", button), ("speaker", speaker), ("network", network),
            ("power", power),
        ].filter { $0.1 != Self.works }.map { "\($0.0) \($0.1)" }
    }
}
