/// One to four numbers with dots between them, such as 0.1.10; what is missing at the end is 0.
package struct UpdateVersion: Comparable, Hashable, Sendable, LosslessStringConvertible {
    private static let numbersAtMost = 4
    private let numbers: [UInt32]
    package let description: String

    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...Self.numbersAtMost).contains(parts.count) else { return nil }
        var numbers: [UInt32] = []
        for part in parts {
            guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = UInt32(part)
            else { return nil }
            numbers.append(number)
        }
        self.numbers = numbers + repeatElement(0, count: Self.numbersAtMost - numbers.count)
        description = text
    }

    package static func == (one: Self, other: Self) -> Bool { one.numbers == other.numbers }

    package static func < (one: Self, other: Self) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

extension UpdateVersion {
    /// Older than any other.
    static let none = UpdateVersion(numbers: [0, 0, 0, 0], description: "0")

    private init(numbers: [UInt32], description: String) {
        self.numbers = numbers
        self.description = description
    }
}
