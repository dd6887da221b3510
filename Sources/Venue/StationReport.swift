package import Game
import HCI
package import PeerNetwork
import Ranging
import Runtime

/// What a station says of itself under `state`: as much as one has to see who runs an evening. Numbers that
/// change by themselves are rounded, so that it is said again only when something has changed.
package struct StationReport: Codable, Equatable, Sendable {
    package struct Member: Codable, Equatable, Sendable {
        package var id: StationID
        package var name: StationName
        package var role: String
        package var points: UInt16
        /// It is heard.
        package var isHere: Bool
    }

    package struct Round: Codable, Equatable, Sendable {
        /// Of the session, in sixteen digits.
        package var session: String
        package var number: UInt16
        package var members: [Member]
    }

    /// Who is nearest of those whose distance is known in this round.
    package struct Nearest: Codable, Equatable, Sendable {
        package var name: StationName
        /// In metres, to a tenth; the truth should be between the last two four times in five.
        package var metres: Double
        package var low: Double
        package var high: Double
        package var trend: String
        package var zone: String
    }

    package var id: StationID
    package var name: StationName
    package var version: String
    package var phase: Phase
    /// `hide` or `seek`.
    package var role: String
    /// Its own, of all rounds.
    package var points: UInt32
    /// Each part by name: `works`, or what is wrong.
    package var parts: [String: String]
    package var round: Round?
    package var nearest: Nearest?
    /// What the light shows.
    package var light: String?
    /// 0…1.
    package var volume: Double
    package var isHushed: Bool
    /// It is night there.
    package var isQuiet: Bool
    /// The areas that it is in.
    package var areas: [String]
    /// Of beacons that stand in areas, in hundredths, by area; of several the emptiest.
    package var batteries: [String: Int]
    /// How many others it hears of.
    package var others: Int

    package init(_ station: Station, volume levels: VolumeLevels, now: Duration) {
        let configuration = station.configuration
        id = configuration.id
        name = configuration.name
        version = Program.version
        phase = station.phase(now: now)
        let mine = station.session?.member(configuration.id)
        role = Self.word(mine?.role ?? station.role)
        points = station.scores.points[configuration.id] ?? 0
        parts = Self.parts(station.health.parts)
        round = station.session.map { session in
            Round(
                session: Self.digits(session.id), number: session.round,
                members: session.members.map { member in
                    Member(
                        id: member.id, name: member.name, role: Self.word(member.role),
                        points: session.points(of: member.id),
                        isHere: member.id == configuration.id
                            || station.play?.membership.isPresent(member) ?? false)
                })
        }
        nearest = Self.nearest(station, now: now)
        light = station.goals.light?.pattern?.rawValue
        let applied = configuration.adjustments.applied(to: levels)
        volume = Self.round(applied.usual, to: 0.01)
        isHushed = applied.isMuted
        isQuiet = station.audioPolicy.dims
        areas = station.guide.inside.map(\.description)
        batteries = station.guide.batteryLevels.reduce(into: [:]) { batteries, level in
            let area = level.area.description
            batteries[area] = min(batteries[area] ?? 100, level.percent)
        }
        others = station.roster.announcements.count
    }

    /// Those that do not work, by name.
    package var broken: [String] { parts.filter { $0.value != PartStates.works }.keys.sorted() }

    static func word(_ role: Role) -> String { role == .hide ? "hide" : "seek" }

    static func digits(_ session: UInt64) -> String { StationID(value: session).description }

    static func round(_ value: Double, to unit: Double) -> Double {
        // Divided, for a tenth is no binary fraction and a whole number is.
        let perUnit = (1 / unit).rounded()
        return (value * perUnit).rounded() / perUnit
    }

    private static func parts(_ parts: PartStates) -> [String: String] {
        [
            "radio": parts.radio, "button": parts.button, "speaker": parts.speaker,
            "network": parts.network, "power": parts.power,
        ]
    }

    private static func nearest(_ station: Station, now: Duration) -> Nearest? {
        guard let session = station.session, session.outcome == nil else { return nil }
        let known = session.members.compactMap { member -> Nearest? in
            guard member.id != station.configuration.id else { return nil }
            let range = station.range(to: member.id, now: now)
            guard let distance = range.distance else { return nil }
            return Nearest(
                name: member.name, metres: round(distance.metres, to: 0.1),
                low: round(distance.low, to: 0.1), high: round(distance.high, to: 0.1),
                trend: range.trend.rawValue, zone: range.zone.rawValue)
        }
        return known.min { $0.metres < $1.metres }
    }

    /// What is not there is null and not left out: Home Assistant's templates find every key.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(name, forKey: .name)
        try values.encode(version, forKey: .version)
        try values.encode(phase, forKey: .phase)
        try values.encode(role, forKey: .role)
        try values.encode(points, forKey: .points)
        try values.encode(parts, forKey: .parts)
        try values.encode(round, forKey: .round)
        try values.encode(nearest, forKey: .nearest)
        try values.encode(light, forKey: .light)
        try values.encode(volume, forKey: .volume)
        try values.encode(isHushed, forKey: .isHushed)
        try values.encode(isQuiet, forKey: .isQuiet)
        try values.encode(areas, forKey: .areas)
        try values.encode(batteries, forKey: .batteries)
        try values.encode(others, forKey: .others)
    }
}
