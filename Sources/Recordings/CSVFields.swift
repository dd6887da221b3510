/// The fields of one line of comma-separated values (RFC 4180), as lenient as spreadsheets demand: those of
/// some countries write semicolons, and others tabs.
///
/// Spaces around a field are no part of it. A field may stand in double quotes, and two of them inside mean
/// one; a quote that is never closed ends with the line.
enum CSVFields {
    static func split(_ line: ArraySlice<UInt8>, at separator: UInt8 = comma) -> [ArraySlice<UInt8>] {
        guard line.contains(quote) else {
            return line.split(separator: separator, omittingEmptySubsequences: false).map(trimmed)
        }
        var fields: [ArraySlice<UInt8>] = []
        var start = line.startIndex
        var isQuoted = false
        for (place, byte) in zip(line.indices, line) {
            if byte == quote { isQuoted.toggle() }
            if byte == separator, !isQuoted {
                fields.append(unquoted(trimmed(line[start..<place])))
                start = place + 1
            }
        }
        fields.append(unquoted(trimmed(line[start...])))
        return fields
    }

    /// What the first line of a table is separated by: it has three columns at least.
    static func separator(of line: ArraySlice<UInt8>) -> UInt8 {
        [UInt8(ascii: "\t"), UInt8(ascii: ";")].first { split(line, at: $0).count >= 3 } ?? comma
    }

    /// A space, a tab or the carriage return of another system's line end.
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")

    private static func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var field = field
        while let first = field.first, isBlank(first) { field.removeFirst() }
        while let last = field.last, isBlank(last) { field.removeLast() }
        return field
    }

    private static func unquoted(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard field.first == quote else { return field }
        var inner: [UInt8] = []
        var isSecond = false
        for byte in field.dropFirst() {
            if byte == quote, !isSecond {
                isSecond = true
                continue
            }
            // Behind the closing quote nothing counts.
            if isSecond, byte != quote { break }
            isSecond = false
            inner.append(byte)
        }
        return inner[...]
    }
}
