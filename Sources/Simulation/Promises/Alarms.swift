import Determinism

/// Who is to be woken next: one instant for each of so many sleepers, the earliest first.
///
/// A binary heap that knows where each sleeper stands in it (Floyd, 1964), so that setting an instant anew
/// costs as many steps as the number of sleepers has bits, and finding the earliest none.
struct Alarms: Sendable {
    /// Sleepers, the earliest first; one that sleeps without an instant is not in it.
    private var heap: [Int] = []
    /// Where a sleeper stands in the heap; −1 if it does not.
    private var places: [Int]
    private var instants: [Duration]

    /// - Parameter count: how many sleepers there are, numbered from 0.
    init(count: Int) {
        places = Array(repeating: -1, count: count)
        instants = Array(repeating: .zero, count: count)
    }

    /// The earliest instant; nil when nobody is to be woken.
    var next: Duration? { heap.first.map { instants[$0] } }

    /// Sets the instant of one sleeper; nil for none.
    mutating func set(_ sleeper: Int, at instant: Duration?) {
        guard let instant else {
            remove(sleeper)
            return
        }
        let place = places[sleeper]
        guard place >= 0 else {
            instants[sleeper] = instant
            places[sleeper] = heap.count
            heap.append(sleeper)
            rise(from: heap.count - 1)
            return
        }
        let before = instants[sleeper]
        instants[sleeper] = instant
        if instant < before { rise(from: place) } else if before < instant { sink(from: place) }
    }

    /// Takes the earliest sleeper out if its instant has come. Of several at one instant the one with the
    /// lowest number is first, so that a seed is the same evening everywhere.
    mutating func take(until now: Duration) -> Int? {
        guard let first = heap.first, instants[first] <= now else { return nil }
        remove(first)
        return first
    }

    private mutating func remove(_ sleeper: Int) {
        let place = places[sleeper]
        guard place >= 0, let last = heap.popLast() else { return }
        places[sleeper] = -1
        guard last != sleeper else { return }
        heap[place] = last
        places[last] = place
        rise(from: place)
        sink(from: places[last])
    }

    private func precedes(_ one: Int, _ other: Int) -> Bool {
        instants[one] == instants[other] ? one < other : instants[one] < instants[other]
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, precedes(heap[place], heap[(place - 1) / 2]) {
            exchange(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var earliest = place
            let (left, right) = (2 * place + 1, 2 * place + 2)
            if left < heap.count, precedes(heap[left], heap[earliest]) { earliest = left }
            if right < heap.count, precedes(heap[right], heap[earliest]) { earliest = right }
            guard earliest != place else { return }
            exchange(place, earliest)
            place = earliest
        }
    }

    private mutating func exchange(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        places[heap[one]] = one
        places[heap[other]] = other
    }
}
