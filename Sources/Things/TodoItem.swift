import Wire

/// One thing of one day: what it is, and who has ticked it. A replicated value: merged with what another
/// station has of it, in any order and any number of times, it is the same everywhere.
///
/// A tick is only taken back by who has seen it. Of somebody who ticks and somebody who takes back another
/// tick at the same time, the tick stays (an observed-remove set, section 3.3.5 of Shapiro et al.).
package struct TodoItem: Equatable, Sendable {
    package static let charactersAtMost = 60
    static let bytesAtMost = 120
    /// Stations that have ticked one item; those with the lowest numbers count.
    static let authorsAtMost = 8
    /// Nobody knew what time it was.
    static let noMinute: UInt16 = .max

    struct Tick: Equatable, Sendable {
        var counter: UInt64
        /// Of the day.
        var minute: UInt16
    }

    /// When it was written first, which is also its name.
    package let id: LamportStamp
    var wording: Register<String>
    /// The last time that somebody took it off the list.
    var removed: LamportStamp?
    /// By author.
    var ticks: [UInt64: Tick] = [:]
    /// By the author of the tick: up to which of that author's it was taken back.
    var undone: [UInt64: UInt64] = [:]

    init(_ text: String, at stamp: LamportStamp) {
        id = stamp
        wording = Register(text, stamp)
    }

    package var text: String { wording.value }
    package var isDone: Bool { ticks.contains { isValid($0.key, $0.value) } }
    /// What is done cannot be taken off the list any more, nor can it by somebody who did not know.
    var isVisible: Bool { removed == nil || isDone }
    /// When it was done first, in minutes of the day; nil where nobody knew.
    package var doneAt: Int? {
        ticks.filter { isValid($0.key, $0.value) && $0.value.minute != Self.noMinute }.values
            .map { Int($0.minute) }.min()
    }

    private func isValid(_ author: UInt64, _ tick: Tick) -> Bool { tick.counter > undone[author] ?? 0 }

    mutating func tick(_ stamp: LamportStamp, minute: Int?) {
        ticks[stamp.author] = Tick(
            counter: stamp.counter, minute: minute.map { UInt16(clamping: $0) } ?? Self.noMinute)
    }

    /// Takes back every tick that is known here.
    mutating func untick() {
        for (author, tick) in ticks { undone[author] = max(undone[author] ?? 0, tick.counter) }
    }

    /// - Returns: whether anything is new.
    mutating func merge(_ other: TodoItem) -> Bool {
        let before = self
        _ = wording.merge(other.wording)
        if let removed = other.removed { self.removed = max(self.removed ?? removed, removed) }
        for (author, tick) in other.ticks where tick.counter > ticks[author]?.counter ?? 0 {
            ticks[author] = tick
        }
        for (author, counter) in other.undone where counter > undone[author] ?? 0 {
            undone[author] = counter
        }
        Self.bound(&ticks)
        Self.bound(&undone)
        return self != before
    }

    private static func bound<Value>(_ entries: inout [UInt64: Value]) {
        guard entries.count > authorsAtMost else { return }
        for author in entries.keys.sorted().dropFirst(authorsAtMost) { entries[author] = nil }
    }

    /// The highest counter in it.
    var newest: UInt64 {
        ([id.counter, wording.stamp.counter, removed?.counter ?? 0] + ticks.values.map(\.counter)).max() ?? 0
    }

    /// What people type, as it is kept: nil where nothing is left of it.
    package static func tidied(_ text: String) -> String? {
        var tidied = ""
        for word in text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }) {
            let word = word.filter { $0.unicodeScalars.allSatisfy { $0.properties.isVisible } }
            if !word.isEmpty { tidied += tidied.isEmpty ? word : " " + word }
        }
        tidied = String(tidied.prefix(charactersAtMost))
        while tidied.utf8.count > bytesAtMost { tidied.removeLast() }
        while tidied.last == " " { tidied.removeLast() }
        return tidied.isEmpty ? nil : tidied
    }
}

extension Unicode.Scalar.Properties {
    /// Neither a control character nor one that turns the direction of what follows (UAX #9).
    fileprivate var isVisible: Bool {
        switch generalCategory {
        case .control, .surrogate, .unassigned, .privateUse: false
        case .format: isJoinControl || isEmojiPresentation
        default: true
        }
    }
}
