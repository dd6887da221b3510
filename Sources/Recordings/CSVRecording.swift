import Ranging

/// Reads sightings from a table: columns separated by commas, semicolons or tabs, one sighting a line. Where
/// semicolons or tabs separate, numbers may have a decimal comma.
///
/// A header names the columns, in any order and among any others; without one they are `t_seconds`,
/// `beacon_id`, `rssi_dbm`, `measured_power`, `ear`, of which the last two may be missing. Lines come from
/// people's scripts and from copies that broke off, so each is judged on its own: what cannot be read is
/// named, counted and passed over.
package struct CSVRecording: Sendable {
    /// Longer lines are no sightings, and are not kept to find out.
    static let lineAtMost = 4_096
    /// The longest name of a beacon, in bytes.
    static let nameAtMost = 200

    private var columns: CSVColumns?
    private var separator = CSVFields.comma
    private var text = UTF16Text()
    /// The last byte was a carriage return, which ends a line; a line feed behind it is a part of that.
    private var hasReturned = false
    private var line = 0
    /// The beginning of a line whose end has not come yet.
    private var begun: [UInt8] = []
    /// In the middle of a line that is too long.
    private var isSkipping = false

    package init() {}

    /// Takes in the next bytes of the file, as many as there are.
    mutating func feed(
        _ bytes: ArraySlice<UInt8>, into recording: inout Recording
    ) throws(RecordingTrouble) {
        var rest = text.decode(bytes)
        while let end = rest.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) {
            let isRest = hasReturned && end == rest.startIndex && rest[end] == Self.lineFeed
            hasReturned = rest[end] == Self.carriageReturn
            if !isRest { try endLine(with: rest[..<end], into: &recording) }
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { hasReturned = false }
        if begun.count + rest.count > Self.lineAtMost { isSkipping = true }
        if isSkipping { begun = [] } else { begun += rest }
    }

    /// The file is over; its last line may have no end.
    mutating func finish(into recording: inout Recording) throws(RecordingTrouble) {
        begun += text.finish()
        if !begun.isEmpty || isSkipping { try endLine(with: [], into: &recording) }
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private mutating func endLine(
        with last: ArraySlice<UInt8>, into recording: inout Recording
    ) throws(RecordingTrouble) {
        let whole = begun.isEmpty ? last : (begun + last)[...]
        let isTooLong = isSkipping || whole.count > Self.lineAtMost
        (begun, isSkipping) = ([], false)
        line += 1
        let number = line
        if isTooLong {
            recording.unreadable.add("line \(number): longer than \(Self.lineAtMost) bytes", like: "long")
        } else if let fault = try read(whole, into: &recording) {
            recording.unreadable.add("line \(number): \(fault.why)", like: fault.kind)
        }
    }

    /// What is wrong with a line; of each kind one is named.
    private struct Fault {
        var kind: String
        var why: String

        init(_ kind: String, _ why: String) { (self.kind, self.why) = (kind, why) }
    }

    /// One whole line, without its end. Says what is wrong with it.
    private mutating func read(
        _ text: ArraySlice<UInt8>, into recording: inout Recording
    ) throws(RecordingTrouble) -> Fault? {
        var text = text
        // The byte order mark that some systems put before UTF-8.
        if line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        guard text.contains(where: { !CSVFields.isBlank($0) }) else { return nil }
        if columns == nil { separator = CSVFields.separator(of: text) }
        let fields = CSVFields.split(text, at: separator)
        if columns == nil, let header = try CSVColumns(header: fields) {
            columns = header
            return nil
        }
        let columns = columns ?? CSVColumns()
        self.columns = columns
        return try add(fields, columns, to: &recording)
    }

    private func add(
        _ fields: [ArraySlice<UInt8>], _ columns: CSVColumns, to recording: inout Recording
    ) throws(RecordingTrouble) -> Fault? {
        guard let last = [columns.time, columns.beacon, columns.rssi].max(), last < fields.count else {
            return Fault("columns", "only \(fields.count) column\(fields.count == 1 ? "" : "s")")
        }
        let (time, beacon, level) = (fields[columns.time], fields[columns.beacon], fields[columns.rssi])
        guard let at = number(time)?.nanoseconds else {
            return Fault("time", "t_seconds is \(String(quoting: time)), not a number of seconds")
        }
        guard !beacon.isEmpty, beacon.count <= Self.nameAtMost else {
            return Fault("beacon", "beacon_id has \(beacon.count) bytes, not 1 to \(Self.nameAtMost)")
        }
        guard let rssi = number(level)?.value, -127...20 ~= rssi else {
            let isHigh = number(level).map { $0.value > 20 } ?? false
            return Fault(
                "level",
                "rssi_dbm is \(String(quoting: level)), not -127 to 20"
                    + (isHigh ? ": levels in dBm are below zero" : ""))
        }
        var power: Double?
        if let stated = columns.measuredPower.flatMap({ fields.indices.contains($0) ? fields[$0] : nil }),
            !stated.isEmpty
        {
            guard let value = number(stated)?.value else {
                return Fault("power", "measured_power is \(String(quoting: stated)), not a number")
            }
            // The bounds of what a beacon can mean; see IBeacon.measuredPower.
            power = -127 ... -1 ~= value ? value : nil
        }
        var ear = Ear.own
        if let said = columns.ear.flatMap({ fields.indices.contains($0) ? fields[$0] : nil }), !said.isEmpty {
            guard let known = Ear(rawValue: String(decoding: said, as: UTF8.self)) else {
                return Fault("ear", "ear is \(String(quoting: said)), neither own nor other")
            }
            ear = known
        }
        let isKept = try recording.add(
            String(decoding: beacon, as: UTF8.self), rssi: rssi, measuredPower: power, ear: ear, at: at)
        return isKept ? nil : Fault("beacons", Recording.tooManyBeacons)
    }

    private func number(_ text: ArraySlice<UInt8>) -> DecimalNumber? {
        guard separator != CSVFields.comma, text.contains(CSVFields.comma) else { return DecimalNumber(text) }
        return DecimalNumber(text.map { $0 == CSVFields.comma ? UInt8(ascii: ".") : $0 }[...])
    }
}

/// Where each column is, counted from 0. As it begins, it is the order of a file without a header.
struct CSVColumns: Equatable, Sendable {
    var time = 0
    var beacon = 1
    var rssi = 2
    var measuredPower: Int? = 3
    var ear: Int? = 4

    init() {}

    /// Nil if this line is no header: it names none of the columns.
    init?(header fields: [ArraySlice<UInt8>]) throws(RecordingTrouble) {
        let names = fields.map { String(decoding: $0, as: UTF8.self).lowercased() }
        let required = ["t_seconds", "beacon_id", "rssi_dbm"]
        guard names.contains(where: required.contains) else {
            // Words where numbers should be: of another program.
            let isHeader = fields.count >= 3 && fields.allSatisfy { $0.first.map(Self.isLetter) ?? false }
            if isHeader { throw .foreignHeader(names.prefix(8).joined(separator: ", ")) }
            return nil
        }
        if let twice = (required + ["measured_power", "ear"]).first(where: { one in
            names.count { $0 == one } > 1
        }) {
            throw .doubledColumn(twice)
        }
        let places = required.map { names.firstIndex(of: $0) }
        guard let time = places[0], let beacon = places[1], let rssi = places[2] else {
            let missing = zip(required, places).filter { $0.1 == nil }.map { $0.0 }
            throw .missingColumn(missing.joined(separator: " and no "))
        }
        (self.time, self.beacon, self.rssi) = (time, beacon, rssi)
        measuredPower = names.firstIndex(of: "measured_power")
        ear = names.firstIndex(of: "ear")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }
}
