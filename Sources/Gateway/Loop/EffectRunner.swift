import Audio
import GPIO
import Game
import HCI
import Journaling
import Logging
import Runtime
import Speech
import StationNode
import UDPCarrier
import WebPage

/// Carries each output of the node to its edge, and decides nothing. One for each life of the loop, and its
/// alone.
struct EffectRunner {
    private let edges: Conductor
    private let mailbox: StationInbox
    private let goals: AsyncStream<RadioGoal>.Continuation
    private let light: AsyncStream<[Lamp: Rhythm]>.Continuation
    private var rhythms: [Lamp: Rhythm] = [:]
    private let outgoing: AsyncStream<OutgoingDatagram>.Continuation
    private let speechQueue: SpeechQueue
    /// What the captions are written in.
    private var language: Language
    /// What was said, for those who cannot hear it.
    private(set) var told = PageCaptions()

    init(
        _ edges: Conductor, _ mailbox: StationInbox, goals: AsyncStream<RadioGoal>.Continuation,
        light: AsyncStream<[Lamp: Rhythm]>.Continuation, outgoing: AsyncStream<OutgoingDatagram>.Continuation
    ) {
        self.edges = edges
        self.mailbox = mailbox
        self.goals = goals
        self.light = light
        self.outgoing = outgoing
        speechQueue = SpeechQueue(edges.speaker, voice: edges.voice)
        language = edges.voice.current.language
    }

    mutating func run(_ output: NodeOutput, now: Duration) {
        switch output {
        case .decided: break
        case .transmit(let bytes, let destination):
            outgoing.yield(OutgoingDatagram(bytes: bytes, destination: destination))
        case .radio(let goal): goals.yield(goal)
        case .lamp(let lamp, let rhythm):
            rhythms[lamp] = rhythm
            light.yield(rhythms)
        case .volume(let level): edges.speaker.volume.level = Float(level)
        case .voice(let name): language = edges.voice.choose(name) ?? language
        case .quietHours(let hours): edges.surroundings.quiet.hours = hours
        case .say(let phrase):
            speechQueue.utter(.say(phrase))
            // What people have written for themselves is heard by who is there, and nowhere written.
            guard !phrase.isPrivate else { return edges.captions.info("(somebody's things)") }
            let text = Sentence(phrase, in: language).text
            edges.captions.info("\"\(text)\"")
            told.say(phrase, text, now: now)
            edges.words.said(phrase)
        case .rehearse(let words): edges.voice.current.rehearse(words)
        case .play(let sound):
            edges.captions.debug("♪ \(sound.rawValue)")
            speechQueue.utter(.play(sound))
        case .stop(let sound): speechQueue.utter(.stop(sound))
        case .silence: speechQueue.utter(.silence)
        case .save(let name, let bytes): edges.storage.write(name, bytes)
        case .keep(let adjustments):
            guard let bytes = StationSnapshot.encode(adjustments) else { return }
            edges.storage.write(Adjustments.fileName, bytes)
        case .switchOff: switchOff()
        case .update(let order): edges.updates?.run(order) { [mailbox] in mailbox.put(.update($0)) }
        case .log(let line): edges.logger.info("\(line)")
        }
    }

    /// Said, and nowhere written: not even as a caption.
    func saySecretly(_ phrase: Phrase) {
        speechQueue.utter(.say(phrase))
    }

    private func switchOff() {
        edges.machineSwitch.off { [edges, mailbox] complaint in
            edges.logger.error("switching off: \(complaint)")
            mailbox.put(.staysOn)
        }
    }
}
