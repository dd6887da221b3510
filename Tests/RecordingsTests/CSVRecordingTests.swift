import Testing

@testable import Ranging
@testable import Recordings

/// Tables of sightings as people's scripts write them.
@Suite struct CSVRecordingTests {
    /// What is read of a file that comes in pieces.
    static func read(
        _ file: [UInt8], pieces: Int = .max, only: Set<String> = []
    ) throws -> Recording {
        var recording = Recording(only: only)
        var reader = CSVRecording()
        var rest = file[...]
        while !rest.isEmpty {
            try reader.feed(rest.prefix(pieces), into: &recording)
            rest = rest.dropFirst(pieces)
        }
        try reader.finish(into: &recording)
        recording.sort()
        return recording
    }

    private static func read(_ text: String) throws -> Recording {
        try read(Array(text.utf8))
    }

    private static func entry(
        _ seconds: Double, _ rssi: Double, _ power: Double? = nil, _ ear: Ear = .own, beacon: UInt32 = 0
    ) -> Recording.Entry {
        Recording.Entry(
            at: Int64(seconds * 1e9), rssi: rssi, measuredPower: power, ear: ear, beacon: beacon)
    }

    @Test(arguments: [
        "t_seconds,beacon_id,rssi_dbm\n0.5,a,-60\n2,a,-61\n",
        "0.5,a,-60\n2,a,-61",
        "\u{FEFF}t_seconds,beacon_id,rssi_dbm\r\n0.5,a,-60\r\n\r\n2,a,-61\r\n",
        "rssi_dbm, t_seconds ,x,Beacon_ID\n -60 ,.5,9,a\n-61.0,2.000,,a\n",
        "\"t_seconds\",\"beacon_id\",\"rssi_dbm\"\n0.5,\"a\",\"-60\"\n2e0,\"a\",-61",
        "\n  \n0.5,a,-60,,\n\n2,a,-61,,own\n",
        "t_seconds,beacon_id,rssi_dbm,measured_power\n2,a,-61\n0.5,a,-60,0\n",
    ])
    func theSameTableInOtherWords(text: String) throws {
        for size in [1, 2, 7, 1_000] {
            let recording = try Self.read(Array(text.utf8), pieces: size)
            #expect(recording.entries == [Self.entry(0.5, -60), Self.entry(2, -61)])
            #expect(recording.beacons == ["a"])
            #expect(recording.unreadable == Unreadable())
        }
    }

    @Test func powerEarAndFurtherColumns() throws {
        let recording = try Self.read(
            """
            note,ear,measured_power,rssi_dbm,beacon_id,t_seconds
            far,own,-59,-60,a,0
            ,other,-65.5,-61,"b ""2"", left",1
            ,,,-62,a,2
            """)
        #expect(
            recording.entries == [
                Self.entry(0, -60, -59), Self.entry(1, -61, -65.5, .other, beacon: 1), Self.entry(2, -62),
            ])
        #expect(recording.beacons == ["a", "b \"2\", left"])
    }

    @Test func sightingsOfOneInstantKeepTheirOrder() throws {
        let recording = try Self.read("3,c,-1\n1,a,-2\n2,b,-3\n1,b,-4\n1,a,-5\n-1,c,-6\n")
        #expect(recording.entries.map(\.rssi) == [-6, -2, -4, -5, -3, -1])
        #expect(recording.entries.map(\.at) == [-1, 1, 1, 1, 2, 3].map { $0 * 1_000_000_000 })
    }

    @Test(arguments: [
        ("soon,a,-60", #"line 2: t_seconds is "soon", not a number of seconds"#),
        ("nan,a,-60", #"line 2: t_seconds is "nan", not a number of seconds"#),
        ("1e300,a,-60", #"line 2: t_seconds is "1e300", not a number of seconds"#),
        ("99999999999,a,-60", #"line 2: t_seconds is "99999999999", not a number of seconds"#),
        ("1,a", "line 2: only 2 columns"),
        ("1,,-60", "line 2: beacon_id has 0 bytes, not 1 to 200"),
        ("1,a,127", #"line 2: rssi_dbm is "127", not -127 to 20: levels in dBm are below zero"#),
        ("1,a,-128", #"line 2: rssi_dbm is "-128", not -127 to 20"#),
        ("1,a,- 60", #"line 2: rssi_dbm is "- 60", not -127 to 20"#),
        ("1,a,\u{1B}[2J", #"line 2: rssi_dbm is "?[2J", not -127 to 20"#),
        ("1,a,-60,loud", #"line 2: measured_power is "loud", not a number"#),
        ("1,a,-60,,left", #"line 2: ear is "left", neither own nor other"#),
        (String(repeating: "9", count: 5_000), "line 2: longer than 4096 bytes"),
        ("1,\(String(repeating: "é", count: 101)),-60", "line 2: beacon_id has 202 bytes, not 1 to 200"),
    ])
    func aLineThatCannotBeReadIsNamedAndPassedOver(line: String, why: String) throws {
        for size in [3, 100_000] {
            let recording = try Self.read(Array("0,a,-60\n\(line)\n2,a,-61".utf8), pieces: size)
            #expect(recording.unreadable.named == [why])
            #expect(recording.entries.map(\.rssi) == [-60, -61])
        }
    }

    /// What is wrong with every line is no noise for every line.
    @Test func ofEachKindOneIsNamed() throws {
        let recording = try Self.read(String(repeating: "?\n0,a,99\n", count: 60) + "soon,a,-60\n")
        #expect(
            recording.unreadable.named.map { String($0.prefix(8)) } == ["line 1: ", "line 2: ", "line 121"])
        #expect(recording.unreadable.count == 121)
        #expect(recording.unreadable.more == 118)
        #expect(recording.emptiness == "there is no sighting in it")
        var many = Unreadable()
        for number in 0..<123 { many.add("\(number)") }
        #expect(many.named.count == 20 && many.more == 103)
    }

    /// As spreadsheets of other countries and systems save it, whole and in pieces of any size.
    @Test(arguments: [";", "\t", ","], ["\n", "\r\n", "\r"])
    func otherSeparatorsAndLineEndsAreRead(separator: String, end: String) throws {
        let isComma = separator == ","
        let lines = [
            ["t_seconds", "beacon_id", "rssi_dbm"], [isComma ? "0.5" : "0,5", "Füchslein 🦊", "-60"],
            ["1", "b", isComma ? "-61.5" : "-61,5"], ["soon", "b", "-62"],
        ]
        let text = lines.map { $0.joined(separator: separator) }.joined(separator: end)
        let units = Array(text.utf16)
        let files: [[UInt8]] = [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
            [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        ]
        for file in files {
            for size in [1, 2, 3, 5, 100_000] {
                let recording = try Self.read(file, pieces: size)
                #expect(recording.entries.map(\.rssi) == [-60, -61.5])
                #expect(recording.entries.map(\.at) == [500_000_000, 1_000_000_000])
                #expect(recording.beacons == ["Füchslein 🦊", "b"])
                #expect(
                    recording.unreadable.named == ["line 4: t_seconds is \"soon\", not a number of seconds"])
            }
        }
    }

    @Test func columnsOfOthersAreNamedOnce() {
        #expect(throws: RecordingTrouble.foreignHeader("time, name, level")) {
            try Self.read("Time,Name,Level\n0,a,-60\n1,a,-60\n")
        }
        #expect(throws: RecordingTrouble.doubledColumn("rssi_dbm")) {
            try Self.read("t_seconds,beacon_id,rssi_dbm,rssi_dbm\n0,a,-60,-61\n")
        }
        let sentence = RecordingTrouble.foreignHeader("time, name, level").description
        #expect(
            sentence
                == "its columns are called \"time, name, level\": call them t_seconds, beacon_id and rssi_dbm"
        )
    }

    @Test func aHeaderWithoutAColumnIsAMistake() {
        #expect(throws: RecordingTrouble.missingColumn("rssi_dbm")) {
            try Self.read("t_seconds,beacon_id,rssi\n1,a,-60\n")
        }
        #expect(throws: RecordingTrouble.missingColumn("t_seconds and no beacon_id")) {
            try Self.read("time,rssi_dbm\n")
        }
    }

    @Test func onlyTheBeaconsThatAreAskedForAreKept() throws {
        let file = Array("1,a,-60\n1,b,-61\n2,a,-62\n".utf8)
        #expect(try Self.read(file, only: ["b"]).entries == [Self.entry(1, -61)])
        let none = try Self.read(file, only: ["c"])
        #expect(none.unwanted == 3)
        #expect(none.emptiness == "none of its 3 sightings is of a beacon named with --beacon")
    }

    @Test func thereIsABoundToTheBeacons() throws {
        let text = (0...Recording.beaconsAtMost).map { "\($0),b\($0),-60\n" }.joined()
        let recording = try Self.read(text)
        #expect(recording.beacons.count == Recording.beaconsAtMost)
        #expect(recording.unreadable.named == ["line 4097: one of more than 4096 beacons"])
    }

    @Test func numbersAreExact() {
        for text in ["0.1", "-60.25", "12.345678901234", "123456789.123456", "-0", "1e-3", "00007.50"] {
            #expect(DecimalNumber(Array(text.utf8)[...])?.value == Double(text), "\(text)")
        }
        #expect(DecimalNumber(Array("1700000000.123456".utf8)[...])?.nanoseconds == 1_700_000_000_123_456_000)
        #expect(DecimalNumber(Array("-1.5".utf8)[...])?.nanoseconds == -1_500_000_000)
        for text in ["", "-", ".", "1.2.3", "1,2", "0x10", "inf", "9e99", "１"] {
            #expect(DecimalNumber(Array(text.utf8)[...])?.nanoseconds == nil, "\(text)")
        }
    }

    /// Nothing in a file can do more than spoil its own lines.
    @Test func everyTruncationAndEveryWrongByteIsSurvived() throws {
        let file = Array(
            "t_seconds,beacon_id,rssi_dbm,ear\r\n0.25,\"a \"\"b\"\"\",-60,own\n1.5,c,-61,other\n".utf8)
        for length in file.indices {
            _ = try? Self.read(Array(file[..<length]), pieces: 5)
        }
        for place in file.indices {
            for byte in UInt8.min...UInt8.max {
                var copy = file
                copy[place] = byte
                let recording = try? Self.read(copy, pieces: 16)
                // The second line is not the first one's business, unless one took the header away.
                if place > 34, place < 56 { #expect(recording?.entries.contains { $0.rssi == -61 } == true) }
            }
        }
    }
}
