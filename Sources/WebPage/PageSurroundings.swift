package import Game
import HCI
import PeerNetwork
package import Ranging

/// What of the page's state is not the game: how the station is set, and what is in the air.
extension PageState {
    /// A beacon, and the area that it stands in.
    package struct Beacon: Equatable, Sendable {
        var heard: BeaconSurvey.Beacon
        var area: AreaName?

        package init(
            heard: BeaconSurvey.Beacon,
            area: AreaName? = nil
        ) {
            self.heard = heard
            self.area = area
        }
    }

    package struct Place: Equatable, Sendable {
        var area: Area
        var isInside: Bool
        /// Made by the page, which may therefore take it away again.
        var isOurs: Bool

        package init(
            area: Area,
            isInside: Bool,
            isOurs: Bool
        ) {
            self.area = area
            self.isInside = isInside
            self.isOurs = isOurs
        }
    }

    static func beacons(_ station: Station) -> [Beacon] {
        station.survey.shown.map { Beacon(heard: $0, area: station.guide.area(of: $0.identity)) }
    }

    static func places(_ station: Station) -> [Place] {
        let ours = station.configuration.adjustments.areas
        let inside = station.guide.inside
        return station.guide.areas.map { area in
            Place(area: area, isInside: inside.contains(area.name), isOurs: ours.contains(area))
        }
    }
}

extension CalibrationSitting {
    /// As it is shown.
    package struct Glance: Equatable, Sendable {
        var station: StationID
        var name: StationName
        var phase: Phase
        var packets: Int

        package init(_ sitting: CalibrationSitting) {
            station = sitting.station
            name = sitting.name
            phase = sitting.phase
            packets = sitting.packets
        }
    }
}

extension PageReport {
    package struct Light: Encodable, Sendable {
        var shows: String
        /// In English, as in `docs/lights.md`.
        var means: String
        var isDim: Bool
    }

    package struct Hearing: Encodable, Sendable {
        var kept: OrNull<Calibration>
        var trial: OrNull<Trial>

        package init(
            kept: OrNull<Calibration>,
            trial: OrNull<Trial>
        ) {
            self.kept = kept
            self.trial = trial
        }
    }

    package struct Trial: Encodable, Sendable {
        var station: String
        var name: String
        var phase: String
        var endsIn: OrNull<Double>
        var packets: Int
        var reason: OrNull<String>

        package init(
            station: String,
            name: String,
            phase: String,
            endsIn: OrNull<Double>,
            packets: Int,
            reason: OrNull<String>
        ) {
            self.station = station
            self.name = name
            self.phase = phase
            self.endsIn = endsIn
            self.packets = packets
            self.reason = reason
        }
    }

    package struct Sound: Encodable, Sendable {
        var volume: Double
        var ceiling: Double
        var floor: Double
        var isMuted: Bool
        var voice: String
        var voices: [Spoken]
        var quiet: OrNull<Quiet>

        package init(
            volume: Double,
            ceiling: Double,
            floor: Double,
            isMuted: Bool,
            voice: String,
            voices: [Spoken],
            quiet: OrNull<Quiet>
        ) {
            self.volume = volume
            self.ceiling = ceiling
            self.floor = floor
            self.isMuted = isMuted
            self.voice = voice
            self.voices = voices
            self.quiet = quiet
        }
    }

    package struct Spoken: Encodable, Sendable {
        var name: String
        var language: String

        package init(
            name: String,
            language: String
        ) {
            self.name = name
            self.language = language
        }
    }

    package struct Quiet: Encodable, Sendable {
        var from: String
        var until: String

        package init(
            from: String,
            until: String
        ) {
            self.from = from
            self.until = until
        }
    }

    package struct Beacon: Encodable, Sendable {
        var uuid: String
        var major: UInt16
        var minor: UInt16
        /// The word for those UUIDs that everybody may call by one.
        var maker: OrNull<String>
        var rssi: OrNull<Int8>
        var levels: [OrNull<Int8>]
        var range: Distance
        var battery: OrNull<Int>
        var area: OrNull<String>

        package init(
            uuid: String,
            major: UInt16,
            minor: UInt16,
            maker: OrNull<String>,
            rssi: OrNull<Int8>,
            levels: [OrNull<Int8>],
            range: Distance,
            battery: OrNull<Int>,
            area: OrNull<String>
        ) {
            self.uuid = uuid
            self.major = major
            self.minor = minor
            self.maker = maker
            self.rssi = rssi
            self.levels = levels
            self.range = range
            self.battery = battery
            self.area = area
        }
    }

    package struct Beacons: Encodable, Sendable {
        var isListening: Bool
        var heard: [Beacon]
    }

    package struct Place: Encodable, Sendable {
        var name: String
        var uuid: String
        var major: OrNull<UInt16>
        var minor: OrNull<UInt16>
        var within: OrNull<Double>
        var isInside: Bool
        var isOurs: Bool

        package init(
            name: String,
            uuid: String,
            major: OrNull<UInt16>,
            minor: OrNull<UInt16>,
            within: OrNull<Double>,
            isInside: Bool,
            isOurs: Bool
        ) {
            self.name = name
            self.uuid = uuid
            self.major = major
            self.minor = minor
            self.within = within
            self.isInside = isInside
            self.isOurs = isOurs
        }
    }

    static func sound(_ setting: PageSetting) -> Sound {
        let levels = setting.levels
        return Sound(
            volume: rounded(levels.usual), ceiling: rounded(levels.ceiling), floor: rounded(levels.floor),
            isMuted: levels.isMuted, voice: setting.voice,
            voices: setting.voices.map { Spoken(name: $0.name, language: $0.language) },
            quiet: OrNull(setting.quiet.map { Quiet(from: $0.from, until: $0.until) }))
    }

    static func beacon(_ beacon: PageState.Beacon) -> Beacon {
        let identity = beacon.heard.identity
        return Beacon(
            uuid: identity.uuid.description, major: identity.major, minor: identity.minor,
            maker: OrNull(ProximityUUID.familiar.first { $0.value == identity.uuid }?.key),
            rssi: OrNull(beacon.heard.rssi), levels: beacon.heard.levels.map { OrNull($0) },
            range: distance(beacon.heard.range), battery: OrNull(beacon.heard.battery),
            area: OrNull(beacon.area?.description))
    }

    static func hearing(_ state: PageState, now: Duration) -> Hearing {
        let trial = state.sitting.map { sitting in
            var trial = Trial(
                station: sitting.station.description, name: sitting.name.description, phase: "kept",
                endsIn: OrNull(nil), packets: sitting.packets, reason: OrNull(nil))
            switch sitting.phase {
            case .listening(let endsAt):
                trial.phase = "listening"
                trial.endsIn = OrNull(rounded((endsAt - now).inSeconds))
            case .kept: break
            case .failed(let failure):
                trial.phase = "failed"
                trial.reason = OrNull(failure.rawValue)
            }
            return trial
        }
        return Hearing(kept: OrNull(state.calibration), trial: OrNull(trial))
    }

    static func place(_ place: PageState.Place) -> Place {
        let region = place.area.region
        return Place(
            name: place.area.name.description, uuid: region.uuid.description, major: OrNull(region.major),
            minor: OrNull(region.minor), within: OrNull(place.area.withinMetres), isInside: place.isInside,
            isOurs: place.isOurs)
    }
}
