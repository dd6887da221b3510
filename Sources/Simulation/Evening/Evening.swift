import Audio
import Determinism
package import Game
import PeerNetwork
package import Speech
package import StationNode

/// One simulated round as a person follows it: captions, a recording of one seeker's loudspeaker, a picture.
package struct Evening {
    /// Whose loudspeaker is recorded.
    package static let listener = 1
    /// Good enough for 16 kHz speech, and half the size of what a sound card wants.
    private static let format = PCMFormat(sampleRate: 24_000, channels: 1)
    /// What is kept of an evening grows as it goes on.
    private static let lengthAtMost = Duration.seconds(600)
    /// One by hand keeps nothing.
    private static let lengthByHandAtMost = Duration.seconds(4 * 3_600)

    package private(set) var world: World
    private let isByHand: Bool
    /// Of all stations' voices.
    package let language: Language
    private let began: Duration
    private var samples: [Int16] = []
    private var drawing: Picture
    private var joined = false
    private var hunting = false
    private var ended = false

    /// - Parameters:
    ///   - isByHand: people walk where they are led, and press no button: that is done by the pages, for as
    ///     many rounds as anybody wants. Nothing is recorded.
    ///   - hasNetwork: otherwise stations speak by radio alone.
    package init(
        seed: UInt64, seekers: Int, voice: Voice, isByHand: Bool = false, hasNetwork: Bool = true
    ) {
        self.isByHand = isByHand
        language = voice.language
        var configuration = World.Configuration(seed: seed, seekers: seekers)
        configuration.limit = .seconds(400)
        if !hasNetwork { configuration.carrier = .air }
        if isByHand {
            configuration.isByHand = true
            configuration.rounds = .max
        } else {
            configuration.listenedTo = [Self.listener]
            configuration.journalled = [Self.listener]
            // If you listen to the recording you have a volume of your own.
            configuration.levels = VolumeLevels(
                usual: 1, startUp: 1, quiet: 1, floor: 0, ceiling: 1, isMuted: false)
        }
        configuration.recording = Self.format
        configuration.voice = voice
        world = World(configuration)
        began = world.now
        drawing = Picture(house: world.house)
    }

    package var elapsed: Duration { world.now - began }
    package var isOver: Bool {
        world.isOver || elapsed > (isByHand ? Self.lengthByHandAtMost : Self.lengthAtMost)
    }

    package var introduction: String {
        let names = world.stations.map { $0.station.configuration.name.description }
        return "\(names[0]) hides; \(names.dropFirst().joined(separator: " and ")) seek, "
            + "in a house of \(world.house.rooms.count) rooms. "
            + (world.hasNetwork ? "" : "There is no network: all they say to each other goes by Bluetooth. ")
            + (isByHand
                ? "They walk by what they hear; their buttons are yours, by the pages.\n\n"
                : "They go by what they hear.\n\n")
    }

    /// Somebody asks for something by a station's page.
    package mutating func pass(_ input: NodeInput, to station: Int) { world.pass(input, to: station) }

    mutating func grant(_ wish: Wish, to station: Int) { pass(.event(.wish(wish)), to: station) }

    /// Goes on for a while; returns what the stations did.
    package mutating func advance(by step: Duration) -> [World.Happening] {
        let end = world.now + step
        var happenings: [World.Happening] = []
        while world.now < end {
            happenings += world.step(until: end)
        }
        if !isByHand {
            samples += world.render(Self.listener, frames: Self.format.frames(in: step))
            draw(happenings)
        }
        return happenings
    }

    /// What a phrase is in the voice's language.
    package func text(_ phrase: Phrase) -> String { Sentence(phrase, in: language).text }

    /// A line of the time line; nil for what nobody hears.
    package func caption(_ happening: World.Happening) -> String? {
        let said: String
        switch happening.effect {
        case .say(let phrase): said = "\"\(text(phrase))\""
        case .play(.fanfare): said = "♪ fanfare"
        case .play(.rising): said = "♪ a rising tone: the button is held"
        default: return nil
        }
        let station = world.stations[happening.station].station
        let role = station.session?.member(station.configuration.id)?.role ?? station.configuration.role
        let who = "\(station.configuration.name) (\(role == .hide ? "hides" : "seeks"))"
        let tenths = (happening.at - began).wholeMilliseconds / 100
        let time = "\(tenths / 10).\(tenths % 10)"
        return String(repeating: " ", count: max(0, 6 - time.count)) + time + " s  "
            + who + String(repeating: " ", count: max(1, 30 - who.count)) + said + "\n"
    }

    /// What the seeker's loudspeaker said, as a WAV file.
    package var recording: [UInt8] { wav(samples: samples, format: Self.format) }

    /// What that seeker's station was told, for `hotcold replay`; to be taken when the evening is over.
    package mutating func takeJournal() -> [UInt8] {
        world.takeJournals(of: Self.listener).first ?? []
    }

    /// The house and everybody's way through it, as an SVG document.
    package var picture: String { drawing.svg }

    /// How it ended, in a sentence.
    package var result: String {
        guard let session = world.glances[0].session, let hider = session.hider else {
            return "The round did not end in time."
        }
        switch session.outcome {
        case .found(let finder, let after):
            return "\(session.member(finder)?.name.description ?? "Somebody") found \(hider.name) "
                + "after \(after.wholeMilliseconds / 1_000) seconds, by ear."
        case .timeUp: return "Nobody found \(hider.name)."
        case .abandoned?, nil: return "The round did not end."
        }
    }

    private mutating func draw(_ happenings: [World.Happening]) {
        guard let session = world.glances[0].session else { return }
        if !joined {
            joined = true
            for simulated in world.stations {
                let configuration = simulated.station.configuration
                drawing.joins(
                    configuration.id.value, name: configuration.name.description,
                    part: session.hider?.id == configuration.id ? .hider : .seeker)
            }
        }
        if !hunting, world.now >= session.huntAt {
            hunting = true
            drawing.hunt(begins: session.huntAt)
        }
        if session.outcome == nil {
            for (index, player) in world.players.enumerated() {
                drawing.moved(
                    world.stations[index].station.configuration.id.value, to: player.walker.position,
                    at: world.now)
            }
        }
        for happening in happenings {
            guard case .say(.cue(let cue)) = happening.effect else { continue }
            drawing.said(cue, by: world.stations[happening.station].station.configuration.id.value)
        }
        if !ended, let outcome = session.outcome {
            ended = true
            if case .found(let finder, _) = outcome {
                drawing.round(ends: world.now, foundBy: finder.value)
            } else {
                drawing.round(ends: world.now)
            }
        }
    }
}
