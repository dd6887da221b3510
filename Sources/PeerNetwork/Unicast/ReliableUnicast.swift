import Determinism

/// One end of the line between two stations: what waits to be said, what has arrived, and whether they are
/// mutually authenticated.
///
/// What is said is numbered, acknowledged and repeated; whether a side wants to authenticate is state, and is
/// in every frame. A value of one peer's one start; neither key nor socket is in it.
package struct ReliableUnicast: Sendable {
    /// Of the station's own unicast messages.
    static let waitingAtMost = 8
    /// With keys and what answers them.
    static let itemsAtMost = 16
    /// Arrived before their turn.
    static let earlyAtMost = 16
    static let givenUpAfter: Duration = .seconds(10)
    static let retries = BackOff(.milliseconds(100)...(.milliseconds(1_600)))
    /// People wait for authentication and keys.
    static let hurryOfWishes = 6
    static let hurryOfKeys = 3

    /// When something is tried again.
    package struct Attempt: Sendable {
        let since: Duration
        /// Retries after 100 ms before they become rarer.
        let hurry: Int
        var tries = 0
        package var next: Duration

        package init(now: Duration, hurry: Int = 0) {
            since = now
            next = now
            self.hurry = hurry
        }

        /// 100 ms, as long as there is hurry; then 100, 200, 400, 800, 1,600 ms, and 1,600 ms from then on.
        ///
        /// - Parameter apart: never sooner than this, and each time so much later, up to four times and five
        ///   seconds.
        mutating func count(apart: Duration = .zero, now: Duration) {
            let apart = min(apart * min(tries + 1, 4), .seconds(5))
            next = now + max(apart, retries.delay(after: tries - hurry))
            tries += 1
        }

        /// The first goes to where the other was heard from, and every second retry to everybody.
        var isForEverybody: Bool { tries > 0 && tries % 2 == 0 }
    }

    package struct Waiting: Sendable {
        var item: UnicastFrame.Item
        var attempt: Attempt

        package init(
            item: UnicastFrame.Item,
            attempt: Attempt
        ) {
            self.item = item
            self.attempt = attempt
        }
    }

    private(set) var stream: UInt32
    private var nextNumber: UInt32 = 1
    private(set) var waiting: [Waiting] = []

    private var heard: UInt32 = 0
    private var delivered: UInt32 = 0
    private var early: [UnicastFrame.Item] = []

    /// What this station wants, and what it knows of the other.
    private(set) var wants = false
    private var serial: UInt32 = 0
    private var theirWants = false
    private var theirSerial: UInt32 = 0
    private var echoed: UInt32 = 0
    private var asking: Attempt?
    private var newest: UInt64?
    private(set) var isAuthenticated = false

    package init(stream: UInt32) { self.stream = stream }

    /// Whether there is anything that a frame would have to tell, so that the line must be kept.
    var isIdle: Bool { waiting.isEmpty && asking == nil }

    var nextAttempt: Duration? {
        var next = asking?.next
        for index in waiting.indices {
            let due = waiting[index].attempt.next
            next = next.map { min($0, due) } ?? due
        }
        return next
    }

    /// Of the station's own unicast messages, those that were not acknowledged yet.
    var waitingWords: Int { waiting.count { $0.item.kind == .words } }

    /// false if too many wait already.
    mutating func say(_ kind: UnicastFrame.Item.Kind, _ body: [UInt8], now: Duration) -> Bool {
        let limit = kind == .words ? Self.waitingAtMost : Self.itemsAtMost
        let alike = kind == .words ? waiting.count { $0.item.kind == .words } : waiting.count
        guard alike < limit, waiting.count < Self.itemsAtMost else { return false }
        let item = UnicastFrame.Item(number: nextNumber, kind: kind, body: body)
        nextNumber += 1
        let hurry = kind == .words ? 0 : Self.hurryOfKeys
        waiting.append(Waiting(item: item, attempt: Attempt(now: now, hurry: hurry)))
        return true
    }

    /// Holds out a hand, or takes it back.
    mutating func want(_ wants: Bool, first: UInt32, now: Duration) {
        guard wants != self.wants else { return }
        self.wants = wants
        serial = serial == 0 ? first : serial == .max ? 1 : serial + 1
        asking = Attempt(now: now, hurry: Self.hurryOfWishes)
    }

    /// Takes out what is due; nil if nothing is. To be called until it gives nil.
    ///
    /// - Parameter apart: how long a frame takes to get there; it is not said again sooner.
    mutating func frame(apart: Duration = .zero, now: Duration) -> (
        frame: UnicastFrame, isForEverybody: Bool
    )? {
        if let index = waiting.firstIndex(where: { $0.attempt.next <= now }) {
            let isForEverybody = waiting[index].attempt.isForEverybody
            waiting[index].attempt.count(apart: apart, now: now)
            var frame = bare
            frame.asks = true
            frame.item = waiting[index].item
            // What carries an item carries the hand as well.
            if let next = asking?.next, next <= now { asking?.count(apart: apart, now: now) }
            return (frame, isForEverybody)
        }
        guard let attempt = asking, attempt.next <= now else { return nil }
        asking?.count(apart: apart, now: now)
        return (bare, attempt.isForEverybody)
    }

    /// A frame that says nothing but where the line is.
    var bare: UnicastFrame {
        var frame = UnicastFrame(stream: stream)
        frame.wants = wants
        frame.asks = asking != nil
        frame.serial = serial
        frame.echo = theirSerial
        frame.heard = heard
        frame.acknowledged = delivered
        return frame
    }

    /// Takes back what has waited too long.
    ///
    /// - Parameter patience: how many times as long as usual that is.
    /// - Returns: what was given up.
    mutating func giveUp(patience: Int = 1, now: Duration) -> [UnicastFrame.Item] {
        let tooLong = Self.givenUpAfter * patience
        if let attempt = asking, !wants, now - attempt.since >= tooLong { asking = nil }
        var given: [UnicastFrame.Item] = []
        for index in waiting.indices where now - waiting[index].attempt.since >= tooLong {
            if waiting[index].item.kind == .nothing { continue }
            given.append(waiting[index].item)
            empty(index)
        }
        return given
    }

    /// All that waits was given up. The line has to begin anew then (`restart`): else the empty items would
    /// be offered for ever to somebody who cannot open them, as who uses another crew word.
    var isForsaken: Bool { !waiting.isEmpty && waiting.allSatisfy { $0.item.kind == .nothing } }

    /// Takes back what must not be said any more, for example a key that was erased.
    mutating func takeBack(where isUnwanted: (UnicastFrame.Item) -> Bool) {
        for index in waiting.indices where isUnwanted(waiting[index].item) { empty(index) }
    }

    private mutating func empty(_ index: Int) {
        waiting[index].item.kind = .nothing
        waiting[index].item.body.wipe()
    }

    /// What a frame that was opened brings.
    package struct Heard: Sendable {
        /// In order, each once.
        var items: [UnicastFrame.Item] = []
        /// The other waits for a frame.
        var isAsked = false
        /// true where both are mutually authenticated from now on, false where no longer.
        var isAuthenticated: Bool?

        package init(
            items: [UnicastFrame.Item] = [],
            isAsked: Bool = false,
            isAuthenticated: Bool? = nil
        ) {
            self.items = items
            self.isAsked = isAsked
            self.isAuthenticated = isAuthenticated
        }
    }

    /// - Parameter counter: the number of the frame; what an older one says of wishes and streams is old.
    mutating func receive(_ frame: UnicastFrame, counter: UInt64, now: Duration, fresh: () -> UInt32)
        -> Heard
    {
        var result = Heard(isAsked: frame.asks)
        let isNewest = newest.map { counter > $0 } ?? true
        // It speaks to the line that was kept here before this one; it has to hear of this one.
        let isLate = frame.heard != 0 && frame.heard != stream
        // And begins anew then, if nothing is known here of what it has said.
        if isLate, heard == 0 || frame.stream == heard {
            result.isAsked = true
            return result
        }
        if frame.stream != heard {
            guard isNewest else { return result }
            // It has begun anew, and knows nothing of what was said to it before.
            if heard != 0, frame.heard == 0 { restart(fresh: fresh, now: now) }
            heard = frame.stream
            delivered = 0
            early = []
        }
        // Both have begun anew at once, after giving up: the items will come again.
        guard !isLate else {
            result.isAsked = true
            return result
        }
        acknowledge(frame)
        if let item = frame.item { result.items = deliver(item) }
        if isNewest {
            newest = counter
            theirWants = frame.wants
            theirSerial = frame.serial
            echoed = frame.echo
            settle(now: now)
        }
        result.isAuthenticated = judge()
        return result
    }

    /// Whether both are mutually authenticated, if that has changed.
    mutating func judge() -> Bool? {
        let isAuthenticated = wants && theirWants && serial != 0 && echoed == serial
        guard isAuthenticated != self.isAuthenticated else { return nil }
        self.isAuthenticated = isAuthenticated
        return isAuthenticated
    }

    private mutating func settle(now: Duration) {
        if serial == 0 || echoed == serial {
            asking = nil
        } else if asking == nil, wants {
            asking = Attempt(now: now, hurry: Self.hurryOfWishes)
        }
    }

    private mutating func acknowledge(_ frame: UnicastFrame) {
        guard frame.heard == stream else { return }
        while let first = waiting.first, first.item.number <= frame.acknowledged {
            waiting[0].item.body.wipe()
            waiting.removeFirst()
        }
    }

    private mutating func deliver(_ item: UnicastFrame.Item) -> [UnicastFrame.Item] {
        guard item.number > delivered, item.number - delivered <= UInt32(Self.earlyAtMost),
            !early.contains(where: { $0.number == item.number })
        else { return [] }
        early.append(item)
        var items: [UnicastFrame.Item] = []
        while let index = early.firstIndex(where: { $0.number == delivered + 1 }) {
            items.append(early.remove(at: index))
            delivered += 1
        }
        return items.filter { $0.kind != .nothing }
    }

    /// Says everything that waits once more, from number 1.
    mutating func restart(fresh: () -> UInt32, now: Duration) {
        stream = fresh()
        waiting.removeAll { $0.item.kind == .nothing }
        for index in waiting.indices {
            waiting[index].item.number = UInt32(index + 1)
            waiting[index].attempt.next = now
        }
        nextNumber = UInt32(waiting.count + 1)
    }
}
