/// Stars, and how many there are in a row.
extension ThingsBook {
    package func hasStar(_ person: String, on day: CivilDay) -> Bool {
        if days[day]?.hasStar(person) == true { return true }
        let months = stars[person]?[day.month] ?? 0
        return months & 1 << UInt32(day.dayOfMonth - 1) != 0
    }

    /// Every day with a star up to one, the first one first.
    package func starredDays(_ person: String, upTo last: CivilDay) -> [CivilDay] {
        let kept = days.filter { $0.value.hasStar(person) }.map(\.key)
        let old = (stars[person] ?? [:]).flatMap { month, mask -> [CivilDay] in
            (1...31).filter { mask & 1 << UInt32($0 - 1) != 0 }.compactMap { month.day($0) }
        }
        return Set(kept + old).filter { $0 <= last }.sorted()
    }

    /// Whether a day without a star ends a chain: somebody has seen its evening. A day on which no station
    /// was on, or none knew which day it was, neither counts nor breaks.
    private func breaks(_ day: CivilDay) -> Bool {
        if let list = days[day] { return list.isWitnessed }
        // Of the time before only the stars are left.
        return days.count >= Self.daysAtMost && days.keys.min().map { day < $0 } ?? false
    }

    /// Stars in a row up to `day`, whose own need not be there yet.
    package func chain(_ person: String, on day: CivilDay) -> Int {
        chains(person, upTo: day).last.map { $0.isOpen ? $0.count : 0 } ?? 0
    }

    package func longestChain(_ person: String, upTo day: CivilDay) -> Int {
        chains(person, upTo: day).map(\.count).max() ?? 0
    }

    /// The chain that the day before `day` has ended; nil where it has ended none of two or more.
    func chainBroken(_ person: String, before day: CivilDay) -> Int? {
        guard let yesterday = day.before, breaks(yesterday), !hasStar(person, on: yesterday) else {
            return nil
        }
        let chain = chain(person, on: yesterday)
        return chain >= 2 ? chain : nil
    }

    /// - Returns: every chain; the last one is open while no day after it has broken it.
    private func chains(_ person: String, upTo last: CivilDay) -> [(count: Int, isOpen: Bool)] {
        var chains: [(count: Int, isOpen: Bool)] = []
        var before: CivilDay?
        for day in starredDays(person, upTo: last) {
            if let before, chains.last?.isOpen == true, !isBroken(after: before, until: day) {
                chains[chains.count - 1].count += 1
            } else {
                chains.append((1, true))
            }
            before = day
        }
        if let before, isBroken(after: before, until: last) { chains[chains.count - 1].isOpen = false }
        return chains
    }

    /// Whether a day between the two, neither of them itself, ends a chain.
    private func isBroken(after first: CivilDay, until last: CivilDay) -> Bool {
        guard first < last else { return false }
        return (first.number + 1..<last.number).contains { breaks(CivilDay(number: $0)) }
    }
}
