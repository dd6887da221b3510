/// What of a round's journal others may read: what the station said and played, and when.
///
/// A journal is for replaying, so it has everything that the station was told: the numbers of beacons, the
/// words of a session, the state of its generator. None of that is in here, and nothing can be replayed from
/// it.
enum RoundStory {
    /// A line for each thing that was heard; a journal is bounded, and so is this.
    static func text(_ journal: [UInt8]) -> [UInt8] {
        var story = Array("What a station said in one round, in seconds from its beginning.\n".utf8)
        var (now, begin): (Double?, Double?) = (nil, nil)
        for line in journal.split(separator: UInt8.lineFeed) {
            if line.starts(with: "> say ".utf8) || line.starts(with: "> play ".utf8) {
                let time = max(0, (now ?? 0) - (begin ?? 0))
                let tenths = Int((min(time, 1_000_000) * 10).rounded())
                story += "\(tenths / 10).\(tenths % 10) s  ".utf8 + line.dropFirst(2) + [.lineFeed]
            } else if line.starts(with: "end ".utf8) {
                story += line + [.lineFeed]
            } else if let first = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
                let word = String(decoding: line.prefix { $0 != .blank }, as: UTF8.self)
                now = Double(word) ?? now
                begin = begin ?? now
            }
        }
        return story
    }
}
