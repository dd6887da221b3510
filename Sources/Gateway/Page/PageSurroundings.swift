import HCI

/// What of the page's state is not the game: how the station is set, and what is in the air.
extension PageState {
    /// A beacon, and the area that it stands in.
    struct Beacon: Equatable, Sendable {
        var heard: BeaconSurvey.Beacon
        var area: AreaName?
    }

    struct Place: Equatable, Sendable {
        var area: Area
        var isInside: Bool
        /// Made by the page, which may therefore take it away again.
        var isOurs: Bool
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
    struct Glance: Equatable, Sendable {
        var station: StationID
        var name: StationName
        var phase: Phase
        var packets: Int

        init(_ sitting: CalibrationSitting) {
            station = sitting.station
            name = sitting.name
            phase = sitting.phase
            packets = sitting.packets
        }
    }
}

extension PageReport {
    struct Light: Encodable, Sendable {
        var shows: String
        /// In English, as in `docs/lights.md`.
        var means: String
        var isDim: Bool
    }

    struct Hearing: Encodable, Sendable {
        var kept: OrNull<Calibration>
        var trial: OrNull<Trial>
    }

    struct Trial: Encodable, Sendable {
        var station: String
        var name: String
        var phase: String
        var endsIn: OrNull<Double>
        var packets: Int
        var reason: OrNull<String>
    }

    struct Sound: Encodable, Sendable {
        var volume: Double
        var ceiling: Double
        var floor: Double
        var isMuted: Bool
        var voice: String
        var voices: [Spoken]
        var quiet: OrNull<Quiet>
    }

    struct Spoken: Encodable, Sendable {
        var name: String
        var language: String
    }

    struct Quiet: Encodable, Sendable {
        var from: String
        var until: String
    }

    struct Beacon: Encodable, Sendable {
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
    }

    struct Beacons: Encodable, Sendable {
        var isListening: Bool
        var heard: [Beacon]
    }

    struct Place: Encodable, Sendable {
        var name: String
        var uuid: String
        var major: OrNull<UInt16>
        var minor: OrNull<UInt16>
        var within: OrNull<Double>
        var isInside: Bool
        var isOurs: Bool
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
