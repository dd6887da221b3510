import Determinism

/// What the thread of a speaker does next: opens a device, feeds it, or lets time pass. A value, so that
/// every order in which devices can fail is a table in a test.
///
/// While there is no device, sound goes on in real time and is heard by nobody: when the card is back, the
/// station says what is true then, not what was true before.
struct Playback: Sendable {
    enum Step: Equatable {
        /// Open a device; then `opened` or `failed`.
        case open
        /// Hand the device at most this many frames; then `fed` or `failed`.
        case feed(atMost: Int)
        /// Take this many frames from the mixer and throw them away; then wait.
        case rest(discarding: Int, until: Duration)
    }

    /// A device counts as working after it has taken sound for this long, and as reliable after `reliable`.
    static let settled: Duration = .milliseconds(200)
    static let reliable: Duration = .seconds(5)
    /// How long a rest is at most: `Speaker.stop` need not be quicker than this, nor discarded sound more
    /// even.
    static let longestRest: Duration = .milliseconds(50)
    /// A device may run this much faster than our clock. ALSA's `null` takes anything at once, and would
    /// otherwise keep a core busy with silence.
    private static let tolerance = 1.25
    private static let mostCredit: Duration = .milliseconds(500)

    private enum State {
        case closed(since: Duration, retryAt: Duration)
        case open(since: Duration, device: String, credit: Double, at: Duration)
    }

    private let format: PCMFormat
    private var state: State
    /// Between two attempts to open a device.
    private var backOff = BackOff(.milliseconds(500)...(.seconds(5)))
    private var isInTrouble = false
    private var isReady = false

    init(format: PCMFormat, now: Duration) {
        self.format = format
        state = .closed(since: now, retryAt: now)
    }

    mutating func step(now: Duration) -> Step {
        switch state {
        case .closed(let since, let retryAt):
            if now >= retryAt { return .open }
            let elapsed = format.frames(in: now - since)
            state = .closed(since: since + format.duration(ofFrames: elapsed), retryAt: retryAt)
            return .rest(discarding: elapsed, until: min(retryAt, now + Playback.longestRest))
        case .open(let since, let device, let credit, let at):
            let rate = Double(format.sampleRate)
            let most = Double(format.frames(in: Playback.mostCredit))
            let earned = Double(format.frames(in: max(.zero, now - at)))
            let credit = min(most, credit + earned * Playback.tolerance)
            state = .open(since: since, device: device, credit: credit, at: now)
            // Room for a tenth of a second at least: less is not worth waking up for.
            guard credit < rate / 10 else { return .feed(atMost: Int(credit)) }
            return .rest(discarding: 0, until: now + Playback.longestRest)
        }
    }

    mutating func opened(device: String, now: Duration) {
        isReady = false
        let credit = Double(format.frames(in: Playback.mostCredit))
        state = .open(since: now, device: device, credit: credit, at: now)
    }

    /// The device took `frames`. Tells that it works once it has done so for a while: a card that opens and
    /// then fails at once is not announced as back every half second.
    mutating func fed(frames: Int, now: Duration) -> SpeakerEvent? {
        guard case .open(let since, let device, let credit, let at) = state else { return nil }
        state = .open(since: since, device: device, credit: credit - Double(frames), at: at)
        if now - since >= Playback.reliable { backOff.restart() }
        guard !isReady, now - since >= Playback.settled else { return nil }
        isReady = true
        isInTrouble = false
        return .ready(device: device)
    }

    /// Opening or feeding failed. Trouble is told once, until a device works again.
    mutating func failed(_ trouble: SpeakerTrouble, now: Duration) -> SpeakerEvent? {
        // A device that worked reliably has an heir, the next best card, and it takes over without delay.
        let inherits = isReady && backOff.isFresh
        var since = now
        if case .closed(let discardedUntil, _) = state { since = discardedUntil }
        let wait = backOff.next()
        state = .closed(since: since, retryAt: inherits ? now : now + wait)
        isReady = false
        guard !isInTrouble else { return nil }
        isInTrouble = true
        return .trouble(trouble)
    }
}
