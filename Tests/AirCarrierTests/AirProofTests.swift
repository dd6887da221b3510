import Testing
import Wire

@testable import AirCarrier
@testable import PeerNetwork

/// Challenges and responses without what the one that they are for knows.
struct AirProofTests {
    private static let asker = StationID(value: 0xA1A2_A3A4_A5A6_A7A8)
    private static let key = AirLinkTests.key
    private static let challenge = Challenge(
        from: asker, to: key.id, boot: 0x0101_0101, nonce: 0xB1B2_B3B4_B5B6_B7B8)

    private static func presence(_ sequence: UInt8 = 1) throws -> AirPresence {
        try #require(AirPresence(of: AirLinkTests.presence(sequence, tail: 0)))
    }

    /// Annotated, and one frame.
    @Test func theBytesOfAChallenge() throws {
        let said = try #require(AirMessage.content(of: Self.challenge.encoded, by: nil))
        let mark = UInt32(Self.key.id.value >> 32) ^ 0x0101_0101
        #expect(said.kind == .challenge)
        #expect(
            said.bytes == [0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8]  // who asks
                + mark.bigEndianBytes  // whom
                + [0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8])  // number
        #expect(AirMessage.blocks(of: said.bytes)?.count == 1)
    }

    @Test func aChallengeIsForOneStartOfOneStation() throws {
        let said = try #require(AirMessage.challenge(Self.challenge.encoded))
        let heard = { (own: StationID, start: UInt32) in
            AirMessage.datagram(challenge: said, to: own, start: start)
        }
        #expect(heard(Self.key.id, 0x0101_0101) == Self.challenge.encoded)
        #expect(heard(Self.key.id, 0x0101_0102) == nil)
        #expect(heard(Self.asker, 0x0101_0101) == nil)
        for count in 0..<said.count {
            let cut = Array(said.prefix(count))
            #expect(AirMessage.datagram(challenge: cut, to: Self.key.id, start: 0x0101_0101) == nil)
        }
        #expect(AirMessage.datagram(challenge: said + [0], to: Self.key.id, start: 0x0101_0101) == nil)
        // Another version, and one that does not end with zeros, are said as they are.
        for place in [2, 99] {
            var other = Self.challenge.encoded
            other[place] ^= 1
            #expect(AirMessage.content(of: other, by: nil)?.kind == .whole)
        }
    }

    /// Annotated, and three frames.
    @Test func theBytesOfAResponse() throws {
        let response = ChallengeResponse(to: Self.challenge, sequence: 0x0405, by: Self.key)
        let said = try #require(AirMessage.content(of: response.encoded, by: Self.presence()))
        #expect(said.kind == .response)
        #expect(
            said.bytes == [0x04, 0x05]  // the end of the sequence
                + [0xB7, 0xB8]  // the end of the number
                + response.signature)
        #expect(AirMessage.blocks(of: said.bytes)?.count == 3)
        #expect(AirMessage.content(of: response.encoded, by: nil)?.kind == .known)
        // What the asker could not work out is said: a sequence that is far from the announcement's.
        let far = ChallengeResponse(to: Self.challenge, sequence: 0x8001, by: Self.key).encoded
        #expect(AirMessage.content(of: far, by: try Self.presence())?.kind == .known)
        for place in [2, 4, 20] {
            var other = response.encoded
            other[place] ^= 1
            #expect(AirMessage.content(of: other, by: try Self.presence())?.kind == .known)
        }
    }

    /// Its sequence is the nearest to the one that is known: before it, after it, and where the end wraps.
    @Test(arguments: [1, 2, 0x7FFF, 0x8000, UInt32.max, 0xFFFF_8002])
    func aResponseIsReadByWhoAsked(sequence: UInt32) throws {
        let response = ChallengeResponse(to: Self.challenge, sequence: sequence, by: Self.key)
        let said = try #require(AirMessage.response(response.encoded, by: Self.presence()))
        let others = [Challenge(from: Self.asker, to: Self.asker, boot: 1, nonce: Self.challenge.nonce)]
        let older = Challenge(from: Self.asker, to: Self.key.id, boot: 1, nonce: 5)
        let heard = { (asked: [Challenge]) throws in
            AirMessage.datagram(response: said, by: try Self.presence(), asked: asked)
        }
        #expect(try heard([Self.challenge]) == response.encoded)
        #expect(try heard([older, Self.challenge] + others) == response.encoded)
        #expect(try heard([older] + others) == nil)
        #expect(try heard([]) == nil)
        for count in 0..<said.count {
            let cut = AirMessage.datagram(
                response: Array(said.prefix(count)), by: try Self.presence(), asked: [Self.challenge])
            #expect(cut == nil)
        }
        let long = AirMessage.datagram(response: said + [0], by: try Self.presence(), asked: [Self.challenge])
        #expect(long == nil)
    }

    /// From one carrier to another one, and back: what arrives is what was sent, and who has not asked reads
    /// nothing. Who was asked by network may respond by radio. Of challenges the last 64 are known.
    @Test(arguments: [(byAir: true, later: 0), (false, 0), (true, 63), (true, 64)])
    func oneAsksAndTheOtherResponds(byAir: Bool, later: Int) throws {
        var asker = AirCarrier(own: Self.asker, first: 1)
        var other = AirCarrier(own: Self.key.id, first: 2)
        var third = AirCarrier(own: StationID(value: 3), first: 3)
        let air = Destination.one(Endpoint(air: AirLink.address))
        let network = Destination.one(Endpoint(address: [10, 0, 0, 1], port: 1))
        asker.network(works: false)
        other.network(works: false)
        func heard(_ carrier: inout AirCarrier, by listener: inout AirCarrier, at now: Duration) -> [[UInt8]]
        {
            guard case .advertise(let turns) = carrier.news(isHunting: false, now: now) else { return [] }
            return turns.frames.compactMap { frame in
                let data = Array(frame.dropFirst(4))
                let overheard = third.hear(data, from: AirLink.address, now: now)
                #expect(overheard.map { $0.bytes[3] == 1 } != false, "an announcement is for everybody")
                return listener.hear(data, from: AirLink.address, now: now)?.bytes
            }
        }
        other.send(AirLinkTests.presence(1, tail: 0), to: .everybody, now: .seconds(1))
        #expect(heard(&other, by: &asker, at: .seconds(1)) == [AirLinkTests.presence(1, tail: 0)])
        asker.send(Self.challenge.encoded, to: byAir ? air : network, now: .seconds(2))
        #expect(heard(&asker, by: &other, at: .seconds(2)) == (byAir ? [Self.challenge.encoded] : []))
        for nonce in 0..<UInt64(later) {
            let more = Challenge(from: Self.asker, to: Self.asker, boot: 1, nonce: nonce)
            asker.send(more.encoded, to: network, now: .seconds(3))
        }
        let response = ChallengeResponse(to: Self.challenge, sequence: 1, by: Self.key).encoded
        other.send(response, to: air, now: .seconds(4))
        #expect(heard(&other, by: &asker, at: .seconds(4)) == (later < 64 ? [response] : []))
    }
}
