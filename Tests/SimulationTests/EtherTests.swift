import Testing

@testable import Simulation

/// An empty field: no walls, nothing to hide behind.
private let field = House(
    width: 100, height: 100, rooms: [], walls: [], doors: [], hidingPlaces: [],
    entrance: Position(x: 0, y: 0)
)

private func antenna(_ x: Double, _ y: Double, facing heading: Double? = nil) -> Ether.Antenna {
    Ether.Antenna(position: Position(x: x, y: y), heading: heading)
}

/// The mean level over many ethers: what is left when fading and shadow are averaged out.
private func mean(
    in house: House = field, from source: Ether.Antenna, to sink: Ether.Antenna, power: Double = -59
) -> Double {
    let levels = (1...1500 as ClosedRange<UInt64>).compactMap { seed in
        var ether = Ether(house: house, seed: seed)
        return ether.rssi(
            of: 1, at: source, by: 2, at: sink, measuredPower: power, channel: 38, now: .zero)
    }
    return levels.reduce(0) { $0 + Double($1) } / Double(max(1, levels.count))
}

private func spread(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
}

@Suite struct EtherTests {
    @Test(arguments: [(1.0, -60.2), (2, -65.6), (10, -78.2)])
    func theMeanFollowsTheDistance(metres: Double, level: Double) {
        #expect(abs(mean(from: antenna(0, 0), to: antenna(metres, 0)) - level) < 0.8)
    }

    @Test func powerWallsAndBodiesCount() {
        let open = mean(from: antenna(1, 1), to: antenna(4, 1))
        #expect(abs(mean(from: antenna(1, 1), to: antenna(4, 1), power: -70) - open + 11) < 0.8)
        let wall = House.Wall(
            line: Segment(from: Position(x: 2, y: 0), to: Position(x: 2, y: 9)), attenuation: 6)
        let divided = House(
            width: 9, height: 9, rooms: [], walls: [wall], doors: [], hidingPlaces: [],
            entrance: Position(x: 0, y: 0))
        #expect(abs(mean(in: divided, from: antenna(1, 1), to: antenna(4, 1)) - open + 6) < 0.8)
        let ahead = mean(from: antenna(1, 1), to: antenna(4, 1, facing: .pi))
        let behind = mean(from: antenna(1, 1), to: antenna(4, 1, facing: 0))
        #expect(abs(ahead - open) < 0.8)
        #expect(abs(behind - open + 7) < 0.8)
    }

    @Test func theSameSeedGivesTheSameLevels() {
        func levels(seed: UInt64) -> [Int8?] {
            var ether = Ether(house: .family, seed: seed)
            return (0..<200).map { step in
                ether.rssi(
                    of: 7, at: antenna(1, 1), by: 9, at: antenna(2 + Double(step) / 50, 3),
                    channel: 37 + step % 3,
                    now: .milliseconds(step * 100))
            }
        }
        #expect(levels(seed: 5) == levels(seed: 5))
        #expect(levels(seed: 5) != levels(seed: 6))
    }

    /// Another pair's traffic must not change what this pair hears, or adding a station would change every
    /// game.
    @Test func pairsDoNotDisturbEachOther() {
        func levels(withOthers: Bool) -> [Int8?] {
            var ether = Ether(house: .family, seed: 1)
            return (0..<100).map { step in
                let now = Duration.milliseconds(step * 100)
                if withOthers {
                    _ = ether.rssi(of: 3, at: antenna(5, 5), by: 2, at: antenna(3, 3), channel: 37, now: now)
                }
                return ether.rssi(of: 1, at: antenna(1, 1), by: 2, at: antenna(3, 3), channel: 37, now: now)
            }
        }
        #expect(levels(withOthers: true) == levels(withOthers: false))
    }

    @Test func standingStillHearsASteadyLevelAndWalkingDoesNot() {
        var still: [Double] = []
        var walking: [Double] = []
        for seed in 1...40 as ClosedRange<UInt64> {
            var (one, other) = (Ether(house: field, seed: seed), Ether(house: field, seed: seed))
            var (levels, moving): ([Double], [Double]) = ([], [])
            for step in 0..<20 {
                let now = Duration.milliseconds(step * 100)
                // On a circle: moving, at the same distance.
                let angle = Double(step) / 50
                let place = antenna(5 * (1 - angle * angle / 2), 5 * angle)
                let fixed = one.rssi(
                    of: 1, at: antenna(0, 0), by: 2, at: antenna(5, 0), channel: 37, now: now)
                let moved = other.rssi(of: 1, at: antenna(0, 0), by: 2, at: place, channel: 37, now: now)
                if let fixed { levels.append(Double(fixed)) }
                if let moved { moving.append(Double(moved)) }
            }
            still.append(spread(levels))
            walking.append(spread(moving))
        }
        let (quiet, busy) = (still.reduce(0, +) / 40, walking.reduce(0, +) / 40)
        #expect(quiet < 3.6)
        #expect(busy > 4)
    }

    /// The air between two stations is the same both ways; only the receivers differ.
    @Test func bothDirectionsShareTheirShadow() {
        var differences: [Double] = []
        for seed in 1...400 as ClosedRange<UInt64> {
            var ether = Ether(house: field, seed: seed)
            let (one, other) = (antenna(0, 0), antenna(6, 0))
            guard let there = ether.rssi(of: 1, at: one, by: 2, at: other, channel: 38, now: .zero),
                let back = ether.rssi(of: 2, at: other, by: 1, at: one, channel: 38, now: .zero)
            else { continue }
            differences.append(Double(there) - Double(back))
        }
        #expect(differences.count > 250)
        #expect((1.0...4).contains(spread(differences)))
    }

    @Test func farAwayNothingIsHeardAndNearAlmostEverything() {
        var (near, far) = (0, 0)
        for seed in 1...500 as ClosedRange<UInt64> {
            var ether = Ether(house: field, seed: seed)
            let here = antenna(0, 0)
            near +=
                ether.rssi(of: 1, at: here, by: 2, at: antenna(2, 0), channel: 37, now: .zero) != nil ? 1 : 0
            far +=
                ether.rssi(of: 1, at: here, by: 3, at: antenna(2000, 0), channel: 37, now: .zero) != nil
                ? 1 : 0
        }
        #expect((430...490).contains(near))
        #expect(far < 5)
    }
}
