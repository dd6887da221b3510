import Audio
import Determinism
import GPIO
import Game
import HCI
import Logging
import StationNode
import UDPCarrier

/// What the edges tell: into the log, to the doctor, and on to the node, which knows what it means.
extension Conductor {
    func hear(_ event: RadioEvent, into mailbox: StationInbox) {
        switch event {
        case .heard(let advertisement, let at):
            // Most of what is on the air is no beacon, and must not fill the inbox.
            if let input = NodeInput(advertisement) { mailbox.put(input, at: at) }
        case .status(let status):
            switch status {
            case .starting: logger.info("radio: opening")
            case .ready(let controller):
                logger.info("radio: \(controller.summary)")
                words.note(.radio, isWell: true, controller.summary)
                mailbox.put(.advertises(every: controller.advertisingInterval))
            case .trouble(let trouble):
                logger.error("radio: \(trouble.advice)")
                words.note(.radio, isWell: false, trouble.advice)
            case .listensAnew(let remedy, hasHelped: false):
                logger.warning("radio: others are there, and nothing is heard of anybody: \(remedy.rawValue)")
            case .listensAnew(let remedy, hasHelped: true):
                logger.warning("radio: it hears again, since \(remedy.rawValue)")
            case .stopped: logger.info("radio: silent and closed")
            }
            if let input = NodeInput(status) { mailbox.put(input) }
        }
    }

    func hear(_ event: LinesEvent, into mailbox: StationInbox) {
        switch event {
        case .button(_, let at):
            mailbox.put(NodeInput(event), at: at)
        case .ready(let chip, let lamps):
            let also = lamps.isEmpty ? "" : ", with a light"
            logger.info("button: ready on \(chip)\(also)")
            words.note(.button, isWell: true, "the button is on \(chip)\(also)")
            mailbox.put(NodeInput(event))
        case .trouble(let trouble):
            logger.error("button: \(trouble.advice)")
            words.note(.button, isWell: false, trouble.advice)
            mailbox.put(NodeInput(event))
        }
    }

    func hear(_ event: SpeakerEvent, into mailbox: StationInbox) {
        switch event {
        case .ready(let device):
            logger.info("speaker: ready on \(device)")
            words.note(.sound, isWell: true, "\(device) plays")
            mailbox.put(.speaker(works: true))
        case .trouble(let trouble):
            logger.error("speaker: \(trouble.advice)")
            words.note(.sound, isWell: false, trouble.advice)
            mailbox.put(.speaker(works: false))
        }
    }

    func hear(_ event: DatagramsEvent, into mailbox: StationInbox) {
        switch event {
        case .received(let bytes, let source):
            mailbox.put(.datagram(bytes, from: source))
        case .ready(let interfaces):
            let interfaces = interfaces.joined(separator: ", ")
            logger.info("network: ready on \(interfaces)")
            words.note(.network, isWell: true, "the lobby is open on \(interfaces)")
            mailbox.put(.network(works: true))
        case .trouble(let trouble):
            logger.error("network: \(trouble.advice)")
            words.note(.network, isWell: false, trouble.advice)
            mailbox.put(.network(works: false))
        }
    }
}

extension ControllerDescription {
    /// One line about the controller in use, for people.
    var summary: String {
        let version = hciVersion >= 6 ? "HCI 4.\(hciVersion - 6)" : "HCI version \(hciVersion)"
        let five = hciVersion >= 9 ? "HCI 5.\(hciVersion - 9)" : version
        return
            "\(adapter) ready, \(address), \(five), \(extended ? "extended" : "legacy") commands, "
            + "advertising every \(advertisingInterval.wholeMilliseconds) ms"
            + (timeSliced ? ", taking turns with scanning" : "")
    }
}
