/// What is due at some instant, the earliest first; of several at one instant what was added first.
///
/// A binary heap of instants (Williams, 1964) beside the things themselves, which stay where they were put:
/// moving a thing costs the counting of its references, and a crowd's network holds thousands of datagrams.
struct Agenda<Entry: Sendable>: Sendable {
    private struct Appointment: Sendable {
        var at: Duration
        var order: UInt64
        var slot: Int

        func precedes(_ other: Appointment) -> Bool {
            at == other.at ? order < other.order : at < other.at
        }
    }

    private var heap: [Appointment] = []
    private var entries: [Entry?] = []
    /// Places of `entries` that are free again.
    private var free: [Int] = []
    private var order: UInt64 = 0

    var count: Int { heap.count }
    var next: Duration? { heap.first?.at }

    mutating func add(_ entry: Entry, at instant: Duration) {
        let slot: Int
        if let place = free.popLast() {
            slot = place
            entries[slot] = entry
        } else {
            slot = entries.count
            entries.append(entry)
        }
        order += 1
        heap.append(Appointment(at: instant, order: order, slot: slot))
        rise()
    }

    /// Takes the next that is due by `now`.
    mutating func take(until now: Duration) -> Entry? {
        guard let first = heap.first, first.at <= now, let last = heap.popLast() else { return nil }
        if !heap.isEmpty { sink(last) }
        var entry: Entry?
        swap(&entry, &entries[first.slot])
        free.append(first.slot)
        return entry
    }

    /// Moves the newest to its place.
    private mutating func rise() {
        var place = heap.count - 1
        let moved = heap[place]
        while place > 0, moved.precedes(heap[(place - 1) / 2]) {
            heap[place] = heap[(place - 1) / 2]
            place = (place - 1) / 2
        }
        heap[place] = moved
    }

    /// Puts an appointment in from the top, where there is none.
    private mutating func sink(_ moved: Appointment) {
        var place = 0
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(moved) else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = moved
    }
}
