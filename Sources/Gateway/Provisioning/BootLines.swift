/// The lines of a file that may have been edited on any computer: a byte order mark is dropped, and lines end
/// as Unix or Windows ends them.
struct BootLines: Sequence {
    private let lines: [Substring]

    init(_ text: String) {
        let body = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        // Swift sees CR LF as one character.
        lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// Each line with its number, counted from 1.
    func makeIterator() -> some IteratorProtocol<(number: Int, text: Substring)> {
        zip(1..., lines).lazy.map { (number: $0.0, text: $0.1) }.makeIterator()
    }
}
