import Testing

@testable import HCI

@Suite("The radio's mailbox")
struct RadioMailboxTests {
    private func batch(_ count: Int, opening: Int = 1) -> RadioMailbox.Batch {
        RadioMailbox.Batch(opening: opening, packets: Array(repeating: [0x04], count: count), at: .zero)
    }

    @Test("One goal, the latest; every batch, in order; and it is empty afterwards")
    func contents() {
        let mailbox = RadioMailbox()
        mailbox.want(RadioGoal(scans: true))
        mailbox.want(RadioGoal(scans: false))
        for count in 1...3 { mailbox.received(batch(count)) }
        mailbox.ended(opening: 1, .unplugged)
        mailbox.stop()
        let mail = mailbox.take(counting: RadioCounters())
        #expect(mail.goal == RadioGoal(scans: false))
        #expect(mail.batches.map(\.packets.count) == [1, 2, 3])
        #expect(mail.ended?.trouble == .unplugged && mail.stops)
        let nothing = mailbox.take(counting: RadioCounters())
        #expect(nothing.goal == nil && nothing.batches.isEmpty && nothing.ended == nil && !nothing.stops)
    }

    @Test("What does not fit is dropped and counted, until there is room again")
    func bound() {
        let mailbox = RadioMailbox()
        // More than a minute's worth in a quiet house.
        mailbox.received(batch(4_095))
        mailbox.received(batch(2))
        mailbox.received(batch(1))
        #expect(mailbox.counters.dropped == 2)
        var counters = RadioCounters()
        counters.dropped = 5
        #expect(
            mailbox.take(counting: counters).batches.map(\.packets.count) == [4_095, 1])
        mailbox.received(batch(2))
        #expect(mailbox.take(counting: counters).batches.count == 1)
        #expect(mailbox.counters.dropped == 7, "the core's and its own")
    }

    @Test("The bell rings once for all that came, and again for what comes after")
    func bell() async {
        let mailbox = RadioMailbox()
        mailbox.stop()
        mailbox.ring()
        var rings = mailbox.bell.makeAsyncIterator()
        #expect(await rings.next() != nil)
        mailbox.want(RadioGoal())
        #expect(await rings.next() != nil)
    }

    @Test("Closed, it takes nothing, and a transport that comes too late is refused")
    func closing() {
        let mailbox = RadioMailbox()
        #expect(mailbox.opened(.failure(.missing)))
        guard case .failure(.missing) = mailbox.close().opened else {
            Issue.record("what is left is handed out")
            return
        }
        #expect(!mailbox.opened(.failure(.missing)))
        mailbox.stop()
        #expect(!mailbox.close().stops)
    }
}
