import Testing

@testable import HCI

/// A `RadioCore` on a scripted controller, in a time of its own, with everything that happened written down.
struct CoreRig {
    static let ownAddress = DeviceAddress(littleEndian: [0x11, 0x22, 0x33, 0x44, 0x55, 0xC6])

    var core: RadioCore
    var controller: ScriptedController
    var now: Duration = .seconds(100)
    var flow = FlowCheck()
    /// What an attempt to open ends with; nil opens.
    var openingTrouble: RadioTrouble?

    private(set) var sent: [[UInt8]] = []
    private(set) var statuses: [RadioStatus] = []
    private(set) var heard: [Advertisement] = []
    private(set) var isOpen = false
    private(set) var isStopped = false
    private(set) var openings: [Duration] = []
    private(set) var closings: [Duration] = []
    private(set) var cuts: [Duration] = []

    init(
        _ controller: ScriptedController = .legacy, configure: (inout RadioConfiguration) -> Void = { _ in }
    ) {
        var configuration = RadioConfiguration(ownAddress: Self.ownAddress)
        configure(&configuration)
        core = RadioCore(configuration: configuration)
        self.controller = controller
    }

    /// The opcodes sent so far.
    var opcodes: [Opcode] { sent.compactMap { opcode(of: $0) } }

    /// The commands sent, the long way.
    var transcript: [String] { sent.map { $0.map(hexadecimal).joined(separator: " ") } }

    mutating func forget() {
        sent = []
        statuses = []
        heard = []
        openings = []
        closings = []
        cuts = []
    }

    /// Gives the core one input and the controller every command that follows from it, until nothing follows.
    mutating func give(_ input: RadioCore.Input) {
        var inputs = [input]
        while !inputs.isEmpty {
            let input = inputs.removeFirst()
            if case .packet(let packet) = input { flow.received(packet, now: now) }
            if case .stop = input { flow.isStopping = true }
            for output in core.handle(input, now: now) {
                inputs += perform(output)
            }
        }
        if let deadline = core.nextDeadline, deadline <= now { Issue.record("a deadline in the past") }
    }

    private mutating func perform(_ output: RadioCore.Output) -> [RadioCore.Input] {
        if isStopped { Issue.record("something after the end: \(output)") }
        switch output {
        case .open:
            #expect(!isOpen)
            openings.append(now)
            if let openingTrouble { return [.failed(openingTrouble)] }
            isOpen = true
            flow.opened(now: now)
            return [.opened(adapter: "hci0")]
        case .close:
            #expect(isOpen)
            isOpen = false
            closings.append(now)
        case .send(let packet):
            if !isOpen { Issue.record("sent to a closed device") }
            flow.sent(packet, now: now)
            sent.append(packet)
            return controller.answer(packet).map { .packet($0) }
        case .heard(let advertisement): heard.append(advertisement)
        case .status(let status): statuses.append(status)
        case .cutPower(let adapter):
            #expect(!isOpen && adapter == "hci0")
            cuts.append(now)
        case .stopped: isStopped = true
        }
        return []
    }

    /// Lets time pass, meeting every deadline; before each, a premature one must change nothing.
    mutating func pass(_ time: Duration) {
        let end = now + time
        while let deadline = core.nextDeadline, deadline <= end {
            now = max(now, deadline - .nanoseconds(1))
            let early = core.handle(.deadline, now: now)
            if !early.isEmpty || core.nextDeadline != deadline { Issue.record("too early: \(early)") }
            now = deadline
            give(.deadline)
        }
        now = end
    }

    /// Gives the same report every so often while time passes.
    mutating func pass(_ time: Duration, hearing packet: [UInt8], every interval: Duration) {
        let end = now + time
        while now + interval <= end {
            pass(interval)
            give(.packet(packet))
        }
    }
}
