package import HCI
package import Ranging

/// Of the areas that this station hears, the one that it is in: the nearest. Those that may overlap are
/// entered and left each by itself (`AreaWatch`).
///
/// Levels waver, so who is in an area stays there until another one has been nearer for some seconds by more
/// than that, or until the area has fallen silent while the other is heard. Of two areas with one beacon the
/// one that says more of it counts: the kitchen, and not the house that it is in.
package struct AreaChoice: Codable, Sendable {
    /// How many times as near another area has to be: 4 dB of level at home's path loss.
    static let nearerTimes = 1.5
    static let nearerFor = Duration.seconds(3)
    /// Beacons call at least every ten seconds.
    static let silentAfter = Duration.seconds(12)

    private struct Stay: Codable, Sendable {
        let area: AreaName
        let since: Duration
        /// When it was heard first, which may be long before.
        let heardSince: Duration
    }

    private struct Challenge: Codable, Sendable {
        let area: AreaName
        let since: Duration
    }

    private var watch: AreaWatch
    private var stay: Stay?
    private var challenge: Challenge?

    /// - Parameter areas: at most 64; what is beyond is not watched.
    package init(_ areas: [Area], ranging parameters: RangingParameters = .init()) {
        watch = AreaWatch(areas, ranging: parameters)
    }

    package var areas: [Area] { watch.areas }

    /// The areas that the station is in, in the order in which they were given.
    package var inside: [AreaName] {
        let heard = watch.inside
        return watch.areas.filter { area in
            area.name == stay?.area || area.overlaps && heard.contains(area.name)
        }.map(\.name)
    }

    /// Whether any area is heard.
    package var isHearing: Bool { !watch.inside.isEmpty }

    package func concerns(_ beacon: IBeacon) -> Bool { watch.concerns(beacon) }

    func hears(_ beacon: BeaconIdentity) -> Bool { watch.hears(beacon) }

    func area(of beacon: BeaconIdentity) -> AreaName? { watch.area(of: beacon) }

    mutating func range(with parameters: RangingParameters) { watch.range(with: parameters) }

    /// Watches these from now on.
    mutating func watch(_ areas: [Area]) {
        watch.watch(areas)
        let names = watch.areas.filter { !$0.overlaps }.map(\.name)
        if let stay, !names.contains(stay.area) { self.stay = nil }
        if let challenge, !names.contains(challenge.area) { self.challenge = nil }
    }

    package mutating func heard(_ beacon: IBeacon, rssi: Int8, at time: Duration) {
        watch.heard(beacon, rssi: rssi, at: time)
    }

    package mutating func radioCameBack(now: Duration) { watch.radioCameBack(now: now) }

    /// Everything that was entered or left since the last call.
    ///
    /// - Parameter listens: whether the radio works; what cannot be heard has not gone away.
    package mutating func advance(listens: Bool = true, now: Duration) -> [AreaCrossing] {
        let crossings = watch.advance(listens: listens, now: now)
        let overlapping = Set(watch.areas.filter(\.overlaps).map(\.name))
        var told = crossings.filter { overlapping.contains($0.area) }
        if let stay, var exit = crossings.first(where: { $0.direction == .exit && $0.area == stay.area }) {
            exit.dwell = max(.zero, stay.heardSince + (exit.dwell ?? .zero) - stay.since)
            told.append(exit)
            self.stay = nil
        }
        guard listens else { return told }
        return told + choose(crossings.filter { $0.direction == .enter }, now: now)
    }

    private mutating func choose(_ entered: [AreaCrossing], now: Duration) -> [AreaCrossing] {
        let heard = watch.inside
        let areas = watch.areas.filter { !$0.overlaps && heard.contains($0.name) }
        // The usual case: there is nothing to choose.
        if areas.isEmpty || areas.count == 1 && areas[0].name == stay?.area {
            challenge = nil
            return []
        }
        let near = areas.compactMap { area in
            watch.nearness(of: area.name, now: now).map { (area: area, nearness: $0) }
        }
        // Nobody has come nearer to what is silent.
        let audible = near.filter { now - $0.nearness.heardAt < Self.silentAfter }
        guard let best = audible.min(by: { $0.nearness.precedes($1.nearness) }) else { return [] }
        guard let stay, let here = near.first(where: { $0.area.name == stay.area })?.nearness else {
            return [enter(best.area.name, best.nearness, entered, now: now)]
        }
        guard best.area.name != stay.area, isNearer(best.nearness, than: here, now: now) else {
            challenge = nil
            return []
        }
        if challenge?.area != best.area.name { challenge = Challenge(area: best.area.name, since: now) }
        // What is only guessed at since the last packet is no news.
        guard let since = challenge?.since, now - since >= Self.nearerFor, best.nearness.heardAt > since
        else { return [] }
        let exit = AreaCrossing(
            direction: .exit, area: stay.area, beacon: here.beacon, distance: here.distance,
            dwell: now - stay.since, at: now)
        return [exit, enter(best.area.name, best.nearness, entered, now: now)]
    }

    private func isNearer(
        _ other: AreaWatch.Nearness, than here: AreaWatch.Nearness, now: Duration
    ) -> Bool {
        if other.beacon == here.beacon { return other.precedes(here) }
        return now - here.heardAt >= Self.silentAfter || other.metres * Self.nearerTimes <= here.metres
    }

    private mutating func enter(
        _ area: AreaName, _ nearness: AreaWatch.Nearness, _ entered: [AreaCrossing], now: Duration
    ) -> AreaCrossing {
        let crossing =
            entered.first { $0.area == area }
            ?? AreaCrossing(
                direction: .enter, area: area, beacon: nearness.beacon, distance: nearness.distance,
                dwell: nil, at: now)
        stay = Stay(area: area, since: crossing.at, heardSince: nearness.since)
        challenge = nil
        return crossing
    }
}
