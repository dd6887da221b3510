import Testing

@testable import HCI

/// Radios on simulated controllers that enforce the specification, in one room and in virtual time.
@Suite struct TwoRadiosTests {
    /// One core on one controller, and when it heard whom.
    private struct Station {
        var core: RadioCore
        var controller: SimulatedController
        var flow = FlowCheck()
        var hearings: [Duration] = []
        var statuses: [RadioStatus] = []

        init(_ profile: ControllerProfile, number: UInt8) {
            let seed = Array("station \(number)".utf8)
            core = RadioCore(configuration: RadioConfiguration(ownAddress: .randomStatic(seed: seed)))
            controller = SimulatedController(
                profile: profile, address: DeviceAddress(littleEndian: [number, 0, 0, 0, 0, 0]))
        }

        mutating func give(_ input: RadioCore.Input, now: Duration) {
            var inputs = [input]
            while !inputs.isEmpty {
                let input = inputs.removeFirst()
                if case .packet(let packet) = input { flow.received(packet, now: now) }
                for output in core.handle(input, now: now) {
                    switch output {
                    case .open: inputs.append(.opened(adapter: "hci0"))
                    case .send(let packet):
                        flow.sent(packet, now: now)
                        inputs += controller.host(packet, now: now).map { .packet($0) }
                    case .heard: hearings.append(now)
                    case .status(let status): statuses.append(status)
                    case .close, .cutPower, .stopped: break
                    }
                }
            }
        }

        var nextDeadline: Duration? {
            [core.nextDeadline, controller.nextDeadline].compactMap(\.self).min()
        }
    }

    private struct Room {
        var stations: [Station]
        var now = Duration.seconds(1000)

        /// Lets time pass; everybody hears everybody.
        mutating func pass(_ time: Duration) {
            let end = now + time
            while let next = stations.compactMap(\.nextDeadline).min(), next <= end {
                now = max(now, next)
                for sender in stations.indices {
                    let packets = stations[sender].controller.transmissions(until: now)
                    for packet in packets {
                        for receiver in stations.indices where receiver != sender {
                            let reports = stations[receiver].controller.hear(packet, rssi: -60, now: now)
                            for report in reports { stations[receiver].give(.packet(report), now: now) }
                        }
                    }
                    if let deadline = stations[sender].core.nextDeadline, deadline <= now {
                        stations[sender].give(.deadline, now: now)
                    }
                }
            }
            now = end
        }
    }

    private func room(_ profiles: [ControllerProfile]) -> Room {
        var room = Room(stations: [])
        for (number, profile) in profiles.enumerated() {
            var station = Station(profile, number: UInt8(number + 1))
            let beacon = IBeacon(
                proximityUUID: .hotCold, major: 7, minor: UInt16(number), measuredPower: -59)
            station.give(.want(RadioGoal(beacon: beacon, scans: true)), now: room.now)
            room.stations.append(station)
        }
        return room
    }

    /// Two turn-takers that start in the same moment are the worst case. They listen to each other a quarter
    /// of the time, half of it with the window closed, so a silence may last seconds, but not minutes.
    @Test(arguments: ControllerProfile.all, ControllerProfile.all)
    func everybodyHearsEverybody(first: ControllerProfile, second: ControllerProfile) {
        var room = room([first, second])
        let begin = room.now
        room.pass(.seconds(60))
        for station in room.stations {
            let gaps = zip(station.hearings + [room.now], [begin] + station.hearings).map { $0 - $1 }
            #expect(station.hearings.count > 40)
            #expect(gaps.allSatisfy { $0 < .seconds(5) }, "\(gaps.max() ?? .zero)")
            #expect(station.statuses.count == 2)
            #expect(station.controller.overdrafts == 0)
            #expect(station.controller.malformed == 0)
            #expect(station.core.counters.malformed == 0)
            #expect(station.core.counters.strangers == 0)
            #expect(station.core.counters.resets == 1)
        }
    }

    @Test(arguments: ControllerProfile.all)
    func theLastResetSilences(profile: ControllerProfile) {
        var room = room([profile, profile])
        room.pass(.seconds(3))
        room.stations[0].give(.stop, now: room.now)
        let station = room.stations[0]
        #expect(station.statuses.last == .stopped)
        #expect(!station.controller.isAdvertising && !station.controller.isScanning)
        let heard = room.stations[1].hearings.count
        room.pass(.seconds(3))
        #expect(room.stations[1].hearings.count == heard)
    }

    @Test(arguments: ControllerProfile.all)
    func aControllerThatCrashesIsBackAtOnce(profile: ControllerProfile) {
        var room = room([profile, profile])
        room.pass(.seconds(3))
        for packet in room.stations[0].controller.fail(code: 0x20) {
            room.stations[0].give(.packet(packet), now: room.now)
        }
        #expect(room.stations[0].statuses.count == 4)
        let heard = room.stations.map(\.hearings.count)
        room.pass(.seconds(6))
        #expect(room.stations[0].hearings.count > heard[0])
        #expect(room.stations[1].hearings.count > heard[1])
    }
}
