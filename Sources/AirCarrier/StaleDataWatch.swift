/// Whether this station's radio may be taking new frames and sending the old ones, as some do until they are
/// switched off and on.
///
/// A station that hears this one asks it who it is, or answers. Others are heard, and nobody does: then its
/// radio is switched off for each change.
struct StaleDataWatch: Sendable {
    private static let answeredWithin: Duration = .seconds(4)
    /// A station that hunts says little, and answers later.
    private static let framesToDoubt = 64

    private(set) var changesOffTheAir = false
    private var isAnswered = false
    /// Since when others are heard, and have said nothing to this station; frames that were heard since, and
    /// when the last.
    private var since: Duration?
    private var frames = 0
    private var frameAt: Duration = .zero

    /// Somebody has said something to this station.
    mutating func answer() { isAnswered = true }

    /// A frame was heard.
    ///
    /// - Parameters:
    ///   - isCrowded: nobody is asked who does not hold.
    ///   - times: how many times as long as usual others take to answer.
    mutating func hear(isCrowded: Bool, times: Int, now: Duration) {
        guard !isAnswered, !changesOffTheAir else { return }
        if isCrowded || now - frameAt > Self.answeredWithin { (since, frames) = (nil, 0) }
        frameAt = now
        frames += 1
        let began = since ?? now
        since = began
        changesOffTheAir = now - began >= Self.answeredWithin * times && frames >= Self.framesToDoubt
    }
}
