import Testing
import Yard

@testable import PeerNetwork

/// When a station says its presence announcement, and when it signs it anew: docs/security.md, "Presence
/// announcements".
struct PresenceSenderTests {
    /// A sender and what it needs to sign.
    private struct Voice {
        var sender = PresenceSender(boot: 7)
        let key = IdentityKey(seed: Courtyard.seed(1))
        var secrets = SecretSource(seed: Courtyard.seed(2))
        var ephemeral = [UInt8](repeating: 5, count: 32)

        /// The sequence number and the index of what is said then; nil if nothing is.
        mutating func says(_ milliseconds: Int, pace: UInt16 = 10) -> [Int]? {
            let said = sender.datagram(
                now: .milliseconds(milliseconds), ephemeral: ephemeral, pace: pace, key: key,
                secrets: &secrets)
            guard let said, let tail = PresenceAnnouncement.Tail(said),
                let announcement = try? PresenceAnnouncement(said)
            else { return nil }
            return [Int(announcement.sequence), tail.index]
        }

        mutating func wants(_ body: UInt8, isUrgent: Bool = false, at milliseconds: Int) {
            sender.say([body], isUrgent: isUrgent, now: .milliseconds(milliseconds))
        }

        var next: Duration? { sender.next }
    }

    @Test func beforeItHasSomethingToSayItIsSilent() {
        var voice = Voice()
        voice.sender.show(ephemeral: [1], now: .zero)
        let said = voice.says(1_000)
        #expect(said == nil && voice.next == nil && !voice.sender.isUrgent)
    }

    /// At once; every 100 ms for 1.5 s; then at its pace, a tenth more or less.
    @Test func aChangeIsSaidQuickly() throws {
        var voice = Voice()
        voice.wants(1, at: 1_000)
        let first = voice.says(1_000)
        #expect(first == [1, 0] && voice.next == .milliseconds(1_100))
        let early = voice.says(1_099)
        #expect(early == nil)
        for step in 1...14 {
            let said = voice.says(1_000 + 100 * step)
            #expect(said == [1, step] && voice.next == .milliseconds(1_100 + 100 * step))
        }
        let last = voice.says(2_500)
        let next = try #require(voice.next)
        #expect(last == [1, 15] && (.milliseconds(3_400) ... .milliseconds(3_600)).contains(next))
        // Said again, it is no change.
        voice.wants(1, at: 2_600)
        #expect(voice.next == next)
    }

    /// Paces differ by a tenth at most, and not all in the same way.
    @Test func pacesDrift() throws {
        var voice = Voice()
        voice.wants(1, at: 0)
        var gaps: Set<Duration> = []
        var now = 0
        for _ in 0..<60 {
            _ = voice.says(now, pace: 20)
            let next = try #require(voice.next)
            if now > 2_000 { gaps.insert(next - .milliseconds(now)) }
            now = Int(next / .milliseconds(1))
        }
        #expect(gaps.allSatisfy { (.milliseconds(1_800) ... .milliseconds(2_200)).contains($0) })
        #expect(gaps.count > 8)
        let (least, most) = (gaps.min() ?? .zero, gaps.max() ?? .zero)
        #expect(least < .milliseconds(1_880) && most > .milliseconds(2_120))
    }

    @Test func whatIsUrgentIsSaidQuicklyForAsLong() {
        var voice = Voice()
        voice.wants(1, isUrgent: true, at: 0)
        #expect(voice.sender.isUrgent)
        for step in 0..<40 {
            let said = voice.says(100 * step)
            #expect(said == [1, step] && voice.next == .milliseconds(100 * step + 100))
        }
    }

    /// Two signatures are 50 ms apart, and of what changes in between only the newest counts.
    @Test func signaturesAreApart() {
        var voice = Voice()
        voice.wants(1, at: 0)
        _ = voice.says(0)
        voice.wants(2, at: 10)
        #expect(voice.next == .milliseconds(50))
        voice.wants(3, at: 20)
        let early = voice.says(49)
        let said = voice.says(50)
        #expect(early == nil && said == [2, 0] && voice.next == .milliseconds(150))
        voice.wants(4, at: 120)
        #expect(voice.next == .milliseconds(120))
        // What was to be said anyway is not put off.
        var soon = Voice()
        soon.wants(1, at: 0)
        _ = soon.says(0)
        for step in 1...2 { _ = soon.says(100 * step) }
        soon.wants(2, at: 290)
        #expect(soon.next == .milliseconds(290))
    }

    /// Sixty-four times each: then it is signed anew.
    @Test func aSignatureLastsForSixtyFour() {
        var voice = Voice()
        voice.wants(1, isUrgent: true, at: 0)
        for step in 0..<130 {
            let said = voice.says(100 * step)
            #expect(said == [1 + step / 64, step % 64])
        }
    }

    /// A new key is a change; so is a room that has become twice as large, or half as large.
    @Test(
        arguments: [(10, 19, false), (10, 20, true), (10, 6, false), (10, 5, true)]
            as [(UInt16, UInt16, Bool)])
    func anotherRoomIsSaid(before: UInt16, after: UInt16, isSigned: Bool) {
        var voice = Voice()
        voice.wants(1, isUrgent: true, at: 0)
        _ = voice.says(0, pace: before)
        let said = voice.says(100, pace: after)
        #expect(said == (isSigned ? [2, 0] : [1, 1]))
        voice.ephemeral = [UInt8](repeating: 6, count: 32)
        let keyed = voice.says(200, pace: after)
        #expect(keyed == [isSigned ? 3 : 2, 0])
        let again = voice.says(300, pace: after)
        #expect(again == [isSigned ? 3 : 2, 1])
    }

    /// Each new announcement says where the chain of the one before goes on.
    @Test func announcementsAreLinked() throws {
        var voice = Voice()
        voice.wants(1, isUrgent: true, at: 0)
        var said: [[UInt8]] = []
        for step in 0..<4 {
            if step == 3 { voice.wants(2, isUrgent: true, at: 300) }
            said.append(
                try #require(
                    voice.sender.datagram(
                        now: .milliseconds(100 * step), ephemeral: voice.ephemeral, pace: 10, key: voice.key,
                        secrets: &voice.secrets)))
        }
        let (before, after) = (try PresenceAnnouncement(said[2]), try PresenceAnnouncement(said[3]))
        #expect(after.link.index == 3)
        let tail = try #require(PresenceAnnouncement.Tail(said[2]))
        let place = HashChain.Place(sender: voice.key.id, boot: 7, sequence: 1)
        #expect(tail.index == 2 && before.sequence == 1 && after.sequence == 2)
        #expect(after.follows(place, index: tail.index, element: tail.element))
        #expect(!after.follows(place, index: 3, element: tail.element))
    }
}
