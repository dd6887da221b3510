import Testing
import Yard

@testable import PeerNetwork

/// Cards: who is believed, when, how often, and for how long.
struct PresenceAnnouncementTests {
    /// Two that have just met.
    static func pair() -> Courtyard {
        var yard = Courtyard()
        yard.add(1)
        yard.add(2)
        yard.say(0, "one")
        yard.say(1, "two")
        return yard
    }

    @Test func whatIsSaidIsHeardOnceItsSenderHasProvenToBeThere() {
        var yard = Self.pair()
        yard.run(for: .seconds(1))
        let expected = Message.Received(
            sender: yard.id(0), boot: 1,
            message: Message(audience: .lobby(isUrgent: false), body: Array("one".utf8)))
        #expect(yard.residents[1].messages == [expected])
        #expect(yard.residents[0].messages.map(\.message.body) == [Array("two".utf8)])
    }

    @Test func aChangeIsHeardAtOnceAndRepetitionsAreNot() {
        var yard = Self.pair()
        yard.run(for: .seconds(60))
        let before = yard.residents[1].messages.count
        yard.say(0, "three")
        yard.run(for: .milliseconds(10))
        yard.run(for: .seconds(60))
        #expect(yard.residents[1].messages.count == before + 1)
        #expect(yard.residents[1].told.last?.at == .seconds(160) + .milliseconds(1))
    }

    @Test func whoHoldsIsHeardTenTimesASecond() {
        var yard = Self.pair()
        yard.run(for: .seconds(5))
        let before = yard.residents[1].messages.count
        yard.say(0, "hold", isUrgent: true)
        yard.run(for: .seconds(10))
        let heard = yard.residents[1].messages.count - before
        #expect((99...102).contains(heard))
    }

    @Test func anIdleStationSendsAboutOneCardASecond() {
        var yard = Self.pair()
        yard.run(for: .seconds(10))
        let before = yard.tape.count
        yard.run(for: .seconds(600))
        // Two stations; a tenth more or less.
        #expect((1_080...1_340).contains(yard.tape.count - before))
    }

    @Test func whoIsSilentVanishesAfterTenSeconds() throws {
        var yard = Self.pair()
        yard.run(for: .seconds(5))
        yard.residents[0].isOff = true
        yard.run(for: .seconds(30))
        let at = try #require(yard.residents[1].time(of: .vanished(yard.id(0))))
        #expect(at > .seconds(114) && at <= .seconds(115))
        #expect(yard.residents[1].trust.count == 1)
        yard.residents[0].isOff = false
        yard.run(for: .seconds(5))
        #expect(yard.residents[1].messages.count == 2)
    }

    /// A made-up pace must not keep anybody in the room for a day.
    @Test func whoClaimsToSpeakSeldomIsWaitedForNoLonger() throws {
        var bytes = FloodTests.announcement(of: 1, isUrgent: false)
        #expect(try PresenceAnnouncement(bytes).pace == .seconds(1), "which it says")
        bytes.replaceSubrange(
            PresenceAnnouncement.Offset.pace..<(PresenceAnnouncement.Offset.pace + 2), with: [0xff, 0xff])
        #expect(try PresenceAnnouncement(bytes).pace == CrowdEstimate.paceAtMost)
    }

    @Test func aRestartIsBelievedOnceItIsProven() {
        var yard = Self.pair()
        yard.run(for: .seconds(5))
        yard.restart(0, boot: 77, drawing: 9, key: 1)
        yard.say(0, "again")
        yard.run(for: .seconds(2))
        #expect(yard.residents[1].messages.map(\.boot) == [1, 77])
        #expect(yard.residents[1].trust.isEmpty)
    }

    @Test func aSecondRestartWithinTenSecondsWaits() {
        var yard = Self.pair()
        yard.run(for: .seconds(5))
        for boot in [UInt32(77), 78] {
            yard.restart(0, boot: boot, drawing: UInt8(boot), key: 1)
            yard.say(0, "again")
            yard.run(for: .seconds(2))
        }
        #expect(yard.residents[1].messages.map(\.boot) == [1, 77])
        yard.run(for: .seconds(9))
        #expect(yard.residents[1].messages.map(\.boot) == [1, 77, 78])
    }

    @Test func aCopiedIdentityIsToldOnce() {
        var yard = Courtyard()
        yard.add(1)
        yard.residents.append(
            Courtyard.Resident(
                gatekeeper: Courtyard.gatekeeper(1, boot: 50, drawing: 50), endpoint: Courtyard.endpoint(9)))
        yard.say(0, "one")
        yard.say(1, "one")
        yard.run(for: .seconds(60))
        #expect(yard.residents[0].trust == [.doubled])
        #expect(yard.residents[1].trust == [.doubled])
        #expect(yard.residents.allSatisfy { $0.messages.isEmpty })
    }

    @Test func stationsOfOtherVersionsAreToldOnceAndAtMostSixteen() {
        var yard = Self.pair()
        for number in UInt8(0)..<20 {
            for _ in 0..<3 {
                let bytes: [UInt8] = [0x48, 0x43, 1, 1, 0, 0, 0, 0, 0, 0, 0, number]
                yard.inject(bytes, from: Courtyard.endpoint(9), to: 0)
            }
        }
        let told = (0..<16).map { TrustEvent.otherVersion(StationID(value: $0)) }
        #expect(yard.residents[0].trust == told)
    }

    @Test(arguments: 1...40)
    func theyMeetOnABadNetwork(seed: Int) throws {
        var yard = Courtyard(seed: UInt64(seed))
        yard.loss = 0.2
        yard.delays = 0...200
        yard.doubled = 0.1
        for key in UInt8(1)...4 {
            let index = yard.add(key)
            yard.say(index, "\(key)")
        }
        yard.run(for: .seconds(4))
        for resident in yard.residents {
            #expect(Set(resident.messages.map(\.sender)).count == 3)
        }
    }

    @Test(arguments: [(900, true), (901, false)])
    func aBodyHasNineHundredBytesAtMost(count: Int, isRead: Bool) throws {
        var bytes = FloodTests.announcement(of: 1, isUrgent: false)
        let body = try PresenceAnnouncement(bytes).body.count
        let place = PresenceAnnouncement.Offset.body
        bytes.replaceSubrange(place..<(place + body), with: [UInt8](repeating: 7, count: count))
        bytes.replaceSubrange((place - 2)..<place, with: [UInt8(count >> 8), UInt8(count & 255)])
        #expect((try? PresenceAnnouncement(bytes))?.body.count == (isRead ? count : nil))
    }
}
