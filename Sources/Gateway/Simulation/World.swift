import Audio
import HCI

/// A house, the people in it, their stations, the air and the network: one seed is one evening, to the last
/// bit.
///
/// Virtual time jumps from one due instant to the next. Players press real (simulated) buttons and hear what
/// their stations say; nothing reaches into a station past its edges.
struct World: Sendable {
    struct Configuration: Sendable {
        var seed: UInt64 = 1
        var seekers = 1
        var rounds = 1
        var headStart = Duration.seconds(20)
        var limit = Duration.seconds(600)
        var network = Network.Quality()
        /// Things that break during the evening.
        var breakdowns: [Breakdown] = []
        /// One profile for each station, repeated as needed.
        var profiles: [ControllerProfile] = [.cyw43455, .extended52, .legacy42]
        /// The stations whose loudspeaker is recorded.
        var listenedTo: Set<Int> = []
        /// The stations that keep a journal from the moment they are switched on.
        var journalled: Set<Int> = []
        var recording = PCMFormat()
        var voice = Voice.silent
        /// How long the world goes on after the last round.
        var epilogue = Duration.seconds(9)
    }

    /// Something a station did, when.
    struct Happening: Equatable, Sendable {
        var at: Duration
        var station: Int
        var effect: Effect
    }

    /// How long after a word its hearer reacts.
    private static let reaction = Duration.milliseconds(700)
    private static let strollEvery = Duration.milliseconds(100)

    let configuration: Configuration
    let house: House
    private(set) var now = Duration.seconds(100)
    private(set) var stations: [SimulatedStation]
    private(set) var players: [Player]
    private var ether: Ether
    private var network: Network
    private var random: SeededGenerator
    private var breakdowns: [Breakdown]
    private var nextStroll = Duration.zero
    private var heard: [(cue: Cue, player: Int, at: Duration)] = []
    private(set) var finishedRounds = 0
    private var finishedAt: Duration?

    /// Station 0 hides first; the others seek.
    init(_ configuration: Configuration) {
        precondition((1...7).contains(configuration.seekers), "one to seven seekers")
        self.configuration = configuration
        var random = SeededGenerator(seed: configuration.seed)
        let house = configuration.seed == 1 ? House.family : House.variation(seed: random.next())
        self.house = house
        ether = Ether(house: house, seed: random.next())
        network = Network(quality: configuration.network, random: random.fork())
        breakdowns = configuration.breakdowns.sorted { $0.at < $1.at }
        let everybody = 0...configuration.seekers
        stations = everybody.map { Self.station($0, configuration, random: &random) }
        players = everybody.map { index in
            Player(
                walker: Walker(index == 0 ? .hider : .seeker, in: house, seed: random.next()),
                random: random.fork())
        }
        self.random = random
        for index in stations.indices {
            stations[index].powerOn(boot: UInt32(truncatingIfNeeded: self.random.next()), now: now)
        }
    }

    private static func station(
        _ index: Int, _ configuration: Configuration, random: inout SeededGenerator
    ) -> SimulatedStation {
        let id = StationID(value: random.next())
        var station = Station.Configuration(
            id: id, name: StationName(id), role: index == 0 ? .hide : .seek, boot: 0, seed: random.next())
        station.ceremony = Ceremony.Rules(
            company: Announcement.Company(capacity: configuration.seekers + 1),
            headStart: configuration.headStart, limit: configuration.limit)
        let seed = (0..<8).map { UInt8(truncatingIfNeeded: id.value >> (8 * $0)) }
        let profile = configuration.profiles[index % configuration.profiles.count]
        return SimulatedStation(
            station, radio: RadioConfiguration(ownAddress: .randomStatic(seed: seed)),
            controller: SimulatedController(
                profile: profile, address: DeviceAddress(littleEndian: seed.prefix(6)), seed: random.next()),
            voice: configuration.voice,
            recording: configuration.listenedTo.contains(index) ? configuration.recording : nil,
            keepsJournal: configuration.journalled.contains(index))
    }

    /// Whether everything that was to be played has been played.
    var isOver: Bool {
        guard let finishedAt else { return false }
        return finishedRounds >= configuration.rounds && now - finishedAt >= configuration.epilogue
    }

    /// Goes on to the next instant at which anything is due, but not beyond `limit`; returns what the
    /// stations did.
    mutating func step(until limit: Duration) -> [Happening] {
        let deadlines = stations.compactMap(\.nextDeadline) + [nextStroll, limit]
        let due = (deadlines + [network.nextDeadline, breakdowns.first?.at].compactMap { $0 }).min() ?? limit
        now = max(now, min(due, limit))
        breakThings()
        for datagram in network.arrivals(until: now) {
            stations[datagram.to].receive(datagram.bytes, now: now)
        }
        for sender in stations.indices {
            for packet in stations[sender].advance(to: now) {
                radiate(packet, from: sender)
            }
        }
        if nextStroll <= now {
            nextStroll = now + Self.strollEvery
            stroll()
        }
        return collect()
    }

    mutating func render(_ station: Int, frames: Int) -> [Int16] {
        stations[station].render(frames: frames)
    }

    /// What a journalled station was told until now; one for each time it was switched on.
    mutating func takeJournals(of station: Int) -> [[UInt8]] {
        stations[station].takeJournals()
    }

    private mutating func radiate(_ packet: AirPacket, from sender: Int) {
        let source = players[sender].antenna
        for receiver in stations.indices where receiver != sender {
            let rssi = ether.rssi(
                of: UInt64(sender), at: source, by: UInt64(receiver), at: players[receiver].antenna,
                channel: Int.random(in: 37...39, using: &random), now: packet.at)
            if let rssi { stations[receiver].hear(packet, rssi: rssi, now: now) }
        }
    }

    private mutating func breakThings() {
        while let next = breakdowns.first, next.at <= now {
            breakdowns.removeFirst()
            switch next.what {
            case .adapterUnplugged: stations[next.station].plugAdapter(false, now: now)
            case .adapterPlugged: stations[next.station].plugAdapter(true, now: now)
            case .controllerFails(let code): stations[next.station].breakController(code: code, now: now)
            case .controllerMute(let isMute): stations[next.station].controller.faults.isMute = isMute
            case .powerOff: stations[next.station].powerOff()
            case .powerOn:
                stations[next.station].powerOn(boot: UInt32(truncatingIfNeeded: random.next()), now: now)
            case .networkOff: network.unplugged.insert(next.station)
            case .networkOn: network.unplugged.remove(next.station)
            }
        }
    }

    /// People: they hear, walk, look and press.
    private mutating func stroll() {
        for word in heard where word.at <= now {
            players[word.player].walker.hear(word.cue)
        }
        heard.removeAll { $0.at <= now }
        let session = stations.first { $0.isPowered }?.station.session
        if let session, session.outcome != nil, session.round > finishedRounds {
            finishedRounds = Int(session.round)
            finishedAt = now
        }
        let hider = players.indices.first {
            stations[$0].station.session.flatMap(Self.hides(stations[$0])) ?? false
        }
        let hiding = hider.map { players[$0].walker.position }
        let wantsMore = finishedRounds < configuration.rounds
        for index in players.indices {
            let finger = players[index].act(
                session: stations[index].station.session, own: stations[index].station.configuration.id,
                hider: hider == index ? nil : hiding, wantsMore: wantsMore, house: house, now: now)
            if let finger { stations[index].press(finger, now: now, random: &random) }
        }
    }

    private static func hides(_ station: SimulatedStation) -> (Session) -> Bool {
        { $0.hider?.id == station.station.configuration.id }
    }

    private mutating func collect() -> [Happening] {
        var happenings: [Happening] = []
        for index in stations.indices {
            for effect in stations[index].takeDone() {
                happenings.append(Happening(at: now, station: index, effect: effect))
                switch effect {
                case .send(let message):
                    network.send(message.body, from: index, toAll: stations.count, now: now)
                case .say(.cue(let cue)): heard.append((cue, index, now + Self.reaction))
                default: break
                }
            }
        }
        return happenings
    }
}
