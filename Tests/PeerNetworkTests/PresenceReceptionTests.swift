import Testing
import Wire
import Yard

@testable import PeerNetwork

/// What one gatekeeper makes of announcements and responses, each refused for its reason: docs/security.md.
struct PresenceReceptionTests {
    /// One gatekeeper, and others of whom there is nothing but what they send.
    private final class Door {
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 101)
        var now = Duration.seconds(100)

        /// Why it is refused; nil if it is not.
        func refusal(_ bytes: [UInt8], from host: UInt8 = 9) -> Refusal? {
            let before = gatekeeper.refusals
            _ = receive(bytes, from: host)
            return Refusal.allCases.first { gatekeeper.refusals[$0] > before[$0] }
        }

        @discardableResult
        func receive(_ bytes: [UInt8], from host: UInt8 = 9) -> [Gatekeeper.Output] {
            gatekeeper.receive(bytes, from: Courtyard.endpoint(host), now: now)
        }

        /// What it asks a station.
        func challenge(to number: Int, from host: UInt8 = 9) -> Challenge? {
            challenge(in: receive(FloodTests.announcement(of: number, isUrgent: false), from: host))
        }

        func challenge(in outputs: [Gatekeeper.Output]) -> Challenge? {
            outputs.lazy.compactMap { output in
                if case .transmit(let bytes, _) = output { Challenge(bytes) } else { nil }
            }.first
        }

        func respond(_ number: Int, to challenge: Challenge, from host: UInt8 = 9) -> Refusal? {
            let key = FloodTests.key(of: number)
            return refusal(ChallengeResponse(to: challenge, sequence: 1, by: key).encoded, from: host)
        }

        func meet(_ number: Int, from host: UInt8 = 9) throws {
            let asked = try #require(challenge(to: number, from: host))
            #expect(respond(number, to: asked, from: host) == nil)
            #expect(knows(number))
        }

        func knows(_ number: Int) -> Bool { gatekeeper.table[FloodTests.key(of: number).id] != nil }
    }

    /// A repetition whose element leads nowhere.
    private static func madeUp(_ number: Int, repetition: Int) -> [UInt8] {
        var bytes = FloodTests.announcement(of: number, isUrgent: false, repetition: repetition)
        bytes[bytes.count - 1] ^= 1
        return bytes
    }

    /// The number, the start and the station that was asked: all three have to be the ones asked for.
    @Test func aResponseIsToWhatWasAsked() throws {
        let door = Door()
        let asked = try #require(door.challenge(to: 1))
        #expect(door.challenge(to: 2) != nil)
        var other = asked
        other.nonce ^= 1
        #expect(door.respond(1, to: other) == .unproven)
        other = asked
        other.boot += 1
        #expect(door.respond(1, to: other) == .unproven)
        #expect(door.respond(2, to: asked) == .unproven)
        other = asked
        other.sender = FloodTests.key(of: 3).id
        #expect(door.respond(1, to: other) == .notForUs)
        #expect(!door.knows(1) && !door.knows(2))
        #expect(door.respond(1, to: asked) == nil && door.knows(1) && !door.knows(2))
        #expect(door.respond(1, to: asked) == .unproven, "once")
    }

    /// Whoever is asked by another name, or about an earlier start, does not answer.
    @Test func aChallengeIsForOneStart() {
        let door = Door()
        let (own, boot) = (door.gatekeeper.id, door.gatekeeper.boot)
        let stranger = FloodTests.key(of: 1).id
        func ask(_ target: StationID, _ boot: UInt32) -> Refusal? {
            door.refusal(Challenge(from: stranger, to: target, boot: boot, nonce: 9).encoded)
        }
        #expect(ask(FloodTests.key(of: 2).id, boot) == .notForUs)
        #expect(ask(own, boot &+ 1) == .notForUs)
        #expect(ask(own, boot) == nil)
    }

    /// Up to four hashes cost nothing; more count as a signature, of which strangers have twenty at once.
    @Test func manyHashesOfAStrangerAreRationed() throws {
        let door = Door()
        _ = try #require(door.challenge(to: 1))
        for _ in 0..<40 { #expect(door.refusal(Self.madeUp(1, repetition: 4)) == .forged) }
        // The announcement itself was one.
        for _ in 0..<19 { #expect(door.refusal(Self.madeUp(1, repetition: 5)) == .forged) }
        #expect(door.refusal(Self.madeUp(1, repetition: 5)) == .rationed)
        #expect(door.refusal(FloodTests.announcement(of: 1, isUrgent: false, repetition: 4)) == nil)
    }

    /// Another content under the number of one that is known.
    @Test func anotherContentUnderOneNumber() throws {
        let door = Door()
        _ = try #require(door.challenge(to: 1))
        var changed = FloodTests.announcement(of: 1, isUrgent: false, repetition: 1)
        changed[PresenceAnnouncement.Offset.body] ^= 1
        #expect(door.refusal(changed) == .contradiction)
        #expect(door.refusal(FloodTests.announcement(of: 1, isUrgent: false)) == .old)
        try door.meet(2)
        changed = FloodTests.announcement(of: 2, isUrgent: false, repetition: 1)
        changed[PresenceAnnouncement.Offset.body] ^= 1
        #expect(door.refusal(changed) == .contradiction)
        #expect(door.refusal(FloodTests.announcement(of: 2, isUrgent: false, repetition: 1)) == nil)
        #expect(door.refusal(FloodTests.announcement(of: 2, isUrgent: false, repetition: 1)) == .old)
    }

    /// A known station has a ration of its own, of forty, where it is known to be; elsewhere that of
    /// strangers.
    @Test(arguments: [(UInt8(9), 21...40), (10, 20...20)])
    func manyHashesOfAKnownStation(host: UInt8, lookedAt: ClosedRange<Int>) throws {
        let door = Door()
        try door.meet(1)
        for _ in 0..<50 { #expect(door.refusal(Self.madeUp(1, repetition: 4), from: host) == .forged) }
        // Where little is left it is given by lot.
        let refused = (0..<100).map { _ in door.refusal(Self.madeUp(1, repetition: 5), from: host) }
        #expect(lookedAt.contains(refused.count { $0 == .forged }))
        #expect(refused.allSatisfy { $0 == .forged || $0 == .rationed })
    }

    /// An identity belongs to one key: what is under another one costs no signature.
    @Test func anotherKeyOfAKnownStation() throws {
        let door = Door()
        try door.meet(1)
        for sequence in UInt32(3)..<203 {
            var announcement = FloodTests.announcement(of: 2, isUrgent: false, sequence: sequence)
            announcement.replaceSubrange(4..<12, with: FloodTests.key(of: 1).id.value.bigEndianBytes)
            #expect(door.refusal(announcement) == .forged)
        }
        #expect(door.refusal(FloodTests.announcement(of: 1, isUrgent: false, sequence: 300)) == nil)
    }

    /// Signed and newer is not enough: the end of an announcement has to be of its chain.
    @Test func anAnnouncementWithAnotherEnd() throws {
        let door = Door()
        try door.meet(1)
        let announcement = FloodTests.announcement(of: 1, isUrgent: false, repetition: 2, sequence: 3)
        var other = announcement
        other[other.count - 1] ^= 1
        #expect(door.refusal(other) == .forged)
        other = announcement
        other[other.count - PresenceAnnouncement.tailBytes] = 3
        #expect(door.refusal(other) == .forged)
        #expect(door.refusal(announcement) == nil)
        // Of a stranger's as well.
        other = FloodTests.announcement(of: 2, isUrgent: false, repetition: 2)
        other[other.count - 1] ^= 1
        #expect(door.refusal(other) == .forged && door.gatekeeper.candidates.isEmpty)
    }

    /// Sixteen from one address, those who are known among them.
    @Test func candidatesOfOneAddress() throws {
        let door = Door()
        for number in 0..<4 { try door.meet(number) }
        for number in 4..<16 {
            #expect(door.refusal(FloodTests.announcement(of: number, isUrgent: false)) == nil)
        }
        #expect(door.refusal(FloodTests.announcement(of: 16, isUrgent: false)) == .full)
        #expect(door.refusal(FloodTests.announcement(of: 16, isUrgent: false), from: 10) == nil)
        #expect(door.gatekeeper.candidates.count == 13)
    }

    /// Of sixty-four candidates one of the address that has the most makes room for one that has less.
    @Test(arguments: [(13, true), (14, true), (15, false)]) func whoMakesRoom(own: Int, isTaken: Bool) {
        let door = Door()
        var number = 0
        func add(_ count: Int, from host: UInt8) {
            for _ in 0..<count {
                // Twenty signatures of one address at once, and a hundred and twenty-eight in all.
                #expect(door.refusal(FloodTests.announcement(of: number, isUrgent: false), from: host) == nil)
                number += 1
            }
        }
        add(own, from: 10)
        for host in UInt8(20)...22 { add(16, from: host) }
        add(64 - own - 48, from: 23)
        #expect(door.gatekeeper.candidates.count == 64)
        let refusal = door.refusal(FloodTests.announcement(of: number, isUrgent: false), from: 10)
        #expect(refusal == (isTaken ? nil : .full) && door.gatekeeper.candidates.count == 64)
        let ofOthers = door.gatekeeper.candidates.count { (20...22).contains($0.endpoint.address[3]) }
        #expect(ofOthers == (isTaken ? 47 : 48))
    }

    /// With the last place of the table nobody else is asked but who holds, or was known before.
    @Test func aTableThatIsFullAsksNobodyElse() throws {
        let door = Door()
        try door.meet(1)
        try FloodTests.fill(&door.gatekeeper, now: door.now)
        #expect(door.gatekeeper.table.isFull)
        let last = try #require(door.gatekeeper.table.peers.indices.last)
        door.gatekeeper.table.remove(at: last)
        if door.gatekeeper.table.isFull {
            door.gatekeeper.table.remove(at: door.gatekeeper.table.peers.count - 1)
        }
        let challenge = try #require(door.challenge(to: 2))
        #expect(door.refusal(FloodTests.announcement(of: 3, isUrgent: true)) == nil)
        #expect(door.refusal(FloodTests.announcement(of: 4, isUrgent: false)) == nil)
        #expect(door.gatekeeper.candidates.count == 3)
        #expect(door.respond(2, to: challenge) == nil && door.knows(2) && door.gatekeeper.table.isFull)
        #expect(door.gatekeeper.candidates.map(\.announcement.sender) == [FloodTests.key(of: 3).id])
    }
}
