import FoundationEssentials
import Game
package import Journaling
import NIOPosix
import Ranging
package import Runtime
package import Speech

/// What the page can look up besides the state: the last rounds, the log, the doctor. Files are read on
/// threads that may wait.
package struct PageShelf: Sendable {
    /// Nil where no journals are kept.
    var rounds: RoundLibrary?
    /// Which rounds are heard again in.
    var voice = ChosenVoice(.silent)
    var log: RecentLog?
    /// Nil where nobody can be asked.
    var doctor: Doctor?
    /// People's things.
    package var things = ThingsWindow()
    /// What runs, as an update for other stations; nil where it cannot be handed on.
    package var running: (@Sendable () async -> PageFile?)?
    /// Nil where none are taken.
    package var updates: Updates?

    package init(
        rounds: RoundLibrary? = nil,
        voice: ChosenVoice = ChosenVoice(.silent),
        log: RecentLog? = nil,
        doctor: Doctor? = nil,
        updates: Updates? = nil
    ) {
        self.rounds = rounds
        self.voice = voice
        self.log = log
        self.doctor = doctor
        self.updates = updates
    }

    /// Looks at every part of the station; nil while somebody else asks.
    package typealias Doctor = @Sendable (_ now: Duration) async -> [Finding]?

    /// Begins to take an update.
    package typealias Updates = @Sendable () async -> PageUpload

    var takesUpdates: Bool { updates != nil }

    func beginUpload() async -> PageUpload? { await updates?() }

    /// What the doctor says of one part.
    package struct Finding: Encodable, Equatable, Sendable {
        var part: String
        var isWell: Bool
        var says: String

        package init(
            part: String,
            isWell: Bool,
            says: String
        ) {
            self.part = part
            self.isWell = isWell
            self.says = says
        }
    }

    private struct Round: Encodable {
        var name: String
        var bytes: Int
        @OrNull var at: String?
        var chart: String
        var sound: String
        var story: String
    }

    private struct Rounds: Encodable {
        var rounds: [Round]
    }

    private struct Line: Encodable {
        var age: Moment
        var level: String
        var text: String
    }

    private struct Log: Encodable {
        var lines: [Line]
    }

    private struct Findings: Encodable {
        var lines: [Finding]
    }

    /// Nil while somebody else asks the doctor.
    func doctorJSON(now: Duration) async -> [UInt8]? {
        guard let doctor else { return Findings(lines: []).json() }
        return await doctor(now).map { Findings(lines: $0).json() }
    }

    func roundsJSON() async -> [UInt8] {
        let entries = await reading { $0.entries() } ?? []
        return Rounds(
            rounds: entries.map { entry in
                Round(
                    name: entry.name, bytes: entry.bytes, at: entry.writtenAt.map(Self.date),
                    chart: "/rounds/\(entry.name).svg", sound: "/rounds/\(entry.name).wav",
                    story: "/rounds/\(entry.name).txt")
            }
        ).json()
    }

    func logJSON(now: Duration) -> [UInt8] {
        let lines = log?.lines ?? []
        let written = lines.map { Line(age: .ago($0.at), level: $0.level, text: $0.text) }
        return Log(lines: written).json(at: now)
    }

    func story(_ name: String) async -> [UInt8]? {
        await reading { $0.story(name) } ?? nil
    }

    func chart(_ name: String) async -> RoundLibrary.Made<String> {
        await reading { $0.chart(name, title: name) } ?? .none
    }

    func sound(_ name: String) async -> RoundLibrary.Made<RoundSound> {
        await reading { $0.sound(name) } ?? .none
    }

    private func reading<Result: Sendable>(_ work: @escaping @Sendable (RoundLibrary) -> Result) async
        -> Result?
    {
        guard let rounds else { return nil }
        return try? await NIOThreadPool.singleton.runIfActive { work(rounds) }
    }

    private static func date(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
