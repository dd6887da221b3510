import AirCarrier
import Audio
import GPIO
import Game
import HCI
import Journaling
import Logging
import PeerNetwork
import Ranging
import Runtime
import Simulation
import Speech
import StationNode
import UDPCarrier
import WebPage

/// Puts a station together from its settings: the one place that knows which setting goes where.
enum Assembly {
    /// A station with real edges.
    ///
    /// - Parameters:
    ///   - path: the settings file's.
    ///   - problems: what of it could not be used; said aloud once.
    ///   - journal: where to keep a journal of everything; nil for what the settings say.
    ///   - settlesAt: until when after the machine was switched on nothing is called missing.
    static func conductor(
        _ settings: Settings, at path: String, problems: [SettingsProblem], journal: String? = nil,
        settlesAt: Duration? = nil, logger: Logger, recent: RecentLog? = nil
    ) -> Conductor {
        let storage = Storage(StateStore(directory: settings.station.stateDirectory)) {
            logger.warning("state: \($0)")
        }
        let key = identityKey(storage) { logger.warning("\($0)") }
        let id = key.id
        let adjustments = adjustments(storage, beside: settings.areas) { logger.warning("\($0)") }
        let chosen = adjustments.name ?? settings.station.name
        let name = chosen ?? face(of: id, settings.station.identity)
        logger.info("station \(name) (\(id))")
        let voice = chosenVoice(settings, adjustments) { logger.warning("voice: \($0)") }
        var configuration = station(settings, id: id, name: name, storage: storage)
        configuration.calibration = calibration(storage, logger: logger)
        configuration.hunt.ranging = configuration.calibration.ranging
        configuration.nameIsChosen = chosen != nil
        configuration.face = settings.station.identity
        configuration.settingsPuzzled = !problems.isEmpty
        configuration.puzzlingLine = problems.lazy.compactMap(\.line).first
        // Before anything runs beside this: the zone is the whole program's.
        if let zone = settings.station.timeZone { use(zone, logger: logger) }
        configuration.adjustments = adjustments
        configuration.placeNames = voice.current.language.placeNames.compactMap(AreaName.init)
        if let capacity = adjustments.capacity { configuration.formation.company.capacity = capacity }
        let surroundings = surroundings(settings, adjustments) { logger.warning("\($0)") }
        configuration.isQuiet = surroundings.isQuiet
        configuration.isFirstStart =
            settings.station.introduces && storage.isKeeping
            && storage.read(Introduction.fileName) == nil
        // The station's clock began when the machine did (`MonotonicClock`).
        configuration.settlesAt = settlesAt
        configuration.maySwitchOff = settings.button.switchesOff
        let guardian = gatekeeper(
            crew(settings, storage) { logger.warning("\($0)") }, identity: key, boot: configuration.boot)
        var hearing = radio(settings, id: id)
        hearing.cutsPower = true
        if settings.lobby.air { hearing.company = AirFrame.company }
        let radio = Radio(configuration: hearing, open: UserChannel.open) { [logger] adapter in
            if let complaint = PowerSwitch.cut(adapter) {
                logger.warning("radio: \(complaint)")
            } else {
                logger.notice("radio: it is asked for the power of \(adapter) to be cut for a moment")
            }
        }
        let (running, words) = (RunningRounds(), LastWords())
        let doctor = HouseCall(path: path, words: words) { Int(clamping: radio.counters.reports) }
        return Conductor(
            node: StationNode(
                Station(configuration), guardian,
                settings: EdgeSettings(levels: levels(settings), quietHours: settings.audio.quietHours),
                air: settings.lobby.air ? AirCarrier(own: configuration.id, first: configuration.boot) : nil,
                things: things(settings, storage, of: id) { logger.warning("\($0)") }),
            radio: radio,
            lines: Lines(configuration: lines(settings)) { configuration throws(LineTrouble) in
                try GPIOChip.open(configuration)
            },
            speaker: Speaker(configuration: speaker(settings)),
            datagrams: Datagrams(
                port: settings.lobby.port, group: settings.lobby.group, interface: settings.lobby.interface),
            voice: voice, storage: storage, logger: logger, surroundings: surroundings,
            captions: Logger(label: "caption"),
            publication: settings.lobby.announce ? publication(settings, name, id) : nil,
            journal: self.journal(settings, running, everythingIn: journal) { logger.warning("\($0)") },
            page: page(settings, voice, running, log: recent, doctor: doctor),
            updates: updates(settings, logger),
            venue: venue(settings, configuration, words: words, logger: logger),
            supervisor: Supervisor.current(), words: words)
    }

    private static func page(
        _ settings: Settings, _ voice: ChosenVoice, _ running: RunningRounds, log: RecentLog?,
        doctor: HouseCall
    ) -> PageOffer? {
        settings.page.port.map { port in
            let pin = kernelBytes(64).filter { $0 < 250 }.prefix(PageLock.digits).map { $0 % 10 }
            let lock = PageLock(settings.page.acting, pin: pin)
            let rounds =
                settings.station.journal ? RoundLibrary(folder: journals(settings), running: running) : nil
            return PageOffer(
                port: port, desk: PageRouter(.own, lock: lock, names: PageOffer.machineNames),
                setting: PageSetting(
                    settings, language: voice.current.language.code, voices: voice.choices),
                shelf: PageShelf(rounds: rounds, voice: voice, log: log) { now in
                    await doctor.visit(now: now)?.map {
                        PageShelf.Finding(
                            part: $0.part.rawValue, isWell: $0.finding.isWell, says: $0.finding.sentence)
                    }
                })
        }
    }

    private static func surroundings(
        _ settings: Settings, _ adjustments: Adjustments, complain: @escaping @Sendable (String) -> Void
    ) -> Surroundings {
        var surroundings = Surroundings(
            quiet: QuietPlan(adjustments.applied(to: settings.audio.quietHours)))
        surroundings.brought = broughtThings(settings, complain: complain)
        return surroundings
    }

    /// Nil where no updates are taken. Others are asked for theirs by the port of our own page.
    private static func updates(_ settings: Settings, _ logger: Logger) -> UpdateWatch? {
        var watch = UpdateWatch(logger: logger)
        if let port = settings.page.port { watch?.page = port }
        return watch
    }

    private static func publication(
        _ settings: Settings, _ name: StationName, _ id: StationID
    ) -> Publication {
        var publication = Publication(name: name.description, id: id, port: settings.lobby.port)
        // systemd ends whatever a service has started with it (KillMode=control-group).
        if Supervisor.current() != nil { publication.keeper = nil }
        return publication
    }

    /// - Parameter file: for a journal of everything: what it is to be called, in front of its number.
    private static func journal(
        _ settings: Settings, _ running: RunningRounds, everythingIn file: String?,
        complain: @escaping @Sendable (String) -> Void
    ) -> JournalKeeper? {
        if let file {
            let shelf = JournalShelf(file: file, complain: complain)
            return JournalKeeper(Scribe(.everything), on: shelf)
        }
        guard settings.station.journal else { return nil }
        return JournalKeeper(
            Scribe(.rounds),
            on: JournalShelf(
                folder: journals(settings), name: RoundLibrary.name, running: running, complain: complain))
    }

    private static func journals(_ settings: Settings) -> String {
        settings.station.stateDirectory + "/journals"
    }

    static func radio(_ settings: Settings, id: StationID) -> RadioConfiguration {
        // Two stations on one machine have one machine id and two identities, and must not share an
        // address.
        let machine = MachineID.current(purpose: "address")?.seed ?? 0
        let seed = MachineID(identifier: "\(machine) \(id)".utf8, purpose: "address")
        var configuration = RadioConfiguration(ownAddress: .randomStatic(seed: seed.bytes))
        configuration.adapter = AdapterSelector(settings.radio.adapter) ?? .any
        configuration.forceLegacy = settings.radio.forceLegacy
        configuration.advertisingInterval = settings.radio.advertisingInterval
        configuration.scanInterval = settings.radio.scanInterval
        configuration.scanWindow = settings.radio.scanWindow
        return configuration
    }

    static func lines(_ settings: Settings) -> LinesConfiguration {
        var configuration = LinesConfiguration()
        configuration.chip = ChipSelector(settings.button.chip) ?? .automatic
        configuration.buttonLine = settings.button.line
        configuration.activeLow = settings.button.activeLow
        configuration.pullUp = settings.button.pullUp
        configuration.lampLines[.main] = settings.button.ledLine
        configuration.button.holdDuration = settings.button.hold
        return configuration
    }

    static func speaker(_ settings: Settings) -> SpeakerConfiguration {
        SpeakerConfiguration(
            device: settings.audio.device == "auto" ? nil : settings.audio.device,
            latency: settings.audio.latency,
            // Until the station says how loud it wants to be.
            volume: Volume(
                level: Float(levels(settings).level(.quiet)), ceiling: Float(settings.audio.ceiling)),
            usesCardVolume: settings.audio.usesCardVolume)
    }

    private static func use(_ zone: String, logger: Logger) {
        guard WallClock.knows(zone: zone) else {
            logger.warning("station.time_zone: there is no time zone \(zone); the machine's own is used")
            return
        }
        WallClock.use(zone: zone)
    }

    static func levels(_ settings: Settings) -> VolumeLevels {
        let audio = settings.audio
        return VolumeLevels(
            usual: audio.volume, startUp: audio.startUpVolume, quiet: audio.quietVolume, floor: audio.floor,
            ceiling: audio.ceiling, isMuted: audio.isMuted)
    }

    /// What the estimator believes on this station: with its calibration, if there is one that can be read.
    static func ranging(_ storage: Storage, logger: Logger) -> RangingParameters {
        calibration(storage, logger: logger).ranging
    }

    private static func calibration(_ storage: Storage, logger: Logger) -> Calibration? {
        guard let bytes = storage.read(Calibration.fileName) else { return nil }
        guard let calibration = Calibration(decoding: bytes) else {
            logger.warning("the calibration cannot be read and is not used: calibrate again")
            return nil
        }
        return calibration
    }

    /// The same, for a command that keeps nothing itself.
    static func ranging(_ settings: Settings, logger: Logger) -> RangingParameters {
        ranging(Storage(StateStore(directory: settings.station.stateDirectory)) { _ in }, logger: logger)
    }

    /// Rounds are told to the others in whole seconds, so nobody may count in finer ones.
    private static func whole(_ time: Duration) -> Duration {
        .seconds((time + .milliseconds(500)).components.seconds)
    }

    static func rules(_ settings: Settings) -> (formation: GroupFormation.Rules, hunt: Hunt.Rules) {
        (
            GroupFormation.Rules(
                company: Announcement.Company(
                    capacity: settings.lobby.capacity, pairing: settings.lobby.pairing),
                headStart: whole(settings.round.headStart),
                limit: whole(settings.round.limit), waitsForEverybody: settings.lobby.everybody),
            Hunt.Rules(
                reach: settings.round.reach, tauntsAfter: settings.round.tauntsAfter,
                chirpsAfter: settings.round.chirpsAfter, remarks: settings.round.remarks)
        )
    }

    /// The name that the station starts with.
    private static func face(of id: StationID, _ face: Station.Face) -> StationName {
        switch face {
        case .kept: return StationName(id)
        case .round, .evening:
            var random = SystemRandomNumberGenerator()
            return StationName.drawn(from: &random)
        }
    }

    private static func station(
        _ settings: Settings, id: StationID, name: StationName, storage: Storage
    ) -> Station.Configuration {
        var random = SystemRandomNumberGenerator()
        var configuration = Station.Configuration(
            id: id, name: name, role: settings.station.role,
            boot: UInt32.random(in: 0...UInt32.max, using: &random),
            seed: random.next())
        (configuration.formation, configuration.hunt) = rules(settings)
        configuration.measuredPower = settings.radio.measuredPower
        configuration.areas = settings.areas
        configuration.partner = settings.lobby.partner
        if let bytes = storage.read(Scores.fileName) {
            // A damaged table is not worth a silent station: the next round writes a new one.
            configuration.scores = (try? Scores(decoding: bytes)) ?? Scores()
        }
        return configuration
    }
}
