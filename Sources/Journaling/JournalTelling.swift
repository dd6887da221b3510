import Determinism
package import Game
import PeerNetwork
import Recordings
import Speech

/// A replayed journal as text for people, or as JSON lines for programs. Times are those of the journal:
/// seconds since its board was started.
package struct JournalTelling: Sendable {
    let isJSON: Bool
    /// Give the reason of every cue, and everything else the station had to say for its log.
    let explains: Bool

    package init(
        isJSON: Bool,
        explains: Bool
    ) {
        self.isJSON = isJSON
        self.explains = explains
    }

    /// The first line; nothing for programs.
    package func beginning(_ head: JournalReader.Head) -> [UInt8] {
        isJSON ? [] : Array("Station \(head.station), hotcold \(head.program)\n".utf8)
    }

    /// What was said at one moment, and by `station`; often nothing.
    package func lines(_ moment: JournalReplay.Moment, by station: Station) -> [UInt8] {
        var bytes: [UInt8] = []
        for effect in moment.effects {
            if isJSON {
                writeJSON(effect, moment, station, to: &bytes)
            } else if let text = text(effect) {
                let time = moment.at.asSeconds
                let margin = String(repeating: " ", count: max(0, 10 - time.utf8.count))
                bytes += "\(margin)\(time) s  \(text)\n".utf8
            }
        }
        return bytes
    }

    private func text(_ effect: Effect) -> String? {
        switch effect {
        case .say(let phrase): "\"\(Sentence(phrase).text)\""
        case .play(let sound): "♪ \(sound.rawValue)"
        case .log(let line) where explains: line
        default: nil
        }
    }

    private func writeJSON(
        _ effect: Effect, _ moment: JournalReplay.Moment, _ station: Station, to bytes: inout [UInt8]
    ) {
        guard case .say(let phrase) = effect else { return }
        var type = "say"
        var fields: [UInt8] = []
        if case .cue(let cue) = phrase {
            type = "cue"
            let hider = station.session?.hider?.name.description ?? ""
            fields += #","beacon":"#.utf8 + ReplayJSON.string(hider)
            fields += #","cue":"\#(cue.term)""#.utf8
            if let (name, degree) = cue.degree { fields += #","\#(name)":\#(degree)"#.utf8 }
            if explains, let why = Self.reason(moment.effects) {
                fields += #","why":"#.utf8 + ReplayJSON.string(why)
            }
        }
        bytes += #"{"type":"\#(type)","t":"#.utf8
        ReplayJSON.seconds(moment.at, &bytes)
        bytes += fields
        bytes += #","text":"#.utf8 + ReplayJSON.string(Sentence(phrase).text)
        bytes += "}\n".utf8
    }

    /// Why a cue was given, out of the log that came with it.
    private static func reason(_ effects: [Effect]) -> String? {
        for case .log(let line) in effects where line.hasPrefix("cue ") { return line }
        return nil
    }

    /// How the replay ended: the last line.
    package func ending(_ verdict: JournalReplay.Verdict) -> [UInt8] {
        guard isJSON else { return Array((Self.sentence(verdict) + "\n").utf8) }
        var bytes = Array(#"{"type":"verdict","same":\#(verdict.isSame),"cues":\#(verdict.cues)"#.utf8)
        bytes += #","said":\#(verdict.said),"events":\#(verdict.events),"line":\#(verdict.line),"text":"#.utf8
        return bytes + ReplayJSON.string(Self.sentence(verdict)) + Array("}\n".utf8)
    }

    /// What came of it, in a sentence or two.
    static func sentence(_ verdict: JournalReplay.Verdict) -> String {
        let amount =
            "\(verdict.cues) \(verdict.cues == 1 ? "cue" : "cues"), \(verdict.said) phrases, "
            + "\(verdict.events) events in \(verdict.lasted.asSeconds) s"
        if let difference = verdict.difference {
            return "Not the same. \(describe(difference)) Up to there: \(amount)."
        }
        if let trouble = verdict.trouble {
            return
                "Replayed to line \(verdict.line): \(trouble). Up to there the same, bit for bit: \(amount)."
        }
        let ending = verdict.ending.map { "The journal ends: \($0)." } ?? "The journal just ends."
        return "The same, bit for bit: \(amount). \(ending)"
    }

    private static func describe(_ difference: JournalReplay.Difference) -> String {
        switch difference {
        case .effect(let line, let time, let recorded, let replayed):
            let then = recorded.map { "\"\($0)\"" } ?? "nothing more"
            let now = replayed.map { "\"\($0)\"" } ?? "nothing more"
            return "Line \(line), at \(time.asSeconds) s: the journal has \(then), this program \(now)."
        case .unseen(let lines):
            return "Everything said is the same up to line \(lines.upperBound), but something that is not "
                + "said (a datagram, the light, a saved file) differs between lines \(lines.lowerBound) "
                + "and \(lines.upperBound)."
        }
    }
}
