/// People's things as a calendar for other programs: each thing a to-do, each star an event of a whole day
/// (RFC 5545). Written for everybody, read as far as it is to-dos with a day.
package enum ICalendar {
    /// Octets of a line, its end not among them (RFC 5545, section 3.1).
    private static let octetsAtMost = 75
    /// What our identifiers end in (RFC 2606).
    private static let host = "hotcold.invalid"

    package static func text(_ book: ThingsBook) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Hot & Cold//hotcold things//EN"]
        for entry in book.entries {
            lines += [
                "BEGIN:VTODO", "UID:\(entry.id ?? "")@\(host)", "DTSTAMP:\(date(entry.day))T000000Z",
                "DTSTART;VALUE=DATE:\(date(entry.day))", "SUMMARY:\(escaped(entry.text))",
                "STATUS:\(entry.isDone ? "COMPLETED" : "NEEDS-ACTION")",
            ]
            if entry.isDone { lines.append("PERCENT-COMPLETE:100") }
            if !entry.person.isEmpty { lines.append("CATEGORIES:\(escaped(entry.person))") }
            lines.append("END:VTODO")
        }
        for person in book.everybody {
            for day in book.allStars(person) {
                lines += [
                    "BEGIN:VEVENT", "UID:star-\(day)-\(hexadecimal(person))@\(host)",
                    "DTSTAMP:\(date(day))T000000Z", "DTSTART;VALUE=DATE:\(date(day))",
                    "SUMMARY:\(escaped(person.isEmpty ? "Gold star" : "Gold star for \(person)"))",
                    "TRANSP:TRANSPARENT", "END:VEVENT",
                ]
            }
        }
        return (lines + ["END:VCALENDAR"]).map { folded($0) + "\r\n" }.joined()
    }

    /// What was read of a calendar.
    package struct Reading: Equatable, Sendable {
        package var entries: [ThingsEntry] = []
        /// To-dos without a day or without words, and those that were called off.
        package var leftOut = 0
    }

    /// The to-dos of a calendar; nil for what is none.
    ///
    /// - Parameter text: at most so much as somebody reads into memory.
    package static func read(_ text: String) -> Reading? {
        // Some write a mark of the byte order first.
        let lines = unfolded(text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text)
        guard lines.first?.uppercased() == "BEGIN:VCALENDAR" else { return nil }
        var reading = Reading()
        var todo: [String: String]?
        // Of what is inside of a to-do, an alarm for example, nothing is the to-do's.
        var depth = 0
        for line in lines {
            guard let (name, value) = property(line) else { continue }
            switch (name, value.uppercased()) {
            case ("BEGIN", "VTODO") where todo == nil: (todo, depth) = ([:], 0)
            case ("BEGIN", _): depth += 1
            case ("END", "VTODO"):
                guard let ended = todo else { continue }
                if let entry = entry(ended) { reading.entries.append(entry) } else { reading.leftOut += 1 }
                todo = nil
            case ("END", _): depth -= 1
            default: if depth == 0, todo?[name] == nil { todo?[name] = value }
            }
        }
        return reading
    }

    /// Name and value of a line. A parameter between them may have a colon in quotation marks (section 3.1).
    private static func property(_ line: String) -> (name: String, value: String)? {
        var isQuoted = false
        let colon = line.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ":" && !isQuoted
        }
        guard let colon else { return nil }
        return (line[..<colon].prefix { $0 != ";" }.uppercased(), String(line[line.index(after: colon)...]))
    }

    private static func entry(_ todo: [String: String]) -> ThingsEntry? {
        let status = todo["STATUS"]?.uppercased()
        guard status != "CANCELLED", let day = (todo["DTSTART"] ?? todo["DUE"]).flatMap(day),
            let text = todo["SUMMARY"].map(plain), TodoItem.tidied(text) != nil
        else { return nil }
        var person = ""
        var stamp: LamportStamp?
        // What others put into categories is hardly ever a person, and an identifier of theirs that looks
        // like one of ours would count as one.
        let uid = todo["UID"]?.split(separator: "@", maxSplits: 1) ?? []
        if uid.count == 2, String(uid[1]) == host {
            person = todo["CATEGORIES"].map(plain) ?? ""
            stamp = LamportStamp(digits: String(uid[0]))
        }
        return ThingsEntry(
            day: day, person: person, text: text, isDone: status == "COMPLETED", id: stamp?.digits)
    }

    /// "20261127", alone or before a time.
    private static func day(_ text: String) -> CivilDay? {
        let digits = Array(text.prefix(8))
        guard digits.count == 8 else { return nil }
        return CivilDay("\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))")
    }

    private static func date(_ day: CivilDay) -> String { day.description.filter { $0 != "-" } }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Section 3.3.11.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if character == "\\" || character == ";" || character == "," { escaped.append("\\") }
            escaped.append(character)
        }
    }

    private static func plain(_ text: String) -> String {
        var plain = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                plain.append(character == "n" || character == "N" ? " " : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                plain.append(character)
            }
        }
        return plain
    }

    /// No character is cut in two.
    private static func folded(_ line: String) -> String {
        var folded = ""
        var octets = 0
        for character in line {
            let count = character.utf8.count
            if octets + count > octetsAtMost {
                folded += "\r\n "
                octets = 1
            }
            folded.append(character)
            octets += count
        }
        return folded
    }

    private static func unfolded(_ text: String) -> [String] {
        var lines: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(String(line))
            }
        }
        return lines
    }
}
