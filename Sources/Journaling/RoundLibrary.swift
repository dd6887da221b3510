import FoundationEssentials
import Runtime
import Synchronization

/// The journals of the last rounds, to be seen again. Everything here reads files: it is
/// not for a loop that must not wait.
package final class RoundLibrary: Sendable {
    /// What their names begin with, in front of a number.
    package static let name = "round"
    /// A journal ends by itself before.
    private static let journalAtMost = 8_000_000
    /// Before that a clock was not set.
    private static let firstBelievable = 1_700_000_000

    package struct Entry: Equatable, Sendable {
        /// Without ".journal".
        package var name: String
        package var bytes: Int
        /// When it was written last, in seconds since 1970; nil where the clock was not set.
        package var writtenAt: Int?

        package init(
            name: String,
            bytes: Int,
            writtenAt: Int? = nil
        ) {
            self.name = name
            self.bytes = bytes
            self.writtenAt = writtenAt
        }
    }

    /// Something that is made from a journal.
    package enum Made<Thing: Sendable>: Sendable {
        case ready(Thing)
        /// There is no such round, or nothing of the kind in it.
        case none
        /// Another one is being made, which takes a second of a processor.
        case busy
    }

    private struct Desk {
        /// Made already, as many as there are journals.
        var charts: [String: String] = [:]
        var sounds: [String: RoundSound] = [:]
        var isBusy = false
    }

    private let folder: String
    private let running: RunningRounds
    private let desk = Mutex(Desk())

    /// - Parameter running: the rounds that are not over yet; nobody sees anything of them.
    package init(folder: String, running: RunningRounds = RunningRounds()) {
        self.folder = folder
        self.running = running
    }

    /// Whether a journal may be called that: no path, and nothing else of that folder.
    package static func isName(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == name && (6...18).contains(parts[1].utf8.count)
            && parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The newest first.
    package func entries() -> [Entry] {
        names().sorted(by: >).prefix(JournalShelf.journalsAtMost).compactMap { name in
            // Of a link these are the link's own.
            guard let file = try? FileManager.default.attributesOfItem(atPath: path(name)),
                file[.type] as? FileAttributeType == .typeRegular, let bytes = Self.integer(file[.size])
            else { return nil }
            let written = (file[.modificationDate] as? Date).map { Int($0.timeIntervalSince1970) }
            return Entry(
                name: name, bytes: bytes,
                writtenAt: written.flatMap { $0 > Self.firstBelievable ? $0 : nil })
        }
    }

    /// A size is an unsigned integer where only the essentials of Foundation are, and a number that is also
    /// an Int where all of it is.
    private static func integer(_ value: Any?) -> Int? {
        if let value = value as? Int { return value }
        return (value as? any BinaryInteger).map { Int(clamping: $0) }
    }

    func journal(_ name: String) -> [UInt8]? {
        // Nothing but a file of that folder: a link there could have anything read to everybody.
        guard entries().contains(where: { $0.name == name }) else { return nil }
        return try? BoundedFile.read(path(name), atMost: Self.journalAtMost)
    }

    /// What others may read of it.
    package func story(_ name: String) -> [UInt8]? { journal(name).map(RoundStory.text) }

    /// - Parameter title: what is written above it.
    package func chart(_ name: String, title: String) -> Made<String> {
        make(name, \.charts) { bytes in
            (try? RoundChart.draw(bytes, title: title)).flatMap { $0 }.map { ($0.svg, $0.isWhole) }
        }
    }

    /// What the station said and played in it.
    package func sound(_ name: String) -> Made<RoundSound> {
        make(name, \.sounds) { bytes in
            (try? RoundSound.find(bytes)).flatMap { $0 }.map { ($0.sound, $0.isWhole) }
        }
    }

    /// Makes one thing at a time, and keeps it when its round is over: one that is being played is another
    /// one in a moment.
    private func make<Thing: Sendable>(
        _ name: String, _ shelf: WritableKeyPath<Desk, [String: Thing]>,
        _ work: ([UInt8]) -> (thing: Thing, isWhole: Bool)?
    ) -> Made<Thing> {
        let (known, isBusy) = desk.withLock { desk -> (Thing?, Bool) in
            if let known = desk[keyPath: shelf][name] { return (known, false) }
            defer { desk.isBusy = true }
            return (nil, desk.isBusy)
        }
        if let known { return .ready(known) }
        if isBusy { return .busy }
        defer { desk.withLock { $0.isBusy = false } }
        guard let bytes = journal(name), let made = work(bytes) else { return .none }
        if made.isWhole {
            let kept = names()
            desk.withLock { desk in
                desk[keyPath: shelf][name] = made.thing
                desk[keyPath: shelf] = desk[keyPath: shelf].filter { kept.contains($0.key) }
            }
        }
        return .ready(made.thing)
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).journal" }

    private func names() -> [String] {
        Folder.names(folder).compactMap { found in
            guard found.hasSuffix(".journal"), Self.isName(found.dropLast(8)),
                running.isOver(String(found.dropLast(8)))
            else { return nil }
            return String(found.dropLast(8))
        }
    }
}

extension RoundLibrary.Made: Equatable where Thing: Equatable {}
