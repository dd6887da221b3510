import Testing

@testable import GPIO

@Suite struct ChipSelectorTests {
    static let pi5 = [
        ChipDescription(name: "gpiochip0", label: "pinctrl-rp1", lines: 54),
        ChipDescription(name: "gpiochip10", label: "gpio-brcmstb@107d508500", lines: 32),
    ]
    static let pi4 = [
        ChipDescription(name: "gpiochip0", label: "pinctrl-bcm2711", lines: 58),
        ChipDescription(name: "gpiochip1", label: "raspberrypi-exp-gpio", lines: 8),
    ]
    static let closed = [ChipDescription(name: "gpiochip0", trouble: .notPermitted)]

    @Test(arguments: [
        ("automatic", ChipSelector.automatic), ("/dev/gpiochip4", .path("/dev/gpiochip4")),
        ("gpiochip0", .name("gpiochip0")), ("gpiochip12", .name("gpiochip12")),
        ("pinctrl-rp1", .label("pinctrl-rp1")), ("gpiochip", .label("gpiochip")),
        ("gpiochip007", .label("gpiochip007")),
    ])
    func settings(text: String, expected: ChipSelector) {
        #expect(ChipSelector(text) == expected)
        #expect(ChipSelector(text)?.description == text)
    }

    @Test(arguments: ["", "a label of more than thirty-one bytes", "nul\u{0}"])
    func notASetting(text: String) {
        #expect(ChipSelector(text) == nil)
    }

    @Test func choosesByLabelNeverByNumber() throws {
        #expect(try ChipSelector.automatic.choose(among: Self.pi5) == "/dev/gpiochip0")
        #expect(try ChipSelector.automatic.choose(among: Self.pi4.reversed()) == "/dev/gpiochip0")
        #expect(try ChipSelector.label("raspberrypi-exp-gpio").choose(among: Self.pi4) == "/dev/gpiochip1")
        #expect(try ChipSelector.name("gpiochip10").choose(among: Self.pi5) == "/dev/gpiochip10")
        #expect(try ChipSelector.path("/dev/button").choose(among: []) == "/dev/button")
    }

    @Test func aChipThatCannotBeLookedAtIsNoReasonToPassOverOneThatFits() throws {
        #expect(try ChipSelector.automatic.choose(among: Self.closed + Self.pi5) == "/dev/gpiochip0")
    }

    /// A label changes with the driver; the names of the lines are the board's.
    @Test func withoutAKnownLabelTheNamesOfTheLinesTell() throws {
        let expander = ChipDescription(name: "gpiochip0", label: "expander", lines: 8)
        let named = ChipDescription(name: "gpiochip1", label: "pinctrl-new", lines: 54, hasHeaderNames: true)
        #expect(try ChipSelector.automatic.choose(among: [expander, named]) == "/dev/gpiochip1")
        #expect(try ChipSelector.automatic.choose(among: [named] + Self.pi4) == "/dev/gpiochip0")
        #expect(throws: LineTrouble.self) { try ChipSelector.label("x").choose(among: [named]) }
    }

    @Test func saysWhyThereIsNone() {
        #expect(throws: LineTrouble.noChip) { try ChipSelector.automatic.choose(among: []) }
        #expect(throws: LineTrouble.notPermitted) { try ChipSelector.automatic.choose(among: Self.closed) }
        #expect(
            throws: LineTrouble.unknownChip(wanted: "x", found: ["pinctrl-bcm2711", "raspberrypi-exp-gpio"])
        ) {
            try ChipSelector.label("x").choose(among: Self.pi4)
        }
        #expect(throws: LineTrouble.self) { try ChipSelector.name("gpiochip7").choose(among: Self.pi4) }
    }

    /// Each is shown to somebody who has only that sentence.
    @Test(arguments: [
        LineTrouble.noChip, .unknownChip(wanted: "x", found: ["y"]), .inUse(consumer: "kettle"),
        .inUse(consumer: ""),
        .missingLine, .notPermitted, .unplugged, .failed(operation: "value", code: 5),
    ])
    func adviceIsASentence(trouble: LineTrouble) {
        #expect(trouble.advice.hasSuffix("."))
        #expect(trouble.advice.count > 30)
        if case .inUse(consumer: "kettle") = trouble { #expect(trouble.advice.contains("kettle")) }
    }
}
