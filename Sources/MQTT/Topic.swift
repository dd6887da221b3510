/// Names of topics, and filters for them (MQTT 3.1.1, 4.7).
package enum Topic {
    /// Of those that are said here: ours have less than 200.
    package static let bytesAtMost = 1_024
    /// What the specification allows (1.5.3).
    static let bytesOfProtocol = 65_535

    /// Whether something may be published under this.
    package static func isName(_ topic: some StringProtocol, bytesAtMost: Int = bytesAtMost) -> Bool {
        isText(topic, bytesAtMost)
            && !topic.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
    }

    /// Whether this may be subscribed to: `+` stands for one whole level, `#` for all from here on.
    package static func isFilter(_ filter: some StringProtocol) -> Bool {
        guard isText(filter, bytesAtMost) else { return false }
        let levels = filter.split(separator: "/", omittingEmptySubsequences: false)
        return levels.enumerated().allSatisfy { index, level in
            if level == "+" { return true }
            if level == "#" { return index == levels.count - 1 }
            return !level.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
        }
    }

    /// Whether a message of that name reaches who subscribed to the filter.
    package static func matches(_ name: some StringProtocol, _ filter: some StringProtocol) -> Bool {
        // What begins with a dollar is the broker's own, and meant by no joker at the beginning (4.7.2).
        if name.utf8.first == UInt8(ascii: "$"), filter.utf8.first != UInt8(ascii: "$") { return false }
        var names = name.split(separator: "/", omittingEmptySubsequences: false)[...]
        for level in filter.split(separator: "/", omittingEmptySubsequences: false) {
            if level == "#" { return true }
            guard let first = names.popFirst(), level == "+" || level == first else { return false }
        }
        return names.isEmpty
    }

    private static func isText(_ text: some StringProtocol, _ bytesAtMost: Int) -> Bool {
        !text.isEmpty && text.utf8.count <= bytesAtMost && !text.utf8.contains(0)
    }
}
