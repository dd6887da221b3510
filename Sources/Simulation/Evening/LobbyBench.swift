import Game
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

        package init(
            stations: Int,
            loss: Double,
            jitter: Duration = Duration.milliseconds(200)
        ) {
            self.stations = stations
            self.loss = loss
            self.jitter = jitter
        }

        /// How many of them hold.
        var players: Int { min(stations, Session.membersAtMost) }
    }

    /// What came of one room with one seed.
    package struct Trial: Equatable, Sendable {
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

    private let room: Room
    private var world: World
    private var heldAt: [Int: Duration] = [:]

    package static func trial(_ room: Room, seed: UInt64) -> Trial {
        var bench = LobbyBench(room, seed: seed)
        return bench.run()
    }

    private init(_ room: Room, seed: UInt64) {
        self.room = room
        var configuration = World.Configuration(seed: seed)
        configuration.homes = EveningPlan.homes(of: room.stations)
        configuration.homesPerNetwork = configuration.homes.count
        configuration.playingHomes = 1
        configuration.habits = Habits(
            begins: Self.gathersAt...Self.gathersAt, breaks: .seconds(600)...(.seconds(600)), together: 1)
        configuration.network = Network.Quality(
            loss: room.loss, doubled: 0.02, delay: .milliseconds(1)...max(.milliseconds(2), room.jitter))
        configuration.switchingOn = .seconds(10)
        configuration.faults = EveningPlan.drifts(seed: seed, stations: room.stations)
        world = World(configuration)
    }

    private mutating func run() -> Trial {
        var trial = Trial()
        step(until: Self.idleFrom)
        let before = world.network.sent.bytes
        step(until: Self.gathersAt)
        let seconds = (Self.gathersAt - Self.idleFrom).inSeconds
        trial.idle = Double(world.network.sent.bytes - before) / seconds / Double(room.stations)
        let players = Array(world.households[0].stations.prefix(room.players))
        let end = Self.gathersAt + Self.givesUpAfter
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
        return trial
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
    }

    /// The smallest value that so large a share of all does not exceed.
    static func quantile(_ values: [Double], _ share: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let index = Int((Double(values.count) * share).rounded(.up)) - 1
        return values.sorted()[min(max(index, 0), values.count - 1)]
    }
}
