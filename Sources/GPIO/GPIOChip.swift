import CDrivers
import Glibc

/// The GPIO chips of this machine, through libgpiod.
package enum GPIOChip {
    /// The library in use and its API, such as "libgpiod 1.6.3 (API 1)".
    package static var library: String {
        "libgpiod \(unsafe String(cString: cd_gpio_version())) (API \(cd_gpio_api()))"
    }

    /// Every chip there is, in the order of their numbers, those that cannot be opened included.
    package static func all() -> [ChipDescription] {
        var chips: [ChipDescription] = []
        var number = cd_gpio_next_chip(-1)
        while number >= 0 {
            var description = ChipDescription(name: "gpiochip\(number)")
            do throws(LineTrouble) {
                let chip = try OpenChip(path: description.path)
                description.label = try chip.label()
                description.lines = try chip.lines()
                description.hasHeaderNames =
                    try chip.name(ofLine: ChipDescription.headerLine.number)
                    == ChipDescription.headerLine.name
            } catch {
                description.trouble = error
            }
            chips.append(description)
            number = cd_gpio_next_chip(number)
        }
        return chips
    }

    /// What opening says of something that is no GPIO chip, or of nothing at all.
    private static let absent = [ENOENT, ENODEV, ENOTTY, ENXIO, EISDIR, ENOTDIR, EINVAL]

    /// Finds the chip and requests its lines. A lamp that cannot be had is no reason to fail: see
    /// `LineSource.lampTroubles`.
    package static func open(_ configuration: LinesConfiguration) throws(LineTrouble) -> any LineSource {
        let chips = all()
        let path = try configuration.chip.choose(among: chips)
        do throws(LineTrouble) {
            return try RequestedLines(OpenChip(path: path), configuration: configuration)
        } catch .failed(operation: OpenChip.opening, let code) where absent.contains(code) {
            throw .unknown(path, among: chips)
        }
    }
}

/// An open chip: owns the C handle, closes it when released, and turns error numbers into troubles.
@safe
private final class OpenChip {
    /// The operation named by a failure to open.
    static let opening = "open"

    let handle: OpaquePointer

    init(path: String) throws(LineTrouble) {
        var opened: OpaquePointer?
        let result = unsafe cd_gpio_open(path, &opened)
        guard result == 0, let opened = unsafe opened else {
            throw Self.trouble(Self.opening, result)
        }
        unsafe handle = opened
    }

    deinit {
        unsafe cd_gpio_close(handle)
    }

    /// The result of a C call, or the trouble it stands for.
    @discardableResult
    func check(_ operation: String, _ result: Int32) throws(LineTrouble) -> Int32 {
        if result == -ENODEV { throw .unplugged }
        if result < 0 { throw Self.trouble(operation, result) }
        return result
    }

    /// The result of requesting `line`; says who has it when somebody has.
    func checkRequest(_ line: UInt32, _ result: Int32) throws(LineTrouble) {
        guard result == -EBUSY else {
            try check("request", result)
            return
        }
        let consumer = unsafe text { unsafe cd_gpio_consumer(handle, line, $0) }
        throw .inUse(consumer: consumer.text)
    }

    func label() throws(LineTrouble) -> String {
        let label = unsafe text { unsafe cd_gpio_label(handle, $0) }
        try check("label", label.result)
        return label.text
    }

    /// - Returns: an empty text without such a line, and for one without a name.
    func name(ofLine line: UInt32) throws(LineTrouble) -> String {
        let name = unsafe text { unsafe cd_gpio_line_name(handle, line, $0) }
        if name.result == -ERANGE { return "" }
        try check("line_name", name.result)
        return name.text
    }

    func lines() throws(LineTrouble) -> Int {
        Int(try check("lines", unsafe cd_gpio_lines(handle)))
    }

    private static func trouble(_ operation: String, _ result: Int32) -> LineTrouble {
        switch -result {
        case EACCES, EPERM: .notPermitted
        case ERANGE: .missingLine
        default: .failed(operation: operation, code: -result)
        }
    }

    private func text(_ copy: (UnsafeMutablePointer<CChar>) -> Int32) -> (text: String, result: Int32) {
        var buffer = [CChar](repeating: 0, count: CD_GPIO_TEXT)
        let result = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map(copy) ?? -EFAULT
        }
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return (String(decoding: bytes, as: UTF8.self), result)
    }
}

/// The real lines.
private final class RequestedLines: LineSource {
    private static let consumer = "hotcold"

    let chip: String
    let lampTroubles: [Lamp: LineTrouble]
    let descriptor: Int32
    private let open: OpenChip
    /// The output of each lamp, as the C calls number them.
    private let outputs: [Lamp: Int32]

    init(_ open: OpenChip, configuration: LinesConfiguration) throws(LineTrouble) {
        var flags: UInt32 = 0
        if configuration.activeLow { flags |= UInt32(CD_GPIO_ACTIVE_LOW) }
        if configuration.pullUp { flags |= UInt32(CD_GPIO_PULL_UP) }
        let button = configuration.buttonLine
        try open.checkRequest(button, unsafe cd_gpio_request_input(open.handle, button, flags, Self.consumer))
        descriptor = try open.check("event_fd", unsafe cd_gpio_event_fd(open.handle))
        chip = try open.label()
        self.open = open

        var outputs: [Lamp: Int32] = [:]
        var troubles: [Lamp: LineTrouble] = [:]
        for lamp in Lamp.allCases {
            guard let line = configuration.lampLines[lamp] else { continue }
            let output = Int32(outputs.count)
            do throws(LineTrouble) {
                try open.checkRequest(
                    line, unsafe cd_gpio_request_output(open.handle, output, line, Self.consumer))
                outputs[lamp] = output
            } catch {
                troubles[lamp] = error
            }
        }
        self.outputs = outputs
        lampTroubles = troubles
    }

    func edges() throws(LineTrouble) -> [LineEvent] {
        var events = [cd_gpio_event](repeating: cd_gpio_event(), count: 16)
        let count = try open.check(
            "read_events", unsafe cd_gpio_read_events(open.handle, &events, Int32(events.count)))
        return events.prefix(Int(count)).map { event in
            LineEvent(isActive: event.active != 0, at: .nanoseconds(event.at))
        }
    }

    func level() throws(LineTrouble) -> Bool {
        try open.check("value", unsafe cd_gpio_value(open.handle)) != 0
    }

    func set(_ lamp: Lamp, isOn: Bool) throws(LineTrouble) {
        guard let output = outputs[lamp] else { return }
        try open.check("set_output", unsafe cd_gpio_set_output(open.handle, output, isOn ? 1 : 0))
    }
}
