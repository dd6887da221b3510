package import Ranging

/// Sightings that were written down, of any number of beacons, and what could not be read of them.
///
/// Readers fill it from front to back. Bounded: ``sightingsAtMost`` sightings take some 320 MB, which is why
/// there are no more; ``beaconsAtMost`` beacons, because each is ranged ten times a second of the recording.
package struct Recording: Sendable {
    static let sightingsAtMost = 10_000_000
    static let beaconsAtMost = 4_096
    /// Nanoseconds from the beginning of the time base, in either direction: 285 years.
    package static let timeAtMost: UInt64 = 9_000_000_000_000_000_000

    static let tooManyBeacons = "one of more than \(beaconsAtMost) beacons"

    /// One sighting, of the beacon with that place in ``Recording/beacons``. 32 bytes.
    package struct Entry: Equatable, Sendable {
        /// Nanoseconds in the time base of the file; negative is possible.
        var at: Int64
        package var rssi: Double
        package var measuredPower: Double?
        package var ear: Ear
        package var beacon: UInt32

        package init(
            at: Int64,
            rssi: Double,
            measuredPower: Double? = nil,
            ear: Ear,
            beacon: UInt32
        ) {
            self.at = at
            self.rssi = rssi
            self.measuredPower = measuredPower
            self.ear = ear
            self.beacon = beacon
        }

        package var sighting: Sighting {
            Sighting(rssi: rssi, measuredPower: measuredPower, ear: ear, at: .nanoseconds(at))
        }
    }

    /// The names of the beacons, in the order in which they appear.
    package private(set) var beacons: [String] = []
    /// Sorted by time once ``sort()`` was called; those of one instant in the order in which they were
    /// written down.
    package private(set) var entries: [Entry] = []
    /// What could not be read.
    package var unreadable = Unreadable()
    /// Lines or reports that are well-formed, but of beacons that nobody asked for.
    private(set) var unwanted = 0

    /// Reports of beacons that do not say how strong they were received.
    private(set) var withoutLevel = 0

    private let only: Set<String>
    private var places: [String: UInt32] = [:]
    private var isSorted = true

    /// - Parameter only: the beacons to keep; empty for all.
    package init(only: Set<String> = []) {
        self.only = only
    }

    /// - Returns: false when the beacon is one too many.
    /// - Throws: when there is one sighting too many.
    mutating func add(
        _ beacon: String, rssi: Double, measuredPower: Double?, ear: Ear = .own, at time: Int64
    ) throws(RecordingTrouble) -> Bool {
        guard only.isEmpty || only.contains(beacon) else {
            unwanted += 1
            return true
        }
        guard entries.count < Self.sightingsAtMost else { throw .tooManySightings }
        let place: UInt32
        if let known = places[beacon] {
            place = known
        } else {
            guard beacons.count < Self.beaconsAtMost else { return false }
            place = UInt32(beacons.count)
            places[beacon] = place
            beacons.append(beacon)
        }
        if let last = entries.last, last.at > time { isSorted = false }
        entries.append(
            Entry(at: time, rssi: rssi, measuredPower: measuredPower, ear: ear, beacon: place))
        return true
    }

    mutating func countWithoutLevel() {
        withoutLevel += 1
    }

    /// Why there is nothing to replay, to be read after the file's name.
    package var emptiness: String {
        if unwanted > 0 { return "none of its \(unwanted) sightings is of a beacon named with --beacon" }
        if withoutLevel > 0 { return "none of its \(withoutLevel) reports of beacons has a signal strength" }
        return "there is no sighting in it"
    }

    /// Brings the sightings into the order of time. The standard library's sort is stable.
    package mutating func sort() {
        guard !isSorted else { return }
        entries.sort { $0.at < $1.at }
        isSorted = true
    }
}

/// What makes a whole recording unusable. Its text is to be read after the file's name.
package enum RecordingTrouble: Error, Equatable, Sendable, CustomStringConvertible {
    case missingColumn(String)
    /// The names of its columns, none of which is known.
    case foreignHeader(String)
    case doubledColumn(String)
    case tooManySightings
    /// A format that others read: its name.
    case capture(String)
    case unreadable(String)

    package var description: String {
        switch self {
        case .missingColumn(let name): "its header names no \(name)"
        case .foreignHeader(let names):
            "its columns are called \(String(quoting: names.utf8)): call them t_seconds, beacon_id and "
                + "rssi_dbm"
        case .doubledColumn(let name): "its header names \(name) twice: rename one of the two columns"
        case .tooManySightings:
            "it holds more than \(Recording.sightingsAtMost) sightings, the most that are replayed at once; "
                + "cut it, or choose beacons with --beacon"
        case .capture(let format):
            "this is a \(format) file; convert it with `editcap -F btsnoop FILE NEW` (package tshark)"
        case .unreadable(let why): why
        }
    }
}

/// What of a file could not be read: all of it counted, the first of it named.
package struct Unreadable: Equatable, Sendable {
    static let namedAtMost = 20

    package private(set) var named: [String] = []
    package private(set) var count = 0
    private var kinds: Set<String> = []

    package init(
        named: [String] = [],
        count: Int = 0
    ) {
        self.named = named
        self.count = count
    }

    /// - Parameters:
    ///   - what: where and why, to be read after the file's name; only built if it is kept.
    ///   - kind: of those of one kind only the first is named; nil for one that is like no other.
    mutating func add(_ what: @autoclosure () -> String, like kind: String? = nil) {
        count += 1
        if let kind, !kinds.insert(kind).inserted { return }
        if named.count < Self.namedAtMost { named.append(what()) }
    }

    /// How many there are beyond those that are named.
    package var more: Int { count - named.count }
}

extension String {
    /// Text from outside, for a message: short, and without anything that moves a terminal's cursor.
    package init(quoting bytes: some Collection<UInt8>) {
        let atMost = 60
        let shown = bytes.prefix(atMost).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
        self = "\"" + String(decoding: shown, as: UTF8.self) + (bytes.count > atMost ? "…\"" : "\"")
    }
}
