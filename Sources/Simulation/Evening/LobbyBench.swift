import Game
package import HCI
import PeerNetwork
import Ranging

/// Measures how quickly and how well stations come together: some hold at the same time, in a room with many
/// others that do not.
package struct LobbyBench: Sendable {
    /// One kind of room.
    package struct Room: Equatable, Sendable {
        /// How many stations are on the network.
        package var stations: Int
        /// Shares of datagrams, 0…1, of those sent from one station to another.
        package var loss: Double
        /// The rest is under way for up to so long.
        var jitter = Duration.milliseconds(200)
        /// By radio alone, with these controllers in turn; nil on a network.
        private(set) var profiles: [ControllerProfile]?
        /// The share of its advertisements that stations of other houses within reach leave, 0…1.
        package private(set) var survival = 1.0
        private var others = 0
        /// All are in one hall, and two of them play.
        private(set) var isHall = false
        /// Wi-Fi at 2.4 GHz leaves the radio half of the time to listen.
        package var sharesAntenna = false

        package init(
            stations: Int,
            loss: Double,
            jitter: Duration = Duration.milliseconds(200)
        ) {
            self.stations = stations
            self.loss = loss
            self.jitter = jitter
        }

        /// One house without a network.
        ///
        /// - Parameters:
        ///   - loss: share of advertisements, 0…1, beside those that distance, walls and collisions take.
        ///   - others: stations within reach that play without a network too, in as quick turns.
        ///   - interval: between two advertisements of each station.
        ///   - profiles: of the controllers in turn; at least one.
        package static func byAir(
            stations: Int, loss: Double, others: Int = 0, interval: Duration = .milliseconds(20),
            profiles: [ControllerProfile]
        ) -> Room {
            var room = Room(stations: stations, loss: loss)
            room.profiles = profiles
            room.others = others
            room.survival = ChannelLoad.survival(others: others, interval: interval)
            return room
        }

        /// A hall without a network, in which two play and the others only lie there; what they advertise
        /// collides.
        ///
        /// - Parameters:
        ///   - stations: at least two.
        ///   - loss: share of advertisements, 0…1, beside those that distance, walls and collisions take.
        package static func hall(stations: Int, loss: Double, profile: ControllerProfile) -> Room {
            var room = Room.byAir(stations: stations, loss: loss, profiles: [profile])
            room.isHall = true
            return room
        }

        /// Without the loss: "8 stations", "2 stations, legacy42", "2 stations, cyw43455, beside 40".
        package var description: String {
            let names = (profiles ?? []).map(\.name)
            return "\(stations) stations" + (names.isEmpty ? "" : ", " + names.joined(separator: "+"))
                + (others == 0 ? "" : ", beside \(others)") + (sharesAntenna ? ", half a window" : "")
        }

        /// By radio, of everything but what the house itself takes, 0…1.
        var airLoss: Double { 1 - (1 - loss) * survival }

        /// How many of them hold.
        var players: Int { isHall ? 2 : min(stations, Session.membersAtMost) }

        /// How many are in each house.
        var homes: [Int] {
            isHall && stations > 3
                ? [2] + EveningPlan.homes(of: stations - 2) : EveningPlan.homes(of: stations)
        }
    }

    /// What came of one room with one seed.
    package struct Trial: Equatable, Sendable {
        /// From the last one's start to the moment when each has said the names of all others.
        package var names: Duration?
        /// From the end of the finder's hold to its "found".
        package var found: Duration?
        /// From the moment all hold to the moment all are in the session; nil if that did not happen.
        var lock: Duration?
        /// How far apart the members' zeros of the countdown are.
        var skew: Duration?
        /// Bytes that a station sends in a second on average: while nothing happens, and while it plays.
        var idle = 0.0
        var playing = 0.0

        package init(
            lock: Duration? = nil,
            skew: Duration? = nil,
            idle: Double = 0.0,
            playing: Double = 0.0
        ) {
            self.lock = lock
            self.skew = skew
            self.idle = idle
            self.playing = playing
        }
    }

    private static let idleFrom = Duration.seconds(20)
    private static let gathersAt = Duration.seconds(30)
    private static let givesUpAfter = Duration.seconds(40)
    private static let playingFor = Duration.seconds(5)
    private static let huntsFor = Duration.seconds(600)
    /// No trial is longer.
    private static let lastsAtMost = Duration.seconds(3_600)
    /// In a hall the others have been there for so long when those who play come.
    private static let settled = Duration.seconds(60)

    private let room: Room
    /// When those who play are switched on.
    private let start: Duration
    private var world: World
    private var heldAt: [Int: Duration] = [:]

    package static func trial(_ room: Room, seed: UInt64) -> Trial {
        var bench = LobbyBench(room, seed: seed)
        return bench.run()
    }

    private init(_ room: Room, seed: UInt64) {
        self.room = room
        start = room.isHall ? Self.settled : .zero
        let gathersAt = start + Self.gathersAt
        var configuration = World.Configuration(seed: seed)
        configuration.homes = room.homes
        configuration.homesPerNetwork = configuration.homes.count
        configuration.playingHomes = 1
        configuration.habits = Habits(
            begins: gathersAt...gathersAt, breaks: .seconds(600)...(.seconds(600)), together: 1)
        configuration.network = Network.Quality(
            loss: room.loss, doubled: 0.02, delay: .milliseconds(1)...max(.milliseconds(2), room.jitter))
        configuration.switchingOn = .seconds(10)
        configuration.faults = EveningPlan.drifts(seed: seed, stations: room.stations)
        if let profiles = room.profiles {
            configuration.carrier = .air
            configuration.profiles = profiles
            configuration.airLoss = room.airLoss
            configuration.headStart = .seconds(10)
        }
        if room.sharesAntenna {
            for station in 0..<room.stations {
                configuration.faults.append(
                    Fault(begin: .zero, end: Self.lastsAtMost, what: .sharesAntenna(station)))
            }
        }
        // Nobody has a crew word there.
        if room.isHall {
            (configuration.isOneHall, configuration.homesPerNetwork) = (true, 1)
            configuration.late = (room.players, start)
        }
        world = World(configuration)
    }

    private mutating func run() -> Trial {
        var trial = Trial()
        trial.names = names()
        step(until: start + Self.idleFrom)
        let before = world.network.sent.bytes
        step(until: start + Self.gathersAt)
        let seconds = (Self.gathersAt - Self.idleFrom).inSeconds
        trial.idle = Double(world.network.sent.bytes - before) / seconds / Double(room.stations)
        let players = Array(world.households[0].stations.prefix(room.players))
        let end = start + Self.gathersAt + Self.givesUpAfter
        while world.elapsed < end, !players.allSatisfy({ world.glances[$0].session != nil }) {
            note(world.step(until: World.begin + end), players)
        }
        guard Set(players.map { world.glances[$0].session?.id }).count == 1,
            let zero = world.glances[players[0]].session?.startsAt, let held = heldAt.values.max()
        else { return trial }
        trial.lock = world.now - held
        step(until: zero - World.begin + .seconds(1))
        let zeros = players.compactMap { world.glances[$0].session?.startsAt }
        if let first = zeros.min(), let last = zeros.max(), zeros.count == players.count {
            trial.skew = last - first
        }
        let sent = world.network.sentBytes(of: players)
        step(until: world.elapsed + Self.playingFor)
        trial.playing =
            Double(world.network.sentBytes(of: players) - sent) / Self.playingFor.inSeconds
            / Double(players.count)
        if room.profiles != nil, !room.isHall { trial.found = found() }
        return trial
    }

    /// How long it takes until all know all names.
    private mutating func names() -> Duration? {
        // In a hall those who play are the ones who wait for each other.
        let watched = room.isHall ? 0..<room.players : 0..<room.stations
        let names = Set(watched.map { StationName(world.stations[$0].id) })
        var said = Array(repeating: Set<StationName>(), count: watched.count)
        var (powered, lastStart) = (0, World.begin)
        // By radio nothing is measured while they rest.
        let end = start + (room.profiles == nil ? Self.idleFrom : Self.gathersAt)
        while world.elapsed < end {
            for happening in world.step(until: World.begin + end) {
                guard watched.contains(happening.station), case .say(.met(let name)) = happening.effect,
                    names.contains(name)
                else { continue }
                said[happening.station].insert(name)
            }
            let count = world.glances[watched].count(where: \.isPowered)
            if count > powered { (powered, lastStart) = (count, world.now) }
            if said.allSatisfy({ $0.count == watched.count - 1 }) { return world.now - lastStart }
        }
        return nil
    }

    /// Plays until somebody is found, and says how long the answer to the hold took.
    private mutating func found() -> Duration? {
        let end = world.elapsed + Self.huntsFor
        var held: [Int: Duration] = [:]
        while world.elapsed < end {
            for happening in world.step(until: World.begin + end) {
                switch happening.effect {
                case .play(.locked): held[happening.station] = happening.at
                // Those who seek beside the finder say so as well, and may know it first.
                case .say(.found) where isFinder(happening.station):
                    return held[happening.station].map { happening.at - $0 }
                default: break
                }
            }
        }
        return nil
    }

    private func isFinder(_ station: Int) -> Bool {
        guard case .found(let finder, _) = world.glances[station].session?.outcome else { return false }
        return finder == world.stations[station].id
    }

    private mutating func step(until elapsed: Duration) {
        while world.elapsed < elapsed { _ = world.step(until: World.begin + elapsed) }
    }

    /// A hold is heard as a sound; only the last one before the lock counts.
    private mutating func note(_ happenings: [World.Happening], _ players: [Int]) {
        for happening in happenings where happening.effect == .play(.locked) {
            guard players.contains(happening.station), world.glances[happening.station].session == nil
            else { continue }
            heldAt[happening.station] = happening.at
        }
    }
}

/// Several trials of one room, as a line of a table.
package struct LobbyBenchLine: Equatable, Sendable {
    package let room: LobbyBench.Room
    package let trials: Int
    /// Trials in which all who held ended up in one session.
    package let locked: Int
    /// Seconds, milliseconds, bytes a second.
    package let lockMedian: Double
    package let lockHigh: Double
    package let skewHigh: Double
    package let idle: Double
    package let playing: Double
    /// Seconds; trials in which all knew all names, and, by radio only, in which somebody was found.
    package let named: Int
    package let namesMedian: Double
    package let namesHigh: Double
    package let found: Int
    package let foundMedian: Double
    package let foundHigh: Double

    package init(_ room: LobbyBench.Room, _ trials: [LobbyBench.Trial]) {
        self.room = room
        self.trials = trials.count
        let locks = trials.compactMap { $0.lock?.inSeconds }
        locked = locks.count
        lockMedian = Self.quantile(locks, 0.5)
        lockHigh = Self.quantile(locks, 0.95)
        skewHigh = Self.quantile(trials.compactMap { $0.skew.map { $0.inSeconds * 1_000 } }, 0.99)
        idle = trials.map(\.idle).reduce(0, +) / Double(max(1, trials.count))
        let played = trials.map(\.playing).filter { $0 > 0 }
        playing = played.reduce(0, +) / Double(max(1, played.count))
        let names = trials.compactMap { $0.names?.inSeconds }
        let finds = trials.compactMap { $0.found?.inSeconds }
        (named, found) = (names.count, finds.count)
        (namesMedian, namesHigh) = (Self.quantile(names, 0.5), Self.quantile(names, 0.95))
        (foundMedian, foundHigh) = (Self.quantile(finds, 0.5), Self.quantile(finds, 0.95))
    }

    /// The smallest value that so large a share of all does not exceed.
    static func quantile(_ values: [Double], _ share: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let index = Int((Double(values.count) * share).rounded(.up)) - 1
        return values.sorted()[min(max(index, 0), values.count - 1)]
    }
}
