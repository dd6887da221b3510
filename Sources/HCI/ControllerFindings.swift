import Wire

/// What a controller is and does, as far as it can be asked: what the first to hold a new board sends
/// (docs/first-pi.md), and what `hotcold emulate --like` makes a simulated controller of. Nothing in it
/// names a person, a device or a network.
package struct ControllerFindings: Codable, Sendable, Equatable {
    /// A setting that was tried, in milliseconds, and what the controller answered (Core 5.4, Vol 1, Part F);
    /// nil for nothing.
    package struct Trial: Codable, Sendable, Equatable {
        package var milliseconds: Double
        package var status: UInt8?

        package var isAccepted: Bool { status == 0 }
    }

    /// How many advertisements it reported, of all senders.
    package struct Reports: Codable, Sendable, Equatable {
        package var share: ScanShare
        package var seconds: Double
        package var count: Int
    }

    /// Read Local Version (Vol 4, Part E, 7.4.1); nil where it did not answer.
    package var hciVersion: UInt8?
    package var hciRevision: UInt16?
    package var manufacturer: UInt16?
    package var lmpSubversion: UInt16?
    /// Bytes in hexadecimal, as they came; nil where it did not answer.
    package var lmpFeatures: String?
    package var commands: String?
    package var leFeatures: String?
    package var leStates: String?
    /// What the firmware calls itself after Reset.
    package var firmware: String?
    /// Time between two advertisements.
    package var advertisingIntervals: [Trial] = []
    /// The same where it says that it can be connected to, and lets nobody in; nil where that was not tried.
    package var closedIntervals: [Trial]?
    /// How much of every 60 ms is listened to.
    package var scanWindows: [Trial] = []
    /// What it answered to listening while it advertises; nil for nothing.
    package var scansWhileAdvertising: UInt8?
    /// What it answered to new data while it advertises. That it sends them only another radio can tell.
    package var takesDataWhileAdvertising: UInt8?
    package var reports: [Reports] = []
    /// The median of what other stations advertise, in dBm: the level at a metre, if the other one is so far
    /// away.
    package var levelOfStations: Int?
    /// Between a command and its reply, in milliseconds.
    package var medianAnswer: Double?
    package var slowestAnswer: Double?
    /// Commands without an answer.
    package var unanswered = 0

    package init() {}

    /// A simulated controller with these habits; nil without what every controller answers.
    package var profile: ControllerProfile? {
        guard let hciVersion, let le = Self.bytes(leFeatures, 8) else { return nil }
        var profile = ControllerProfile(
            name: "like", hciVersion: hciVersion, leFeatures: le,
            leStates: Self.bytes(leStates, 8) ?? [UInt8](repeating: 0, count: 8),
            commands: ControllerProfile.legacy42.commands)
        profile.lmpFeatures = Self.bytes(lmpFeatures, 8) ?? profile.lmpFeatures
        // Of the commands it claims those that a simulated one has.
        if let claimed = Self.bytes(commands, 64) {
            let extended = ControllerProfile.extended52.commands
            profile.commands = extended.filter { claimed[$0.key] & $0.value != 0 }
                .reduce(into: [:]) { $0[$1.key] = claimed[$1.key] & $1.value }
            profile.advertisingSets = le[1] & 0x10 != 0 && claimed[36] & 0xFE == 0xFE ? 4 : 0
        }
        let shortest = advertisingIntervals.filter(\.isAccepted).map(\.milliseconds).min()
        profile.fastestInterval = shortest.map { UInt16(min(max($0 / 0.625, 32), 16_384)) }
        if let closed = closedIntervals?.first, !closed.isAccepted {
            profile.fastestClosed = profile.shortestInterval
        }
        if let scansWhileAdvertising { profile.doesBoth = scansWhileAdvertising == 0 }
        if let takesDataWhileAdvertising, takesDataWhileAdvertising != 0 { profile.liveData = .refused }
        return profile
    }

    /// As many as there have to be.
    private static func bytes(_ text: String?, _ count: Int) -> [UInt8]? {
        guard let text, text.utf8.count == 2 * count else { return nil }
        let digits = Array(text.utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        return bytes.count == count ? bytes : nil
    }
}
