import Runtime
import Synchronization

/// What a speaker plays through, and how.
package struct SpeakerConfiguration: Sendable {
    /// An ALSA PCM ("plughw:CARD=Device"), and no other; nil takes the best card that plays.
    package var device: String?
    /// What lies between the mixer and the loudspeaker. A sound begins after this and at most one period,
    /// so the 60 ms from a press to its tick leave no more than 50 ms for both.
    package var latency: Duration
    /// How often the device is fed.
    package var period: Duration
    /// What the device is asked for.
    package var format: PCMFormat
    /// How loud it begins.
    package var volume: Volume
    /// The card's own volume is set, where it has one, and put back at the end; otherwise all of it is ours.
    package var usesCardVolume: Bool

    package init(
        device: String? = nil, latency: Duration = .milliseconds(30),
        period: Duration = .milliseconds(10),
        format: PCMFormat = .init(), volume: Volume = .init(),
        usesCardVolume: Bool = false
    ) {
        self.usesCardVolume = usesCardVolume
        self.device = device
        self.latency = latency
        self.period = period
        self.format = format
        self.volume = volume
    }
}

/// What a speaker tells of itself.
package enum SpeakerEvent: Sendable, Equatable {
    /// Sound is heard again, or for the first time, through this device.
    case ready(device: String)
    /// Nothing is heard. Told once, until the next `ready`.
    case trouble(SpeakerTrouble)
}

/// A loudspeaker that never gives up: it keeps its device open and fed, with silence when nobody speaks
/// (HDMI and USB sinks swallow what comes first after a pause), and looks for another device when that
/// fails.
package final class Speaker: Sendable {
    /// How a device is opened: called on the speaker's thread.
    package typealias Opening = @Sendable (SpeakerConfiguration) throws(SpeakerTrouble) -> any PCMSink

    private let configuration: SpeakerConfiguration
    private let clock: PlaybackClock
    private let open: Opening
    private let mixer: Mutex<Mixer>

    /// `open` is how a device is opened; a test or a simulation brings its own.
    package convenience init(
        configuration: SpeakerConfiguration = .init(),
        open: @escaping Opening = { (configuration) throws(SpeakerTrouble) in
            try ALSA.open(configuration)
        }
    ) {
        self.init(configuration: configuration, clock: .monotonic, open: open)
    }

    init(configuration: SpeakerConfiguration, clock: PlaybackClock, open: @escaping Opening) {
        self.configuration = configuration
        self.clock = clock
        self.open = open
        mixer = Mutex(Mixer(format: configuration.format, volume: configuration.volume))
    }

    /// See `Mixer.play(_:)`. Never waits longer than a period takes to mix.
    package func play(_ utterance: Utterance) { mixer.withLock { $0.play(utterance) } }

    /// See `Mixer.stop(label:)`.
    package func stop(label: String) { mixer.withLock { $0.stop(label: label) } }

    /// Ends everything that sounds or waits.
    package func silence() { mixer.withLock { $0.silence() } }

    /// From `play` to the loudspeaker, at most.
    package var latency: Duration { configuration.latency + configuration.period }

    /// Whether nothing sounds and nothing waits.
    package var isIdle: Bool { mixer.withLock { $0.isIdle } }

    /// How loud it is from the next period on.
    package var volume: Volume {
        get { mixer.withLock { $0.volume } }
        set { mixer.withLock { $0.volume = newValue } }
    }

    /// Plays until the task is cancelled, on a thread of its own; returns within 200 ms after that, with
    /// the device given back. `deliver` is called on that thread and must not wait.
    package func run(deliver: @escaping @Sendable (SpeakerEvent) -> Void) async {
        let stopping = StopFlag()
        await withTaskCancellationHandler {
            // 30 ms of sound are all that a busy Pi may be late.
            let ending = await DedicatedThread.run(priority: .realTime) {
                self.loop(until: stopping, deliver: deliver)
            }
            guard case .failure(let refusal) = ending else { return }
            deliver(.trouble(.failed(operation: "start a thread", code: refusal.code)))
        } onCancel: {
            stopping.raise()
        }
    }

    /// The body of the thread. What happens next is decided by `Playback`.
    func loop(until stopping: StopFlag, deliver: (SpeakerEvent) -> Void) {
        // Read once a turn: a hundred times a second it is most of what a silent speaker costs.
        var now = clock.now()
        var playback = Playback(format: configuration.format, now: now)
        var sink: (any PCMSink)?
        var buffer: [Int16] = []
        var asked: Volume?
        var reminder = VolumeReminder()
        while !stopping.isRaised {
            do throws(SpeakerTrouble) {
                switch playback.step(now: now) {
                case .open:
                    let opened = try open(configuration)
                    sink = opened
                    asked = nil
                    now = clock.now()
                    reminder = VolumeReminder(openedAt: now)
                    playback.opened(device: opened.device, now: now)
                case .feed(let most):
                    guard let sink else { throw .unplugged }
                    let frames = min(try sink.room(), most)
                    if frames > 0 {
                        let volume = volume
                        if reminder.isDue(now: now) || volume != asked {
                            // Without the lock: a USB device takes its time to be asked.
                            let attenuation = sink.attenuate(to: volume.share)
                            mixer.withLock { $0.attenuation = attenuation }
                            asked = volume
                        }
                        mixer.withLock { $0.render(frames: frames, into: &buffer) }
                        try sink.write(buffer)
                    }
                    now = clock.now()
                    if let event = playback.fed(frames: frames, now: now) { deliver(event) }
                case .rest(let discarding, let until):
                    mixer.withLock { $0.render(frames: discarding, into: &buffer) }
                    clock.wait(until)
                    now = clock.now()
                }
            } catch {
                sink?.close()
                sink = nil
                now = clock.now()
                if let event = playback.failed(error, now: now) { deliver(event) }
            }
        }
        sink?.close()
    }
}
