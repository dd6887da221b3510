import CDrivers
import Glibc

/// Why nothing can be heard, told apart by what a person can do about it.
package enum SpeakerTrouble: Error, Sendable, Hashable {
    /// There is no sound card, or none by the name in the settings.
    case noCard
    /// Another program holds the card.
    case busy
    /// The card was there and is gone.
    case unplugged
    /// An HDMI output without a monitor that plays sound.
    case noMonitor
    /// The card may not be opened by this user.
    case notPermitted
    /// Anything else; `code` is an errno.
    case failed(operation: String, code: Int32)

    /// What `error` (a negative errno) means when opening a device says it.
    init(opening error: Int32) {
        switch -error {
        case ENOENT, ENODEV, ENXIO: self = .noCard
        case EBUSY, EAGAIN: self = .busy
        case EACCES, EPERM: self = .notPermitted
        case CD_PCM_ENOTSUPP: self = .noMonitor
        default: self = .failed(operation: "open", code: -error)
        }
    }

    /// What `error` means when a device that was open says it in `operation`. A card that was pulled out
    /// answers EBADFD at first and ENODEV from then on.
    init(_ operation: String, error: Int32) {
        switch -error {
        case ENODEV, ENXIO, EBADFD, EIO: self = .unplugged
        case CD_PCM_ENOTSUPP: self = .noMonitor
        default: self = .failed(operation: operation, code: -error)
        }
    }

    /// One sentence: what is wrong and what to do.
    package var advice: String {
        switch self {
        case .noCard:
            "No sound card was found: plug in a USB loudspeaker or DAC, or check the device in the settings."
        case .busy:
            "Another program is using the sound card: stop it, or name another device in the settings."
        case .unplugged:
            "The sound card was unplugged: plug it in again, and the station will speak again."
        case .noMonitor:
            "The HDMI output has no monitor that plays sound: connect one, or plug in a USB loudspeaker."
        case .notPermitted:
            "This user may not use the sound card: add it to the group \"audio\" (usermod -aG audio USER)."
        case .failed(let operation, let code):
            "The sound card failed (\(operation), error \(code)): plug it in again, or restart."
        }
    }

    /// Of the reasons why several devices could not be opened, the one that is most likely about the device
    /// the person means: "no card" says the least. Of equals the first.
    static func mostTelling(of reasons: [SpeakerTrouble]) -> SpeakerTrouble {
        reasons.reduce(.noCard) { $1.telling > $0.telling ? $1 : $0 }
    }

    private var telling: Int {
        switch self {
        case .busy: 5
        case .notPermitted: 4
        case .unplugged: 3
        case .failed: 2
        case .noMonitor: 1
        case .noCard: 0
        }
    }
}
