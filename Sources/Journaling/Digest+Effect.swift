import Determinism
import GPIO
package import Game
import HCI
import PeerNetwork
import Speech

extension Digest {
    /// - Parameter station: which of several did it.
    package mutating func add(_ effect: Effect, at time: Duration, by station: Int = 0) {
        add("\(time.components.seconds) \(time.components.attoseconds) \(station) ".utf8)
        switch effect {
        case .send(let message): add(message.body)
        case .unicast(let unicast):
            add("whisper \(unicast.other)".utf8)
            add(unicast.body)
        case .authenticate(let others): add("clasp \(others)".utf8)
        case .keys(let goals):
            for goal in goals { add("key \(goal.generation) \(goal.leads) \(goal.agreement)".utf8) }
        case .save(let name, let bytes):
            add(name.utf8)
            add(bytes)
        case .say(let phrase): add(Sentence(phrase).text.utf8)
        case .radio(let goal): add("radio \(goal.scans) \(goal.beacon?.advertisingData ?? [])".utf8)
        case .play(let sound), .stop(let sound): add(sound.rawValue.utf8)
        case .light(let lamp, let goal):
            let lamp = lamp == .main ? "light" : "light \(lamp.rawValue)"
            add("\(lamp) \(goal.pattern?.rawValue ?? "dark") \(goal.isDim)".utf8)
        case .volume(let volume): add("volume \(volume.rawValue)".utf8)
        case .adjusted(let adjustments): add("adjusted \(adjustments.line)".utf8)
        case .switchOff: add("switch off".utf8)
        case .update(let order): add("update \(JournalEffects.describe(order))".utf8)
        case .silence: add("silence".utf8)
        case .log(let line): add(line.utf8)
        }
    }
}
