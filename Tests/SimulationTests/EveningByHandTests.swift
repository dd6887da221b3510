import Testing

@testable import Game
@testable import Simulation
@testable import Speech

/// An evening whose people walk, and whose buttons somebody else presses.
struct EveningByHandTests {
    private static func evening() -> Evening {
        Evening(seed: 16, seekers: 1, voice: Voice(folder: "") { _ in nil }, isByHand: true)
    }

    private static func pass(_ evening: inout Evening, _ time: Duration) -> [World.Happening] {
        let end = evening.elapsed + time
        var happenings: [World.Happening] = []
        while evening.elapsed < end { happenings += evening.advance(by: .milliseconds(20)) }
        return happenings
    }

    @Test func nobodyPressesByThemselves() {
        var evening = Self.evening()
        _ = Self.pass(&evening, .seconds(60))
        #expect(evening.world.stations.allSatisfy { $0.station.session == nil })
        #expect(evening.recording.count < 100)
        #expect(!evening.isOver)
    }

    /// Between two steps of the world, too: the station does something about it, and about what comes then.
    @Test func whatIsAskedByAPageIsDone() throws {
        var evening = Self.evening()
        _ = Self.pass(&evening, .seconds(10))
        evening.grant(.hold(true), to: 0)
        _ = Self.pass(&evening, .seconds(2))
        let others = evening.world.stations[1].station.roster.announcements
        #expect(others.map(\.isHolding) == [true])
        evening.grant(.hold(true), to: 1)
        _ = Self.pass(&evening, .seconds(3))
        #expect(evening.world.stations.allSatisfy { $0.station.session != nil })
        // The page's hand lets go, and the round goes on until somebody holds it to be found.
        for station in 0...1 { evening.grant(.hold(false), to: station) }
        let said = Self.pass(&evening, .seconds(60)).compactMap { happening -> Cue? in
            if case .say(.cue(let cue)) = happening.effect { cue } else { nil }
        }
        #expect(!said.isEmpty)
        let sessions = evening.world.stations.map(\.station.session)
        #expect(sessions.allSatisfy { $0 != nil && $0?.outcome == nil })
    }

    /// Whoever taunts in the very first moment of the hunt is heard, too.
    @Test func theFirstTauntIsHeardAtOnce() throws {
        var evening = Self.evening()
        _ = Self.pass(&evening, .seconds(10))
        for station in 0...1 { evening.grant(.hold(true), to: station) }
        _ = Self.pass(&evening, .seconds(3))
        for station in 0...1 { evening.grant(.hold(false), to: station) }
        let huntAt = try #require(evening.world.stations[0].station.session?.huntAt)
        let hider = evening.world.stations[0].station.configuration.id
        #expect(evening.world.stations[0].station.session?.hider?.id == hider)
        while evening.world.now < huntAt { _ = evening.advance(by: .milliseconds(20)) }
        evening.grant(.press, to: 0)
        let said = Self.pass(&evening, .seconds(2)).filter {
            if $0.station == 1, case .say(.taunt) = $0.effect { true } else { false }
        }
        #expect(said.count == 1)
    }
}
