/// Bytes written as people write them: `"04 0E 04"`; anything after `//` on a line is a comment.
package func bytes(_ text: String) -> [UInt8] {
    text.split(separator: "\n").flatMap { line -> [UInt8] in
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        return code.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
}
