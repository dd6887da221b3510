/// People's things as a calendar for other programs: each thing a to-do, each star an event of a whole day
/// (RFC 5545). Written for everybody, read as far as it is to-dos with a day.
package enum ICalendar {
    /// Octets of a line, its end not among them (RFC 5545, section 3.1).
    private static let octetsAtMost = 75

    package static func text(_ book: ThingsBook) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Hot & Cold//hotcold things//EN"]
        for entry in book.entries {
            lines += [
                "BEGIN:VTODO", "UID:\(entry.id ?? "")@hotcold.invalid", "DTSTAMP:\(date(entry.day))T000000Z",
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
                    "BEGIN:VEVENT", "UID:star-\(day)-\(hexadecimal(person))@hotcold.invalid",
                    "DTSTAMP:\(date(day))T000000Z", "DTSTART;VALUE=DATE:\(date(day))",
                    "SUMMARY:\(escaped(person.isEmpty ? "Gold star" : "Gold star for \(person)"))",
                    "TRANSP:TRANSPARENT", "END:VEVENT",
                ]
            }
        }
        return (lines + ["END:VCALENDAR"]).map { folded($0) + "\r\n" }.joined()
    }

    /// The to-dos of a calendar; nil for what is none. Those without a day are left out.
    ///
    /// - Parameter text: at most so much as somebody reads into memory.
    package static func entries(_ text: String) -> [ThingsEntry]? {
        let lines = unfolded(text)
        guard lines.first?.uppercased() == "BEGIN:VCALENDAR" else { return nil }
        var entries: [ThingsEntry] = []
        var todo: [String: String]?
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].prefix { $0 != ";" }.uppercased()
            let value = String(line[line.index(after: colon)...])
            switch (name, value.uppercased()) {
            case ("BEGIN", "VTODO"): todo = [:]
            case ("END", "VTODO"):
                if let entry = todo.flatMap(entry) { entries.append(entry) }
                todo = nil
            default: if todo?[name] == nil { todo?[name] = value }
            }
        }
        return entries
    }

    private static func entry(_ todo: [String: String]) -> ThingsEntry? {
        guard let day = (todo["DTSTART"] ?? todo["DUE"]).flatMap(day), let text = todo["SUMMARY"].map(plain)
        else { return nil }
        let uid = todo["UID"].map { String($0.prefix { $0 != "@" }) }
        return ThingsEntry(
            day: day, person: todo["CATEGORIES"].map(plain) ?? "", text: text,
            isDone: todo["STATUS"]?.uppercased() == "COMPLETED",
            id: uid.flatMap { LamportStamp(digits: $0)?.digits })
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
