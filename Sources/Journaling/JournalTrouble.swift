/// Why a journal cannot be replayed, or not to its end; to be read after the file's name.
package enum JournalTrouble: Error, Equatable, Sendable, CustomStringConvertible {
    case noJournal
    /// The version of the format that its first line names.
    case otherFormat(String)
    /// Something in front of the first event is not what was written.
    case damagedHead
    /// A stretch of it is not what was written. `lines` are those that cannot even be read, with what is
    /// wrong; at most `DamagedStretch.namedAtMost`. `more` is how many stretches behind it are damaged
    /// too.
    case damaged(DamagedStretch, more: Int)
    /// Its station is not built as this program's are.
    case otherBuild(program: String, why: String)

    package var description: String {
        switch self {
        case .noJournal: "it is no journal: one begins with \"\(Journal.magic) \(Journal.format)\""
        case .otherFormat(let version):
            "it is a journal of format \(version), and this program reads format \(Journal.format); "
                + "replay it with the version of hotcold that its second line names"
        case .damagedHead: "its first lines are damaged, so nothing that follows can be replayed"
        case .damaged(let stretch, let more):
            "\(stretch)" + (more > 0 ? ", and so are \(more) stretches after that" : "")
                + "; what follows cannot be replayed in good faith"
        case .otherBuild(let program, let why):
            "it was written by hotcold \(program), whose stations are built differently (\(why)): replay it "
                + "with that version"
        }
    }
}

/// The lines from one seal to the next, when they are not what was written.
package struct DamagedStretch: Equatable, Sendable, CustomStringConvertible {
    static let namedAtMost = 5

    var lines: ClosedRange<Int>
    /// Lines that cannot be read, and why.
    var named: [String] = []
    /// How many cannot be read.
    var unreadable = 0

    mutating func add(_ line: Int, _ why: String) {
        unreadable += 1
        if named.count < Self.namedAtMost { named.append("line \(line): \(why)") }
    }

    package var description: String {
        let place =
            lines.count == 1
            ? "line \(lines.lowerBound) is" : "lines \(lines.lowerBound) to \(lines.upperBound) are"
        guard unreadable > 0 else { return "\(place) not as written" }
        let rest = unreadable - named.count
        return "\(place) damaged (\(named.joined(separator: "; "))\(rest > 0 ? "; and \(rest) more" : ""))"
    }
}
