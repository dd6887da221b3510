/// The keys that this station has: of its goals, those it was offered, and those that fade.
package struct KeyRing: Sendable {
    /// Of one giver: of the round that is over, and of the next one. A giver's third drives out its own
    /// first, so that nobody's made-up keys cost anybody the key of a proposal.
    static let offersOfOneAtMost = KeyRequest.countAtMost
    static let keysAtMost = PeerTable.countAtMost * offersOfOneAtMost + 8
    static let offersLastFor: Duration = .seconds(10)
    /// After the goal is gone, for what is under way.
    static let fadesFor: Duration = .seconds(10)
    /// This long before that, those who are left out of the next round are told nothing more. The key begins
    /// to fade when the next round is locked, and the countdown lasts for seven seconds.
    static let silentBeforeErased: Duration = .seconds(4)
    /// A key that was given within this time of being drawn is new for everybody.
    static let newFor: Duration = .seconds(10)
    /// Keys that were erased, and are never taken again.
    static let spentAtMost = 32

    private(set) var goals: [KeyRequest] = []
    var keys: [SessionKey] = []
    private var spent: [UInt64] = []

    /// Exchanges the goals; keys without one begin to fade, and offers that have one now are taken.
    ///
    /// - Returns: the subjects that have to be drawn now, and what is usable at once.
    mutating func keep(
        _ goals: [KeyRequest], now: Duration
    ) -> (toDraw: [SessionKey.Subject], taken: [KeyEpoch]) {
        self.goals = Array(goals.prefix(KeyRequest.countAtMost))
        var taken: [KeyEpoch] = []
        for goal in self.goals { choose(goal) }
        for index in keys.indices {
            if let goal = goal(for: keys[index]) {
                let isKnown = keys[index].standing == .wanted && keys[index].generation == goal.generation
                keys[index].standing = .wanted
                keys[index].generation = goal.generation
                if !isKnown { taken.append(keys[index].epoch) }
            } else if keys[index].standing == .wanted {
                keys[index].standing = .fading(until: now + Self.fadesFor)
            }
        }
        // Numbers are only changed where there is a key: a member that comes back to them is given it.
        let toDraw = self.goals.filter { $0.leads && $0.generation == 0 }.map(SessionKey.Subject.init)
        return (toDraw.filter { subject in !keys.contains { $0.subject == subject } }, taken)
    }

    /// Of several keys that were offered for what is wanted now, one is taken: the one that who alone may
    /// give it has given, or else the first. The others are nobody's any more.
    private mutating func choose(_ goal: KeyRequest) {
        let subject = SessionKey.Subject(goal)
        let rivals = keys.indices.filter { keys[$0].subject == subject }
        guard rivals.contains(where: { keys[$0].isOffered }) else { return }
        let chosen =
            rivals.first { !keys[$0].isOffered }
            ?? rivals.first { Self.may(keys[$0].givers, give: goal) }
        for index in rivals.reversed() where index != chosen { keys.remove(at: index) }
    }

    private static func may(_ givers: Set<StationID>, give goal: KeyRequest) -> Bool {
        goal.giver.map { givers.contains($0) } ?? true
    }

    private func goal(for key: SessionKey) -> KeyRequest? {
        goals.first { SessionKey.Subject($0) == key.subject }
    }

    /// What becomes of a key that somebody gave.
    package enum Reception: Equatable {
        case taken(index: Int)
        /// In the place of another one for the same subject, which was not in use any more.
        case replaced(index: Int)
        /// It is here already.
        case known(index: Int)
        /// There is another one for the same subject: the giver should have it.
        case outdone(index: Int)
        case refused
    }

    /// Takes a key that somebody gave.
    ///
    /// The key of a round is drawn by its leader alone, once: the first one for a subject stands.
    mutating func receive(_ key: SessionKey, now: Duration) -> Reception {
        if spent.contains(key.mark) { return .refused }
        if let index = keys.firstIndex(where: { $0.mark == key.mark }) {
            keys[index].givers.formUnion(key.givers)
            return .known(index: index)
        }
        var key = key
        key.standing = .offered(until: now + Self.offersLastFor)
        if let goal = goal(for: key) {
            guard Self.may(key.givers, give: goal) else { return .refused }
            key.standing = .wanted
            key.generation = goal.generation
        }
        // Offers of several givers stand side by side: which of them counts is seen when one is wanted.
        let rival = keys.firstIndex {
            $0.subject == key.subject && !($0.isOffered && key.standing != .wanted && $0.givers != key.givers)
        }
        if let index = rival {
            guard keys[index].isFading else { return .outdone(index: index) }
            spend(keys[index].mark)
            keys[index] = key
            return .replaced(index: index)
        }
        if key.standing != .wanted {
            let offers = keys.indices.filter { keys[$0].isOffered && keys[$0].givers == key.givers }
            // Not spent: another giver's word for it still counts.
            if offers.count >= Self.offersOfOneAtMost, let oldest = offers.first { keys.remove(at: oldest) }
        }
        add(key)
        return .taken(index: keys.count - 1)
    }

    mutating func add(_ key: SessionKey) {
        if keys.count >= Self.keysAtMost {
            erase(at: keys.firstIndex { $0.standing != .wanted } ?? 0)
        }
        keys.append(key)
    }

    /// Erases what has faded.
    ///
    /// - Returns: what the erased keys were of.
    mutating func erase(now: Duration) -> [SessionKey.Subject] {
        var subjects: [SessionKey.Subject] = []
        for index in keys.indices.reversed() {
            if let end = Self.end(of: keys[index].standing), end <= now {
                subjects.append(keys[index].subject)
                erase(at: index)
            }
        }
        return subjects
    }

    private mutating func erase(at index: Int) {
        // The library overwrites a key when its last holder lets go of it, which is here.
        spend(keys.remove(at: index).mark)
    }

    private mutating func spend(_ mark: UInt64) {
        spent.append(mark)
        if spent.count > Self.spentAtMost { spent.removeFirst() }
    }

    /// When a key is erased, or does not count as told any more.
    var nextEnd: Duration? {
        var next: Duration?
        for index in keys.indices {
            let ends = [Self.end(of: keys[index].standing), keys[index].toldUntil].compactMap { $0 }
            guard let end = ends.min() else { continue }
            next = next.map { min($0, end) } ?? end
        }
        return next
    }

    private static func end(of standing: SessionKey.Standing) -> Duration? {
        switch standing {
        case .wanted: nil
        case .offered(let until), .fading(let until): until
        }
    }

    /// The newest key with which something can be said to a session now.
    func sealing(_ session: UInt64) -> Int? {
        newest(
            of: keys.indices.filter {
                keys[$0].subject.session == session && keys[$0].standing == .wanted
            })
    }

    /// The key of an earlier round of the same session whose members are not all in the later one: whoever is
    /// only in the earlier round hears by it that the others play on.
    ///
    /// None shortly before that key is erased: the countdown may be over, and they are not to hear the hunt.
    func leaving(before place: Int, now: Duration) -> Int? {
        let later = keys[place].subject
        return newest(
            of: keys.indices.filter {
                if keys[$0].isOffered { return false }
                if case .fading(let end) = keys[$0].standing, end - now <= Self.silentBeforeErased {
                    return false
                }
                let earlier = keys[$0].subject
                return earlier.session == later.session && earlier.round < later.round
                    && !earlier.members.allSatisfy(later.members.contains)
            })
    }

    private func newest(of places: [Int]) -> Int? {
        places.max { keys[$0].subject.round < keys[$1].subject.round }
    }
}
