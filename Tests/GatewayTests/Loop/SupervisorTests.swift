import Glibc
import Support
import Testing

@testable import Gateway

/// What systemd is told, and when.
struct SupervisorTests {
    private func manager(_ variables: [String: String]) -> Supervisor? {
        Supervisor({ variables[$0] }, process: 17)
    }

    @Test func whoeverIsNotToldOfAManagerHasNone() {
        #expect(manager([:]) == nil)
        #expect(manager(["NOTIFY_SOCKET": ""]) == nil)
        #expect(manager(["NOTIFY_SOCKET": "vsock:2:1234"]) == nil)
        #expect(manager(["WATCHDOG_USEC": "1000000"]) == nil)
    }

    @Test func theWatchdogIsOursOnlyIfItNamesUs() throws {
        let told = ["NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": "20000000"]
        #expect(manager(told)?.patience == .seconds(20))
        #expect(manager(told.merging(["WATCHDOG_PID": "17"]) { $1 })?.patience == .seconds(20))
        #expect(try #require(manager(told.merging(["WATCHDOG_PID": "18"]) { $1 })).patience == nil)
        #expect(try #require(manager(told.merging(["WATCHDOG_USEC": "soon"]) { $1 })).patience == nil)
        #expect(try #require(manager(told.merging(["WATCHDOG_USEC": "0"]) { $1 })).patience == nil)
    }

    @Test(arguments: [false, true])
    func newsArriveAsOneDatagramEach(_ isAbstract: Bool) throws {
        let folder = try TemporaryFolder()
        let receiver = try Receiver(isAbstract ? "@" + folder.path : folder.path + "/notify")
        let manager = try #require(self.manager(["NOTIFY_SOCKET": receiver.name]))
        manager.tell(.ready)
        manager.tell(.turning)
        manager.tell(.stopping)
        #expect(receiver.next() == "READY=1")
        #expect(receiver.next() == "WATCHDOG=1")
        #expect(receiver.next() == "STOPPING=1")
        #expect(receiver.next() == nil)
    }

    @Test func aManagerThatIsNotThereIsNoTrouble() throws {
        try #require(manager(["NOTIFY_SOCKET": "/nonexistent/notify"])).tell(.ready)
        try #require(manager(["NOTIFY_SOCKET": "/" + String(repeating: "long", count: 100)])).tell(.ready)
    }

    @Test func thePulseGoesWithTheLoopAndTwiceAsOftenAsItHasTo() {
        var told: [Supervisor.News] = []
        var pulse = Pulse(patience: .seconds(20)) { told.append($0) }
        pulse.turned(now: .seconds(100))
        #expect(told == [.ready, .turning])
        for tenth in 1..<100 { pulse.turned(now: .seconds(100) + .milliseconds(100) * tenth) }
        #expect(told == [.ready, .turning])
        pulse.turned(now: .seconds(110))
        #expect(told == [.ready, .turning, .turning])
        // It stood still for an hour: one word, not hundreds.
        pulse.turned(now: .seconds(3_710))
        #expect(told == [.ready, .turning, .turning, .turning])
        pulse.ended()
        #expect(told.last == .stopping)
    }

    @Test func whoeverDoesNotWatchIsToldTheBeginningAndTheEnd() {
        var told: [Supervisor.News] = []
        var pulse = Pulse(patience: nil) { told.append($0) }
        for second in 0..<100 { pulse.turned(now: .seconds(second)) }
        pulse.ended()
        #expect(told == [.ready, .stopping])
    }

    @Test func aLoopThatNeverRanIsNotSaidToEnd() {
        var told: [Supervisor.News] = []
        Pulse(patience: nil) { told.append($0) }.ended()
        #expect(told.isEmpty)
    }
}

/// The manager's end of the socket.
private final class Receiver {
    let name: String
    private let descriptor: Int32

    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length)
            }
        }
        try #require(code == 0)
    }

    /// Nil when nothing waits.
    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    deinit {
        close(descriptor)
    }
}
