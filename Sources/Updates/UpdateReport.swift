/// What the installer tells while it works, one line each.
package enum UpdateReport: Equatable, Sendable, LosslessStringConvertible {
    case percent(Int)
    case taken(UpdateVersion)
    /// A sentence for people.
    case refused(String)

    package var description: String {
        switch self {
        case .percent(let percent): "at \(percent)"
        case .taken(let version): "taken \(version)"
        case .refused(let sentence): "refused \(sentence)"
        }
    }

    /// Nil for what is no such line.
    package init?(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "at":
            guard let percent = Int(parts[1]), (0...100).contains(percent) else { return nil }
            self = .percent(percent)
        case "taken":
            guard let version = UpdateVersion(String(parts[1])) else { return nil }
            self = .taken(version)
        case "refused": self = .refused(String(parts[1]))
        default: return nil
        }
    }
}
