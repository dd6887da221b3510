import Testing

@testable import WebPage

/// What is in the program of the page.
struct PageAssetsTests {
    private static func text(_ path: String) throws -> String {
        String(decoding: try #require(PageAssets.own[path]).bytes, as: UTF8.self)
    }

    @Test func thePageIsSmall() throws {
        let paths = PageAssets.own.paths.filter { $0 != "/" }
        #expect(paths.contains("/index.html") && paths.count > 5)
        func bytes(_ paths: some Sequence<String>) -> Int {
            paths.reduce(0) { $0 + (PageAssets.own[$1]?.bytes.count ?? 0) }
        }
        // With the words of one language; nobody loads another.
        let loaded = paths.filter { !PageWords.isAskedFor(by: $0) || $0 == "/words-en.js" }
        #expect((20_000...200_000).contains(bytes(loaded)))
        // What is loaded before anything is opened.
        var first: Set = ["/index.html", "/words-en.js"]
        var waiting = Array(first)
        while let path = waiting.popLast() {
            let text = try Self.text(path)
            let named = [("from \"./", "\""), ("src=\"/", "\""), ("href=\"/", "\"")].flatMap {
                text.components(between: $0.0, and: $0.1).map { "/" + $0 }
            }
            for name in named where first.insert(name).inserted { waiting.append(name) }
        }
        #expect(first.count > 10)
        #expect((20_000...150_000).contains(bytes(first)), "\(bytes(first))")
        for path in paths { #expect(PageAssets.own[path]?.contentType != "application/octet-stream") }
    }

    /// What a file names is there; nothing is loaded from elsewhere, and nothing stands between the lines.
    @Test func everythingThatIsNamedIsServed() throws {
        for path in PageAssets.own.paths {
            let text = try Self.text(path)
            for (start, end) in [
                ("from \"./", "\""), ("import \"./", "\""), ("import(\"./", "\""),
                ("src=\"", "\""), ("href=\"", "\""),
            ] {
                for name in text.components(between: start, and: end) where !name.hasPrefix("#") {
                    let target = name.hasPrefix("/") ? name : "/" + name
                    #expect(PageAssets.own[target] != nil, "\(path) names \(name)")
                }
            }
            for forbidden in [
                "https://", "eval(", "innerHTML", "<style", "javascript:", " onclick=", " style=\"",
            ] {
                #expect(!text.contains(forbidden), "\(path) has \(forbidden)")
            }
            let addresses = text.components(between: "http://", and: " ").filter {
                !$0.hasPrefix("www.w3.org/")
            }
            #expect(addresses.count == 0, "\(path) names \(addresses)")
        }
        #expect(!(try Self.text("/index.html")).contains("<script>"))
    }

    @Test func everyActionAndKeyThatThePageUsesExists() throws {
        let scripts = PageAssets.own.paths.filter { $0.hasSuffix(".js") }
        var calls = 0
        for path in scripts {
            for name in try Self.text(path).components(between: "act(\"", and: "\"") {
                calls += 1
                var desk = PageRouterTests.desk(.open)
                let reply = desk.answer(PageRouterTests.post("/api/\(name)"), now: .zero)
                #expect([200, 400].contains(PageRouterTests.status(reply)), "\(path) asks for \(name)")
            }
        }
        #expect(calls > 0)
    }
}
