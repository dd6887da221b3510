/// What a recording is written in.
package enum RecordingFormat: String, CaseIterable, Sendable {
    /// A table of sightings; see ``CSVRecording``.
    case csv
    /// A capture of Bluetooth traffic, as btmon, Android and `hotcold record` write it.
    case btsnoop
    /// Everything that happened to a station.
    case journal

    /// What a journal begins with, before a blank.
    package static let journalMagic = "hotcold journal"

    /// How many bytes it takes to tell.
    static let headAtMost = 512

    /// Told from how the file begins. What is nothing else is a table.
    ///
    /// - Throws: ``RecordingTrouble/capture(_:)`` for the captures of Wireshark and tcpdump, which do not
    ///   come as btsnoop unless asked to.
    package static func detect(_ head: [UInt8]) throws(RecordingTrouble) -> RecordingFormat {
        if head.starts(with: "btsnoop\0".utf8) { return .btsnoop }
        if head.starts(with: "\(journalMagic) ".utf8) { return .journal }
        // The Section Header Block's type, which reads the same in both byte orders.
        if head.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) { throw .capture("pcapng") }
        // Magic numbers for microseconds and nanoseconds, in both byte orders.
        let captures: [[UInt8]] = [
            [0xA1, 0xB2, 0xC3, 0xD4], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D],
            [0x4D, 0x3C, 0xB2, 0xA1],
        ]
        if captures.contains(where: head.starts(with:)) { throw .capture("pcap") }
        return .csv
    }
}
