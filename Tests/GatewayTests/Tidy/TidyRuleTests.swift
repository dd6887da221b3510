import Testing

/// Every rule finds a made-up offender, on the right line, and leaves its innocent neighbour alone.
struct TidyRuleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: TidyRule
        let path: String
        let text: String
        /// The lines that have to be found, from 1.
        let lines: [Int]

        init(_ rule: TidyRule, _ path: String, _ text: String, finds lines: Int...) {
            self.rule = rule
            self.path = path
            self.text = text
            self.lines = lines
        }

        var testDescription: String {
            let start = text.replacing("\n", with: " ").prefix(60)
            return "\(rule.name): \(path): \(start)"
        }
    }

    private static let driver = "Sources/HCI/A.swift"
    private static let gateway = "Sources/Gateway/Lobby/A.swift"
    private static let test = "Tests/HCITests/ATests.swift"
    private static let header = "Sources/CDrivers/include/cd_a.h"
    private static let c = "Sources/CDrivers/cd_a.c"

    private static func repeated(_ line: String, _ count: Int) -> String {
        String(repeating: line + "\n", count: count)
    }

    private static func function(_ head: String, lines: Int) -> String {
        head + " {\n" + repeated("    work()", lines - 2) + "}\n"
    }

    static let lengths: [Case] = [
        Case(.shortFiles, driver, repeated("", 401), finds: 401),
        Case(.shortFiles, driver, repeated("", 400)),
        Case(.shortFiles, c, repeated("", 401), finds: 401),
        Case(.shortLines, c, "int a;\n" + String(repeating: "x", count: 111), finds: 2),
        Case(.shortLines, driver, String(repeating: "é", count: 110)),
        Case(
            .shortFunctions, driver, "\n" + function("    public static func a(b: Int) -> Int", lines: 71),
            finds: 2),
        Case(.shortFunctions, driver, function("func a()", lines: 70)),
        Case(.shortFunctions, driver, "func a() {\n" + repeated("    case .b: c", 90) + "}\n"),
        Case(.shortFunctions, driver, function("    init?(a: [Int] = { [] }())", lines: 71), finds: 1),
        Case(.shortFunctions, driver, function("deinit", lines: 71), finds: 1),
        Case(.shortFunctions, driver, function("func a(\n    b: Int\n)", lines: 69), finds: 1),
        Case(.shortFunctions, driver, function("@Test func a() /* { */", lines: 71), finds: 1),
        Case(
            .shortFunctions, driver,
            "protocol P {\n    func a()\n    func b()\n}\n" + function("struct S", lines: 90)),
        Case(.shortFunctions, driver, "func a() { \"}\" }\n" + function("struct S", lines: 90)),
        Case(.shortFunctions, c, function("int cd_a_open(int b)\n", lines: 71), finds: 2),
        Case(.shortFunctions, c, function("int cd_a_open(int b)\n", lines: 69)),
        Case(.shortFunctions, c, "struct a\n{\n" + repeated("    int b;", 80) + "};\n"),
    ]

    static let modules: [Case] = [
        Case(
            .imports, driver, "import Glibc\nimport GPIO\npublic import CDrivers\nimport Synchronization",
            finds: 2),
        Case(.imports, driver, "import NIOCore", finds: 1),
        Case(.imports, driver, "package import Wire\nimport Game", finds: 2),
        Case(.imports, "Sources/Game/A.swift", "import Wire\nimport Dispatch\nimport Runtime", finds: 2, 3),
        Case(.wholeSwitches, "Sources/Speech/A.swift", "switch a {\ncase .b: c\ndefault: d\n}", finds: 3),
        Case(.wholeSwitches, "Sources/Speech/A.swift", "switch a {\ncase 1: c\ndefault: d\n}"),
        Case(.wholeSwitches, "Sources/HCI/A.swift", "switch a {\ncase .b: c\ndefault: d\n}"),
        Case(.imports, driver, "internal import struct Foundation.Data", finds: 1),
        Case(
            .imports, gateway, "import NIOCore\nimport Foundation\nimport FoundationEssentials\nimport HCI",
            finds: 2),
        Case(.imports, gateway, "@preconcurrency import Foundation", finds: 1),
        Case(.imports, gateway, "// import Foundation\nlet a = \"import Foundation\"\nimportant(Foundation)"),
        Case(.imports, test, "import Foundation"),
        Case(.headers, header, "#include <stdint.h>\n#include \"cd_common.h\"\n#include <gpiod.h>", finds: 3),
        Case(.headers, header, "#include <linux/gpio.h>", finds: 1),
        Case(.headers, c, "#include <gpiod.h>"),
    ]

    static let constructs: [Case] = [
        Case(.noEscapes, gateway, "\nfatalError(\"no\")", finds: 2),
        Case(.noEscapes, gateway, "final class A: @unchecked Sendable {}", finds: 1),
        Case(.noEscapes, gateway, "nonisolated(unsafe) var a = 1", finds: 1),
        Case(.noEscapes, gateway, "@preconcurrency import B", finds: 1),
        Case(
            .noEscapes, gateway,
            "// fatalError(\nlet a = \"fatalError(\"\n/* @preconcurrency /* x */ @preconcurrency */"),
        Case(.noForcing, gateway, "a = try! b()", finds: 1),
        Case(.noForcing, gateway, "a = b as! C", finds: 1),
        Case(.noForcing, gateway, "a = b!", finds: 1),
        Case(.noForcing, gateway, "a = b()!.c", finds: 1),
        Case(.noForcing, gateway, "a = b[0]!", finds: 1),
        Case(.noForcing, gateway, "var a: B!", finds: 1),
        Case(.noForcing, gateway, "let a = \"\\(b!)\"", finds: 1),
        Case(.noForcing, gateway, "let a = \"\"\"\n    HOT!\n    \\(b ? \"c!\" : d!)\n    \"\"\"", finds: 3),
        Case(
            .noForcing, gateway,
            "if !a, b != c, [!d] == e { f(!g) } // h!\nlet i = \"COLD!\", j = #\"\"k!\"\"#"),
        Case(.noUnfinished, gateway, "\n// TO" + "DO: more", finds: 2),
        Case(.noUnfinished, c, "/* fixed For " + "now */", finds: 1),
        Case(.noUnfinished, test, "let a = \"XX" + "X\"", finds: 1),
        Case(.noUnfinished, gateway, "let template = \"/tmp/a-XXXXXX\" // for no reason now"),
        Case(.silence, driver, "print(1)", finds: 1),
        Case(.silence, gateway, "Glibc.exit(1)", finds: 1),
        Case(.silence, gateway, "func print(_ a: Int) {}\nblueprint(1)\n// print(1)"),
        Case(.silence, "Sources/Gateway/Commands/A.swift", "print(1)"),
        Case(.silence, c, "    fprintf(stderr, \"\");\n    snprintf(a, 1, \"\");", finds: 1),
        Case(.noSleeping, test, "try await Task.sleep(for: .seconds(1))", finds: 1),
        Case(.noSleeping, test, "usleep(1)", finds: 1),
        Case(.noSleeping, test, "Thread.sleep(forTimeInterval: 1)", finds: 1),
        Case(.noSleeping, test, "// usleep(1)\nasleep(1)\nfunc sleep() {}\nawait self.sleep(until: a)"),
        Case(.noSleeping, driver, "usleep(1)"),
    ]

    static let names: [Case] = [
        Case(.typeNames, gateway, "struct Radio {}\nfinal class RadioManager: A {}", finds: 2),
        Case(.typeNames, gateway, "enum Util {}", finds: 1),
        Case(.typeNames, gateway, "protocol StationBase {}", finds: 1),
        Case(.typeNames, gateway, "actor RadioImpl {}", finds: 1),
        Case(.typeNames, gateway, "struct TestHelper<A> {}", finds: 1),
        Case(.typeNames, gateway, "struct Database {}\n// class AManager\nfunc manager() {}"),
        Case(.fileNames, "Sources/HCI/Link+Queue.swift", ""),
        Case(.fileNames, "Sources/HCI/Link+Helper.swift", "", finds: 1),
        Case(.fileNames, "Sources/HCI/RadioHelper.swift", "", finds: 1),
        Case(.fileNames, "Sources/HCI/Link.swift", ""),
    ]

    @Test(arguments: lengths + modules + constructs + names)
    func aRuleFindsItsOffenderAndNothingElse(_ example: Case) throws {
        let source = try #require(SourceText(path: example.path, text: example.text))
        #expect(example.rule.find(source).map(\.line) == example.lines)
    }

    @Test func everyRuleHasAnOffenderAndAnInnocent() {
        let cases = Self.lengths + Self.modules + Self.constructs + Self.names
        for rule in TidyRule.all {
            #expect(
                cases.contains { $0.rule.name == rule.name && !$0.lines.isEmpty },
                "\(rule.name) is never broken")
            #expect(
                cases.contains { $0.rule.name == rule.name && $0.lines.isEmpty }, "\(rule.name) is never kept"
            )
        }
    }

    @Test func blankingKeepsEveryLineAndItsLength() throws {
        let text =
            "let a = \"x\\(b(\"é\"))\" // c\n/* d\n e */ let f = #\"\\#(g)\"# + \"\"\"\n  h\n  \"\"\"\n"
        let source = try #require(SourceText(path: "A.swift", text: text))
        #expect(source.code.map(\.utf8.count) == source.lines.map(\.utf8.count))
        #expect(source.code[0] == "let a = \"  (b(\"  \"))\"     ")
        #expect(source.code[2] == "      let f = #\"  (g)\"# + \"\"\"")
        #expect(SourceText(path: "A.md", text: "") == nil)
    }
}
