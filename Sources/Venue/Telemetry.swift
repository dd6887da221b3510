import Determinism
package import Game
package import MQTT
package import PeerNetwork
import Runtime

/// What a station says to a broker, and when: a value that looks at the station, and at what it says.
///
/// Bounded: its state once a second, four at once; what happens ten times a second, forty at once; beacons as
/// `PresenceReports` bounds them. What is more is dropped, and the state comes later as it is then.
package struct Telemetry: Sendable {
    private static let states = TokenBucket(perSecond: 1, atOnce: 4)
    private static let happenings = TokenBucket(perSecond: 10, atOnce: 40)
    /// Orders that are followed; a hundred of one moment are a mistake, or somebody's fun.
    private static let orders = TokenBucket(perSecond: 5, atOnce: 20)
    /// Nothing that is said of a state is of less than this.
    private static let looksEvery = Duration.milliseconds(250)
    /// A page is heard as long after each wish to listen; this asks a little sooner.
    private static let listensEvery = Duration.seconds(20)

    package let setting: VenueSetting
    private let id: StationID
    private let boot: UInt32
    private var states = Self.states
    private var happenings = Self.happenings
    private var count: UInt32 = 0
    private var lookedAt: Duration?
    private var listenedAt: Duration?
    /// Presses that were told of; several within one look are one.
    private var presses: UInt16 = 0
    /// As it was at the last look, and as the broker knows it: in a hurry a state waits for its turn.
    private var seen: StationReport?
    private var told: StationReport?
    private var presented: HomeAssistantDiscovery.Face?
    private var records = RoundRecords()
    /// It has heard from the broker, or said, which rounds it has played.
    private var knowsRounds = false
    private var presence: PresenceReports
    /// Who goes by which name, as of the last look.
    private var names: [StationName: StationID] = [:]
    private var orders = Self.orders
    /// Messages that found no place in the bounds.
    package private(set) var dropped = 0

    /// - Parameter boot: drawn at each start.
    package init(_ setting: VenueSetting, id: StationID, boot: UInt32) {
        self.setting = setting
        self.id = id
        self.boot = boot
        presence = PresenceReports()
    }

    /// What its session with a broker is to be like.
    package func session(
        user: String? = nil, password: [UInt8]? = nil, seed: UInt64
    ) -> ClientSession.Configuration {
        var subscriptions = [ControlPacket.Subscription(topic(.rounds), .atMostOnce)]
        if setting.orders {
            subscriptions += setting.topics.orders(to: id).map { ControlPacket.Subscription($0) }
        }
        return ClientSession.Configuration(
            clientID: "hotcold-\(id)", user: user, password: password,
            will: ApplicationMessage(topic: topic(.availability), text: "offline", isRetained: true),
            subscriptions: subscriptions, seed: seed)
    }

    private func topic(_ kind: VenueTopics.Kind) -> String { setting.topics.of(id, kind) }

    // MARK: - What is said

    /// The station says something.
    ///
    /// - Parameter text: as a caption.
    package mutating func said(_ phrase: Phrase, _ text: String, now: Duration) -> [ApplicationMessage] {
        var messages: [ApplicationMessage] = []
        if let heard = Happening.heard(phrase) {
            messages += happened(heard.kind, degree: heard.degree, what: heard.what, now: now)
        }
        if setting.words, happenings.take(now: now) {
            messages.append(ApplicationMessage(topic: topic(.said), text: text))
        }
        return messages
    }

    /// Looks at the station, if there may be something to say.
    ///
    /// - Parameter levels: how loud it is by its settings.
    package mutating func look(_ station: Station, volume levels: VolumeLevels, now: Duration)
        -> [ApplicationMessage]
    {
        let isMoved = seen.map { $0.phase != station.phase(now: now) } ?? true
        if !isMoved, let lookedAt, now - lookedAt < Self.looksEvery { return [] }
        lookedAt = now
        names = [station.configuration.name: id]
        for other in station.roster.announcements { names[other.name] = other.sender }
        let last = seen
        let report = StationReport(station, volume: levels, now: now)
        seen = report
        var messages =
            last == nil
            ? [ApplicationMessage(topic: topic(.availability), text: "online", isRetained: true)] : []
        // What happened is told although the state has to wait.
        if station.presses != presses {
            presses = station.presses
            messages += happened(.pressed, now: now)
        }
        if report != last { messages += news(since: last, report, station, now: now) }
        if report != told, states.take(now: now) {
            told = report
            messages += introduce(report)
            messages.append(
                ApplicationMessage(topic: topic(.state), payload: JSONText.bytes(report), isRetained: true))
        }
        return messages + present(station, now: now)
    }

    /// Whether it wants to hear every beacon, as somebody who looks at the page for them.
    package mutating func wantsToListen(now: Duration) -> Bool {
        guard setting.presence, listenedAt.map({ now - $0 >= Self.listensEvery }) ?? true else {
            return false
        }
        listenedAt = now
        return true
    }

    /// What is another than it was.
    private mutating func news(
        since last: StationReport?, _ report: StationReport, _ station: Station, now: Duration
    ) -> [ApplicationMessage] {
        var messages: [ApplicationMessage] = []
        if report.phase != last?.phase, let kind = Self.kind(report.phase, after: last?.phase) {
            messages += happened(kind, round: station.session.flatMap(RoundRecord.init), now: now)
        }
        for part in report.parts.keys.sorted() {
            let (was, state) = (last?.parts[part] ?? PartStates.works, report.parts[part])
            // A part that is being opened is neither.
            guard let state, state != was, state != "starting", last != nil || state != PartStates.works
            else { continue }
            let works = state == PartStates.works
            messages += happened(
                works ? .mended : .fault, what: "\(part) \(works ? was : state)", now: now)
        }
        if let record = station.session.flatMap(RoundRecord.init), records.take(record) {
            messages += tellRounds()
        }
        return messages
    }

    private static func kind(_ phase: Phase, after last: Phase?) -> Happening.Kind? {
        switch phase {
        case .lobby: last == .over ? .left : nil
        case .holding: .holding
        case .agreeing: nil
        case .counting: .counting
        case .hiding: .hiding
        case .hunting: .hunting
        case .over: .found
        }
    }

    /// - Parameter round: of its end; its kind is that of the ending.
    private mutating func happened(
        _ kind: Happening.Kind, degree: Int? = nil, what: String? = nil, round: RoundRecord? = nil,
        now: Duration
    ) -> [ApplicationMessage] {
        guard happenings.take(now: now) else {
            dropped += 1
            return []
        }
        count += 1
        var happening = Happening(
            kind, number: count, boot: boot, degree: degree, what: what, round: round)
        if let ending = round.flatMap({ Happening.Kind(rawValue: $0.ending) }) { happening.kind = ending }
        return [
            ApplicationMessage(
                topic: topic(.event), payload: JSONText.bytes(happening), quality: .atLeastOnce)
        ]
    }

    private mutating func tellRounds() -> [ApplicationMessage] {
        knowsRounds = true
        return [ApplicationMessage(topic: topic(.rounds), payload: JSONText.bytes(records), isRetained: true)]
    }

    private mutating func introduce(_ report: StationReport) -> [ApplicationMessage] {
        guard setting.discovery else { return [] }
        let face = HomeAssistantDiscovery.Face(report)
        guard face != presented else { return [] }
        presented = face
        return HomeAssistantDiscovery(setting, id: id, face).messages
    }

    private mutating func present(_ station: Station, now: Duration) -> [ApplicationMessage] {
        guard setting.presence else { return [] }
        return presence.advance(
            station, room: setting.room ?? PresenceReports.room(station.configuration.name), now: now)
    }

    // MARK: - What is heard

    /// Something that the broker has for this station.
    ///
    /// - Returns: what it is asked for; nil if that is nothing, or nothing that can be done.
    package mutating func heard(_ message: ApplicationMessage, now: Duration) -> (
        order: StationOrder?, told: [ApplicationMessage]
    ) {
        if let (whose, kind) = setting.topics.station(message.topic), whose == id, kind == .rounds {
            return (nil, remember(message))
        }
        // An order that was kept for who comes later is one of another evening.
        guard setting.orders, !message.isRetained, let word = setting.topics.word(message.topic, for: id)
        else { return (nil, []) }
        let order = StationOrder(word, message.payload) { names[$0] }
        if case .start(let party) = order, !party.contains(id) { return (nil, []) }
        return (orders.take(now: now) ? order : nil, [])
    }

    /// The rounds of before this program was started: the broker has kept them.
    private mutating func remember(_ message: ApplicationMessage) -> [ApplicationMessage] {
        guard !knowsRounds || message.isRetained,
            let older = JSONText.value(RoundRecords.self, message.payload)
        else { return [] }
        let before = records
        records.remember(older)
        knowsRounds = true
        // Said again only where this station knows of more than the broker.
        return records != older && records != before ? tellRounds() : []
    }
}
