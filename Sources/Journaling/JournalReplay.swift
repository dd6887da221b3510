import Determinism
package import Game

/// A journal, lived through again: the station it begins with is given the same events, and what it does is
/// held against what the journal says it did.
package struct JournalReplay: Sendable {
    /// What an event made the station do, when, and in which line the event stands.
    package struct Moment: Sendable {
        var effects: [Effect]
        var at: Duration
        var line: Int
    }

    /// The first thing that is not the same.
    package enum Difference: Equatable, Sendable {
        /// A line of the journal, and what this program does there; either may be nothing.
        case effect(line: Int, at: Duration, recorded: String?, replayed: String?)
        /// Something that has no line of its own: a datagram, the light, a saved file.
        case unseen(lines: ClosedRange<Int>)
    }

    /// How it ended.
    package struct Verdict: Equatable, Sendable {
        var events = 0
        /// Cues that were said, and everything that was said.
        var cues = 0
        var said = 0
        /// From the first to the last event.
        var lasted = Duration.zero
        /// Nil if everything was the same.
        var difference: Difference?
        /// Why it could not go on; nil if it went to the end.
        var trouble: JournalTrouble?
        /// What the journal says of its own end; nil if it just ends.
        var ending: String?
        /// It went on to the end that the journal itself tells of: nothing will be added to it.
        var isWhole = false
        /// The last line that was used.
        var line = 0

        package init(
            events: Int = 0,
            cues: Int = 0,
            said: Int = 0,
            lasted: Duration = Duration.zero,
            difference: Difference? = nil,
            trouble: JournalTrouble? = nil,
            ending: String? = nil,
            isWhole: Bool = false,
            line: Int = 0
        ) {
            self.events = events
            self.cues = cues
            self.said = said
            self.lasted = lasted
            self.difference = difference
            self.trouble = trouble
            self.ending = ending
            self.isWhole = isWhole
            self.line = line
        }

        /// Every cue, to the end of what there is.
        package var isSame: Bool { difference == nil && trouble == nil }
    }

    package let head: JournalReader.Head
    private(set) var station: Station
    private var reader: JournalReader

    /// - Throws: when it cannot even begin.
    package init(_ bytes: [UInt8]) throws(JournalTrouble) {
        reader = try JournalReader(bytes)
        head = reader.head
        do {
            switch head.beginning {
            case .configuration(let json): station = Station(try StationSnapshot.configuration(json))
            case .snapshot(let json): station = try StationSnapshot.station(json)
            }
        } catch {
            throw .otherBuild(program: head.program, why: Self.reason(error))
        }
    }

    /// Goes through all of it, or to the first difference.
    ///
    /// - Parameters:
    ///   - goesOn: whether to go on behind a difference; the first one is told all the same.
    ///   - emit: is given what was done at each event, and the station that has just done it.
    package mutating func run(goesOn: Bool = false, _ emit: (Moment, Station) -> Void) -> Verdict {
        var verdict = Verdict()
        var comparison = Comparison()
        var began: Duration?
        do throws(JournalTrouble) {
            while let line = try reader.next() {
                let difference: Difference?
                switch line {
                case .event(let event, let now):
                    difference = comparison.missing()
                    let effects = station.handle(event, now: now)
                    comparison.did(effects, line: reader.number, at: now)
                    verdict.count(effects)
                    verdict.lasted = now - (began ?? now)
                    began = began ?? now
                    emit(Moment(effects: effects, at: now, line: reader.number), station)
                case .effect(let text): difference = comparison.recorded(text, line: reader.number)
                case .seal(let digest): difference = comparison.sealed(digest, line: reader.number)
                case .end(let why):
                    difference = comparison.missing()
                    verdict.ending = why
                    verdict.isWhole = true
                }
                verdict.line = reader.number
                verdict.difference = verdict.difference ?? difference
                if verdict.difference != nil, !goesOn { break }
            }
        } catch {
            verdict.trouble = error
            verdict.isWhole = false
        }
        if verdict.ending == nil, reader.isCutOff { verdict.ending = "cut off in the middle of a line" }
        return verdict
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .keyNotFound(let key, _): return "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is not JSON" : "\"\(path)\" is something else"
        @unknown default: return "it cannot be read"
        }
    }
}

extension JournalReplay.Verdict {
    fileprivate mutating func count(_ effects: [Effect]) {
        events += 1
        for case .say(let phrase) in effects {
            said += 1
            if case .cue = phrase { cues += 1 }
        }
    }
}

/// Holds what is done now against what was written down then.
private struct Comparison {
    private var waiting: ArraySlice<[UInt8]> = []
    private var event: (line: Int, at: Duration) = (0, .zero)
    private var effects = Digest()
    private var sealedAt = 0

    mutating func did(_ done: [Effect], line: Int, at now: Duration) {
        event = (line, now)
        for effect in done { effects.add(effect, at: now) }
        waiting = done.compactMap(JournalEffects.line)[...]
    }

    mutating func recorded(_ text: ArraySlice<UInt8>, line: Int) -> JournalReplay.Difference? {
        let replayed = waiting.popFirst()
        guard replayed.map({ $0.elementsEqual(text) }) != true else { return nil }
        return .effect(
            line: line, at: event.at, recorded: String(decoding: text, as: UTF8.self),
            replayed: replayed.map { String(decoding: $0, as: UTF8.self) })
    }

    /// What was done now and not then.
    mutating func missing() -> JournalReplay.Difference? {
        guard let replayed = waiting.popFirst() else { return nil }
        return .effect(
            line: event.line, at: event.at, recorded: nil, replayed: String(decoding: replayed, as: UTF8.self)
        )
    }

    mutating func sealed(_ digest: UInt64, line: Int) -> JournalReplay.Difference? {
        if let difference = missing() { return difference }
        defer { sealedAt = line }
        return digest == effects.value ? nil : .unseen(lines: sealedAt + 1...line)
    }
}
