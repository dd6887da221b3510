import Determinism
import Game
import HCI

/// One of the houses of a world: its rooms, its air, and who lives there.
struct Household: Sendable {
    let house: House
    /// The stations in it, by their numbers in the world; the people have the same.
    let stations: Range<Int>
    private var ether: Ether
    private var chance: SeededGenerator
    /// The share of packets that is lost beside those that the ether loses.
    private let airLoss: Double
    /// How many of its stations could hear something on the air.
    var listeners = 0
    /// Nil where people play so many rounds and then stop.
    var company: Company?
    /// Words that somebody's station said, and when that person reacts.
    private(set) var heard: [(cue: Cue, player: Int, at: Duration)] = []
    /// Somebody with a radio who does not belong here.
    var intruder: Attacker?

    /// How long after a word its hearer reacts.
    private static let reaction = Duration.milliseconds(700)

    init(
        house: House, stations: Range<Int>, company: Company?, airLoss: Double, random: SeededGenerator
    ) {
        self.house = house
        self.stations = stations
        self.company = company
        self.airLoss = airLoss
        chance = random
        ether = Ether(house: house, seed: chance.next())
    }

    /// How strongly a station hears a packet, in dBm; nil when it does not.
    ///
    /// - Parameter survival: the share of packets that others within reach leave at the moment, 0…1.
    mutating func rssi(
        of sender: UInt64, at source: Ether.Antenna, by receiver: Int, at sink: Ether.Antenna,
        survival: Double = 1, now: Duration
    ) -> Int8? {
        // An intruder's packets must not use up the chance of the others.
        let word = sender == .max ? UInt64(now.wholeMilliseconds) : chance.next()
        if airLoss > 0, chance.share() < airLoss { return nil }
        if survival < 1, chance.share() >= survival { return nil }
        return ether.rssi(
            of: sender, at: source, by: UInt64(receiver), at: sink, channel: 37 + Int(word % 3), now: now)
    }

    mutating func hears(_ cue: Cue, player: Int, now: Duration) {
        heard.append((cue, player, now + Self.reaction))
    }

    /// Takes the words that somebody reacts to by now.
    mutating func takeHeard(until now: Duration) -> [(cue: Cue, player: Int, at: Duration)] {
        guard !heard.isEmpty else { return [] }
        let due = heard.filter { $0.at <= now }
        if !due.isEmpty { heard.removeAll { $0.at <= now } }
        return due
    }
}
