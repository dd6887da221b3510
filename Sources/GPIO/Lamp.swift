/// The lamps of a station. Each has its line, its trouble and its rhythm; what each shows, the game decides.
package enum Lamp: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    /// The light beside the button.
    case main
}

/// What a lamp is to do now, and when that changes.
struct LampDriver: Sendable {
    private var rhythm = Rhythm.dark
    private var since = Duration.zero
    private var isLit = false
    /// When it changes next; nil while it does not.
    private(set) var changesAt: Duration?

    /// Takes a wish. Said again, it is no reason to begin again.
    /// - Returns: whether it is news.
    mutating func wish(_ rhythm: Rhythm, now: Duration) -> Bool {
        guard rhythm != self.rhythm else { return false }
        (self.rhythm, since) = (rhythm, now)
        return true
    }

    /// Whether it is to be lit from now on; nil if that is no news.
    /// - Parameter isNew: the line does not know yet.
    mutating func shine(now: Duration, isNew: Bool = false) -> Bool? {
        guard isNew || changesAt.map({ $0 <= now }) == true else { return nil }
        let (wanted, until) = rhythm.state(after: now - since)
        changesAt = until.map { since + $0 }
        defer { isLit = wanted }
        return isNew || wanted != isLit ? wanted : nil
    }
}
