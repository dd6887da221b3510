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

/// Carries what a station wants to the edges. One for each life of the loop, and its alone.
struct EffectRunner {
    private let edges: Conductor
    private let mailbox: StationInbox
    private let goals: AsyncStream<RadioGoal>.Continuation
    private let light: AsyncStream<Rhythm>.Continuation
    private let outgoing: AsyncStream<OutgoingDatagram>.Continuation
    private let mouth: SpeechQueue
    /// How loud it is: what the page may change, and the step of it that the station wants.
    private var levels: VolumeLevels
    private var step = VolumeStep.startUp
    /// What the captions are written in, and which voice people have chosen last; nil: that of the start.
    private var language: Language
    private var chosen: String?
    /// What was said, for those who cannot hear it.
    private(set) var told = PageCaptions()

    init(
        _ edges: Conductor, _ mailbox: StationInbox, goals: AsyncStream<RadioGoal>.Continuation,
        light: AsyncStream<Rhythm>.Continuation, outgoing: AsyncStream<OutgoingDatagram>.Continuation
    ) {
        self.edges = edges
        self.mailbox = mailbox
        self.goals = goals
        self.light = light
        self.outgoing = outgoing
        mouth = SpeechQueue(edges.speaker, voice: edges.voice)
        let adjustments = edges.station.station.configuration.adjustments
        levels = adjustments.applied(to: edges.levels)
        language = edges.voice.current.language
        chosen = adjustments.voice
    }

    mutating func run(_ deed: NodeOutput, now: Duration) {
        switch deed {
        case .transmit(let bytes, let destination):
            outgoing.yield(OutgoingDatagram(bytes: bytes, destination: destination))
        case .effect(let effect): run(effect, now: now)
        }
    }

    private mutating func run(_ effect: Effect, now: Duration) {
        switch effect {
        case .radio(let goal): goals.yield(goal)
        case .light(let pattern, let isDim): light.yield(isDim ? pattern.rhythm.dimmed() : pattern.rhythm)
        case .volume(let step):
            self.step = step
            edges.speaker.volume.level = Float(levels.level(step))
        case .adjusted(let adjustments): adjust(adjustments)
        case .switchOff:
            edges.machineSwitch.off { [edges, mailbox] complaint in
                edges.logger.error("switching off: \(complaint)")
                mailbox.put(.staysOn)
            }
        case .say(let phrase):
            let text = Sentence(phrase, in: language).text
            edges.captions.info("\"\(text)\"")
            told.say(phrase, text, now: now)
            mouth.utter(effect)
        case .play(let sound):
            edges.captions.debug("♪ \(sound.rawValue)")
            mouth.utter(effect)
        case .save(let name, let bytes): edges.storage.write(name, bytes)
        case .log(let line): edges.logger.info("\(line)")
        case .stop, .silence, .send, .whisper, .clasp, .keys: mouth.utter(effect)
        }
    }

    /// Said, and nowhere written: not even as a caption.
    func whisper(_ phrase: Phrase) {
        mouth.utter(.say(phrase))
    }

    private mutating func adjust(_ adjustments: Adjustments) {
        levels = adjustments.applied(to: edges.levels)
        edges.speaker.volume.level = Float(levels.level(step))
        edges.surroundings.quiet.hours = adjustments.applied(to: edges.quietHours)
        if let name = adjustments.voice, name != chosen, let spoken = edges.voice.choose(name) {
            (chosen, language) = (name, spoken)
        }
        if let bytes = StationSnapshot.encode(adjustments) {
            edges.storage.write(Adjustments.fileName, bytes)
        }
    }
}
