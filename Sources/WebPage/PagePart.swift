/// Which part of a file a browser asks for (RFC 9110, section 14): one range of bytes, or all of it.
enum PagePart: Equatable, Sendable {
    case all
    case bytes(Range<Int>)
    /// Behind the end.
    case none

    /// - Parameter field: what `Range` says. Anything but one range of bytes means all of it, as it may.
    static func bytes(_ field: String, of whole: Range<Int>) -> PagePart {
        guard field.utf8.count <= 64, field.hasPrefix("bytes=") else { return .all }
        let ends = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, !ends[0].isEmpty || !ends[1].isEmpty else { return .all }
        let (first, last) = (number(ends[0]), number(ends[1]))
        guard ends[0].isEmpty || first != nil, ends[1].isEmpty || last != nil else { return .all }
        switch (first, last) {
        case (let first?, let last?):
            guard first <= last else { return .all }
            return first < whole.upperBound ? .bytes(first..<min(last, whole.upperBound - 1) + 1) : .none
        case (let first?, nil):
            return first < whole.upperBound ? .bytes(first..<whole.upperBound) : .none
        case (nil, let last?):
            return last == 0 ? .none : .bytes(max(0, whole.upperBound - last)..<whole.upperBound)
        case (nil, nil): return .all
        }
    }

    /// Nil for what is not there.
    func bytes(of whole: Range<Int>) -> Range<Int>? {
        switch self {
        case .all: whole
        case .bytes(let part): part
        case .none: nil
        }
    }

    private static func number(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(digits)
    }
}
