package import AirCarrier
import GPIO
package import Game
import HCI
import PeerNetwork
package import Things

/// A whole station as a value: what reaches it goes in with the time, and what its edges have to do comes
/// out.
///
/// The station decides, its peer network says who may be believed and who may read, and its settings say
/// what a decision means for a loudspeaker. `Conductor` drives one on a real machine, `SimulatedStation` in
/// a world, and neither decides anything.
package struct StationNode<Peers: PeerPort>: Sendable {
    package private(set) var station: Station
    package internal(set) var peers: Peers
    /// Nil where the radio carries nothing but beacons.
    private var air: AirCarrier?
    /// What the station was told of how slow words are by radio; nil where none go by it.
    private(set) var slowness: Int?
    /// What the station wants of the radio, and that with what is advertised in turns with its beacon.
    private var stationsGoal = RadioGoal()
    private var radioGoal = RadioGoal()
    private var coexistence = Coexistence()
    private var arrivals = FreshArrivals()
    /// As of the last tick.
    private var others = RadioGoal.Others.none
    private(set) var settings: EdgeSettings
    /// People's things; nil where a station has none to do with them.
    package internal(set) var things: ThingsDesk?
    /// Until when the main lamp shows a star instead of what the station wants.
    var starUntil: Duration?
    /// The session whose members are known to share.
    var sharedSession: UInt64?
    /// When the station wanted its next tick, after the last event that reached it.
    private var beat = Duration.zero
    /// When it wants the next tick, if nothing else happens before; never later than `Station.idleHeartbeat`
    /// after the last.
    package private(set) var nextDeadline = Duration.zero
    /// How many events have reached the station.
    package private(set) var eventCount = 0

    package init(
        _ station: Station, _ peers: Peers, settings: EdgeSettings = EdgeSettings(), air: AirCarrier? = nil,
        things: ThingsDesk? = nil
    ) {
        self.station = station
        self.peers = peers
        self.air = air
        self.settings = settings
        self.things = things
        self.settings.begin(with: station.configuration.adjustments)
    }

    /// - Parameter witness: sees every event that reaches the station, what it decided, and the station after
    ///   it. The journal is one: no key and nothing unsigned comes by here.
    package mutating func handle(
        _ input: NodeInput, now: Duration, witness: (Event, [Effect], Station) -> Void = { _, _, _ in }
    ) -> [NodeOutput] {
        var outputs: [NodeOutput] = []
        var isTick = false
        switch input {
        case .datagram(let bytes, let source):
            follow(peers.receive(bytes, from: source, now: now), now: now, &outputs, witness)
        case .frame(let data, let address):
            let knowsNobody = station.roster.isEmpty
            guard let arrival = air?.hear(data, from: address, knowsNobody: knowsNobody, now: now) else {
                break
            }
            follow(
                peers.receive(arrival.bytes, from: arrival.from, now: now), over: now - arrival.heardAt,
                now: now, &outputs, witness)
        case .advertises(let interval): air?.advertises(every: interval)
        case .event(.button(let button)) where takes(button, now: now, &outputs): break
        case .event(let event):
            if case .network(let works) = event {
                air?.network(works: works)
                // Before the station hears that there is none, and after it hears that there is one again: so
                // it is no trouble.
                if !works { tellOfAir(now: now, &outputs, witness) }
            }
            give(event, now: now, &outputs, witness)
            isTick = event == .tick
            if isTick {
                // A station that is heard by radio is let in, however many others there are on the network.
                peers.expect(station.gathering.namesInEarshot)
                follow(peers.advance(now: now), now: now, &outputs, witness)
                coexistence.count(peers.arrivals, scans: radioGoal.scans, now: now)
                share(&outputs)
                arrivals.note(peers.arrivals, now: now)
                others = others(now: now)
                if radioGoal.others != others { pursue(stationsGoal, &outputs) }
                minds(now: now, &outputs, witness)
            }
            if event == .started { nextDeadline = now }
        case .heard(let beacon, let rssi, let battery):
            give(.heard(beacon, rssi: rssi), now: now, &outputs, witness)
            if let battery { give(.battery(beacon, battery), now: now, &outputs, witness) }
        case .crew(let crew): join(crew, now: now, &outputs, witness)
        case .wifi(let use):
            coexistence.use(use, arrivals: peers.arrivals)
            share(&outputs)
        case .clock(let time): things?.clock(time)
        case .things(let order):
            let around = circumstances(now: now)
            follow(things?.order(order, around, now: now) ?? [], now: now, &outputs, witness)
        }
        tellOfAir(now: now, &outputs, witness)
        transmitByAir(now: now, &outputs)
        let due = wanted(now: now)
        // Only a tick puts the next one off: in a hunt there may be a sighting every few milliseconds.
        nextDeadline = isTick ? due : min(nextDeadline, due)
        return outputs
    }

    /// The next tick, as station and peers want it now.
    private func wanted(now: Duration) -> Duration {
        let tick = beat > now ? beat : station.nextTick(now: now)
        return [peers.nextDeadline, air?.nextDeadline].compactMap(\.self).reduce(tick, min)
    }

    private mutating func tellOfAir(
        now: Duration, _ outputs: inout [NodeOutput], _ witness: (Event, [Effect], Station) -> Void
    ) {
        let slowness = air?.slowness(now: now)
        guard slowness != self.slowness else { return }
        self.slowness = slowness
        peers.slow(by: slowness)
        give(.air(slowness: slowness), now: now, &outputs, witness)
    }

    /// Whether others are there to be heard, and how that is known.
    private func others(now: Duration) -> RadioGoal.Others {
        guard station.expectsToHear(now: now) else { return .none }
        return arrivals.areFresh ? .knownByNetwork : .heardByRadio
    }

    private var scanShare: ScanShare? { coexistence.share(hasTurns: radioGoal.turns != nil) }

    /// Listens as much as Wi-Fi allows now.
    private mutating func share(_ outputs: inout [NodeOutput]) {
        guard let share = scanShare, share != radioGoal.scanShare else { return }
        outputs.append(.log(coexistence.line(share)))
        pursue(stationsGoal, &outputs)
    }

    /// What is advertised in turns with the beacon, if it is something else now.
    private mutating func transmitByAir(now: Duration, _ outputs: inout [NodeOutput]) {
        guard air != nil else { return }
        // While people walk by beacons, these come first.
        let isHunting = station.session.map { $0.outcome == nil && $0.startsAt <= now } ?? false
        let isPlaying = station.session != nil || station.offeredSince != nil
        switch air?.news(isHunting: isHunting, isPlaying: isPlaying, now: now) {
        case .advertise(let turns):
            radioGoal.turns = AdvertisingTurns(
                frames: turns.frames,
                share: AdvertisingTurns.Share(frames: turns.share.frames, beacons: turns.share.beacons),
                changesOffTheAir: turns.changesOffTheAir, interval: turns.interval)
        case .rest: radioGoal.turns = nil
        case nil: return
        }
        pursue(stationsGoal, &outputs)
    }

    private mutating func pursue(_ goal: RadioGoal, _ outputs: inout [NodeOutput]) {
        stationsGoal = goal
        let turns = radioGoal.turns
        radioGoal = goal
        radioGoal.turns = turns
        radioGoal.others = others
        let share = scanShare
        radioGoal.scanShare = share
        air?.listens(oneIn: share?.parts ?? 1)
        // A station that plays by air listens always.
        if turns != nil { radioGoal.scans = true }
        outputs.append(.radio(radioGoal))
    }

    /// With whom one plays is settled before it begins.
    private mutating func join(
        _ crew: CrewKey?, now: Duration, _ outputs: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        guard station.session == nil, !station.gathering.isAgreeing else { return }
        _ = carryOut(.save(name: CrewKey.fileName, CrewKey.file(crew)), now: now, &outputs)
        follow(peers.use(crew, now: now), now: now, &outputs, witness)
        // A hold of this moment wants to authenticate with the same stations as before, under the other word.
        follow(peers.authenticate(station.goals.authenticate, now: now), now: now, &outputs, witness)
    }

    private mutating func give(
        _ event: Event, now: Duration, _ outputs: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        let effects = station.handle(event, now: now)
        beat = station.nextTick(now: now)
        eventCount &+= 1
        witness(event, effects, station)
        var results: [Gatekeeper.Output] = []
        for effect in effects { results += carryOut(effect, now: now, &outputs) }
        // After everything that the station does at this event: what it says to an answer would be taken back
        // by what it said before, and would stay so, because it believes that it has said it.
        follow(results, now: now, &outputs, witness)
    }

    /// What follows from an effect: for the edges, or for the others, whose answers are returned.
    private mutating func carryOut(
        _ effect: Effect, now: Duration, _ outputs: inout [NodeOutput]
    ) -> [Gatekeeper.Output] {
        outputs.append(.decided(effect))
        switch effect {
        case .send(let message):
            let results = peers.send(message, now: now)
            if case .session = message.audience {
                for case .transmit(let bytes, let destination) in results {
                    air?.send(bytes, to: destination, as: message.trafficClass, now: now)
                }
            }
            return results
        case .unicast(let unicast): return peers.unicast(unicast, now: now)
        case .authenticate(let others): return peers.authenticate(others, now: now)
        case .keys(let goals): return peers.keep(goals, now: now)
        case .radio(let goal): pursue(goal, &outputs)
        case .light(let lamp, let goal):
            if lamp != .main || starUntil == nil { outputs.append(.lamp(lamp, goal.rhythm)) }
        case .say(let phrase): outputs.append(.say(phrase))
        case .play(let sound): outputs.append(.play(sound))
        case .stop(let sound): outputs.append(.stop(sound))
        case .silence: outputs.append(.silence)
        case .volume(let step): outputs += settings.turn(to: step)
        case .adjusted(let adjustments): outputs += settings.adjust(adjustments)
        case .save(let name, let bytes): outputs.append(.save(name: name, bytes))
        case .switchOff: outputs.append(.switchOff)
        case .update(let order): outputs.append(.update(order))
        case .log(let line): outputs.append(.log(line))
        }
        return []
    }

    /// - Parameter over: how long what led to this took from its first part to its last.
    mutating func follow(
        _ results: [Gatekeeper.Output], over: Duration? = nil, now: Duration, _ outputs: inout [NodeOutput],
        _ witness: (Event, [Effect], Station) -> Void
    ) {
        for result in results {
            switch result {
            case .message(var received):
                received.arrivedOver = over
                give(.message(received), now: now, &outputs, witness)
            case .unicast(let unicast) where ThingsDesk.concerns(unicast.body):
                hear(unicast, now: now, &outputs, witness)
            case .unicast(let unicast): give(.unicast(unicast), now: now, &outputs, witness)
            case .trust(let event): give(.trust(event), now: now, &outputs, witness)
            case .transmit(let bytes, let destination):
                air?.send(bytes, to: destination, now: now)
                if case .one(let endpoint) = destination, endpoint.isAir { break }
                outputs.append(.transmit(bytes, to: destination))
            case .log(let line): _ = carryOut(.log(line), now: now, &outputs)
            case .settled(let other, let kind): air?.settle(kind, with: other, now: now)
            }
        }
    }
}
