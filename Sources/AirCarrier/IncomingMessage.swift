import Determinism
import PeerNetwork

/// What has been heard of one message: its symbols, of which some may be somebody else's, until it is whole.
struct IncomingMessage: Sendable {
    /// Different payloads of one symbol: all but one are somebody else's.
    static let variantsAtMost = 4
    /// Ways to choose among them that are tried at each symbol.
    private static let attemptsAtOnce = 6
    /// So many frames of a challenge, beyond the one that was needed, ask for the response once more.
    private static let repeatsToAnswerAgain = 2

    private struct Variant: Sendable {
        var payload: [UInt8]
        var heardAt: Duration
        var count = 1
    }

    /// The address that its frames say they are from.
    let sender: [UInt8]
    let kind: AirFrame.Kind
    let message: Int
    let blocks: Int
    var heardAt: Duration
    private(set) var isWhole = false
    private var symbols: [Int: [Variant]] = [:]
    /// How often it was tried to put it together.
    private var attempts = 0
    /// Whose challenge it is, and how many of its frames were heard since it was whole.
    var asker: StationID?
    private var repeats = 0
    /// What it is, once it is whole.
    var presence: AirPresence?

    init(of frame: AirFrame, from sender: [UInt8], now: Duration) {
        self.sender = sender
        kind = frame.kind
        message = frame.message
        blocks = frame.blocks
        heardAt = now
    }

    /// Different symbols.
    var symbolCount: Int { symbols.count }

    func isForgotten(now: Duration) -> Bool {
        let after = presence != nil ? AirReceiver.announcementForgottenAfter : AirReceiver.forgottenAfter
        return now - heardAt >= after
    }

    /// A frame of a message that is whole.
    ///
    /// - Returns: who goes on with a challenge that was answered.
    mutating func repetition() -> StationID? {
        repeats += 1
        return repeats % Self.repeatsToAnswerAgain == 0 ? asker : nil
    }

    /// - Parameters:
    ///   - bucket: attempts to put messages together, of all of them.
    ///   - interval: of the sender's advertisements.
    /// - Returns: once it is whole, what was said, and when.
    mutating func content(
        with frame: AirFrame, attempts bucket: inout TokenBucket, interval: Duration, now: Duration
    ) -> (bytes: [UInt8], saidAt: Duration)? {
        guard note(frame, now: now), symbols.count >= blocks else { return nil }
        for _ in 0..<Self.attemptsAtOnce {
            guard bucket.take(now: now) else { return nil }
            let chosen = choice(attempts)
            attempts += 1
            let decoded = ErasureCode.blocks(blocks, from: chosen.mapValues(\.payload))
            if let decoded, let content = AirMessage.content(of: decoded) {
                // Given to a radio, a frame waits for its turn and then for the radio's event, half an
                // interval each on average.
                let waited = AirMessage.age(of: decoded) + interval
                let said = (Self.beginning(of: chosen, interval: interval) ?? now) - waited
                (symbols, isWhole) = ([:], true)
                return (content, max(.zero, said))
            }
            // There is only one way to choose.
            let isContested = symbols.count > blocks || symbols.values.contains { $0.count > 1 }
            if !isContested { return nil }
        }
        return nil
    }

    /// - Returns: whether it says anything new.
    private mutating func note(_ frame: AirFrame, now: Duration) -> Bool {
        var variants = symbols[frame.symbol] ?? []
        if let known = variants.firstIndex(where: { $0.payload == frame.payload }) {
            variants[known].count += 1
            symbols[frame.symbol] = variants
            // Said again, it is more likely to be the sender's; that matters where there are others.
            return variants.count > 1 || attempts > 0
        }
        if variants.count >= Self.variantsAtMost {
            // The newest of those that were heard least makes room.
            let count = variants.map(\.count).min() ?? 0
            if let least = variants.lastIndex(where: { $0.count == count }) { variants.remove(at: least) }
        }
        variants.append(Variant(payload: frame.payload, heardAt: now))
        symbols[frame.symbol] = variants
        return true
    }

    /// When symbol 0 was advertised: where it was missed, so many turns before the first that was heard. A
    /// turn takes what two that were heard one after the other are apart, where that is least: in between
    /// there may have been others, or a whole round of them.
    ///
    /// - Parameter interval: of the sender's advertisements.
    private static func beginning(of chosen: [Int: Variant], interval: Duration) -> Duration? {
        let heard = chosen.map { (symbol: $0.key, at: $0.value.heardAt) }
            .sorted { ($0.at, $0.symbol) < ($1.at, $1.symbol) }
        // Beyond its last symbol a sender begins again.
        let turns = zip(heard, heard.dropFirst()).filter { $1.symbol > $0.symbol }
            .map { ($1.at - $0.at) / ($1.symbol - $0.symbol) }
        // Nine intervals of ten are for frames, where most is.
        let atMost = (max(interval, AirCarrier.quickest) + AirCarrier.meanDelay) * 10 / 9
        let turn = min(turns.min() ?? .zero, atMost)
        return heard.first.map { $0.at - turn * $0.symbol }
    }

    /// The symbols that are tried at this attempt: first those that were heard most often. Then they are
    /// drawn, every second time from all, and else from those that were heard most often. Where one in four
    /// was made up, a dozen attempts find enough that were not.
    private func choice(_ attempt: Int) -> [Int: Variant] {
        let best = symbols.mapValues { variants in
            variants.sorted { $0.count > $1.count }
        }
        var chance = SeededGenerator(seed: UInt64(attempt))
        var numbers = best.keys.sorted()
        if attempt > 0 { numbers.shuffle(using: &chance) }
        if attempt % 2 == 0 {
            let counts = best.mapValues { $0.first?.count ?? 0 }
            let ranked = numbers.enumerated().sorted { one, other in
                let (left, right) = (counts[one.element] ?? 0, counts[other.element] ?? 0)
                return left != right ? left > right : one.offset < other.offset
            }
            numbers = ranked.map(\.element)
        }
        var chosen: [Int: Variant] = [:]
        for (place, number) in numbers.prefix(blocks).enumerated() {
            guard let variants = best[number] else { continue }
            chosen[number] = variants[attempt >> (place % 8) & 1 == 1 ? min(1, variants.count - 1) : 0]
        }
        return chosen
    }
}
