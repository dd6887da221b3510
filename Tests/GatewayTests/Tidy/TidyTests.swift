import Testing

/// Keeps the house: every rule is held against every Swift and C file of the repository.
struct TidyTests {
    /// Read once; a rule that reads nothing would find nothing, so their number is checked too.
    private static let sources = Repository().sources()

    @Test(arguments: TidyRule.all)
    func theHouseIsTidy(_ rule: TidyRule) {
        let complaints = Self.sources.flatMap { rule.complaints($0) }
        #expect(complaints.isEmpty, "\(rule.name):\n\(complaints.joined(separator: "\n"))")
    }

    @Test func theWholeRepositoryIsRead() {
        let paths = Set(Self.sources.map(\.path))
        #expect(paths.contains("Package.swift"))
        #expect(paths.contains("Tests/GatewayTests/Tidy/TidyTests.swift"))
        for room in ["Gateway", "HCI", "GPIO", "Audio", "CDrivers"] {
            #expect(paths.contains { $0.hasPrefix("Sources/\(room)/") }, "nothing of Sources/\(room)")
        }
        #expect(paths.contains { $0.hasSuffix(".c") })
        #expect(paths.contains { $0.hasSuffix(".h") })
    }

    /// A decision is read at one go: what, why, what was rejected, and what it costs.
    @Test func decisionsAreShort() {
        let decisions = Repository().pages().filter { $0.path.hasPrefix("docs/decisions/0") }
        #expect(decisions.count >= 40)
        for page in decisions {
            let words = page.lines.reduce(0) { $0 + $1.split(separator: " ").count }
            #expect(words <= 250, "\(page.path) has \(words) words")
        }
    }
}
