import Crypto
import Wire

/// Takes an update in, as it comes, and says what is to be written: a value, so that every byte that can be
/// wrong is tried without a card. Nothing is written of what has not been checked.
package struct UpdateIntake: Sendable {
    /// What is to be done, in this order.
    package enum Step: Equatable, Sendable {
        /// The slot is about to be overwritten: it must not start any more.
        case prepare(UpdateHeader)
        case write([UInt8], at: Int)
        /// All is written: the slot may start once it is on the card.
        case complete(UpdateHeader)
    }

    private let keys: UpdateKeys
    private let facts: CardFacts
    private let allowsOlder: Bool
    package private(set) var header: UpdateHeader?
    private var raw: [UInt8] = []
    private var piece = 0
    private var whole = SHA256()
    private var isComplete = false

    package init(keys: UpdateKeys, facts: CardFacts, allowsOlder: Bool = false) {
        self.keys = keys
        self.facts = facts
        self.allowsOlder = allowsOlder
    }

    /// How much of it has been checked, in hundredths.
    package var percent: Int {
        guard let header else { return 0 }
        return isComplete ? 100 : piece * 100 / header.pieceDigests.count
    }

    /// - Parameter bytes: the next of it; at most a few pieces are kept.
    package mutating func take(_ bytes: some Sequence<UInt8>) throws(UpdateRefusal) -> [Step] {
        raw.append(contentsOf: bytes)
        var steps: [Step] = []
        if header == nil {
            guard raw.count >= UpdateHeader.byteCount else { return [] }
            let header = try Self.header(Array(raw.prefix(UpdateHeader.byteCount)), keys: keys)
            if let refusal = facts.refusal(of: header, allowsOlder: allowsOlder) { throw refusal }
            self.header = header
            raw.removeFirst(UpdateHeader.byteCount)
            steps.append(.prepare(header))
        }
        guard let header else { return steps }
        while piece < header.pieceDigests.count, raw.count >= header.range(of: piece).count {
            let range = header.range(of: piece)
            let bytes = Array(raw.prefix(range.count))
            guard Array(SHA256.hash(data: bytes)) == header.pieceDigests[piece] else { throw .damaged }
            whole.update(data: bytes)
            raw.removeFirst(range.count)
            piece += 1
            steps.append(.write(bytes, at: range.lowerBound))
        }
        if piece == header.pieceDigests.count, !isComplete {
            guard Array(whole.finalize()) == header.rootDigest else { throw .damaged }
            isComplete = true
            steps.append(.complete(header))
        }
        // Nothing belongs behind it.
        if isComplete, !raw.isEmpty { throw .damaged }
        return steps
    }

    /// Nothing more comes.
    package func end() throws(UpdateRefusal) {
        guard header != nil else { throw UpdateRefusal.short(raw) }
        guard isComplete else { throw .cutShort }
    }

    /// The header of an update, if one of these has signed it.
    package static func header(_ bytes: [UInt8], keys: UpdateKeys) throws(UpdateRefusal) -> UpdateHeader {
        guard !keys.isEmpty else { throw .noKeys }
        let header: UpdateHeader
        do throws(Malformed) { header = try UpdateHeader(decoding: bytes) } catch { throw .notAnUpdate }
        guard header.isSigned(by: keys) else { throw .forged }
        return header
    }
}
