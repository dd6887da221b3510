/// How the radio is to be used; fixed for the life of a `RadioCore`.
package struct RadioConfiguration: Sendable, Equatable {
    /// Which of several adapters.
    package var adapter: AdapterSelector
    /// Use the legacy LE commands even if the controller claims the extended ones: some dongles claim too
    /// much.
    package var forceLegacy: Bool
    /// Time between two advertisements, 20 ms…10.24 s; nil for as fast as the controller's version allows
    /// without crowding the air: 100 ms before Bluetooth 5.0, 40 ms from then on.
    package var advertisingInterval: Duration?
    /// Time between the beginnings of two scan windows, 2.5 ms…10.24 s. Not a multiple of the advertising
    /// interval, or the two march in step and miss each other.
    package var scanInterval: Duration
    /// How much of each interval is listened to; nil for what the goal says (`RadioGoal.scanShare`).
    package var scanWindow: Duration?
    /// The random static address we advertise and scan with; see `DeviceAddress.randomStatic(seed:)`.
    package var ownAddress: DeviceAddress
    /// A controller that answers and hears nobody is helped (`Deafness`).
    package var helpsDeafness = true
    /// Somebody cuts the power of a controller where that is asked for: of one that does not answer, too, or
    /// that the kernel could not set up (`PowerCuts`). What a cut may mend is told only if it has not.
    package var cutsPower = false
    /// Pass on every advertisement, not only iBeacons.
    package var reportsEverything: Bool
    /// Pass on what is manufacturer specific data of this company, too.
    package var company: UInt16?

    /// What is not given is as on a station that nobody has configured.
    package init(
        adapter: AdapterSelector = .any, forceLegacy: Bool = false, advertisingInterval: Duration? = nil,
        scanInterval: Duration = .milliseconds(60), scanWindow: Duration? = nil,
        ownAddress: DeviceAddress, reportsEverything: Bool = false, company: UInt16? = nil
    ) {
        self.adapter = adapter
        self.forceLegacy = forceLegacy
        self.advertisingInterval = advertisingInterval
        self.scanInterval = scanInterval
        self.scanWindow = scanWindow
        self.ownAddress = ownAddress
        self.reportsEverything = reportsEverything
        self.company = company
    }

    func reports(_ advertisement: Advertisement) -> Bool {
        reportsEverything || advertisement.beacon != nil
            || company.map { advertisement.manufacturerData(of: $0) != nil } == true
    }
}

/// What the radio should be doing from now on.
package struct RadioGoal: Sendable, Equatable, Codable {
    /// The beacon to advertise; nil for silence.
    package var beacon: IBeacon?
    /// Listens for advertisements.
    package var scans: Bool
    /// What is advertised in turns with the beacon; nil for the beacon alone.
    package var turns: AdvertisingTurns?
    /// Others are known to advertise: a radio that hears nothing at all then may be deaf (`Deafness`).
    package var others = Others.none
    /// How much of the time it listens; nil where nobody knows what else uses the antenna: half, or always
    /// where there is more to advertise than a beacon.
    package var scanShare: ScanShare?

    /// How it is known that others are there.
    package enum Others: String, Sendable, Codable {
        case none
        /// By this radio, which may hear nothing of them any more.
        case heardByRadio
        case knownByNetwork
    }

    /// Without arguments: silent and deaf.
    package init(beacon: IBeacon? = nil, scans: Bool = false, turns: AdvertisingTurns? = nil) {
        self.beacon = beacon
        self.scans = scans
        self.turns = turns
    }
}

/// Advertisements in turns with a beacon, which stays a beacon: so many intervals show the one, then so many
/// the others.
package struct AdvertisingTurns: Sendable, Equatable, Codable {
    /// One after the other, and from the beginning again; each at most 31 bytes. A new list begins at once.
    package var frames: [[UInt8]]
    /// Intervals for frames and for the beacon in each round; at least one frame.
    package var share: Share
    /// Advertising is switched off for each change, also where the controller takes new data while it goes
    /// on: some take them, and go on with the old ones.
    package var changesOffTheAir: Bool
    /// At least so long between two advertisements; nil for as often as the controller can.
    package var interval: Duration?

    package struct Share: Sendable, Equatable, Codable {
        package var frames: Int
        package var beacons: Int

        package init(frames: Int, beacons: Int) {
            precondition(frames >= 1 && beacons >= 0, "turns without frames are none")
            self.frames = frames
            self.beacons = beacons
        }
    }

    package init(
        frames: [[UInt8]], share: Share, changesOffTheAir: Bool = false, interval: Duration? = nil
    ) {
        precondition(frames.allSatisfy { $0.count <= 31 }, "legacy advertising data has at most 31 bytes")
        self.frames = frames
        self.share = share
        self.changesOffTheAir = changesOffTheAir
        self.interval = interval
    }
}
