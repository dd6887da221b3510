import Game
import HCI
import Runtime

/// Decides when a station's journal begins and ends and how long its pieces get; a value that is told
/// everything the station was told, and hands out pages for somebody to keep.
package struct Scribe: Sendable {
    package enum Scope: Sendable {
        /// From the moment a session locks, and again at each of its rounds, until it is left.
        case rounds
        /// From the start of the program to its end.
        case everything
    }

    package enum Output: Equatable, Sendable {
        /// A new journal begins; the pages that follow are its.
        case open
        /// Whole lines.
        case page([UInt8])
        case close(Journal.Ending)

        /// In bytes.
        var length: Int {
            if case .page(let page) = self { page.count } else { 0 }
        }
    }

    /// A journal that has become this long goes on in a new one, which begins with a snapshot of its
    /// own: each can be replayed alone. It overshoots by one event at most.
    static let partAtMost = 4_000_000
    /// Pages are handed out when they are this long, or after this time: what is lost when the plug is
    /// pulled, and how often a card is written to.
    static let pageAtMost = 16_384
    static let pageEvery = Duration.seconds(1)

    private struct RoundNumber: Equatable {
        var session: UInt64
        var round: UInt16
    }

    private let scope: Scope
    private let program: String
    private let partAtMost: Int
    private var journal: Journal?
    private var round: RoundNumber?
    private var pagedAt = Duration.zero

    package init(_ scope: Scope, program: String = Program.version, partAtMost: Int = Self.partAtMost) {
        self.scope = scope
        self.program = program
        self.partAtMost = partAtMost
    }

    /// - Parameter station: nothing has happened to it yet.
    mutating func begin(_ station: Station) -> [Output] {
        guard scope == .everything, let json = StationSnapshot.encode(station.configuration) else {
            return []
        }
        journal = Journal(program: program, station: station.configuration, .configuration(json))
        return [.open]
    }

    /// - Parameter station: as it is after `event`.
    mutating func happened(_ event: Event, _ effects: [Effect], by station: Station, now: Duration)
        -> [Output]
    {
        journal?.add(event, effects, now: now)
        if scope == .rounds {
            let current = station.session.map { RoundNumber(session: $0.id, round: $0.round) }
            if current != round {
                round = current
                return end(current == nil ? .sessionLeft : .nextRound) + (current == nil ? [] : open(station))
            }
        }
        guard let journal else { return [] }
        if journal.length >= partAtMost { return end(.continued) + open(station) }
        guard journal.pageLength >= Self.pageAtMost || now - pagedAt >= Self.pageEvery else { return [] }
        pagedAt = now
        return page()
    }

    /// The program ends.
    mutating func end() -> [Output] {
        end(.programEnded)
    }

    private mutating func open(_ station: Station) -> [Output] {
        guard let json = StationSnapshot.encode(station) else { return [] }
        journal = Journal(program: program, station: station.configuration, .snapshot(json))
        return [.open] + page()
    }

    private mutating func end(_ why: Journal.Ending) -> [Output] {
        journal?.end(why)
        defer { journal = nil }
        return journal == nil ? [] : page() + [.close(why)]
    }

    private mutating func page() -> [Output] {
        guard let page = journal?.takePage(), !page.isEmpty else { return [] }
        return [.page(page)]
    }
}
