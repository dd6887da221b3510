import Game
import HCI
import PeerNetwork
import Ranging

/// What of the page's state is not the game: how the station is set, and what is in the air.
extension PageState {
    package struct Sound: Encodable, Equatable, Sendable {
        var volume: Thousandths
        var ceiling: Thousandths
        var floor: Thousandths
        var isMuted: Bool
        var voice: String
        var voices: [PageSetting.Voice]
        /// Nil when it is never quiet.
        @OrNull var quiet: Quiet?

        init(_ setting: PageSetting) {
            volume = Thousandths(setting.levels.usual)
            ceiling = Thousandths(setting.levels.ceiling)
            floor = Thousandths(setting.levels.floor)
            isMuted = setting.levels.isMuted
            (voice, voices) = (setting.voice, setting.voices)
            quiet = setting.quiet.map { Quiet(from: $0.from, until: $0.until) }
        }
    }

    package struct Quiet: Encodable, Equatable, Sendable {
        var from: String
        var until: String
    }

    package struct Beacons: Encodable, Equatable, Sendable {
        /// It hears every beacon there is now; otherwise these are of a moment ago.
        var isListening: Bool
        /// The strongest first.
        var heard: [Beacon]

        init(_ station: Station, now: Duration) {
            isListening = station.survey.isListening(now: now)
            heard = station.survey.shown.map { Beacon($0, in: station.guide.area(of: $0.identity)) }
        }
    }

    /// A beacon, and the area that it stands in.
    package struct Beacon: Encodable, Equatable, Sendable {
        @Described var uuid: ProximityUUID
        var major: UInt16
        var minor: UInt16
        /// The word for those UUIDs that everybody may call by one.
        @OrNull var maker: String?
        /// In dBm; null when it is silent.
        @OrNull var rssi: Int8?
        var levels: [Int8?]
        var range: Distance
        @OrNull var battery: Int?
        @OrNull var area: String?

        init(_ heard: BeaconSurvey.Beacon, in area: AreaName?) {
            uuid = heard.identity.uuid
            (major, minor) = (heard.identity.major, heard.identity.minor)
            maker = ProximityUUID.familiar.first { $0.value == heard.identity.uuid }?.key
            (rssi, levels, battery) = (heard.rssi, heard.levels, heard.battery)
            range = Distance(heard.range)
            self.area = area?.description
        }
    }

    package struct Candidate: Encodable, Equatable, Sendable {
        @Described var uuid: ProximityUUID
        var major: UInt16
        var minor: UInt16
        @OrNull var maker: String?

        init(_ beacon: BeaconIdentity) {
            (uuid, major, minor) = (beacon.uuid, beacon.major, beacon.minor)
            maker = ProximityUUID.familiar.first { $0.value == beacon.uuid }?.key
        }
    }

    /// An area.
    package struct Place: Encodable, Equatable, Sendable {
        @Described var name: AreaName
        @Described var uuid: ProximityUUID
        @OrNull var major: UInt16?
        @OrNull var minor: UInt16?
        /// In metres.
        @OrNull var within: Double?
        /// You may be in another one at the same time.
        var overlaps: Bool
        var isInside: Bool
        /// Made by the page, which may therefore take it away again.
        var isOurs: Bool
    }

    /// How this station hears, if that was ever found out, and how somebody is finding it out.
    package struct Hearing: Encodable, Equatable, Sendable {
        @OrNull var kept: Calibration?
        @OrNull var trial: Trial?

        init(_ station: Station) {
            kept = station.configuration.calibration
            trial = station.sitting.map(Trial.init)
        }
    }

    package struct Trial: Encodable, Equatable, Sendable {
        @Described var station: StationID
        @Described var name: StationName
        var phase: String
        @OrNull var endsIn: Moment?
        var packets: Int
        @OrNull var reason: String?

        init(_ sitting: CalibrationSitting) {
            (station, name, packets) = (sitting.station, sitting.name, sitting.packets)
            (endsIn, reason) = (nil, nil)
            switch sitting.phase {
            case .listening(let endsAt):
                phase = "listening"
                endsIn = .ahead(endsAt)
            case .kept: phase = "kept"
            case .failed(let failure):
                phase = "failed"
                reason = failure.rawValue
            }
        }
    }

    static func areas(_ station: Station) -> [Place] {
        let ours = station.configuration.adjustments.areas
        let inside = station.guide.inside
        return station.guide.areas.map { area in
            let region = area.region
            return Place(
                name: area.name, uuid: region.uuid, major: region.major, minor: region.minor,
                within: area.withinMetres, overlaps: area.overlaps, isInside: inside.contains(area.name),
                isOurs: ours.contains(area))
        }
    }
}
