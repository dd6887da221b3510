package import MQTT
package import PeerNetwork

/// What you see who run an evening: made of what stations say to the broker, and of nothing else. So two
/// tables may be up at once, and one that is started anew knows what the broker knows.
///
/// Bounded: `stationsAtMost` stations, and of rounds those that they still tell of.
package struct VenueBoard: Sendable {
    package static let stationsAtMost = 256

    /// What is known of one station.
    package struct Entry: Equatable, Sendable {
        package var id: StationID
        package var isOnline = false
        /// The broker says that it is gone; not that nothing was heard yet.
        var isGone = false
        /// Nil until it has told.
        package var report: StationReport?
        package var rounds: [RoundRecord] = []
        /// What it said last.
        package var said: String?
        /// The last that happened to it; what comes twice is known by it.
        package var newest: (boot: UInt32, number: UInt32)?

        package static func == (left: Entry, right: Entry) -> Bool {
            (left.id, left.isOnline, left.report, left.rounds, left.said)
                == (right.id, right.isOnline, right.report, right.rounds, right.said)
        }
    }

    package let topics: VenueTopics
    package private(set) var entries: [StationID: Entry] = [:]
    /// Messages that were none of ours, or said nothing that can be understood.
    package private(set) var malformed = 0
    /// Happenings that came a second time.
    package private(set) var doubles = 0
    package private(set) var happenings = 0

    package init(_ topics: VenueTopics) { self.topics = topics }

    /// What to hear of.
    package var subscriptions: [ControlPacket.Subscription] {
        VenueTopics.Kind.allCases.map {
            ControlPacket.Subscription(topics.ofEverybody($0), $0 == .event ? .atLeastOnce : .atMostOnce)
        }
    }

    /// - Returns: whether anything is another than it was.
    @discardableResult
    package mutating func heard(_ message: ApplicationMessage) -> Bool {
        guard let (id, kind) = topics.station(message.topic) else {
            malformed += 1
            return false
        }
        // Somebody has cleared it away: a station that is not used any more.
        if message.payload.isEmpty, kind == .availability, message.isRetained || entries[id] != nil {
            return entries.removeValue(forKey: id) != nil
        }
        var entry = entries[id] ?? Entry(id: id)
        let before = entry
        guard take(message.payload, kind, &entry) else {
            malformed += 1
            return false
        }
        guard entries[id] != nil || makeRoom(for: entry) else { return false }
        entries[id] = entry
        return entry != before
    }

    /// What is kept of stations of earlier evenings keeps nobody away: one that is gone makes room for one
    /// that may be here.
    private mutating func makeRoom(for entry: Entry) -> Bool {
        if entries.count < Self.stationsAtMost { return true }
        guard !entry.isGone, let gone = entries.values.filter(\.isGone).map(\.id).min() else { return false }
        entries[gone] = nil
        return true
    }

    private mutating func take(
        _ payload: [UInt8], _ kind: VenueTopics.Kind, _ entry: inout Entry
    ) -> Bool {
        switch kind {
        case .availability:
            guard let text = String(validating: payload, as: UTF8.self), ["online", "offline"].contains(text)
            else { return false }
            entry.isOnline = text == "online"
            entry.isGone = !entry.isOnline
            return true
        case .state:
            guard let report = JSONText.value(StationReport.self, payload), report.id == entry.id else {
                return false
            }
            entry.report = report
            return true
        case .rounds:
            guard let records = JSONText.value(RoundRecords.self, payload),
                records.rounds.count <= RoundRecords.atMost
            else { return false }
            entry.rounds = records.rounds
            return true
        case .said:
            guard payload.count <= 512, let text = String(validating: payload, as: UTF8.self) else {
                return false
            }
            entry.said = text
            return true
        case .event:
            guard let happening = JSONText.value(Happening.self, payload) else { return false }
            if let newest = entry.newest, newest.boot == happening.boot, newest.number >= happening.number {
                doubles += 1
                return true
            }
            entry.newest = (happening.boot, happening.number)
            happenings += 1
            return true
        }
    }

    /// The connection to the broker is gone: nobody is known to be there.
    package mutating func lost() {
        for id in entries.keys { entries[id]?.isOnline = false }
    }

    // MARK: - What is seen

    /// How badly a station needs somebody, the worst first.
    package enum Standing: Int, Comparable, Codable, Sendable, CaseIterable {
        case offline, broken, unknown, playing, free

        package static func < (left: Standing, right: Standing) -> Bool { left.rawValue < right.rawValue }
    }

    package static func standing(_ entry: Entry) -> Standing {
        guard entry.isOnline else { return .offline }
        guard let report = entry.report else { return .unknown }
        if !report.broken.isEmpty { return .broken }
        return report.round == nil ? .free : .playing
    }

    /// The worst first, then by name.
    package var tiles: [Entry] {
        entries.values.sorted { left, right in
            (Self.standing(left), left.report?.name.description ?? "", left.id)
                < (Self.standing(right), right.report?.name.description ?? "", right.id)
        }
    }

    /// Every round that somebody tells of, once: as most of its members tell it, and of as many the first of
    /// them.
    package var rounds: [RoundRecord] {
        var told: [RoundRecord.Key: [RoundRecord]] = [:]
        for entry in entries.values.sorted(by: { $0.id < $1.id }) {
            for round in entry.rounds { told[round.key, default: []].append(round) }
        }
        return told.sorted { $0.key < $1.key }.compactMap { _, versions in
            versions.max { left, right in
                versions.count { $0 == left } < versions.count { $0 == right }
            }
        }
    }

    /// Who has how many points, the most first; each station tells of its own.
    package var fame: [(id: StationID, name: StationName, points: UInt32)] {
        entries.values.compactMap { entry in
            entry.report.map { (entry.id, $0.name, $0.points) }
        }.sorted { ($1.points, $0.name.description, $0.id) < ($0.points, $1.name.description, $1.id) }
    }

    // MARK: - What is asked

    /// - Parameter id: nil for everybody.
    package func message(_ word: StationOrder.Word, _ text: String, to id: StationID?) -> ApplicationMessage {
        ApplicationMessage(topic: topics.order(word, to: id), text: text, quality: .atLeastOnce)
    }

    /// "Next game: these": the same to each of them.
    package func start(_ party: [StationID]) -> [ApplicationMessage] {
        let text = "start " + party.map(\.description).joined(separator: ",")
        return party.map { message(.round, text, to: $0) }
    }
}
