/// What one station remembers for itself: what it has said already, and with whom it shares.
package struct ThingsMarks: Equatable, Sendable {
    /// Whom it shares with, the newest last.
    static let partnersAtMost = 16

    /// The last day on which it has asked for things.
    var asked: CivilDay?
    /// On which days it, or one that it shares with, has reminded people, the newest last. More than one: a
    /// clock that goes back must not have it said twice.
    private(set) var reminded: [CivilDay] = []
    static let remindedAtMost = 8
    /// On which it has told that a chain was broken.
    var toldBroken: CivilDay?
    /// Stars that were given and not told yet: the day, and whose.
    var owed: CivilDay?
    var owedTo: [String] = []
    /// The stations that have held their button together with this one.
    package internal(set) var partners: [UInt64] = []
    /// Somebody wants nothing of it until something is written again.
    package internal(set) var isPutAway = false

    package init() {}

    mutating func remind(on day: CivilDay) {
        reminded = reminded.filter { $0 != day } + [day]
        reminded.removeFirst(max(0, reminded.count - Self.remindedAtMost))
    }

    /// - Returns: whether it is a new one.
    mutating func join(_ others: [UInt64]) -> Bool {
        let before = partners
        for other in others where !partners.contains(other) { partners.append(other) }
        partners.removeFirst(max(0, partners.count - Self.partnersAtMost))
        return partners != before
    }
}
