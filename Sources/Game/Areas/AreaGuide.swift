import Determinism
import HCI
package import Ranging

/// What a station says of the areas it is carried through, and of their beacons' batteries.
///
/// It is a polite guest in the game: while a round is played it says nothing at all and only notes for the
/// log what it would have said, because a cue is worth more, and where somebody was a minute ago is worth
/// nothing afterwards.
package struct AreaGuide: Codable, Sendable {
    /// Sentences that wait to be said; more are not.
    private static let waitingAtMost = 8
    /// A crossing is news for so long.
    private static let newsFor = Duration.seconds(12)
    /// Time for a sentence before the next one.
    private static let apart = Duration.seconds(3)
    /// A low battery is mentioned so often.
    private static let batteriesEvery = Duration.seconds(24 * 3_600)

    private struct News: Codable, Sendable {
        enum Kind: String, Codable {
            case entered, left, batteryLow
        }

        var kind: Kind
        var area: AreaName
        var since: Duration

        var phrase: Phrase {
            switch kind {
            case .entered: .enteredArea(area)
            case .left: .leftArea(area)
            case .batteryLow: .batteryLow(area)
            }
        }
    }

    private var choice: AreaChoice
    private var waiting: [News] = []
    private var spokeAt: Duration?
    private var listened = false
    /// Batteries of the areas' beacons, and when they were last spoken of; as many as the watch ranges.
    private var batteries: [BeaconIdentity: BatteryLevel] = [:]
    private var mentioned: [BeaconIdentity: Duration] = [:]

    package init(_ areas: [Area], ranging: RangingParameters) {
        choice = AreaChoice(areas, ranging: ranging)
    }

    /// The areas are these from now on; if you are in one that stays you are not told so again.
    mutating func watch(_ areas: [Area]) {
        choice.watch(areas)
        waiting.removeAll { news in !areas.contains { $0.name == news.area } }
    }

    mutating func range(with parameters: RangingParameters) { choice.range(with: parameters) }

    /// Whether there is anything to listen for.
    var isNeeded: Bool { !choice.areas.isEmpty }

    package var areas: [Area] { choice.areas }

    /// The areas that the station is in.
    package var inside: [AreaName] { choice.inside }

    /// What is known of the batteries of beacons that stand in areas.
    package var batteryLevels: [(area: AreaName, percent: Int)] {
        batteries.compactMap { beacon, level in
            guard let area = choice.area(of: beacon), let percent = level.percent else { return nil }
            return (area, percent)
        }
    }

    /// The first area that a beacon stands in.
    package func area(of beacon: BeaconIdentity) -> AreaName? { choice.area(of: beacon) }

    mutating func heard(_ beacon: IBeacon, rssi: Int8, now: Duration) {
        choice.heard(beacon, rssi: rssi, at: now)
    }

    /// A beacon's device told how full its battery is.
    mutating func battery(of beacon: IBeacon, _ level: BatteryLevel) {
        guard choice.concerns(beacon) else { return }
        let identity = BeaconIdentity(beacon)
        if batteries[identity] == nil, batteries.count >= AreaWatch.beaconsAtMost,
            let gone = batteries.keys.filter({ !choice.hears($0) }).min(by: { "\($0)" < "\($1)" })
                ?? batteries.keys.min(by: { "\($0)" < "\($1)" })
        {
            (batteries[gone], mentioned[gone]) = (nil, nil)
        }
        batteries[identity] = level
    }

    /// What there is to say and to log by now.
    ///
    /// - Parameters:
    ///   - isPlaying: a round is being played: nothing is said.
    ///   - listens: the radio works.
    mutating func advance(isPlaying: Bool, listens: Bool, now: Duration) -> [Effect] {
        guard isNeeded else { return [] }
        if listens, !listened { choice.radioCameBack(now: now) }
        listened = listens
        var effects: [Effect] = []
        for crossing in choice.advance(listens: listens, now: now) {
            effects.append(.log(note(crossing)))
            if !isPlaying { queue(crossing.direction == .enter ? .entered : .left, crossing.area, now: now) }
        }
        if !isPlaying { mentionBatteries(now: now) }
        return effects + speak(isPlaying: isPlaying, now: now)
    }

    private func note(_ crossing: AreaCrossing) -> String {
        switch crossing.direction {
        case .enter: "entered \(crossing.area) (\(crossing.beacon))"
        case .exit: "left \(crossing.area) after \((crossing.dwell ?? .zero).asSeconds) s"
        }
    }

    private mutating func queue(_ kind: News.Kind, _ area: AreaName, now: Duration) {
        guard waiting.count < Self.waitingAtMost else { return }
        waiting.append(News(kind: kind, area: area, since: now))
    }

    /// A weak battery is mentioned where it matters: while its beacon's area is where people are.
    private mutating func mentionBatteries(now: Duration) {
        guard waiting.isEmpty, batteries.values.contains(where: \.isLow) else { return }
        let inside = Set(choice.inside)
        for (beacon, level) in batteries.sorted(by: { $0.key < $1.key }) where level.isLow {
            guard let area = choice.area(of: beacon), inside.contains(area),
                mentioned[beacon].map({ now - $0 >= Self.batteriesEvery }) ?? true
            else { continue }
            mentioned[beacon] = now
            queue(.batteryLow, area, now: now)
            return
        }
    }

    private mutating func speak(isPlaying: Bool, now: Duration) -> [Effect] {
        waiting.removeAll { isPlaying || now - $0.since > Self.newsFor }
        guard let next = waiting.first, spokeAt.map({ now - $0 >= Self.apart }) ?? true else { return [] }
        waiting.removeFirst()
        spokeAt = now
        return [.say(next.phrase)]
    }
}
