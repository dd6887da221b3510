@testable import HCI

/// One radio and its controller, in steps of a millisecond; what the controller says arrives `delay` later.
struct AirRig {
    var core: RadioCore
    var controller: SimulatedController
    var now: Duration = .seconds(1)
    var aired: [AirPacket] = []
    var statuses: [RadioStatus] = []
    var heard: [Advertisement] = []
    /// At any time since it was last set to false.
    var scanned = false
    private let delay: Duration
    private var onTheWay: [(due: Duration, packet: [UInt8])] = []

    init(_ profile: ControllerProfile, company: UInt16? = nil, delay: Duration = .zero) {
        let address = DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 0xC6])
        core = RadioCore(configuration: RadioConfiguration(ownAddress: address, company: company))
        controller = SimulatedController(profile: profile, address: address)
        self.delay = delay
    }

    mutating func give(_ input: RadioCore.Input) {
        for output in core.handle(input, now: now) {
            switch output {
            case .open: give(.opened(adapter: "hci0"))
            case .send(let packet):
                onTheWay += controller.host(packet, now: now).map { (now + delay, $0) }
            case .heard(let advertisement): heard.append(advertisement)
            case .status(let status): statuses.append(status)
            case .close, .cutPower, .stopped: break
            }
        }
        deliver()
    }

    mutating func pass(_ time: Duration) {
        let end = now + time
        while now < end {
            now += .milliseconds(1)
            deliver()
            if let deadline = core.nextDeadline, deadline <= now { give(.deadline) }
            aired += controller.transmissions(until: now)
            scanned = scanned || controller.isScanning
        }
    }

    private mutating func deliver() {
        while let first = onTheWay.first, first.due <= now {
            onTheWay.removeFirst()
            give(.packet(first.packet))
        }
    }
}
