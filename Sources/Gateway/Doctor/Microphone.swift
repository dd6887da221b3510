import Audio
import Dispatch
import Glibc
import Runtime

/// A microphone of this machine, which hears for the doctor whether the loudspeaker is heard.
struct Microphone: Equatable, Sendable {
    /// As many are listened to.
    static let atMost = 4
    /// Two seconds of sixteen bits at this rate, and a head.
    private static let rate = 16_000
    private static let seconds = 2
    private static let bytesAtMost = 4 * rate * seconds
    /// After so many milliseconds it is stopped.
    private static let patience = 3_500

    /// As ALSA calls it.
    var device: String
    /// For people.
    var name: String

    /// Those of which the kernel tells.
    ///
    /// - Parameter listing: `/proc/asound/pcm`: "01-00: USB Audio : USB Audio : playback 1 : capture 1".
    static func all(in listing: String) -> [Microphone] {
        listing.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":").map { $0.drop { $0 == " " } }
            let numbers = line.prefix { $0 != ":" }.split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 2, parts.dropFirst(3).contains(where: { $0.hasPrefix("capture") })
            else { return nil }
            let name = String(parts[2]).split(separator: " ").joined(separator: " ")
            return Microphone(device: "plughw:\(numbers[0]),\(numbers[1])", name: name)
        }.prefix(atMost).map { $0 }
    }

    /// Those of this machine; none without a program to record with.
    static func all() -> [Microphone] {
        guard program != nil, let bytes = try? BoundedFile.read("/proc/asound/pcm", atMost: 16_384) else {
            return []
        }
        return all(in: String(decoding: bytes, as: UTF8.self))
    }

    private static var program: String? {
        ["/usr/bin/arecord", "/usr/local/bin/arecord"].first { unsafe access($0, X_OK) == 0 }
    }

    /// Listens for two seconds; nil when it cannot.
    func listen() async -> Clip? {
        guard let program = Self.program else { return nil }
        let words = [
            program, "-q", "-D", device, "-d", "\(Self.seconds)", "-f", "S16_LE", "-r", "\(Self.rate)", "-c",
            "1",
        ]
        return (try? await DedicatedThread.run { Self.record(words) }.get()) ?? nil
    }

    /// Records into a folder that nobody else may look into: arecord makes its file anew, for everybody to
    /// read.
    private static func record(_ words: [String]) -> Clip? {
        var template = Array("/tmp/hotcold-microphone-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { return nil }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = folder + "/heard.wav"
        defer {
            unsafe unlink(file)
            unsafe rmdir(folder)
        }
        let companion = Companion(words + [file])
        // A device that delivers nothing must not cost the loudspeaker its verdict.
        let limit = DispatchWorkItem { companion.stop() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(patience), execute: limit)
        let ending = companion.run { _ in }
        limit.cancel()
        guard ending == .exited(0), let bytes = try? BoundedFile.read(file, atMost: bytesAtMost) else {
            return nil
        }
        return try? Clip(wav: bytes)
    }

    /// What several of them make of a sound that is being played.
    ///
    /// - Returns: the end of the sentence "… plays; that was a chime".
    static func verdict(_ sound: Clip?, heard: [(microphone: Microphone, recording: Clip?)]) -> String {
        guard let match = sound.flatMap({ SoundMatch($0) }) else { return "." }
        let able = heard.compactMap { item in
            item.recording.map { (item.microphone, match.likeness($0)) }
        }
        guard let best = able.max(by: { $0.1 < $1.1 }) else { return "." }
        return best.1 >= SoundMatch.threshold
            ? ", and the microphone \(best.0.name) heard it."
            : ", but the microphone \(best.0.name) did not hear it: is the loudspeaker on, and turned up?"
    }
}
