import HCI
import StationNode

extension World {
    /// Lets everything that is due go wrong, or right again.
    mutating func suffer() {
        while let change = mishaps.take(until: now) {
            switch change {
            case .switchesOn(let station): switchOn(station)
            case .fault(let fault, let begins):
                befall(fault.what, begins: begins, until: Self.begin + fault.end)
                if fault.kind == .network {
                    let strains = network.conditions.strains
                    network.conditions = mishaps.conditions(configuration.network)
                    network.conditions.strains = strains
                    if !hasNetwork { network.conditions.unplugged = Set(homes.indices) }
                }
            }
        }
    }

    private mutating func switchOn(_ station: Int) {
        // A station without power at that moment starts when the power is back.
        guard !stations[station].isPowered, !mishaps.isOn({ $0.takesPower(from: station) }) else { return }
        let start = mishaps.start(of: station, now: now)
        // What the cut of its power helps against is over.
        stations[station].controller.cutPower()
        stations[station].powerOn(
            boot: start.boot, clock: start.clock, lies: mishaps.lies(of: station, after: now), now: now)
        stations[station].controller.faults.isMute = mishaps.isOn { $0 == .controllerMute(station) }
        touch(station)
    }

    private mutating func befall(_ what: Fault.What, begins: Bool, until end: Duration) {
        switch what {
        case .quality, .apart, .silentWiFi, .withoutMulticast, .isolated, .drift: break
        // Its gatekeeper has had its hours since it was switched on.
        case .lies: break
        case .cableOut(let station):
            let isOut = mishaps.isOn { $0 == .cableOut(station) }
            stations[station].plugNetwork(!isOut, now: now)
            touch(station)
        case .sharesAntenna(let station):
            let isShared = mishaps.isOn { $0 == .sharesAntenna(station) }
            stations[station].shareAntenna(isShared, now: now)
            touch(station)
        case .newAddress(let station): if begins { network.renewAddress(of: station) }
        case .adapterOut(let station):
            stations[station].plugAdapter(!mishaps.isOn { $0 == .adapterOut(station) }, now: now)
            touch(station)
        case .controllerMute(let station):
            stations[station].controller.faults.isMute = mishaps.isOn { $0 == .controllerMute(station) }
            touch(station)
        case .controllerFails(let station, let code):
            if begins { stations[station].breakController(code: code, now: now) }
            touch(station)
        case .controllerDeaf(let station, let remedy):
            stations[station].controller.faults.isDeafUntil = begins ? remedy : nil
            touch(station)
        case .controllerStale(let station):
            stations[station].controller.faults.isStale = begins
            touch(station)
        case .buttonStuck(let station):
            let isStuck = mishaps.isOn { $0 == .buttonStuck(station) }
            stations[station].jam(isStuck, now: now, random: &players[station].hand)
            touch(station)
        case .speakerGone(let station):
            stations[station].plugSpeaker(!mishaps.isOn { $0 == .speakerGone(station) }, now: now)
            touch(station)
        case .powerOff(let station), .memoryLost(let station): power(station, begins: begins, what)
        case .fidgets(let station):
            if begins { players[station].fidgets(until: end) }
            rouse(homes[station])
        case .wishes(let station):
            if begins { players[station].wishes(until: end) }
            rouse(homes[station])
        case .walksOff(let station):
            players[station].isAway = mishaps.isOn { $0 == .walksOff(station) }
            rouse(homes[station])
        case .attack(let style, let home):
            let isOn = mishaps.isOn { $0 == .attack(style, home: home) }
            households[home].intruder?.does(style, isOn, now: now)
            overheard[home] = households[home].intruder?.hearsBeacons ?? false
            rouseIntruder(home)
            // Which are overheard has to be worked out.
            for station in households[home].stations { setAlarm(station) }
        }
    }

    private mutating func power(_ station: Int, begins: Bool, _ what: Fault.What) {
        if begins {
            stations[station].powerOff()
            if what == .memoryLost(station) {
                let secrets = mishaps.stranger(at: station, like: stations[station].secrets)
                stations[station].loseMemory(secrets)
            }
        } else {
            switchOn(station)
        }
        touch(station)
    }
}

extension Fault.What {
    func takesPower(from station: Int) -> Bool {
        self == .powerOff(station) || self == .memoryLost(station)
    }
}
