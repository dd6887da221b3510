import Crypto
import Testing
import Yard

@testable import PeerNetwork

/// What was secret is gone from the gatekeeper when it is not needed any more.
struct ErasureTests {
    /// Every run of bytes in a value, however deep: arrays, slices, and the library's keys.
    static func runs(in value: Any, depth: Int = 0) -> [[UInt8]] {
        if let bytes = value as? [UInt8] { return [bytes] }
        if let bytes = value as? ArraySlice<UInt8> { return [Array(bytes)] }
        if let key = value as? SymmetricKey { return [unsafe key.withUnsafeBytes { unsafe Array($0) }] }
        if let key = value as? Curve25519.KeyAgreement.PrivateKey {
            return [key.rawRepresentation.map { $0 }]
        }
        guard depth < 12 else { return [] }
        return Mirror(reflecting: value).children.flatMap { runs(in: $0.value, depth: depth + 1) }
    }

    static func holds(_ gatekeeper: Gatekeeper, _ secret: [UInt8]) -> Bool {
        runs(in: gatekeeper).contains { run in
            run.count >= secret.count
                && (0...(run.count - secret.count)).contains { run[$0...].starts(with: secret) }
        }
    }

    static func secret(_ yard: Courtyard) throws -> [UInt8] {
        let key = try #require(yard.residents[0].gatekeeper.ring.keys.first)
        return unsafe key.secret.withUnsafeBytes { unsafe Array($0) }
    }

    @Test func aKeyThatHasFadedIsNowhere() throws {
        var yard = KeyTests.session(3)
        let secret = try Self.secret(yard)
        for index in 0..<3 { #expect(Self.holds(yard.residents[index].gatekeeper, secret)) }
        for index in 0..<3 { yard.act(index) { $0.keep([], now: $1) } }
        yard.run(for: .seconds(11))
        for index in 0..<3 { #expect(!Self.holds(yard.residents[index].gatekeeper, secret)) }
    }

    @Test func aKeyThatStillWaitsToBeGivenIsErasedToo() throws {
        var yard = MutualAuthenticationTests.met()
        yard.residents[1].isOff = true
        let goal = KeyTests.goal(yard, leads: true)
        yard.act(0) { $0.keep([goal], now: $1) }
        let secret = try Self.secret(yard)
        yard.run(for: .milliseconds(200))
        #expect(Self.holds(yard.residents[0].gatekeeper, secret))
        yard.act(0) { $0.keep([], now: $1) }
        // The hand that keeps the other from being forgotten is its announcements'; ten seconds suffice for
        // the key.
        yard.run(for: .seconds(11))
        #expect(!Self.holds(yard.residents[0].gatekeeper, secret))
    }

    @Test func theKeyOfTheCardIsRenewedAndTheOldOneIsNowhere() {
        var yard = KeyTests.session(2)
        let old = yard.residents[0].gatekeeper.ephemeral.rawRepresentation.map { $0 }
        #expect(Self.holds(yard.residents[0].gatekeeper, old))
        yard.act(0) { $0.keep([], now: $1) }
        #expect(!Self.holds(yard.residents[0].gatekeeper, old))
    }

    @Test func whatWasRecordedCannotBeOpenedByWhoTakesAStationLater() throws {
        var yard = KeyTests.session(2)
        KeyTests.tell(&yard, 1, "secret")
        let sealed = try #require(yard.tape.last { $0.bytes[3] == 5 })
        for index in 0..<2 { yard.act(index) { $0.keep([], now: $1) } }
        yard.run(for: .seconds(42))
        for recorded in yard.tape { yard.inject(recorded.bytes, from: recorded.from, to: 0) }
        yard.inject(sealed.bytes, from: sealed.from, to: 0)
        #expect(KeyTests.heard(yard, 0) == ["secret"])
        #expect(yard.residents[0].gatekeeper.ring.keys.isEmpty)
        #expect(yard.residents[0].epochs.count == 1)
    }
}
