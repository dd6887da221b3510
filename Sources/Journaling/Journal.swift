import Determinism
package import Game
import HCI
import Recordings

/// A station's journal being written: everything that was told to it, in order, and what it did; enough
/// to do it all again. A value: an event, the time and the effects go in, text comes out.
/// `docs/journal.md` describes the lines.
///
/// Every so often a *seal* stands in it: a fingerprint of all effects so far and one of all text so far.
/// The first proves that a replay does the same, the second that the text is what was written, so that a
/// damaged journal is never taken for a station that decides differently.
package struct Journal: Sendable {
    /// The version of this format. Journals of another are refused.
    static let format = 1
    static let magic = RecordingFormat.journalMagic
    /// The most lines between two seals: how much a reader has to give up around a damaged line.
    static let unsealedAtMost = 256

    /// What everything that follows follows from, as JSON (`StationSnapshot`).
    package enum Beginning: Sendable {
        /// A station that nothing has happened to: its configuration is enough, and later versions can read
        /// that.
        case configuration([UInt8])
        /// A whole station, in the middle of whatever it was doing.
        case snapshot([UInt8])
    }

    /// Why nothing follows.
    package enum Ending: String, Sendable {
        case sessionLeft = "the session was left"
        case nextRound = "another round begins"
        case programEnded = "the program ended"
        /// It is as long as it may be and goes on in another file.
        case continued = "continued in the next part"
    }

    /// How many bytes it has, whether or not they were taken.
    private(set) var length = 0
    private var page: [UInt8] = []
    private var events = JournalEvents()
    private var effects = Digest()
    /// Of all text in front of `page[digested...]`.
    private var text = Digest()
    private var digested = 0
    private var unsealed = 0

    /// - Parameters:
    ///   - program: the version of the program.
    ///   - station: who writes, for readers.
    package init(program: String, station: Station.Configuration, _ beginning: Beginning) {
        page += "\(Self.magic) \(Self.format)\nprogram \(program)\n".utf8
        page += "station \(station.id) \(station.name)\n".utf8
        switch beginning {
        case .configuration(let json): page += Array("start ".utf8) + json
        case .snapshot(let json): page += Array("snapshot ".utf8) + json
        }
        page.append(.lineFeed)
        length = page.count
        seal()
    }

    /// What the station was told, and what it did.
    package mutating func add(_ event: Event, _ done: [Effect], now: Duration) {
        let before = page.count
        events.write(event, now: now, to: &page)
        unsealed += 1
        var isTold = false
        for effect in done {
            effects.add(effect, at: now)
            guard let line = JournalEffects.line(effect) else { continue }
            page.append("> ")
            page += line
            page.append(.lineFeed)
            isTold = true
        }
        length += page.count - before
        if isTold || unsealed >= Self.unsealedAtMost { seal() }
    }

    package mutating func end(_ why: Ending) {
        let line = "end \(why.rawValue)\n".utf8
        page += line
        length += line.count
        seal()
    }

    static let incompleteMark = "incomplete: "

    /// The last line of a journal whose middle or end could not be written; it is not sealed, because what
    /// stands in front of it is not all there was.
    static func incomplete(_ why: String) -> [UInt8] {
        Array("end \(incompleteMark)\(why)\n".utf8)
    }

    /// How long the next page is.
    var pageLength: Int { page.count }

    /// What was written since this was last called: whole lines.
    package mutating func takePage() -> [UInt8] {
        text.fold(page[digested...])
        digested = 0
        defer { page.removeAll(keepingCapacity: true) }
        return page
    }

    private mutating func seal() {
        let before = page.count
        page.append("= ")
        page.append(hexadecimal: effects.value)
        page.append(.blank)
        text.fold(page[digested...])
        page.append(hexadecimal: text.value)
        page.append(.lineFeed)
        // The seal's own fingerprint says nothing that the text before it does not.
        digested = page.count
        length += page.count - before
        unsealed = 0
    }
}
