package import Game
package import Simulation
import Testing

@testable import Journaling

/// Simulated rounds with a journal of every station, for the tests of journals.
package enum JournalRounds {
    package struct Played: Sendable {
        package var journals: [[UInt8]]
        /// What every station did.
        package var happenings: [World.Happening]
        package var isFinished: Bool
    }

    package static func play(_ configuration: World.Configuration, for limit: Duration) -> Played {
        var configuration = configuration
        let stations = 0...configuration.seekers
        configuration.journalled = Set(stations)
        configuration.headStart = .seconds(10)
        var world = World(configuration)
        var happenings: [World.Happening] = []
        let end = world.now + limit
        while world.now < end, !world.isOver {
            happenings += world.step(until: end)
        }
        let journals = stations.map { world.takeJournals(of: $0).last ?? [] }
        return Played(journals: journals, happenings: happenings, isFinished: world.finishedRounds > 0)
    }

    /// A whole round of two, without trouble.
    package static let quiet = play(World.Configuration(seed: 2), for: .seconds(400))

    /// The events of a journal, in order.
    package static func events(_ journal: [UInt8]) throws -> [(event: Event, at: Duration)] {
        var reader = try JournalReader(journal)
        var events: [(Event, Duration)] = []
        while let line = try reader.next() {
            if case .event(let event, let at) = line { events.append((event, at)) }
        }
        return events
    }
}
