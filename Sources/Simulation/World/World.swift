import Audio
import Determinism
import Game
import HCI
import Journaling

/// Houses, the people in them, their stations, the air and the network: one seed is one evening, to the last
/// bit.
///
/// Virtual time jumps from one due instant to the next, and only what is due is looked at: a thousand
/// stations that have nothing to do cost next to nothing. Players press real (simulated) buttons and hear
/// what their stations say; nothing reaches into a station past its edges.
package struct World: Sendable {
    /// When every evening begins.
    package static let begin = Duration.seconds(100)

    let configuration: Configuration
    package private(set) var now = World.begin
    package var stations: [SimulatedStation]
    /// How each station was at the end of the last step.
    private(set) var glances: [SimulatedStation.Glance]
    var players: [Player]
    var households: [Household]
    /// In which of them somebody who does not belong there listens to beacons: asked at each transmission.
    var overheard: [Bool]
    var network: Network
    /// Kept where the radio carries the lobby.
    var reach = Reach()
    /// Of a hall.
    var traffic = ChannelTraffic()
    /// In which household each station is.
    let homes: [Int]
    /// The stations first, then the households' people, then who intrudes there, then the faults.
    private var alarms: Alarms
    var mishaps: Mishaps
    /// Stations that something happened to in the last step, each once.
    package private(set) var touched: [Int] = []
    private var isTouched: [Bool]
    package var finishedRounds = 0
    var finishedAt: Duration?

    package init(_ configuration: Configuration) {
        precondition(configuration.homes.allSatisfy { (2...8).contains($0) }, "two to eight in a house")
        self.configuration = configuration
        var random = SeededGenerator(seed: configuration.seed)
        network = Network(quality: configuration.network)
        homes = configuration.homeOfStation
        let settlement = Settlement(configuration)
        households = settlement.households(&random)
        overheard = Array(repeating: false, count: households.count)
        stations = settlement.stations(&random)
        glances = stations.map { SimulatedStation.Glance(id: $0.id) }
        players = []
        for (station, home) in homes.enumerated() {
            network.add(subnet: home / configuration.homesPerNetwork, random: random.fork())
            let household = households[home]
            let part: Walker.Part = station == household.stations.lowerBound ? .hider : .seeker
            let walker = Walker(part, in: household.house, seed: random.next())
            var player = Player(walker: walker, random: random.fork())
            // By radio it takes longer, as the instructions say; and people wait until all names were said.
            if configuration.carrier.hasAir {
                player.holdsFor = .seconds(12)
                player.readiesAfter = .seconds(10)
            }
            players.append(player)
        }
        if !configuration.carrier.hasNetwork { network.conditions.unplugged = Set(homes.indices) }
        mishaps = Mishaps(configuration.faults, stations: homes.count, random: random.fork())
        alarms = Alarms(count: homes.count + 2 * configuration.homes.count + 1)
        isTouched = Array(repeating: false, count: homes.count)
        settleIn()
    }

    /// Everything that is there from the beginning.
    private mutating func settleIn() {
        for fault in configuration.faults {
            // Without an attack nobody listens, and the numbers of all others stay the same.
            guard case .attack(_, let home) = fault.what, households[home].intruder == nil else { continue }
            households[home].intruder = Attacker(
                random: SeededGenerator(seed: configuration.seed ^ (0xA77A_C4E2 &+ UInt64(home))))
            network.add(
                subnet: home / configuration.homesPerNetwork, isTap: true,
                random: SeededGenerator(seed: UInt64(home)))
            mishaps.intruders.append(home)
        }
        mishaps.switchOn(within: configuration.switchingOn, late: configuration.late)
        suffer()
        for station in touched {
            isTouched[station] = false
            alarms.set(station, at: now)
        }
        for home in households.indices { alarms.set(stations.count + home, at: now) }
        alarms.set(faultsAlarm, at: mishaps.nextDeadline)
    }

    private var faultsAlarm: Int { stations.count + 2 * households.count }

    /// How long the evening has been going on.
    var elapsed: Duration { now - Self.begin }

    var hasNetwork: Bool { configuration.carrier.hasNetwork }

    /// The plan of the first house.
    var house: House { households[0].house }

    /// Whether everything that was to be played has been played.
    package var isOver: Bool {
        guard configuration.habits == nil, let finishedAt else { return false }
        return finishedRounds >= configuration.rounds && now - finishedAt >= configuration.epilogue
    }

    /// Goes on to the next instant at which anything is due, but not beyond `limit`; returns what the
    /// stations did.
    package mutating func step(until limit: Duration) -> [Happening] {
        // Somebody may have pressed by a page since the last step: that is still to be collected.
        touched.removeAll { !isTouched[$0] }
        var isQuiet = true
        // Datagrams that change nothing are no step: in a crowd most are repetitions.
        repeat {
            let due = min(alarms.next ?? limit, network.nextDeadline ?? limit)
            now = max(now, min(due, limit))
            while let datagram = network.take(until: now) { deliver(datagram) }
            while let sleeper = alarms.take(until: now) {
                isQuiet = false
                rise(sleeper)
            }
        } while isQuiet && touched.isEmpty && now < limit
        return collect()
    }

    /// Somebody's time has come.
    private mutating func rise(_ sleeper: Int) {
        if sleeper < stations.count {
            wake(station: sleeper)
        } else if sleeper < stations.count + households.count {
            alarms.set(sleeper, at: stroll(sleeper - stations.count))
        } else if sleeper < faultsAlarm {
            let home = sleeper - stations.count - households.count
            alarms.set(sleeper, at: intrude(home))
        } else {
            suffer()
            alarms.set(sleeper, at: mishaps.nextDeadline)
        }
    }

    /// Something happens to a station: what it does about it is collected at the end of the step.
    mutating func touch(_ station: Int) {
        guard !isTouched[station] else { return }
        isTouched[station] = true
        touched.append(station)
    }

    /// The people of a house have something to look at.
    mutating func rouse(_ home: Int) {
        alarms.set(stations.count + home, at: now)
    }

    mutating func rouseIntruder(_ home: Int) {
        alarms.set(stations.count + households.count + home, at: households[home].intruder?.nextDeadline)
    }

    mutating func render(_ station: Int, frames: Int) -> [Int16] {
        stations[station].render(frames: frames)
    }

    /// What a journalled station was told until now; one for each time it was switched on.
    package mutating func takeJournals(of station: Int) -> [[UInt8]] {
        stations[station].takeJournals()
    }

    private mutating func deliver(_ datagram: Network.Datagram) {
        guard datagram.to < stations.count else {
            let home = mishaps.intruders[datagram.to - stations.count]
            households[home].intruder?.hears(datagram.bytes, from: datagram.from, now: now)
            rouseIntruder(home)
            return
        }
        if stations[datagram.to].receive(datagram.bytes, from: datagram.from, now: now) {
            touch(datagram.to)
        }
    }

    private mutating func wake(station: Int) {
        let isHeard = isHeard(station)
        for packet in stations[station].advance(to: now, isHeard: isHeard) { radiate(packet, from: station) }
        if stations[station].isStirred {
            touch(station)
        } else {
            (glances[station].nextDeadline, glances[station].transmitsAt) = stations[station].deadlines()
            setAlarm(station)
        }
    }

    /// What the stations did, and what follows for the network and for the ears of people.
    private mutating func collect() -> [Happening] {
        var happenings: [Happening] = []
        for station in touched {
            isTouched[station] = false
            let glance = stations[station].glance(now: now)
            for effect in glance.done {
                happenings.append(Happening(at: now, station: station, effect: effect))
                switch effect {
                case .say(.cue(let cue)):
                    households[homes[station]].hears(cue, player: station, now: now)
                case .say: rouse(homes[station])
                default: break
                }
            }
            for datagram in glance.sent {
                network.send(datagram.bytes, from: station, to: datagram.to, now: now)
            }
            if glance.strain != glances[station].strain {
                network.conditions.strains[station] = glance.strain > 0 ? glance.strain : nil
            }
            let isChange = glance.listens != glances[station].listens
            glances[station] = glance
            if isChange { listenersChanged(with: station, by: glance.listens ? 1 : -1) }
            setAlarm(station)
        }
        return happenings
    }

    mutating func setAlarm(_ station: Int) {
        var due = glances[station].nextDeadline
        if let transmitsAt = glances[station].transmitsAt, isHeard(station) {
            due = due.map { min($0, transmitsAt) } ?? transmitsAt
        }
        alarms.set(station, at: due)
    }
}

extension Digest {
    mutating func add(_ happening: World.Happening) {
        add(happening.effect, at: happening.at, by: happening.station)
    }
}
