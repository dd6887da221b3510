internal import CDrivers
internal import Glibc
import Testing

@testable import HCI

@Suite("A transport over a descriptor")
struct PacketSocketTests {
    @Test("Packets stay whole and in order, and what has gathered comes as one batch")
    func batches() async throws {
        let (ours, theirs) = try socketPair()
        defer { close(theirs) }
        let socket = try PacketSocket(adapter: "hci7", owning: OwnedDescriptor(ours, opening: "a socket"))
        let packets = (0..<5).map {
            [UInt8(0x04), 0x0E, UInt8($0)] + Array(repeating: UInt8($0), count: $0 * 60)
        }
        for packet in packets { write(packet, to: theirs) }
        var events = events(of: socket).makeAsyncIterator()
        #expect(await events.next() == .batch(packets))
        write([0x04, 0x10, 0x01, 0x00], to: theirs)
        #expect(await events.next() == .batch([[0x04, 0x10, 0x01, 0x00]]))
        socket.close()
    }

    @Test("After reports more are gathered; nothing is lost or reordered by it")
    func gathering() async throws {
        let (ours, theirs) = try socketPair()
        defer { close(theirs) }
        let socket = try PacketSocket(adapter: "hci0", owning: OwnedDescriptor(ours, opening: "a socket"))
        let stream = events(of: socket)
        let sent = (0..<100).map { [UInt8(0x04), 0x3E, 0x02, 0x02, UInt8($0)] }
        for packet in sent { write(packet, to: theirs) }
        var received: [[UInt8]] = []
        for await event in stream {
            if case .batch(let batch) = event { received += batch }
            if received.count >= sent.count { break }
        }
        #expect(received == sent)
        socket.close()
    }

    @Test("More than fits one batch arrives in several, at once")
    func largeBatches() async throws {
        let (ours, theirs) = try socketPair()
        defer { close(theirs) }
        let sent = (0..<PacketSocket.largestBatch + 1).map { [0x04, UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        // The kernel bounds how many datagrams wait between two AF_UNIX sockets, so they are read while
        // written.
        let socket = try PacketSocket(adapter: "hci0", owning: OwnedDescriptor(ours, opening: "a socket"))
        let stream = events(of: socket)
        for packet in sent { write(packet, to: theirs) }
        var received: [[UInt8]] = []
        for await event in stream {
            if case .batch(let batch) = event {
                #expect(batch.count <= PacketSocket.largestBatch)
                received += batch
            }
            if received.count >= sent.count { break }
        }
        #expect(received == sent)
        socket.close()
    }

    @Test("What is sent is one packet")
    func sending() throws {
        let (ours, theirs) = try socketPair()
        defer { close(theirs) }
        let socket = try PacketSocket(adapter: "hci0", owning: OwnedDescriptor(ours, opening: "a socket"))
        try socket.send([0x01, 0x03, 0x0C, 0x00])
        var packet = [UInt8](repeating: 0, count: 16)
        let length = unsafe cd_hci_read(theirs, &packet, packet.count)
        #expect(packet.prefix(Int(length)) == [0x01, 0x03, 0x0C, 0x00])
        socket.close()
    }

    @Test("What a controller does not take is told, and not waited for")
    func takesNothing() throws {
        let (ours, theirs) = try socketPair()
        defer { close(theirs) }
        let socket = try PacketSocket(adapter: "hci0", owning: OwnedDescriptor(ours, opening: "a socket"))
        #expect(throws: RadioTrouble.failed(operation: "sending to the controller", code: EAGAIN)) {
            for _ in 0..<100_000 { try socket.send([0x01, 0x03, 0x0C, 0x00]) }
        }
        #expect(throws: Never.self) { try socket.send([]) }
        socket.close()
    }

    @Test("Unplugged: what had arrived is delivered, then it is told once, and sending says the same")
    func unplugged() async throws {
        let (ours, theirs) = try socketPair()
        let socket = try PacketSocket(adapter: "hci0", owning: OwnedDescriptor(ours, opening: "a socket"))
        write([0x04, 0x01, 0x00], to: theirs)
        close(theirs)
        var seen: [HCIEvent] = []
        for await event in events(of: socket) {
            seen.append(event)
            if case .ended = event { break }
        }
        #expect(seen == [.batch([[0x04, 0x01, 0x00]]), .ended(.unplugged)])
        #expect(throws: RadioTrouble.unplugged) { try socket.send([0x01, 0x03, 0x0C, 0x00]) }
        socket.close()
    }

    @Test("Closing joins the reader, may be repeated, is not told as trouble, and sends nothing")
    func closing() async throws {
        let (ours, theirs) = try socketPair()
        defer { close(theirs) }
        let socket = try PacketSocket(adapter: "hci0", owning: OwnedDescriptor(ours, opening: "a socket"))
        let (stream, continuation) = AsyncStream.makeStream(of: HCIEvent.self)
        socket.receive(
            { batch, _ in continuation.yield(.batch(batch)) }, ended: { continuation.yield(.ended($0)) })
        socket.close()
        socket.close()
        continuation.finish()
        for await event in stream { Issue.record("\(event) although closed") }
        var packet = [UInt8](repeating: 0, count: 16)
        let length = unsafe cd_hci_read(theirs, &packet, packet.count)
        #expect(length == 0, "the peer sees the end, and nothing before it")
        #expect(throws: RadioTrouble.unplugged) { try socket.send([0x01]) }
    }

    @Test("A socket that was never read, and one that is forgotten, close too")
    func forgetting() throws {
        let (ours, theirs) = try socketPair()
        defer { close(theirs) }
        _ = try PacketSocket(adapter: "hci0", owning: OwnedDescriptor(ours, opening: "a socket"))
        var packet = [UInt8](repeating: 0, count: 16)
        #expect(unsafe cd_hci_read(theirs, &packet, packet.count) == 0)
    }

    private func socketPair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    /// Writes one packet, waiting while the other end's queue is full.
    private func write(_ packet: [UInt8], to descriptor: Int32) {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&room, 1, -1)
        #expect(unsafe cd_hci_write(descriptor, packet, packet.count) == Int32(packet.count))
    }

    private enum HCIEvent: Equatable, Sendable {
        case batch([[UInt8]])
        case ended(RadioTrouble)
    }

    /// What the transport says from now on; the stream has no end.
    private func events(of transport: any Transport) -> AsyncStream<HCIEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: HCIEvent.self)
        transport.receive(
            { batch, _ in continuation.yield(.batch(batch)) }, ended: { continuation.yield(.ended($0)) })
        return stream
    }
}
