import HCI

/// What is on the air of each house, and who intrudes there.
extension World {
    /// A packet goes through a house, to all who listen.
    mutating func radiate(_ packet: AirPacket, from sender: Int) {
        let home = airOf(sender)
        let source = players[sender].antenna
        if isOverheard(home) { households[home].intruder?.hears(packet) }
        let receivers = configuration.isOneHall ? stations.indices : households[home].stations
        let survival =
            configuration.isOneHall ? traffic.survival(stations: stations.count, now: packet.at) : 1
        for receiver in receivers where receiver != sender && glances[receiver].listens {
            let rssi = households[home].rssi(
                of: UInt64(sender), at: source, by: receiver, at: players[receiver].antenna,
                survival: survival, now: packet.at)
            if configuration.carrier.hasAir {
                reach.note(from: sender, to: receiver, isHeard: rssi != nil, now: now)
            }
            if let rssi, stations[receiver].hear(packet, rssi: rssi, now: now) { touch(receiver) }
        }
    }

    /// The house in whose air a station is.
    private func airOf(_ station: Int) -> Int { configuration.isOneHall ? 0 : homes[station] }

    /// What somebody does who does not belong here. Returns when they do so next.
    mutating func intrude(_ home: Int) -> Duration? {
        guard let acts = households[home].intruder?.act(now: now) else { return nil }
        let node = stations.count + (mishaps.intruders.firstIndex(of: home) ?? 0)
        for shot in acts.shots {
            network.send(shot.bytes, from: node, to: shot.to, as: shot.source, now: now)
        }
        if let packet = acts.packet {
            let source = Ether.Antenna(position: households[home].house.entrance, heading: nil)
            for receiver in households[home].stations where glances[receiver].listens {
                let rssi = households[home].rssi(
                    of: UInt64.max, at: source, by: receiver, at: players[receiver].antenna, now: now)
                if let rssi, stations[receiver].hear(packet, rssi: rssi, now: now) { touch(receiver) }
            }
        }
        return households[home].intruder?.nextDeadline
    }

    /// Whether anybody could hear what a station transmits.
    func isHeard(_ station: Int) -> Bool {
        let home = airOf(station)
        return households[home].listeners > (glances[station].listens ? 1 : 0)
            || isOverheard(home)
    }

    /// Whether somebody who does not belong here listens to beacons.
    func isOverheard(_ home: Int) -> Bool { overheard[home] }

    mutating func listenersChanged(with station: Int, by change: Int) {
        let home = airOf(station)
        households[home].listeners += change
        for other in configuration.isOneHall ? stations.indices : households[home].stations {
            setAlarm(other)
        }
    }
}
