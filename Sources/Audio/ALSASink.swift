import CDrivers
import Glibc

/// A PCM of alsa-lib. Underruns and suspends are dealt with here; what it throws means that the device has
/// to be opened anew.
@safe final class ALSASink: PCMSink {
    /// A device that takes nothing for this long has stopped; some HDMI sinks and USB hubs do so without a
    /// word.
    private static let mostIdleWaits = 10
    private static let waitMilliseconds: Int32 = 100

    let device: String
    let format: PCMFormat
    /// What the device made of the period and latency that were asked for, in frames.
    let period: Int
    let buffer: Int
    /// Times the device ran dry or was suspended, since it was opened.
    private(set) var interruptions = 0

    private var pcm: OpaquePointer?
    private let volume: CardVolume?
    private var idleWaits = 0

    init(device: String, configuration: SpeakerConfiguration) throws(SpeakerTrouble) {
        let format = configuration.format
        var shape = cd_pcm_shape(
            rate: UInt32(format.sampleRate), channels: UInt32(format.channels),
            period_frames: UInt32(clamping: format.frames(in: configuration.period)),
            buffer_frames: UInt32(clamping: format.frames(in: configuration.latency)))
        var opened: OpaquePointer?
        let result = unsafe cd_pcm_open(&opened, device, &shape)
        guard result >= 0 else { throw SpeakerTrouble(opening: result) }
        // One without a card, or whose card has no control of its own, is made quiet by us.
        let card = unsafe opened.map { unsafe cd_pcm_number($0) } ?? -1
        volume = configuration.usesCardVolume ? CardVolume(card: card) : nil
        self.device = volume.map { "\(device) (turned by its own \($0.name))" } ?? device
        self.format = format
        period = Int(shape.period_frames)
        buffer = Int(shape.buffer_frames)
        unsafe pcm = opened
    }

    deinit { close() }

    func room() throws(SpeakerTrouble) -> Int {
        let frames = unsafe cd_pcm_wait(try handle("wait"), ALSASink.waitMilliseconds)
        if frames > 0 {
            idleWaits = 0
            return Int(frames)
        }
        idleWaits += 1
        if frames < 0 { try recover("wait", frames) }
        guard idleWaits < ALSASink.mostIdleWaits else {
            throw SpeakerTrouble("wait", error: frames < 0 ? frames : -ETIMEDOUT)
        }
        return 0
    }

    func write(_ samples: [Int16]) throws(SpeakerTrouble) {
        var written = 0
        let frames = samples.count / format.channels
        while written < frames {
            let result = try take(samples, from: written, count: frames - written)
            if result > 0 {
                written += Int(result)
            } else if result == 0 || result == -EAGAIN {
                // Rate conversion may take a little less than it promised.
                guard try room() > 0 else { return }
            } else {
                // After an underrun the rest is late already: the next period starts afresh.
                return try recover("write", result)
            }
        }
    }

    func attenuate(to amplitude: Float) -> Float { volume?.attenuate(to: amplitude) ?? 1 }

    func close() {
        // The card is put back when nothing of ours sounds any more: it may have been louder.
        defer { volume?.close() }
        guard let open = unsafe pcm else { return }
        _ = unsafe cd_pcm_drop(open)
        _ = unsafe cd_pcm_close(open)
        unsafe pcm = nil
    }

    private func take(_ samples: [Int16], from frame: Int, count: Int) throws(SpeakerTrouble) -> Int32 {
        let open = try unsafe handle("write")
        return unsafe samples.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe cd_pcm_write(open, start + frame * format.channels, UInt32(count))
        }
    }

    private func handle(_ operation: String) throws(SpeakerTrouble) -> OpaquePointer {
        guard let open = unsafe pcm else { throw .failed(operation: operation, code: EBADF) }
        return unsafe open
    }

    private func recover(_ operation: String, _ error: Int32) throws(SpeakerTrouble) {
        interruptions += 1
        let result = unsafe cd_pcm_recover(try handle(operation), error)
        if result < 0, result != -EAGAIN { throw SpeakerTrouble(operation, error: result) }
    }
}
