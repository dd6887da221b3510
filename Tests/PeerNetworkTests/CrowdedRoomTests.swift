import Testing
import Wire
import Yard

@testable import PeerNetwork

/// A room with more stations than anybody keeps in mind.
struct CrowdedRoomTests {
    static let begin = Duration.seconds(50)

    /// One station among others that say their announcement once a second, and answer 200 ms after they are
    /// asked.
    struct Room {
        /// Numbered from 0.
        let crowd: Range<Int>
        /// Who of them hold.
        private(set) var holding: Set<Int> = []
        /// Who has not come yet.
        var absent: Set<Int> = []
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
        var now = CrowdedRoomTests.begin
        /// Every challenge: whom, and when.
        private(set) var challenges: [(target: StationID, at: Duration)] = []
        private(set) var vanished: [StationID] = []
        /// To whom something was said alone.
        private(set) var spokenTo: Set<StationID> = []
        /// They have no network.
        var isByAir = false
        private var responses: [(bytes: [UInt8], from: Endpoint, at: Duration)] = []
        private let keys: [IdentityKey]
        /// What each says: its announcement without the tail, and how often it has been said.
        private var announcements: [[UInt8]]
        private var chains: [HashChain]
        private var repetitions: [Int]
        private var sequences: [UInt32]

        /// At which address each is, and what it is called.
        private let address: (Int) -> UInt8
        let name: (Int) -> StationName?

        init(
            of crowd: Range<Int>, crew: UInt8? = nil,
            at address: @escaping (Int) -> UInt8 = { UInt8($0) },
            named name: @escaping (Int) -> StationName? = { _ in nil }
        ) {
            self.crowd = crowd
            self.address = address
            self.name = name
            gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1, crew: crew)
            keys = crowd.map(FloodTests.key(of:))
            announcements = crowd.map { Self.untailed($0, isUrgent: false, 1, name($0)) }
            chains = keys.map { Self.chain($0, 1) }
            repetitions = crowd.map { _ in 0 }
            sequences = crowd.map { _ in 1 }
        }

        /// Whoever does so must not be known: its announcement is another one with the same number.
        mutating func hold(_ numbers: Set<Int>) {
            defer { holding = numbers }
            absent.subtract(numbers)
            for number in numbers.subtracting(holding) {
                announcements[number] = Self.untailed(number, isUrgent: true, 1, name(number))
                repetitions[number] = 0
            }
        }

        private static func untailed(
            _ number: Int, isUrgent: Bool, _ sequence: UInt32, _ name: StationName?
        ) -> [UInt8] {
            let announcement = FloodTests.announcement(
                of: number, isUrgent: isUrgent, sequence: sequence, name: name)
            return Array(announcement.dropLast(PresenceAnnouncement.tailBytes))
        }

        private static func chain(_ key: IdentityKey, _ sequence: UInt32) -> HashChain {
            let place = HashChain.Place(sender: key.id, boot: 1, sequence: sequence)
            return HashChain(end: [UInt8](repeating: 1, count: 16), at: place)
        }

        /// An announcement has been said as often as it may be: the next one. It skips a number, and needs no
        /// link.
        private mutating func sign(_ index: Int) {
            sequences[index] += 2
            let isUrgent = holding.contains(crowd[index])
            announcements[index] = Self.untailed(
                crowd[index], isUrgent: isUrgent, sequences[index], name(crowd[index]))
            chains[index] = Self.chain(keys[index], sequences[index])
            repetitions[index] = 0
        }

        /// So many of those who are not in the table.
        func strangers(_ count: Int) -> Set<Int> {
            Set(crowd.filter { gatekeeper.table[FloodTests.key(of: $0).id] == nil }.prefix(count))
        }

        /// As if they had held out their hands.
        mutating func authenticate(_ numbers: Range<Int>) {
            let wanted = numbers.map { FloodTests.key(of: $0).id }
            note(gatekeeper.authenticate(wanted, now: now))
        }

        mutating func hold() {
            note(gatekeeper.send(Message(audience: .lobby(isUrgent: true), body: [1]), now: now))
        }

        /// 10 ms after 10 ms.
        mutating func run(for span: Duration) {
            let end = now + span
            while now < end {
                now += .milliseconds(10)
                // As many a second as there are, evenly; whoever holds says so ten times as often.
                let step = Int((now - CrowdedRoomTests.begin) / .milliseconds(10))
                for index in crowd.indices where !absent.contains(crowd[index]) {
                    let isHolding = holding.contains(crowd[index])
                    guard (step + index) % (isHolding ? 10 : 100) == 0 else { continue }
                    if repetitions[index] >= HashChain.repetitions { sign(index) }
                    let repetition = repetitions[index]
                    repetitions[index] += 1
                    let announcement =
                        announcements[index] + [UInt8(repetition)] + chains[index].element(repetition)
                    note(gatekeeper.receive(announcement, from: endpoint(index), now: now))
                }
                while let next = responses.first, next.at <= now {
                    responses.removeFirst()
                    note(gatekeeper.receive(next.bytes, from: next.from, now: now))
                }
                note(gatekeeper.advance(now: now))
            }
        }

        private func endpoint(_ index: Int) -> Endpoint {
            if isByAir { return Endpoint(address: [0, 0, 0, 0, address(index), 0xC0], port: 0) }
            return Endpoint(address: [10, 0, 0, address(index)], port: UInt16(1_000 + index))
        }

        func knows(_ number: Int) -> Bool { gatekeeper.table[FloodTests.key(of: number).id] != nil }

        private mutating func note(_ outputs: [Gatekeeper.Output]) {
            for output in outputs {
                if case .trust(.vanished(let id)) = output { vanished.append(id) }
                guard case .transmit(let bytes, _) = output else { continue }
                if Envelope(bytes)?.kind == Envelope.Kind.unicast.rawValue {
                    spokenTo.insert(StationID(value: bytes.u64be(at: 12)))
                }
                guard let challenge = Challenge(bytes) else { continue }
                challenges.append((challenge.target, now))
                guard let index = keys.firstIndex(where: { $0.id == challenge.target }) else { continue }
                let response = ChallengeResponse(to: challenge, sequence: sequences[index], by: keys[index])
                responses.append((response.encoded, endpoint(index), now + .milliseconds(200)))
            }
        }
    }

    /// Whoever has been asked keeps its place until it can have answered, however many wait for one.
    @Test func theTableFillsThoughTheAnswersTakeTheirTime() {
        var room = Room(of: 0..<200)
        room.run(for: .seconds(15))
        #expect(room.gatekeeper.table.count == PeerTable.countAtMost)
        // Hardly any question was for nothing: each is asked once more after 150 ms at the earliest.
        #expect(room.challenges.count <= 2 * PeerTable.countAtMost)
    }

    @Test func aFullTableAsksNobody() {
        var room = Room(of: 0..<200)
        room.run(for: .seconds(20))
        #expect(room.gatekeeper.candidates.count == 0)
        let asked = room.challenges.count
        room.hold(room.strangers(3))
        room.run(for: .seconds(20))
        #expect(room.challenges.count == asked)
        #expect(room.vanished.count == 0)
    }

    @Test func whoHoldsFindsSevenOthersWhoHoldWithinASecond() {
        var room = Room(of: 0..<200)
        room.run(for: .seconds(20))
        room.hold(room.strangers(7))
        room.hold()
        room.run(for: .seconds(1))
        for number in room.holding { #expect(room.gatekeeper.table[FloodTests.key(of: number).id] != nil) }
        #expect(room.gatekeeper.table.count == PeerTable.countAtMost)
        #expect(room.vanished.count == 7)
    }

    /// 64 made-up stations that hold, of four computers, before we do: whoever else holds finds a place, and
    /// keeps it, while they go on trying.
    @Test(arguments: [false, true])
    func madeUpHoldersShutNobodyOut(authenticates: Bool) {
        // 100 on four computers, and four with an address each.
        var room = Room(of: 0..<104) { UInt8($0 < 100 ? $0 % 4 : $0) }
        room.absent = Set(100..<104)
        room.hold(Set(0..<100))
        room.run(for: .seconds(20))
        let count = room.gatekeeper.table.count
        #expect(count == PeerTable.countAtMost)
        room.hold()
        if authenticates { room.authenticate(0..<100) }
        room.run(for: .seconds(1))
        room.hold(Set(0..<104))
        room.run(for: .seconds(2))
        #expect((100..<104).filter { !room.knows($0) } == [])
        room.run(for: .seconds(20))
        #expect((100..<104).filter { !room.knows($0) } == [])
    }

    /// With a crew word, one that has not shown it gives its place away after three seconds, though
    /// each made-up one has an address of its own; and so does one whose hold is half a minute old, without.
    @Test(arguments: [7, nil] as [UInt8?])
    func aHoldersPlaceExpires(crew: UInt8?) {
        var room = Room(of: 0..<104, crew: crew)
        room.absent = Set(100..<104)
        room.hold(Set(0..<100))
        room.run(for: .seconds(3))
        room.hold()
        room.run(for: crew == nil ? Gatekeeper.holdKeepsPlaceFor : .seconds(5))
        room.hold(Set(0..<104))
        var came: Set<Int> = []
        for _ in 0..<40 {
            room.run(for: .milliseconds(500))
            for number in 100..<104 where room.knows(number) { came.insert(number) }
        }
        // Without one, each that comes holds for half a minute in its turn.
        #expect(crew == nil ? !came.isEmpty : came == Set(100..<104))
    }

    /// 160 made-up stations that hold, each with an address of its own: who is heard by radio is let in all
    /// the same, and stays.
    @Test(arguments: [true, false])
    func whoIsHeardByRadioFindsAPlaceAtOnce(isHeard: Bool) {
        var room = Room(
            of: 0..<164,
            named: {
                StationName(colour: UInt8($0 % 32), animal: UInt8($0 / 32))
            })
        room.absent = Set(160..<164)
        room.hold(Set(0..<160))
        room.run(for: .seconds(3))
        room.hold()
        room.run(for: .seconds(2))
        if isHeard { room.gatekeeper.expect((160..<164).compactMap(room.name)) }
        room.hold(Set(0..<164))
        room.run(for: .seconds(2))
        #expect((160..<164).allSatisfy(room.knows) == isHeard)
        for _ in 0..<20 where isHeard {
            room.run(for: .seconds(1))
            #expect((160..<164).allSatisfy(room.knows))
        }
    }

    /// They copy the name of the one that is heard: they have its two places in turns with it, and no others.
    @Test func whoCopiesTheNameOfOneThatIsHeardHasItsTwoPlaces() throws {
        let name = try #require(StationName(colour: 3, animal: 4))
        let other = StationName(colour: 5, animal: 6)
        var room = Room(of: 0..<81, named: { $0 < 64 ? other : name })
        room.absent = Set(64..<81)
        room.hold(Set(0..<64))
        room.run(for: .seconds(20))
        #expect(room.gatekeeper.table.count == PeerTable.countAtMost)
        room.hold()
        room.gatekeeper.expect([name])
        room.hold(Set(0..<81))
        var came = false
        for _ in 0..<40 {
            room.run(for: .milliseconds(250))
            #expect((64..<81).count(where: room.knows) <= 2)
            came = came || room.knows(80)
        }
        #expect(came)
    }

    /// However many say that they hold: eight at once, and four a second.
    @Test func aThrongThatHoldsChangesTheTableSlowly() {
        var room = Room(of: 0..<200)
        room.run(for: .seconds(20))
        room.hold(room.strangers(136))
        room.hold()
        room.run(for: .seconds(5))
        #expect((8...28).contains(room.vanished.count))
    }

    /// An announcement with the pace of another room is signed anew at once, not after its 64 repetitions.
    @Test func thePaceFollowsTheRoom() {
        var presenceSender = PresenceSender(boot: 1)
        var secrets = SecretSource(seed: Courtyard.seed(3))
        let key = IdentityKey(seed: Courtyard.seed(4))
        var paces: [UInt16] = []
        var now = Self.begin
        presenceSender.say([1], isUrgent: false, now: now)
        for stations in [1, 100, 512, 512, 480, 100, 1] {
            now = max(now, presenceSender.next ?? now)
            let bytes = presenceSender.datagram(
                now: now, ephemeral: Courtyard.seed(9), pace: CrowdEstimate.pace(of: stations), key: key,
                secrets: &secrets)
            if let bytes, let announcement = try? PresenceAnnouncement(bytes) {
                paces.append(UInt16(announcement.pace / .milliseconds(100)))
            }
        }
        #expect(paces == [10, 20, 80, 80, 80, 20, 10])
    }
}
