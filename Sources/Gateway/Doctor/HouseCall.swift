import Game
import NIOPosix
import PeerNetwork
import Ranging
import Synchronization

/// What each part of a running station said of itself last. The edges' own sentences, so that they need not
/// be opened a second time, which nobody could.
final class LastWords: Sendable {
    private let words = Mutex<[Examination.Part: Diagnosis]>([:])
    /// With whom nothing could be agreed when both held, until a round comes about.
    private let stranger = Mutex<StationName?>(nil)

    func note(_ part: Examination.Part, isWell: Bool, _ sentence: String) {
        let isWhole = sentence.hasSuffix(".") || sentence.hasSuffix("!")
        words.withLock {
            $0[part] = Diagnosis(isWell: isWell, sentence: isWhole ? sentence : sentence + ".")
        }
    }

    /// What the station says tells how it gets on with others.
    func said(_ phrase: Phrase) {
        if case .cannotAgree(let name) = phrase { stranger.withLock { $0 = name } }
        if case .role = phrase { stranger.withLock { $0 = nil } }
    }

    subscript(part: Examination.Part) -> Diagnosis {
        let last =
            words.withLock { $0[part] }
            ?? Diagnosis(isWell: false, sentence: "It has said nothing yet: wait a moment, and ask again.")
        guard part == .network, last.isWell, let name = stranger.withLock(\.self) else { return last }
        return Diagnosis(
            isWell: false,
            sentence:
                "\(name) and this station held together, and could not agree on a round: if the crew word of "
                + "both is the same, the network does not pass what is for one station alone; switch off "
                + "\"client isolation\" (\"guest network\") at the access point.")
    }
}

/// The doctor at a station that plays: what can be known without taking anything from it. One visit at a
/// time.
final class HouseCall: Sendable {
    typealias Findings = [(part: Examination.Part, finding: Diagnosis)]

    /// How long reports of the radio are counted for their rate.
    static let counts = Duration.seconds(1)

    private let path: String
    private let words: LastWords
    private let reports: @Sendable () -> Int
    private let rest: @Sendable () async -> Void
    private let isVisiting = Mutex(false)
    /// If you ask again at once you get the same: hundreds of clips are looked at each time.
    private static let freshFor = Duration.seconds(3)
    private let latest = Mutex<(at: Duration, findings: Findings)?>(nil)

    /// - Parameters:
    ///   - path: of the settings file.
    ///   - reports: how many the radio has had since the start.
    ///   - rest: waits while more come in.
    init(
        path: String, words: LastWords, reports: @escaping @Sendable () -> Int,
        rest: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: counts) }
    ) {
        self.path = path
        self.words = words
        self.reports = reports
        self.rest = rest
    }

    /// Every part, in the order in which `hotcold doctor` has them; nil while somebody else asks. Files are
    /// read on threads that may wait.
    ///
    /// - Parameter now: on any clock, that of all visits.
    func visit(now: Duration) async -> Findings? {
        if let latest = latest.withLock(\.self), now - latest.at < Self.freshFor { return latest.findings }
        let isFree = isVisiting.withLock { isVisiting in
            defer { isVisiting = true }
            return !isVisiting
        }
        guard isFree else { return nil }
        defer { isVisiting.withLock { $0 = false } }
        async let radio = radio()
        let (parts, resting) = await atRest()
        let heard = await radio
        let findings: Findings = parts.map { part in
            (part, part == .radio ? heard : resting[part] ?? words[part])
        }
        latest.withLock { $0 = (now, findings) }
        return findings
    }

    private func atRest() async -> (parts: [Examination.Part], [Examination.Part: Diagnosis]) {
        let found = try? await NIOThreadPool.singleton.runIfActive { [path] in
            let examination = Examination(path: path)
            let parts = examination.parts
            return (
                parts,
                parts.compactMap { part in
                    examination.examineAtRest(part, isPlaying: true).map { (part, $0) }
                }
            )
        }
        guard let found else { return (Examination.Part.allCases, [:]) }
        return (found.0, Dictionary(uniqueKeysWithValues: found.1))
    }

    private func radio() async -> Diagnosis {
        var last = words[.radio]
        guard last.isWell else { return last }
        let before = reports()
        await rest()
        let rate = Double(reports() - before) / Self.counts.inSeconds
        last.sentence.removeLast()
        last.sentence += "; \(Int(rate)) reports a second."
        return last
    }
}
