import Testing
import Yard

@testable import PeerNetwork

/// Hands, and unicast messages between two.
struct MutualAuthenticationTests {
    static func met(seed: UInt64 = 1, crews: [UInt8?] = [nil, nil]) -> Courtyard {
        var yard = Courtyard(seed: seed)
        for (place, crew) in crews.enumerated() {
            let index = yard.add(UInt8(place + 1), crew: crew)
            yard.say(index, "hello")
        }
        yard.run(for: .seconds(3))
        return yard
    }

    static func hold(_ yard: inout Courtyard) {
        let ids = yard.residents.indices.map { yard.id($0) }
        for index in yard.residents.indices { yard.act(index) { $0.authenticate(ids, now: $1) } }
    }

    @Test func handsAreJoinedWhenBothWantTo() {
        var yard = Self.met()
        let ids = [yard.id(0), yard.id(1)]
        yard.act(0) { $0.authenticate([ids[1]], now: $1) }
        yard.run(for: .seconds(5))
        #expect(yard.residents[0].trust.isEmpty && yard.residents[1].trust.isEmpty)
        yard.act(1) { $0.authenticate([ids[0]], now: $1) }
        yard.run(for: .milliseconds(20))
        #expect(yard.residents[0].trust == [.authenticated(ids[1])])
        #expect(yard.residents[1].trust == [.authenticated(ids[0])])
        yard.act(0) { $0.authenticate([], now: $1) }
        yard.run(for: .milliseconds(20))
        #expect(yard.residents[0].trust.last == .unauthenticated(ids[1]))
        #expect(yard.residents[1].trust.last == .unauthenticated(ids[0]))
        yard.run(for: .seconds(20))
        #expect(yard.residents[0].trust.count == 2 && yard.residents[1].trust.count == 2)
    }

    /// By radio what is repeated takes time from what is not: it ends when it was answered.
    @Test(arguments: [true, false]) func whatIsAnsweredByRadioIsSettled(byAir: Bool) {
        var yard = Courtyard()
        for place in 0..<2 {
            let index = yard.add(UInt8(place + 1))
            if byAir {
                yard.residents[index].endpoint = Endpoint(address: [UInt8(place), 2, 3, 4, 5, 0xC6], port: 0)
            }
            yard.say(index, "hello")
        }
        yard.run(for: .seconds(20))
        let settled = { (yard: Courtyard, kind: Envelope.Kind) in
            yard.residents[0].told.count { $0.output == .settled(yard.id(1), kind) }
        }
        #expect(settled(yard, .challenge) == (byAir ? 1 : 0) && settled(yard, .unicast) == 0)
        let other = yard.id(1)
        yard.act(0) { $0.unicast(UnicastMessage(other: other, body: [1, 2, 3]), now: $1) }
        yard.run(for: .seconds(5))
        #expect(yard.residents[1].unicasts.count == 1)
        #expect((settled(yard, .unicast) > 0) == byAir)
    }

    @Test func handsAreJoinedQuicklyOnABadNetwork() {
        var times: [Duration] = []
        for seed in UInt64(1)...200 {
            var yard = Self.met(seed: seed)
            yard.loss = 0.2
            yard.delays = 0...200
            yard.doubled = 0.1
            let start = yard.now
            Self.hold(&yard)
            yard.run(for: .seconds(8))
            for (me, other) in [(0, 1), (1, 0)] {
                let at = yard.residents[me].time(of: .authenticated(yard.id(other)))
                times.append((at ?? .seconds(1_000)) - start)
            }
        }
        times.sort()
        #expect(times[times.count / 2] < .milliseconds(500))
        #expect(times[times.count * 95 / 100] < .milliseconds(1_500), "\(times[times.count * 95 / 100])")
    }

    @Test(arguments: [[1, nil], [1, 2]] as [[UInt8?]])
    func anotherCrewWordNeverAuthenticates(crews: [UInt8?]) {
        var yard = Self.met(crews: crews)
        Self.hold(&yard)
        let other = yard.id(1)
        yard.act(0) { $0.unicast(UnicastMessage(other: other, body: [1]), now: $1) }
        yard.run(for: .seconds(60))
        #expect(yard.residents.allSatisfy { $0.trust.isEmpty && $0.unicasts.isEmpty })
        #expect(yard.residents.allSatisfy { $0.messages.count == 1 })
    }

    /// What was given up is not offered for ever, and takes no place from what is said later.
    @Test func whoCannotOpenAUnicastIsLeftInPeace() {
        var yard = Self.met(crews: [1, 2])
        let other = yard.id(1)
        for number in UInt8(0)..<20 {
            yard.act(0) { $0.unicast(UnicastMessage(other: other, body: [number]), now: $1) }
            yard.run(for: .seconds(12))
        }
        #expect(yard.residents[0].gatekeeper.refusals[.unsaid] == 0)
        let before = yard.tape.count
        yard.run(for: .seconds(60))
        // Sixty announcements of each, a fifth more or less.
        #expect((96...144).contains(yard.tape.count - before))
    }

    /// One that could not be reached for a while hears what is said then, and nothing of what was given up.
    @Test func afterGivingUpTheLineServesAgain() {
        var yard = Self.met()
        let ids = [yard.id(0), yard.id(1)]
        yard.act(0) { $0.unicast(UnicastMessage(other: ids[1], body: [1]), now: $1) }
        yard.run(for: .seconds(1))
        yard.loss = 1
        yard.act(0) { $0.unicast(UnicastMessage(other: ids[1], body: [2]), now: $1) }
        yard.act(1) { $0.unicast(UnicastMessage(other: ids[0], body: [7]), now: $1) }
        // A second longer than it is tried, and less than who is silent is forgotten after.
        for _ in 0..<4 {
            yard.run(for: .seconds(2.5))
            yard.loss = 0
            for index in ids.indices { yard.say(index, "here \(yard.now)") }
            yard.run(for: .milliseconds(1))
            yard.loss = 1
        }
        yard.run(for: .seconds(1))
        yard.loss = 0
        yard.act(0) { $0.unicast(UnicastMessage(other: ids[1], body: [3]), now: $1) }
        yard.act(1) { $0.unicast(UnicastMessage(other: ids[0], body: [8]), now: $1) }
        yard.run(for: .seconds(3))
        #expect(yard.residents[1].trust == [] && yard.residents[0].trust == [])
        #expect(yard.residents[1].unicasts.map(\.body).last == [3])
        #expect(yard.residents[0].unicasts.map(\.body).last == [8])
        #expect(yard.residents[1].unicasts.count <= 3 && yard.residents[0].unicasts.count <= 2)
    }

    @Test func theSameCrewWordAuthenticates() {
        var yard = Self.met(crews: [7, 7])
        Self.hold(&yard)
        yard.run(for: .milliseconds(50))
        #expect(yard.residents[0].trust == [.authenticated(yard.id(1))])
    }

    @Test func aRestartLetsGoAndAuthenticatesAnew() {
        var yard = Self.met()
        Self.hold(&yard)
        yard.run(for: .seconds(1))
        let ids = [yard.id(0), yard.id(1)]
        yard.restart(0, boot: 90, drawing: 90, key: 1)
        yard.say(0, "again")
        yard.act(0) { $0.authenticate([ids[1]], now: $1) }
        yard.run(for: .seconds(3))
        #expect(
            yard.residents[1].trust == [
                .authenticated(ids[0]), .unauthenticated(ids[0]), .authenticated(ids[0]),
            ])
    }

    @Test func whoVanishesIsLetGo() {
        var yard = Self.met()
        Self.hold(&yard)
        yard.run(for: .seconds(1))
        yard.residents[0].isOff = true
        yard.run(for: .seconds(15))
        #expect(yard.residents[1].trust.suffix(2) == [.unauthenticated(yard.id(0)), .vanished(yard.id(0))])
    }

    @Test(arguments: 1...30)
    func whispersArriveOnceAndInOrder(seed: Int) {
        var yard = Self.met(seed: UInt64(seed))
        yard.loss = 0.3
        yard.delays = 0...300
        yard.doubled = 0.3
        let ids = [yard.id(0), yard.id(1)]
        var sent: [[UInt8]] = []
        for number in UInt8(0)..<40 {
            sent.append([number])
            for (me, other) in [(0, 1), (1, 0)] {
                yard.act(me) { $0.unicast(UnicastMessage(other: ids[other], body: [number]), now: $1) }
            }
            yard.run(for: .seconds(1))
        }
        yard.run(for: .seconds(10))
        #expect(yard.residents[0].unicasts.map(\.body) == sent)
        #expect(yard.residents[1].unicasts.map(\.body) == sent)
    }

    @Test func atMostEightUnicastsWait() {
        var yard = Self.met()
        yard.residents[1].isOff = true
        let other = yard.id(1)
        for number in UInt8(0)..<12 {
            yard.act(0) { $0.unicast(UnicastMessage(other: other, body: [number]), now: $1) }
        }
        #expect(yard.residents[0].gatekeeper.refusals[.unsaid] == 4)
        yard.residents[1].isOff = false
        yard.run(for: .seconds(3))
        #expect(yard.residents[1].unicasts.map(\.body) == (0..<8).map { [$0] })
    }

    @Test func whispersGoOnAfterOneSideHasForgottenTheOther() {
        var yard = Self.met()
        let ids = [yard.id(0), yard.id(1)]
        yard.act(0) { $0.unicast(UnicastMessage(other: ids[1], body: [1]), now: $1) }
        yard.run(for: .seconds(1))
        // Only the second hears nothing for twelve seconds.
        yard.residents[1].isOff = true
        yard.run(for: .seconds(9))
        yard.residents[1].isOff = false
        yard.residents[0].isOff = true
        yard.run(for: .seconds(3))
        yard.residents[0].isOff = false
        yard.run(for: .seconds(5))
        #expect(yard.residents[1].trust == [.vanished(ids[0])])
        yard.act(0) { $0.unicast(UnicastMessage(other: ids[1], body: [2]), now: $1) }
        yard.act(1) { $0.unicast(UnicastMessage(other: ids[0], body: [3]), now: $1) }
        yard.run(for: .seconds(5))
        #expect(yard.residents[1].unicasts.map(\.body) == [[1], [2]])
        #expect(yard.residents[0].unicasts.map(\.body) == [[3]])
    }
}
