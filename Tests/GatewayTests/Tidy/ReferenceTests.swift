import Testing

/// Whoever follows a reference to a page finds it, and the heading that it names.
struct ReferenceTests {
    private static let repository = Repository()
    private static let everything = repository.everything()

    /// The headings of a page, by its path.
    private static let headings = Dictionary(
        uniqueKeysWithValues: repository.pages().map { page in
            (page.path, Set(page.lines.filter { $0.hasPrefix("#") }.map { title($0) }))
        })

    private static func title(_ heading: some StringProtocol) -> String {
        String(heading.drop { $0 == "#" || $0 == " " })
    }

    /// How a heading is named in a link.
    private static func anchor(_ title: String) -> String {
        String(
            title.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || character == "-" || character == "_"
                    ? character : nil
            })
    }

    /// `docs/lobby.md, "The draw"`
    @Test func aHeadingThatIsNamedIsThere() {
        var count = 0
        for file in Self.everything {
            for line in file.lines {
                for match in line.matches(of: /(docs\/[a-z0-9\/-]+\.md), "([^"]+)"/) {
                    count += 1
                    let titles = Self.headings[String(match.1)] ?? []
                    #expect(titles.contains(String(match.2)), "\(file.path): \(match.0)")
                }
            }
        }
        #expect(count > 20)
    }

    /// `[the draw](lobby.md#the-draw)`, from the page's own folder.
    @Test func aLinkLeadsSomewhere() {
        var count = 0
        for page in Self.everything where page.path.hasSuffix(".md") {
            let folder = page.path.split(separator: "/").dropLast().map(String.init)
            for line in page.lines {
                for match in line.matches(of: /\]\(([^)#:\s]*)(#[^)\s]*)?\)/) {
                    count += 1
                    let target = match.1.isEmpty ? page.path : Self.path(String(match.1), from: folder)
                    #expect(Self.repository.has(target), "\(page.path): \(match.0)")
                    guard let anchor = match.2?.dropFirst(), let titles = Self.headings[target] else {
                        continue
                    }
                    #expect(titles.contains { Self.anchor($0) == anchor }, "\(page.path): \(match.0)")
                }
            }
        }
        #expect(count > 100)
    }

    private static func path(_ link: String, from folder: [String]) -> String {
        var parts = folder
        for part in link.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }
}
