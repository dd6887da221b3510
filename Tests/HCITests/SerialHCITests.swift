internal import Glibc
import Testing

@testable import HCI

/// The line is a pair of sockets without packets, with this test in the place of the kernel's driver.
@Suite("A controller on a serial line")
struct SerialHCITests {
    private static let hasBluetooth = (try? Adapters.list()) != nil

    @Test(
        "Without Bluetooth in the kernel it says so",
        .enabled(if: !hasBluetooth, "this kernel has Bluetooth sockets"))
    func unsupported() {
        #expect(throws: RadioTrouble.unsupported) { try SerialHCI() }
    }

    @Test(
        "Commands arrive whole, whatever the pieces were; a lost stream is told, and over with the next one")
    func heard() async throws {
        let line = try Line()
        let (commands, taker) = AsyncStream.makeStream(of: [UInt8].self)
        line.serial.receive({ batch, _ in batch.forEach { taker.yield($0) } }, ended: { _ in taker.finish() })
        var heard = commands.makeAsyncIterator()
        line.write([0x01, 0x03])
        line.write([0x0C, 0x00, 0x01, 0x09])
        #expect(await heard.next() == [0x01, 0x03, 0x0C, 0x00])
        line.write([0x10, 0x00, 0x77])
        #expect(await heard.next() == [0x01, 0x09, 0x10, 0x00])
        #expect(line.read(4) == SerialFraming.lost)
        line.write([0x01, 0x03, 0x0C, 0x00])
        #expect(await heard.next() == [0x01, 0x03, 0x0C, 0x00])
        line.close()
    }

    @Test("A host that reads late has what there was room for; one that does not, loses whole packets")
    func full() throws {
        let line = try Line()
        // As long as packets may be, so that the line takes a part of the one that it is filled by.
        let told = (0..<100).map { number in
            [0x05, UInt8(number), 0x00, 0x10, 0x27] + [UInt8](repeating: 0x5A, count: 10_000)
        }
        for packet in told { try line.serial.send(packet) }
        var stream = line.readAll()
        #expect(!stream.isEmpty && !stream.count.isMultiple(of: told[0].count))
        for _ in told {
            try line.serial.flush()
            stream += line.readAll()
        }
        let last: [UInt8] = [0x05, 1, 0, 1, 0, 7]
        try line.serial.send(last)
        stream += line.readAll()
        var framing = SerialFraming()
        let found = framing.packets(with: stream)
        #expect(found.packets.last == last && !found.isLost)
        #expect(found.packets.dropLast().elementsEqual(told.prefix(max(0, found.packets.count - 1))))
        #expect(stream.count > SerialHCI.unsentAtMost - told[0].count && found.packets.count < told.count)
        #expect(framing.packets(with: last).packets == [last])
        line.close()
    }

    @Test("What is kept is as much as may be, to the byte")
    func kept() throws {
        let line = try Line()
        // The line itself takes what it takes; from then on everything waits.
        var taken = 0
        while taken < 1_000_000, try line.serial.waits(after: [UInt8](repeating: 0x5A, count: 1_000)) == 0 {
            taken += 1_000
        }
        var waiting = try line.serial.waits(after: [])
        while waiting + 1_000 <= SerialHCI.unsentAtMost {
            waiting = try line.serial.waits(after: [UInt8](repeating: 0x5A, count: 1_000))
        }
        let room = SerialHCI.unsentAtMost - waiting
        #expect(try line.serial.waits(after: [UInt8](repeating: 0x5A, count: room + 1)) == waiting)
        #expect(try line.serial.waits(after: [UInt8](repeating: 0x5A, count: room)) == SerialHCI.unsentAtMost)
        #expect(taken < 1_000_000)
        line.close()
    }

    @Test("A line that is not there, or is none, is named")
    func noLine() {
        #expect(throws: RadioTrouble.failed(operation: "opening /nowhere/tty", code: ENOENT)) {
            try SerialHCI(line: "/nowhere/tty")
        }
        #expect(throws: RadioTrouble.failed(operation: "opening /dev/null", code: ENOTTY)) {
            try SerialHCI(line: "/dev/null")
        }
    }

    @Test("Closed, it sends nothing, and says so")
    func closed() throws {
        let line = try Line()
        line.serial.close()
        line.serial.close()
        #expect(throws: RadioTrouble.unplugged) { try line.serial.send([0x04, 0x10, 0x01, 0x00]) }
        line.close()
    }
}

extension SerialHCI {
    /// Sends it, and says how much waits then.
    fileprivate func waits(after packet: [UInt8]) throws -> Int {
        try send(packet)
        return waiting
    }
}

private struct Line {
    let serial: SerialHCI
    private let host: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        // The least that Linux grants, so that it is soon full.
        var size: Int32 = 1
        for end in ends {
            unsafe setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        host = ends[1]
        serial = try SerialHCI(
            adapter: "hci7", controller: OwnedDescriptor(ends[0], opening: "a line"),
            host: OwnedDescriptor(dup(host), opening: "a line"))
    }

    func write(_ bytes: [UInt8]) {
        let count = unsafe Glibc.write(host, bytes, bytes.count)
        #expect(count == bytes.count)
    }

    /// So many bytes, once they are there.
    func read(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var watched = pollfd(fd: host, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&watched, 1, 10_000) == 1 else { break }
            bytes += some(atMost: count - bytes.count)
        }
        return bytes
    }

    /// Everything that is there.
    func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = some(atMost: 4_096)
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    private func some(atMost count: Int) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: count)
        let read = unsafe Glibc.read(host, &piece, count)
        return Array(piece.prefix(max(0, read)))
    }

    func close() {
        serial.close()
        Glibc.close(host)
    }
}
