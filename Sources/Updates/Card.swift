import Glibc
import Runtime

/// The card that this system was started from: its two roots, and who may write them. The folders are
/// others in tests.
package struct Card: Sendable {
    /// What the initrd found out (deploy/image/early): which root runs, and on which disk.
    package var run: String
    /// What came with the root: keys, and when it was made.
    package var root: String
    /// Where partitions are found by their numbers.
    package var partitions: String
    /// Where the station hands in updates: hotcold-update.socket.
    package var door: String
    /// A slot is as long as this; deploy/image/layout.sh has it in MiB.
    package var slotByteCount = 640 << 20

    package init(
        run: String = "/run/hotcold-slot", root: String = "/usr/lib/hotcold",
        partitions: String = "/dev/disk/by-partuuid", door: String = "/run/hotcold-update"
    ) {
        self.run = run
        self.root = root
        self.partitions = partitions
        self.door = door
    }

    package enum Slot: String, Sendable {
        case a, b
        package var other: Slot { self == .a ? .b : .a }
        /// The number is DISK_ID in deploy/image/layout.sh, and the partition's.
        fileprivate var partition: String { self == .a ? "484f5443-02" : "484f5443-03" }
    }

    /// What the station has to tell people after a start.
    package enum News: String, Sendable {
        case nothing
        /// An update runs for the first time.
        case trial
        /// The one before runs again.
        case fellBack = "fell-back"
    }

    /// Nil where this system was not started from such a card.
    package var running: Slot? { word("running").flatMap(Slot.init) }
    package var news: News { word("told").flatMap(News.init) ?? .nothing }
    /// The SHA-256 of the root of an update that did not work, in digits; nil if there is none.
    package var bad: String? { word("bad") }
    package var keys: UpdateKeys { UpdateKeys(text: text("\(root)/update-keys") ?? "") }

    /// The slot that an update is put into.
    package func path(of slot: Slot) -> String { "\(partitions)/\(slot.partition)" }

    /// What an update has to fit; nil where this is no such card.
    package func facts() -> CardFacts? {
        guard running != nil else { return nil }
        // Two lines: the version of this root, and when it was made.
        let lines = (text("\(root)/made") ?? "").split(separator: "\n")
        return CardFacts(
            kernel: Self.kernel(),
            version: lines.first.flatMap { UpdateVersion(String($0)) }
                ?? UpdateVersion(Program.version) ?? UpdateVersion.none,
            built: lines.dropFirst().first.flatMap { UInt64($0) }, slotByteCount: slotByteCount)
    }

    /// - Returns: why it could not be done; nil if it was.
    func slot(_ words: String...) -> String? {
        var last = ""
        let ending = Companion(["\(root)/slot", "--run", run] + words).run { last = $0 }
        return ending == .exited(0) ? nil : last.isEmpty ? "\(ending)" : last
    }

    /// The updates in a folder, by name; at most eight are looked at.
    package static func files(in folder: String) -> [String] {
        let names = Folder.names(folder).filter { $0.hasSuffix(".update") && !$0.hasPrefix(".") }
        return names.sorted().prefix(8).map { "\(folder)/\($0)" }
    }

    private func word(_ name: String) -> String? {
        text("\(run)/\(name)")?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    private func text(_ path: String) -> String? {
        (try? BoundedFile.read(path, atMost: UpdateKeys.bytesAtMost)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func kernel() -> String {
        var name = utsname()
        guard unsafe uname(&name) == 0 else { return "" }
        return unsafe withUnsafeBytes(of: name.release) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
