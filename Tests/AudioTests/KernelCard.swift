import Glibc
import Testing

@testable import Audio

/// The kernel's snd-dummy: a sound card that nobody hears, which takes sound in time and has a control of its
/// own, Master (-45 to 0 dB). Needs root and the module, so in practice the lab. One at a time.
final class KernelCard {
    private static let driver = "/sys/bus/platform/drivers/snd_dummy"
    static let id = "Dummy"

    static var isAvailable: Bool {
        unsafe access("\(driver)/bind", W_OK) == 0
    }

    /// Which one it is today.
    let number: Int32

    init() throws {
        // It stays where another test has failed to take it away.
        _ = Self.write("bind")
        guard let link = unsafe realpath("/proc/asound/\(Self.id)", nil) else {
            throw SpeakerTrouble.noCard
        }
        defer { unsafe free(link) }
        let path = unsafe String(cString: link)
        number = try #require(Int32(path.drop { !$0.isNumber }))
    }

    deinit { _ = Self.write("unbind") }

    private static func write(_ operation: String) -> Bool {
        guard let file = unsafe fopen("\(driver)/\(operation)", "w") else { return false }
        unsafe fputs("snd_dummy.0", file)
        return unsafe fclose(file) == 0
    }
}
