/// What has to be sorted out of a statement before toml++ sees it: four places of its parser take something
/// for granted, and an assertion ends the program there, in release builds, too.
///
/// They were found by mutating statements, twenty million times, against toml++ as TOMLKit 0.6.0 brings it:
/// "[ä]" and "[.]" (`parse_key`), "x = [}" (`parse_value`), "x = 1979-05-27t:" and "x = 1979-05-27 07"
/// (`parse_time` and behind it). No setting is a date, so that dates are refused altogether.
struct StatementCheck {
    /// What is wrong with it; nil for what toml++ may see.
    private(set) var objection: String?
    /// It goes on in the next line: a bracket, or a text in three quotation marks, has not ended.
    private(set) var goesOn = false
    private var rest: Substring.UTF8View
    /// The brackets that are open, and what closes each.
    private var open: [UInt8] = []
    /// How many digits have just gone by.
    private var digits = 0

    init(_ text: String) {
        rest = text[...].utf8
        if text.first(where: { $0 != " " && $0 != "\t" }) == "[", !Self.hasName(text) {
            objection = "a section's name is made of letters, digits, - and _"
        } else {
            objection = scan()
            goesOn = objection == nil && (goesOn || !open.isEmpty)
        }
    }

    /// What follows the brackets of a header can begin a name.
    private static func hasName(_ header: String) -> Bool {
        func withoutBlanks(_ text: Substring) -> Substring { text.drop { $0 == " " || $0 == "\t" } }
        var rest = withoutBlanks(header[...]).dropFirst()
        if rest.first == "[" { rest = rest.dropFirst() }
        guard let first = withoutBlanks(rest).utf8.first else { return false }
        return isDigit(first) || "_-\"'".utf8.contains(first)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Walks over texts and remarks, in which everything may stand. Where this and toml++ could take a broken
    /// text for another one, toml++ has stopped before.
    private mutating func scan() -> String? {
        while let byte = rest.popFirst() {
            let before = digits
            digits = Self.isDigit(byte) ? digits + 1 : 0
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText(byte)
            case UInt8(ascii: "#"):
                rest = rest[(rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex)...]
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard open.popLast() == byte else { return "a bracket is closed that is not open" }
            case UInt8(ascii: "-") where before == 4: return "a date stands in \"quotes\""
            // toml++ passes over blanks of every alphabet, and a byte order mark, on its way to a header.
            case 0x80...: return "letters like these stand in \"quotes\""
            default: break
            }
        }
        return nil
    }

    /// To behind the quotation mark, or the three of them, that end a text; to the end where none does.
    private mutating func skipText(_ mark: UInt8) {
        let isLong = rest.starts(with: [mark, mark])
        if isLong { rest = rest.dropFirst(2) }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
            } else if byte == mark {
                if !isLong { return }
                guard rest.starts(with: [mark, mark]) else { continue }
                rest = rest.dropFirst(2)
                // A text may end in one or two marks of its own.
                while rest.first == mark { rest = rest.dropFirst() }
                return
            }
        }
        goesOn = isLong
    }
}
