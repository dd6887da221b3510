package import Dispatch
package import Game
import HCI
import Runtime
import Synchronization

/// Where journals are kept: numbered files in one folder, the newest of them.
///
/// Nobody waits for it. Pages are written on a queue of its own; what a slow card has not taken yet may
/// be a megabyte, and a page beyond that is not kept. A journal that lost a page, to a slow card or a
/// full disk, ends there with a line that says so, and the next one begins as if nothing had been.
package final class JournalShelf: Sendable {
    /// How many are kept; with the longest of them, 32 MB.
    static let journalsAtMost = 8
    /// Bytes that may wait to be written.
    static let waitingAtMost = 1_000_000

    /// No `Permits`: what is counted and what is lost change together.
    private struct Counter: Sendable {
        var waiting = 0
        /// The journal under way has lost a page to the bound above.
        var isLosing = false
    }

    let folder: String
    private let counter = Mutex(Counter())
    private let files: Mutex<JournalFiles>
    private let queue: DispatchQueue
    private let complain: @Sendable (String) -> Void

    /// - Parameters:
    ///   - folder: is made if the one above it exists.
    ///   - name: what the files are called in front of their numbers.
    ///   - running: is told which one is being written.
    ///   - queue: serial; nobody else's.
    ///   - complain: is told that a journal is incomplete, once until one is complete again.
    package init(
        folder: String, name: String, running: RunningRounds? = nil,
        queue: DispatchQueue = DispatchQueue(label: "hotcold.journal"),
        complain: @escaping @Sendable (String) -> Void
    ) {
        self.queue = queue
        self.folder = folder
        files = Mutex(JournalFiles(folder: folder, name: name, running: running))
        self.complain = complain
    }

    /// - Parameter file: `FOLDER/NAME.journal` for files `FOLDER/NAME-000001.journal` and on: none is ever
    ///   written over.
    package convenience init(file: String, complain: @escaping @Sendable (String) -> Void) {
        let (folder, last) = Folder.parts(of: file)
        let name = last.hasSuffix(".journal") ? String(last.dropLast(8)) : last
        self.init(folder: folder, name: name.isEmpty ? "everything" : name, complain: complain)
    }

    func take(_ outputs: [Scribe.Output]) {
        for output in outputs { take(output) }
    }

    private func take(_ output: Scribe.Output) {
        let length = output.length
        let verdict = counter.withLock { counter -> Verdict in
            if output == .open { counter.isLosing = false }
            if counter.isLosing, length > 0 { return .drop }
            if length > 0, counter.waiting + length > Self.waitingAtMost {
                counter.isLosing = true
                return .lose
            }
            counter.waiting += length
            return .keep
        }
        switch verdict {
        case .drop: break
        case .lose: queue.async { [self] in work { $0.lose("the card is too slow") } }
        case .keep:
            queue.async { [self] in
                work { $0.carryOut(output) }
                counter.withLock { $0.waiting -= length }
            }
        }
    }

    private enum Verdict {
        case keep, lose, drop
    }

    private func work(_ step: (inout JournalFiles) -> Void) {
        let trouble: String? = files.withLock { files in
            let before = files.trouble
            step(&files)
            return before == nil ? files.trouble : nil
        }
        if let trouble { complain(trouble) }
    }

    /// Waits until everything is written: before the program ends.
    func flush() {
        queue.sync {}
    }
}

/// The journal of a running station: what its loop tells the scribe, and what the scribe gives to the shelf.
package struct JournalKeeper: Sendable {
    private var scribe: Scribe
    private let shelf: JournalShelf

    package init(_ scribe: Scribe, on shelf: JournalShelf) {
        self.scribe = scribe
        self.shelf = shelf
    }

    package mutating func begin(_ station: Station) {
        shelf.take(scribe.begin(station))
    }

    package mutating func happened(_ event: Event, _ effects: [Effect], by station: Station, now: Duration) {
        shelf.take(scribe.happened(event, effects, by: station, now: now))
    }

    package mutating func end() {
        shelf.take(scribe.end())
    }

    /// Waits until everything is written: before the program ends.
    package func flush() {
        shelf.flush()
    }
}
