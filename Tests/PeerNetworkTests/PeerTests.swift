import Testing
import Yard

@testable import PeerNetwork

/// What is remembered of another station, and of one that has not proven itself.
struct PeerTests {
    private static let home = Courtyard.endpoint(3)
    private static let elsewhere = Courtyard.endpoint(4)
    private static let radio = Endpoint(address: [1, 2, 3, 4, 5, 0xC6], port: 0)

    private static func peer(at endpoint: Endpoint = home, isUrgent: Bool = false) throws -> Peer {
        let announcement = FloodTests.announcement(of: 3, isUrgent: isUrgent)
        let tail = try #require(PresenceAnnouncement.Tail(announcement))
        return Peer(
            try PresenceAnnouncement(announcement), at: endpoint, tail.index, tail.element, now: .seconds(100)
        )
    }

    private static func candidate(bytes: Int) throws -> Candidate {
        let announcement = FloodTests.announcement(of: 3, isUrgent: false)
        let tail = try #require(PresenceAnnouncement.Tail(announcement))
        return Candidate(
            try PresenceAnnouncement(announcement), tail, at: home, bytes: bytes, nonce: 1, now: .seconds(100)
        )
    }

    /// It is written to where it was heard; another address counts once the old one was silent for 3 s.
    @Test func anotherAddressCountsOnceTheOldOneIsSilent() throws {
        var peer = try Self.peer()
        peer.heard(at: Self.elsewhere, now: .milliseconds(102_999))
        #expect(peer.endpoint == Self.home && peer.heardAt == .milliseconds(102_999))
        peer.heard(at: Self.home, now: .seconds(103))
        peer.heard(at: Self.elsewhere, now: .milliseconds(105_999))
        #expect(peer.endpoint == Self.home)
        peer.heard(at: Self.elsewhere, now: .seconds(106))
        #expect(peer.endpoint == Self.elsewhere)
        peer.heard(at: Self.home, now: .milliseconds(108_999))
        #expect(peer.endpoint == Self.elsewhere)
        peer.heard(at: Self.home, now: .seconds(109))
        #expect(peer.endpoint == Self.home)
    }

    /// Ten seconds, or five of its own paces; by radio thirty, and more where words are slow.
    @Test func whoIsSilentVanishes() throws {
        var table = PeerTable()
        table.put(try Self.peer())
        let pace = table.peers[0].announcement.pace
        #expect(table.vanishesAt(0) == .seconds(100) + max(.seconds(10), pace * 5))
        var far = PeerTable()
        far.put(try Self.peer(at: Self.radio))
        #expect(far.vanishesAt(0) == .seconds(130))
        far.patienceByAir = 3
        #expect(far.vanishesAt(0) == .seconds(190))
    }

    @Test func sinceWhenItHolds() throws {
        #expect(try Self.peer().holdsSince == nil)
        var peer = try Self.peer(isUrgent: true)
        #expect(peer.holdsSince == .seconds(100))
        peer.heardAt = .seconds(120)
        peer.announcement = try PresenceAnnouncement(FloodTests.announcement(of: 3, isUrgent: true))
        #expect(peer.holdsSince == .seconds(100))
        peer.announcement = try PresenceAnnouncement(FloodTests.announcement(of: 3, isUrgent: false))
        #expect(peer.holdsSince == nil)
        peer.announcement = try PresenceAnnouncement(FloodTests.announcement(of: 3, isUrgent: true))
        #expect(peer.holdsSince == .seconds(120))
    }

    /// By identity, whatever the order in which they come; each once.
    @Test func theTableIsInOrder() throws {
        var table = PeerTable()
        let ids = (1...20).map { UInt64($0 * 7 % 20 + 1) }
        for id in ids {
            var bytes = FloodTests.announcement(of: 3, isUrgent: false)
            bytes.replaceSubrange(4..<12, with: [0, 0, 0, 0, 0, 0, 0, UInt8(id)])
            let tail = try #require(PresenceAnnouncement.Tail(bytes))
            let peer = Peer(
                try PresenceAnnouncement(bytes), at: Self.home, tail.index, tail.element, now: .seconds(1))
            table.put(peer)
            table.put(peer)
        }
        #expect(table.ids == Array(1...20) && table.peers.map(\.id.value) == table.ids && table.count == 20)
        for id in UInt64(0)...21 {
            let place = table.index(of: StationID(value: id))
            #expect(place == ((1...20).contains(id) ? Int(id) - 1 : nil))
        }
        table.remove(at: 4)
        #expect(table[StationID(value: 5)] == nil && table[StationID(value: 6)] != nil)
    }

    /// A challenge goes out where the candidate's announcements have paid for it, and not before its time.
    @Test func aCandidateIsAskedWhenItIsDueAndPaid() throws {
        let start = Duration.seconds(100)
        #expect(try !Self.candidate(bytes: Challenge.bytes - 1).isDue(now: start))
        #expect(try Self.candidate(bytes: Challenge.bytes - 1).nextLook == start + .seconds(15))
        var candidate = try Self.candidate(bytes: 2 * Challenge.bytes)
        #expect(candidate.isDue(now: start) && candidate.nextLook == start)
        #expect(candidate.challenge(now: start) == .one(Self.home))
        #expect(!candidate.isDue(now: start + .milliseconds(149)))
        #expect(candidate.isDue(now: start + .milliseconds(150)))
        #expect(candidate.nextLook == start + .milliseconds(150))
        candidate.answered = 1
        #expect(!candidate.isDue(now: start + .milliseconds(150)))
        #expect(candidate.nextLook == start + .seconds(15))
        candidate.answered = nil
        _ = candidate.challenge(now: start + .milliseconds(150))
        #expect(candidate.credit == 0 && !candidate.isDue(now: start + .seconds(10)))
    }

    /// Nobody gets its place for 3 s, nor for a second after it was asked.
    @Test func aCandidateKeepsItsPlaceForAWhile() throws {
        var candidate = try Self.candidate(bytes: 1_000)
        #expect(candidate.firmUntil == .seconds(103))
        _ = candidate.challenge(now: .seconds(101))
        #expect(candidate.firmUntil == .seconds(103))
        _ = candidate.challenge(now: .milliseconds(102_500))
        #expect(candidate.firmUntil == .milliseconds(103_500))
    }
}
