import Testing

@testable import Game
@testable import Gateway
@testable import PeerNetwork
@testable import StationNode

/// What finds a place when more comes in than is taken out.
struct StationInboxTests {
    private static let datagram = NodeInput.datagram([1], from: Endpoint(address: [127, 0, 0, 1], port: 9))

    @Test func aFloodOfDatagramsCostsNothingElseItsPlace() async {
        let mailbox = StationInbox()
        for _ in 0..<100_000 { mailbox.put(Self.datagram) }
        #expect(mailbox.dropped == 100_000 - StationInbox.datagramsAtMost)
        for _ in 0..<StationInbox.bulkAtMost { mailbox.put(.tick) }
        mailbox.put(.network(works: true))
        #expect(mailbox.dropped == 100_000 - StationInbox.datagramsAtMost)
        mailbox.close()
        var counts = (datagrams: 0, ticks: 0, others: 0)
        for await letter in mailbox.letters {
            mailbox.took(letter.input)
            switch letter.input {
            case .datagram: counts.datagrams += 1
            case .event(.tick): counts.ticks += 1
            default: counts.others += 1
            }
        }
        #expect(counts == (StationInbox.datagramsAtMost, StationInbox.bulkAtMost, 1))
    }

    @Test func whatComesInNumbersLeavesRoomForWhatComesOnce() {
        let mailbox = StationInbox()
        let beacon = Earshot.beacon(StationName(StationID(value: 9)), measuredPower: -59)
        let sighting = NodeInput.heard(beacon, rssi: -60, battery: nil)
        for _ in 0..<10_000 { mailbox.put(sighting) }
        #expect(!mailbox.put(.tick))
        for _ in 0..<9_999 { mailbox.put(.tick) }
        for _ in 0..<10_000 { mailbox.put(Self.datagram) }
        #expect(mailbox.dropped == 30_000 - StationInbox.bulkAtMost - StationInbox.datagramsAtMost)
        #expect(mailbox.put(.lines(works: false)))
        #expect(mailbox.dropped == 30_000 - StationInbox.bulkAtMost - StationInbox.datagramsAtMost)
    }

    @Test func aPlaceThatIsTakenOutOfIsFreeAgain() async {
        let mailbox = StationInbox()
        var letters = mailbox.letters.makeAsyncIterator()
        for _ in 0..<3 * StationInbox.bulkAtMost {
            mailbox.put(Self.datagram)
            guard let letter = await letters.next() else { break }
            mailbox.took(letter.input)
        }
        #expect(mailbox.dropped == 0)
    }
}
