import Game
import HCI
import PeerNetwork
import Speech

/// What a station did, as far as a reader of its journal wants to follow it: one line each, without its
/// mark.
///
/// What goes out at all hours (datagrams, the light, saved files) has none; the fingerprint of every
/// effect is in the seals all the same.
enum JournalEffects {
    /// Nil for what has no line.
    static func line(_ effect: Effect) -> [UInt8]? {
        let text: String
        switch effect {
        case .say(let phrase): text = "say \(Sentence(phrase).text)"
        case .play(let sound): text = "play \(sound.rawValue)"
        case .stop(let sound): text = "stop \(sound.rawValue)"
        case .silence: text = "silence"
        case .log(let line): text = "log \(line)"
        case .radio(let goal): text = "radio \(describe(goal))"
        case .unicast(let unicast): text = "whisper to \(unicast.other)"
        case .authenticate(let others): text = "clasp \(others.map(\.description).joined(separator: " "))"
        case .keys(let goals):
            text = "keys \(goals.map { "\($0.session)/\($0.round)/\($0.generation)" }.joined(separator: " "))"
        case .volume(let volume): text = "volume \(volume.rawValue)"
        case .adjusted(let adjustments): text = "adjusted \(adjustments.line)"
        case .switchOff: text = "switch off"
        case .update(let order): text = "update \(describe(order))"
        case .send, .light, .save: return nil
        }
        // Whatever a later phrase may contain, a line stays a line.
        return text.utf8.map { $0 < 0x20 ? .blank : $0 }
    }

    static func describe(_ order: UpdateOrder) -> String {
        switch order {
        case .take(let offer): "take \(JournalMessages.describe(offer))"
        case .restart: "restart"
        }
    }

    private static func describe(_ goal: RadioGoal) -> String {
        let beacon = goal.beacon.map { "is beacon \($0.major) \($0.minor)" } ?? "is silent"
        return beacon + (goal.scans ? " and listens" : "")
    }
}
