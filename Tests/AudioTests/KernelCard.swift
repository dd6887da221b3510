import Glibc
import Testing

@testable import Audio

/// The kernel's snd-dummy: a sound card that nobody hears, which takes sound in time and has a control of its
/// own, Master (-45 to 0 dB). In practice the lab's (Tests/Mutants/in-lab.sh).
enum KernelCard {
    static let id = "Dummy"
    private static let path = "/proc/asound/\(id)"

    static var isAvailable: Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Which one it is today.
    static func number() throws -> Int32 {
        guard let link = unsafe realpath(path, nil) else { throw SpeakerTrouble.noCard }
        defer { unsafe free(link) }
        let path = unsafe String(cString: link)
        return try #require(Int32(path.drop { !$0.isNumber }))
    }
}
