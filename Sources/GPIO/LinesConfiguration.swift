/// Which GPIO chip to use. By label where possible: numbers change between kernels (the header of a Pi 5 was
/// gpiochip4 until Linux 6.6.45 and has been gpiochip0 since).
package enum ChipSelector: Sendable, Hashable, CustomStringConvertible {
    /// The chip of a Raspberry Pi's pin header, whichever model it is: by its label, or else by the names
    /// that a Pi's device tree gives to its lines, for the label has changed with the driver before.
    case automatic
    /// The chip with this label.
    case label(String)
    /// The chip of this name, such as "gpiochip0".
    case name(String)
    /// The chip behind this device file.
    case path(String)

    /// The labels of the pin header: Pi 5, Pi 4, and all before.
    package static let headerLabels = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

    /// Reads a setting: "auto" (or "automatic"), a path that begins with a slash, a name such as
    /// "gpiochip0", or a label.
    /// - Returns: nil for an empty text, and for one that no label can be: the kernel cuts those to 31 bytes.
    package init?(_ text: String) {
        if text == "auto" || text == "automatic" {
            self = .automatic
        } else if text.hasPrefix("/") {
            self = .path(text)
        } else if text.isEmpty || text.utf8.count > 31 || text.utf8.contains(0) {
            return nil
        } else if text.hasPrefix("gpiochip"), let number = UInt16(text.dropFirst(8)),
            text == "gpiochip\(number)"
        {
            self = .name(text)
        } else {
            self = .label(text)
        }
    }

    package var description: String {
        switch self {
        case .automatic: "automatic"
        case .label(let text), .name(let text), .path(let text): text
        }
    }

    /// Chooses among the chips there are.
    /// - Returns: the path of the device file to open.
    package func choose(among chips: [ChipDescription]) throws(LineTrouble) -> String {
        let wanted: [String]
        switch self {
        case .path(let path): return path
        case .name(let name):
            guard let chip = chips.first(where: { $0.name == name }) else { throw missing(among: chips) }
            return chip.path
        case .automatic: wanted = Self.headerLabels
        case .label(let label): wanted = [label]
        }
        for label in wanted {
            if let chip = chips.first(where: { $0.label == label }) { return chip.path }
        }
        if self == .automatic, let header = chips.first(where: \.hasHeaderNames) { return header.path }
        throw missing(among: chips)
    }

    private func missing(among chips: [ChipDescription]) -> LineTrouble {
        // A chip that could not be looked at may well be the one.
        if let closed = chips.lazy.compactMap(\.trouble).first { return closed }
        return .unknown(
            self == .automatic ? Self.headerLabels.joined(separator: " or ") : description, among: chips)
    }
}

extension LineTrouble {
    /// That the chip wanted is not among those there are.
    static func unknown(_ wanted: String, among chips: [ChipDescription]) -> LineTrouble {
        if chips.isEmpty { return .noChip }
        return .unknownChip(wanted: wanted, found: chips.map { $0.label.isEmpty ? $0.name : $0.label })
    }
}

/// A GPIO chip of this machine.
package struct ChipDescription: Sendable, Hashable {
    /// Such as "gpiochip0".
    package var name: String
    /// Such as "pinctrl-bcm2711"; empty if the chip could not be opened.
    package var label: String
    /// How many lines it has.
    package var lines: Int
    /// Its lines are named as a Raspberry Pi's device tree names those of the header.
    package var hasHeaderNames = false
    /// Why it could not be opened.
    package var trouble: LineTrouble?

    /// A line of the header that has no other function, and its name on every model (gpio-line-names in
    /// Linux' bcm283x, bcm2711 and bcm2712 device trees).
    static let headerLine = (number: UInt32(5), name: "GPIO5")

    /// A chip as `list` tells of it.
    package init(
        name: String, label: String = "", lines: Int = 0, hasHeaderNames: Bool = false,
        trouble: LineTrouble? = nil
    ) {
        self.hasHeaderNames = hasHeaderNames
        self.name = name
        self.label = label
        self.lines = lines
        self.trouble = trouble
    }

    /// The device file.
    package var path: String { "/dev/\(name)" }
}

/// Where the button and the lamps are wired, and how the button is read.
package struct LinesConfiguration: Sendable, Equatable {
    /// Which of several chips.
    package var chip: ChipSelector
    /// The button's line: BCM numbering on a Raspberry Pi. 5 is pin 29, beside ground on pin 30, and is
    /// pulled up by default, so that the button is at rest before and after the program runs.
    package var buttonLine: UInt32
    /// The button connects its line to ground.
    package var activeLow: Bool
    /// The chip's own pull-up resistor is switched on.
    package var pullUp: Bool
    /// The lines of the lamps there are.
    package var lampLines: [Lamp: UInt32]
    /// How presses are told apart.
    package var button: ButtonConfiguration
    /// The shortest and the longest wait before lines that failed are opened again; doubled from one to the
    /// other.
    package var reopening: ClosedRange<Duration>

    package init(
        chip: ChipSelector = .automatic, buttonLine: UInt32 = 5, activeLow: Bool = true, pullUp: Bool = true,
        lampLines: [Lamp: UInt32] = [:], button: ButtonConfiguration = .init(),
        reopening: ClosedRange<Duration> = .milliseconds(500) ... .seconds(10)
    ) {
        self.chip = chip
        self.buttonLine = buttonLine
        self.activeLow = activeLow
        self.pullUp = pullUp
        self.lampLines = lampLines
        self.button = button
        self.reopening = reopening
    }
}
