import CDrivers
import Glibc
import Runtime
import Synchronization

/// A file descriptor with one owner, closed when that owner lets go of it.
struct OwnedDescriptor: ~Copyable {
    let raw: Int32

    /// Takes over what a `cd_hci_…` call returned: a descriptor, or a negative errno.
    init(_ result: Int32, opening what: String) throws(RadioTrouble) {
        guard result >= 0 else { throw RadioTrouble(opening: what, errno: -result) }
        raw = result
    }

    deinit {
        _ = cd_hci_close(raw)
    }
}

/// A ``Transport`` over any descriptor that carries one packet per read and write: an HCI socket,
/// `/dev/vhci`, or one end of a socket pair. On a serial line it carries pieces instead, which ``SerialHCI``
/// puts together.
///
/// One thread reads. While advertising reports flow it lets them gather for ``gathering`` before it reads
/// again, so that the busiest street wakes the station twenty-five times a second and not once per report; a
/// reply then arrives at most that much late. Without reports every packet is delivered at once.
package final class PacketSocket: Transport {
    /// How long reports gather.
    static let gathering = Duration.milliseconds(40)
    /// Most packets of one delivery. What is beyond stays in the kernel's buffer, which is bounded too, and
    /// is fetched without waiting.
    static let largestBatch = 256

    private struct State: ~Copyable {
        var descriptor: OwnedDescriptor?
        var reader: DedicatedThread?
    }

    /// Its name, "hci0".
    package let adapter: String
    private let wake: WakeSignal
    private let state: Mutex<State>

    /// Takes ownership of `descriptor`, which must be non-blocking.
    init(adapter: String, owning descriptor: consuming OwnedDescriptor) throws(RadioTrouble) {
        self.adapter = adapter
        do throws(WakeSignal.Refusal) {
            wake = try WakeSignal()
        } catch {
            throw RadioTrouble(opening: "a pipe", errno: error.code)
        }
        state = Mutex(State(descriptor: descriptor, reader: nil))
    }

    deinit {
        close()
    }

    /// Writes one packet. Never waits: a controller that takes none has failed.
    package func send(_ packet: [UInt8]) throws(RadioTrouble) {
        let count = try write(packet)
        guard count > 0 || packet.isEmpty else {
            throw .failed(operation: "sending to the controller", code: EAGAIN)
        }
    }

    /// How many of these bytes were taken: all or none of a packet, but on a serial line.
    func write(_ bytes: [UInt8]) throws(RadioTrouble) -> Int {
        guard !bytes.isEmpty else { return 0 }
        let result = state.withLock { state in
            guard let descriptor = state.descriptor?.raw else { return -EPIPE }
            return unsafe cd_hci_write(descriptor, bytes, bytes.count)
        }
        switch result {
        case 0...: return Int(result)
        case -EAGAIN: return 0
        case -EPIPE, -ENODEV, -ENXIO: throw .unplugged
        default: throw .failed(operation: "sending to the controller", code: -result)
        }
    }

    /// Starts the reading thread; to be called once.
    package func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void
    ) {
        let wake = wake.descriptor
        let trouble: RadioTrouble? = state.withLock { state in
            guard let descriptor = state.descriptor?.raw else { return nil }
            precondition(state.reader == nil, "receive() is called once")
            do throws(DedicatedThread.Refusal) {
                state.reader = try DedicatedThread {
                    var reader = PacketReaderLoop(descriptor: descriptor, wake: wake)
                    if let trouble = reader.run(deliver) { ended(trouble) }
                }
                return nil
            } catch {
                return RadioTrouble(error)
            }
        }
        if let trouble { ended(trouble) }
    }

    /// Ends the reading thread and waits for that.
    package func close() {
        // The descriptor outlives the thread that reads it: its number must not be given to another file
        // meanwhile.
        let reader = state.withLock { state in
            state.reader.take()
        }
        if let reader {
            wake.raise()
            reader.join()
        }
        state.withLock { $0.descriptor = nil }
    }
}

/// What the reading thread does until it is woken or the controller is gone.
private struct PacketReaderLoop {
    private static let slot = Int(CD_HCI_PACKET_SIZE)

    private let descriptor: Int32
    private let wake: Int32
    private var slots = [UInt8](repeating: 0, count: Int(CD_HCI_BATCH_SIZE) * slot)
    private var lengths = [UInt16](repeating: 0, count: Int(CD_HCI_BATCH_SIZE))

    init(descriptor: Int32, wake: Int32) {
        self.descriptor = descriptor
        self.wake = wake
    }

    /// Nil when woken by the owner.
    mutating func run(_ deliver: ([[UInt8]], Duration) -> Void) -> RadioTrouble? {
        var isHungUp = false
        while true {
            let (batch, trouble) = drain(isHungUp: isHungUp)
            if !batch.isEmpty { deliver(batch, MonotonicClock.now()) }
            if let trouble { return trouble }
            if batch.count >= PacketSocket.largestBatch { continue }
            // While reports flow this loop is two system calls per turn: a pause, and one call that reads
            // them all.
            let gathers = batch.contains(where: \.isAdvertisingReport)
            let seen = cd_hci_wait(
                gathers ? -1 : descriptor, wake,
                gathers ? Int32(PacketSocket.gathering / .milliseconds(1)) : -1)
            if seen < 0 { return .failed(operation: "waiting for the controller", code: -seen) }
            if seen & Int32(CD_HCI_WOKEN.rawValue) != 0 { return nil }
            isHungUp = seen & Int32(CD_HCI_HUNG_UP.rawValue) != 0
        }
    }

    /// Everything that has arrived. After a removal the kernel says EPIPE once and EAGAIN ever after, so
    /// whatever `poll` said of a hang-up counts as well.
    private mutating func drain(isHungUp: Bool) -> ([[UInt8]], RadioTrouble?) {
        var batch: [[UInt8]] = []
        while batch.count < PacketSocket.largestBatch {
            let count = unsafe cd_hci_read_batch(descriptor, &slots, &lengths)
            switch count {
            case 0...: break
            case -EAGAIN: return (batch, isHungUp ? .unplugged : nil)
            case -EPIPE, -ENODEV, -ENXIO, -EBADFD, -ECONNRESET: return (batch, .unplugged)
            default: return (batch, .failed(operation: "reading from the controller", code: -count))
            }
            for (place, length) in lengths.prefix(Int(count)).enumerated() {
                if length == 0 { return (batch, .unplugged) }
                let start = place * Self.slot
                batch.append(Array(slots[start..<start + min(Int(length), Self.slot)]))
            }
            // Fewer than asked for: that was all, unless a hang-up is still to be asked about.
            if count < CD_HCI_BATCH_SIZE, !isHungUp { break }
        }
        return (batch, nil)
    }
}

extension [UInt8] {
    /// LE Meta Event, as an H4 packet: nearly always an advertising report.
    fileprivate var isAdvertisingReport: Bool {
        starts(with: [0x04, 0x3E])
    }
}
