import Support
import Testing

@testable import Journaling
@testable import WebPage

/// Holds the interface to what is written of it, for people and for programs.
struct OpenAPITests {
    static func document() throws -> JSONTree {
        try PageStateTests.tree(Array(try Document.text("docs/openapi.json").utf8))
    }

    @Test func theDocumentIsWrittenFromTheTables() throws {
        try WrittenDown.expect(OpenAPIDocument.text, "openapi.json", in: "docs")
    }

    @Test func whatIsWrittenIsServedAndNothingElse() throws {
        let paths = try #require(try Self.document()["paths"])
        for path in paths.keys {
            let real = path.replacingFirst("{id}", with: "437b242bf2e9490b")
                .replacingFirst("{name}", with: "round-000007")
            var desk = PageRouterTests.desk(.open)
            let read = PageRouterTests.status(desk.answer(PageRouterTests.get(real), now: .zero))
            let acted = PageRouterTests.status(desk.answer(PageRouterTests.post(real), now: .zero))
            #expect((paths[path]?["get"] != nil) == (read == 200), "GET \(path)")
            // Without its body some are refused for that.
            #expect((paths[path]?["post"] != nil) == (acted == 200 || acted == 400), "POST \(path)")
        }
    }

    @Test func theDocumentForPeopleHasTheSame() throws {
        let text = try Document.text("docs/api.md")
        for path in try #require(try Self.document()["paths"]).keys {
            let written = path.replacingFirst("{id}", with: "<id>").replacingFirst("{name}", with: "<name>")
            #expect(text.contains("GET \(written)`") || text.contains("POST \(written)`"), "\(path)")
        }
    }

    /// Every key that a state has is described, and every one that is described is there.
    @Test func theSchemaHasTheKeysOfTheState() throws {
        let examples = try PageStateTests.examples()
        let schemas = try #require(try Self.document()["components"]?["schemas"])
        let state = try #require(schemas["State"]?["properties"])
        #expect(state.keys == examples[0].keys)
        for key in ["station", "button", "parts"] {
            #expect(state[key]?["properties"]?.keys == examples[0][key]?.keys)
        }
        #expect(schemas["Sound"]?["properties"]?.keys == examples[0]["sound"]?.keys)
        let heard = examples[0]["beacons"]
        #expect(state["beacons"]?["properties"]?.keys == heard?.keys)
        let hearing = examples[0]["calibration"]
        #expect(schemas["Calibration"]?["properties"]?.keys == hearing?.keys)
        #expect(schemas["Beacon"]?["properties"]?.keys == heard?["heard"]?[0]?.keys)
        #expect(schemas["Area"]?["properties"]?.keys == examples[0]["areas"]?[0]?.keys)
        #expect(schemas["Other"]?["properties"]?.keys == examples[0]["others"]?[0]?.keys)
        #expect(schemas["Round"]?["properties"]?.keys == examples[1].keys)
        #expect(schemas["Member"]?["properties"]?.keys == examples[1]["members"]?[1]?.keys)
        #expect(schemas["Range"]?["properties"]?.keys == examples[1]["members"]?[1]?["range"]?.keys)
    }
}

extension String {
    fileprivate func replacingFirst(_ part: String, with other: String) -> String {
        guard let range: Range<String.Index> = firstRange(of: part) else { return self }
        return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
