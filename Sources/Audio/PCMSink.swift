import Synchronization

/// Something that plays frames at its own pace. Belongs to one thread from opening to closing.
package protocol PCMSink {
    /// What was opened, as the log and `doctor` show it: "plughw:CARD=Headphones".
    var device: String { get }
    /// What it is fed.
    var format: PCMFormat { get }

    /// Waits until it takes at least a period, 100 ms at most. Returns how many frames it takes now; 0 when
    /// none yet.
    func room() throws(SpeakerTrouble) -> Int
    /// Takes whole frames, no more than `room()` told of. Never waits longer than `room()`.
    func write(_ samples: [Int16]) throws(SpeakerTrouble)
    /// Asks the device itself to play more quietly: never below `amplitude` (0…1, of what it plays at most),
    /// and as near to it as it can. Returns what it plays at now; 1 where it cannot be asked.
    func attenuate(to amplitude: Float) -> Float
    /// Stops at once and gives the device back. Calling it again does nothing.
    func close()
}

extension PCMSink {
    package func attenuate(to amplitude: Float) -> Float { 1 }
}

/// The twin of a sound card: keeps what it was given. It takes frames as fast as they come, so what
/// feeds it sets the pace: a simulation by its virtual time, a `Speaker` by its clock.
package final class MemorySink: PCMSink, Sendable {
    package let device: String
    package let format: PCMFormat
    private let period: Int
    private let capacity: Int
    private let recording = Mutex<[Int16]>([])

    /// `period`: frames taken at a time. `longest`: what is kept; later sound is heard by nobody.
    package init(
        device: String = "memory", format: PCMFormat = .init(), period: Int = 480,
        longest: Duration = .seconds(600)
    ) {
        self.device = device
        self.format = format
        self.period = period
        capacity = format.frames(in: longest) * format.channels
    }

    package func room() -> Int { period }

    package func write(_ samples: [Int16]) {
        recording.withLock { $0 += samples.prefix(capacity - $0.count) }
    }

    package func close() {}

    /// Everything that was played so far, interleaved.
    package var samples: [Int16] { recording.withLock { $0 } }
    /// The same as the bytes of a WAV file.
    package var wav: [UInt8] { Audio.wav(samples: samples, format: format) }
}
