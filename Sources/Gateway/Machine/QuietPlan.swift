import Game
import Synchronization

/// The quiet hours as they are now: people may change them while the station runs.
final class QuietPlan: Sendable {
    private let kept: Mutex<QuietHours?>

    /// - Parameter hours: nil for a station that is never quiet.
    init(_ hours: QuietHours? = nil) {
        kept = Mutex(hours)
    }

    var hours: QuietHours? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
}
