package import HCI
package import PeerNetwork

/// Which stations are heard by radio while nobody is heard on the network: how a network is recognised that
/// filters multicast or keeps its clients apart.
///
/// In the lobby every station's beacon says its name: `major` 0, which no session has, and as `minor` one
/// more than the name's number, 64 × colour + animal.
package struct Earshot: Codable, Sendable {
    /// Names that are kept; more are passed over until these have fallen silent.
    private static let namesAtMost = 16
    /// How often, and for how long, a name has to be heard before it is told: the network deserves a chance.
    private static let sightingsNeeded = 3
    private static let heardFor = Duration.seconds(10)
    private static let forgottenAfter = Duration.seconds(30)
    /// One is enough to know of the network: of the others the log tells, unless they come much later.
    static let toldEvery = Duration.seconds(60)

    private struct Heard: Codable, Sendable {
        var name: StationName
        var count = 1
        var since: Duration
        var at: Duration
        var isTold = false
    }

    private var heard: [Heard] = []
    private var toldAt: Duration?

    /// What a station in the lobby says of itself by radio.
    package static func beacon(_ name: StationName, measuredPower: Int8) -> IBeacon {
        IBeacon(
            proximityUUID: .hotCold, major: 0,
            minor: UInt16(name.colour) * UInt16(StationName.animals.count) + UInt16(name.animal) + 1,
            measuredPower: measuredPower)
    }

    /// Whose name a beacon says; nil if it is not one of the lobby's.
    package static func name(_ beacon: IBeacon) -> StationName? {
        guard beacon.proximityUUID == .hotCold, beacon.major == 0, beacon.minor > 0 else { return nil }
        let number = Int(beacon.minor) - 1
        let animals = StationName.animals.count
        guard number / animals < StationName.colours.count else { return nil }
        return StationName(colour: UInt8(number / animals), animal: UInt8(number % animals))
    }

    /// Who is heard; in the order in which they were heard first.
    var names: [StationName] { heard.map(\.name) }

    mutating func heard(_ beacon: IBeacon, now: Duration) {
        guard let name = Self.name(beacon) else { return }
        if let index = heard.firstIndex(where: { $0.name == name }) {
            heard[index].count = min(heard[index].count + 1, Self.sightingsNeeded)
            heard[index].at = now
        } else if heard.count < Self.namesAtMost {
            heard.append(Heard(name: name, since: now, at: now))
        }
    }

    /// Says who is near and does not come through: once for each in the log, and aloud one in a minute.
    ///
    /// - Parameter isAlone: nobody is heard on a network that works otherwise.
    mutating func advance(isAlone: Bool, now: Duration) -> [Effect] {
        if heard.isEmpty { return [] }
        heard.removeAll { now - $0.at > Self.forgottenAfter }
        guard isAlone else {
            // Somebody who came through may be lost again, and is told again then.
            for index in heard.indices {
                heard[index].since = now
                heard[index].isTold = false
            }
            return []
        }
        var effects: [Effect] = []
        for index in heard.indices
        where !heard[index].isTold && heard[index].count >= Self.sightingsNeeded
            && now - heard[index].since >= Self.heardFor
        {
            heard[index].isTold = true
            if toldAt.map({ now - $0 >= Self.toldEvery }) ?? true {
                toldAt = now
                effects.append(.say(.radioNotNetwork(heard[index].name)))
            }
            effects.append(
                .log(
                    "\(heard[index].name) is near, but nothing of it comes through the network: are both in "
                        + "the same one, and does the access point keep its clients apart (\"isolation\")?"))
        }
        return effects
    }
}
