import Audio
import FoundationEssentials
import Game
import HCI
import PeerNetwork
import Ranging

/// What can be asked for by `POST`, and what its body has to say.
enum PageOrder: String, CaseIterable, Sendable {
    case hold = "/api/hold"
    case press = "/api/press"
    case role = "/api/role"
    case invite = "/api/invite"
    case accept = "/api/accept"
    case decline = "/api/decline"
    case pin = "/api/pin"
    case taunt = "/api/taunt"
    case listen = "/api/listen"
    case landmark = "/api/landmark"
    case volume = "/api/volume"
    case mute = "/api/mute"
    case capacity = "/api/capacity"
    case quiet = "/api/quiet"
    case voice = "/api/voice"
    case area = "/api/area"
    case forget = "/api/forget"
    case crew = "/api/crew"
    case calibrate = "/api/calibrate"
    /// By GET what there is, for who may act.
    case things = "/api/things"
    /// Its body is a file, and is read by nobody but the installer.
    case update = "/api/update"

    /// Longer than the longest of them, an area's.
    static let bodyBytesAtMost = 1_024

    /// Nil when the body does not say what is wanted, or wants what cannot be.
    func action(_ body: [UInt8]) -> PageAction? {
        guard body.count <= Self.bodyBytesAtMost else { return nil }
        switch self {
        case .press: return .press
        case .role: return .role
        case .accept: return .accept
        case .decline: return .decline
        case .pin: return .pin
        case .listen: return .listen
        case .update: return .update
        case .things: return Self.decode(PageThingsOrder.self, body)?.orders.map { .things($0) }
        case .hold: return Self.decode(Hold.self, body).map { .hold($0.isDown) }
        case .landmark: return Self.decode(Answer.self, body).map { .landmark($0.isWanted) }
        case .taunt: return Self.decode(Taunt.self, body).flatMap(\.action)
        case .invite:
            return Self.decode(Invitation.self, body).flatMap { StationID(digits: $0.station) }.map {
                .invite($0)
            }
        case .calibrate:
            return Self.decode(Invitation.self, body).flatMap { StationID(digits: $0.station) }.map {
                .calibrate($0)
            }
        case .crew:
            return Self.decode(Crew.self, body).flatMap {
                let isWord = CrewKey.isWord(CrewKey.tidied($0.word))
                return $0.word.isEmpty || isWord ? .crew($0.word) : nil
            }
        case .volume, .mute, .capacity, .quiet, .voice, .area, .forget:
            return adjustment(body).flatMap { $0.isPossible ? .adjust($0) : nil }
        }
    }

    private func adjustment(_ body: [UInt8]) -> Adjustment? {
        switch self {
        case .volume: Self.decode(Volume.self, body).map { .volume($0.volume) }
        case .mute: Self.decode(Mute.self, body).map { .mute($0.isMuted) }
        case .capacity: Self.decode(Capacity.self, body).map { .capacity($0.capacity) }
        case .quiet: Self.decode(Adjustments.Quiet.self, body).map { .quiet($0) }
        case .voice: Self.decode(Spoken.self, body).map { .voice($0.voice) }
        case .area: Self.decode(NewArea.self, body).flatMap(\.area).map { .area($0) }
        case .forget: Self.decode(Forgotten.self, body).flatMap { AreaName($0.name) }.map { .forget($0) }
        case .hold, .press, .role, .invite, .accept, .decline, .pin, .taunt, .listen, .landmark, .crew,
            .calibrate, .update, .things:
            nil
        }
    }

    private struct Hold: Decodable {
        var isDown: Bool
    }

    private struct Answer: Decodable {
        var isWanted: Bool
    }

    private struct Taunt: Decodable {
        /// 0 for none.
        var taunt: UInt8

        var action: PageAction? {
            taunt == 0 ? .taunt(nil) : Quip(tauntNumber: taunt).map { .taunt($0) }
        }
    }

    private struct Invitation: Decodable {
        var station: String
    }

    private struct Crew: Decodable {
        var word: String
    }

    private struct Volume: Decodable {
        var volume: Double
    }

    private struct Mute: Decodable {
        var isMuted: Bool
    }

    private struct Capacity: Decodable {
        var capacity: Int
    }

    private struct Spoken: Decodable {
        var voice: String
    }

    private struct Forgotten: Decodable {
        var name: String
    }

    private struct NewArea: Decodable {
        var name: String
        var uuid: String
        var major: UInt16?
        var minor: UInt16?
        var within: Double?
        var overlaps: Bool?

        var area: Area? {
            guard let name = AreaName(name), let uuid = ProximityUUID(familiar: uuid),
                let region = Region(uuid: uuid, major: major, minor: minor)
            else { return nil }
            return Area(name: name, region: region, withinMetres: within, overlaps: overlaps ?? false)
        }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(body))
    }
}
