import HCI
package import PeerNetwork
package import Ranging

/// What people have set by the station's page: above the settings file, and kept when the station is switched
/// off.
///
/// The ceiling of the volume is not among it: that is the settings file's, and so the parents'.
package struct Adjustments: Equatable, Codable, Sendable {
    package static let fileName = "page.json"
    /// Longer than all areas with the longest names.
    package static let bytesAtMost = 65_536
    static let capacities = 2...Session.membersAtMost

    /// Times of the day.
    package struct Quiet: Equatable, Codable, Sendable {
        package var from: String
        package var until: String

        package init(
            from: String,
            until: String
        ) {
            self.from = from
            self.until = until
        }

        package var hours: QuietHours? { QuietHours(from: from, until: until) }
    }

    /// What nobody has set by the page is nil, and as the settings file has it.
    var volume: Double?
    var isMuted: Bool?
    package var capacity: Int?
    /// Both empty: never quiet.
    package var quiet: Quiet?
    /// The name of a voice's folder.
    package var voice: String?
    /// What it is called from now on, even if another one is.
    package var name: StationName?
    package var areas: [Area] = []
    /// Beacons that are no landmarks; the newest last.
    package var declined: [BeaconIdentity] = []
    /// More is forgotten, the oldest first.
    static let declinedAtMost = 64

    package init(
        volume: Double? = nil,
        isMuted: Bool? = nil,
        capacity: Int? = nil,
        quiet: Quiet? = nil,
        voice: String? = nil,
        areas: [Area] = [],
        declined: [BeaconIdentity] = []
    ) {
        self.volume = volume
        self.isMuted = isMuted
        self.capacity = capacity
        self.quiet = quiet
        self.voice = voice
        self.areas = areas
        self.declined = declined
    }

    /// What was kept before landmarks were asked about says nothing of them.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        volume = try values.decodeIfPresent(Double.self, forKey: .volume)
        isMuted = try values.decodeIfPresent(Bool.self, forKey: .isMuted)
        capacity = try values.decodeIfPresent(Int.self, forKey: .capacity)
        quiet = try values.decodeIfPresent(Quiet.self, forKey: .quiet)
        voice = try values.decodeIfPresent(String.self, forKey: .voice)
        name = try values.decodeIfPresent(StationName.self, forKey: .name)
        areas = try values.decodeIfPresent([Area].self, forKey: .areas) ?? []
        declined = try values.decodeIfPresent([BeaconIdentity].self, forKey: .declined) ?? []
    }

    /// - Parameter others: the areas of the settings file.
    /// - Returns: whether it can be that.
    mutating func take(_ adjustment: Adjustment, beside others: [Area] = []) -> Bool {
        guard adjustment.isPossible else { return false }
        switch adjustment {
        case .volume(let volume): self.volume = volume
        case .mute(let isMuted): self.isMuted = isMuted
        case .loudness: (volume, isMuted) = (nil, nil)
        case .capacity(let capacity): self.capacity = capacity
        case .quiet(let quiet): self.quiet = quiet
        case .voice(let voice): self.voice = voice
        case .name(let name): self.name = name
        case .area(let area):
            guard !(others + areas).contains(where: { $0.name == area.name }),
                others.count + areas.count < Area.atMost
            else { return false }
            areas.append(area)
        case .forget(let name):
            guard let index = areas.firstIndex(where: { $0.name == name }) else { return false }
            areas.remove(at: index)
        case .decline(let beacon):
            declined = (declined.filter { $0 != beacon } + [beacon]).suffix(Self.declinedAtMost)
        }
        return true
    }

    /// What of this can be so: a file may have been written by anybody.
    package func checked(beside others: [Area]) -> Adjustments {
        var checked = Adjustments()
        if let volume { _ = checked.take(.volume(volume)) }
        if let isMuted { _ = checked.take(.mute(isMuted)) }
        if let capacity { _ = checked.take(.capacity(capacity)) }
        if let quiet { _ = checked.take(.quiet(quiet)) }
        if let voice { _ = checked.take(.voice(voice)) }
        checked.name = name
        for area in areas { _ = checked.take(.area(area), beside: others) }
        for beacon in declined { _ = checked.take(.decline(beacon)) }
        return checked
    }

    /// One line of all of it, for journals.
    package var line: String {
        let volume = volume.map { "\($0)" } ?? "-"
        let isMuted = isMuted.map { "\($0)" } ?? "-"
        let capacity = capacity.map { "\($0)" } ?? "-"
        let quiet = quiet.map { "\($0.from)–\($0.until)" } ?? "-"
        let areas = areas.map { "\($0.name)=\($0.region)@\($0.withinMetres.map { "\($0)" } ?? "-")" }
        // Journals of before there was a choice have no such word.
        let voice = voice.map { ["voice \($0)"] } ?? []
        let name = name.map { ["name \($0)"] } ?? []
        let declined = declined.map { "no \($0)" }
        return
            (["volume \(volume) mute \(isMuted) capacity \(capacity) quiet \(quiet)"] + voice + name + areas
            + declined)
            .joined(separator: " ")
    }

    package func applied(to levels: VolumeLevels) -> VolumeLevels {
        var levels = levels
        if let volume { levels.usual = min(volume, levels.ceiling) }
        if let isMuted { levels.isMuted = isMuted }
        return levels
    }

    /// - Parameter hours: those of the settings file.
    package func applied(to hours: QuietHours?) -> QuietHours? { quiet.map { $0.hours } ?? hours }
}

/// One thing that somebody sets by the page.
package enum Adjustment: Equatable, Codable, Sendable {
    /// 0…1; the ceiling holds all the same.
    case volume(Double)
    case mute(Bool)
    /// As loud as the settings file has it, whatever was set since.
    case loudness
    case capacity(Int)
    case quiet(Adjustments.Quiet)
    /// One of those that the station can find.
    case voice(String)
    /// Not in a session, whose members know each other by name.
    case name(StationName)
    case area(Area)
    /// Only of what was made by the page.
    case forget(AreaName)
    /// Nobody is asked again whether this is a landmark.
    case decline(BeaconIdentity)

    package var isPossible: Bool {
        switch self {
        case .volume(let volume): (0...1).contains(volume)
        case .capacity(let capacity): Adjustments.capacities.contains(capacity)
        case .quiet(let quiet): quiet.hours != nil || (quiet.from.isEmpty && quiet.until.isEmpty)
        case .area(let area): area.withinMetres.map(Area.distances.contains) ?? true
        case .voice(let voice): VoiceName.isOne(voice)
        case .mute, .loudness, .name, .forget, .decline: true
        }
    }
}
