import Testing
import Yard

@testable import PeerNetwork

/// A hall without a network: all share the air, and nobody has words for everybody.
extension CrowdedRoomTests {
    private static func hall(of count: Int) -> Room {
        var room = Room(of: 0..<count)
        room.isByAir = true
        return room
    }

    private static func ids(_ numbers: some Sequence<Int>) -> Set<StationID> {
        Set(numbers.map { FloodTests.key(of: $0).id })
    }

    /// Up to sixteen others are asked who they are; of more only so many as came before it was a crowd.
    @Test(arguments: [(16, 16...16), (30, 1...16)])
    func inACrowdNobodyIsAskedAtRest(others: Int, known: ClosedRange<Int>) {
        var room = Self.hall(of: others)
        room.run(for: .seconds(20))
        #expect(known.contains(room.gatekeeper.table.count), "\(room.gatekeeper.table.count)")
        let asked = room.challenges.count
        room.run(for: .seconds(40))
        #expect(room.challenges.count == asked)
    }

    /// Whoever holds asks those who hold, and nobody else; who only hears of it asks nobody.
    @Test func inACrowdWhoHoldsAsksWhoHolds() {
        var room = Self.hall(of: 33)
        let strangers: Set = [30, 31, 32]
        room.absent = strangers
        room.run(for: .seconds(20))
        let asked = room.challenges.count
        room.hold(strangers)
        room.run(for: .seconds(5))
        #expect(room.challenges.count == asked)
        room.hold()
        room.run(for: .seconds(5))
        #expect(strangers.allSatisfy { room.knows($0) })
        #expect(Set(room.challenges[asked...].map(\.target)) == Self.ids(strangers))
    }

    /// Who was in a round, and starts anew in a crowd, is asked by those who play, and asks them.
    @Test(arguments: [true, false]) func inACrowdWhoPlaysAndAsksIsAsked(plays: Bool) {
        var room = Self.hall(of: 31)
        room.absent = [30]
        room.run(for: .seconds(20))
        let member = FloodTests.key(of: 30).id
        if plays { room.hold([30]) } else { room.absent = [] }
        room.run(for: .seconds(2))
        #expect(!room.knows(30))
        let challenge = Challenge(from: member, to: room.gatekeeper.id, boot: 1, nonce: 5)
        _ = room.gatekeeper.receive(
            challenge.encoded, from: Endpoint(address: [0, 0, 0, 0, 30, 0xC0], port: 0), now: room.now)
        room.run(for: .seconds(5))
        #expect(room.knows(30) == plays)
    }

    /// Hands are held out there only while both hold; without a crowd whenever the station wants them.
    @Test(arguments: [16, 30]) func inACrowdNobodyIsSpokenWithAtRest(others: Int) {
        var room = Self.hall(of: others + 1)
        let newcomer = others
        room.absent = [newcomer]
        room.run(for: .seconds(20))
        let known = (0..<others).filter { room.knows($0) }
        room.authenticate(0..<others)
        room.run(for: .seconds(5))
        #expect(room.spokenTo == (others == 16 ? Self.ids(known) : []))
        if others == 16 { return }
        room.hold([newcomer])
        room.hold()
        room.authenticate(0..<others + 1)
        room.run(for: .seconds(5))
        #expect(room.spokenTo == Self.ids([newcomer]))
    }
}
