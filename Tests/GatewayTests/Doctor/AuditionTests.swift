import Testing
import Yard

@testable import Game
@testable import Gateway
@testable import HCI
@testable import PeerNetwork
@testable import StationNode
@testable import UDPCarrier
@testable import Wire

/// Whether a radio is heard by others.
struct AuditionTests {
    private static let name = StationName(StationID(value: 0x55))

    /// Stations, and a doctor who comes into their lobby.
    private struct Surgery {
        var now: Duration = .seconds(50)
        var stations: [StationNode<Gatekeeper>]
        var doctor: Auditioning
        /// What each was asked to do with its radio last.
        var goals: [RadioGoal?]
        /// How strongly each hears the doctor's radio; nil for not at all.
        var levels: [Int8?]
        private var underWay: [(from: Int, bytes: [UInt8], to: Destination)] = []

        /// - Parameter crews: of each station; the doctor's is 0.
        init(levels: [Int8?], crews: [UInt8?] = []) {
            self.levels = levels
            goals = levels.map { _ in nil }
            stations = levels.indices.map { index in
                let key = UInt8(index + 1)
                let gatekeeper = Courtyard.gatekeeper(
                    key, boot: 1, drawing: 40 + key, crew: index < crews.count ? crews[index] : nil)
                return StationNode(
                    Station(
                        Station.Configuration(
                            id: gatekeeper.id, name: StationName(gatekeeper.id), role: .seek, boot: 1,
                            seed: UInt64(key))), gatekeeper)
            }
            let visitor = Gatekeeper.Configuration(
                identity: IdentityKey(seed: Courtyard.seed(99)), boot: 5, seed: Courtyard.seed(98))
            doctor = Auditioning(AuditionTests.name, visitor)
            for index in stations.indices {
                give(.event(.started), to: index)
                give(.event(.radio(.works)), to: index)
            }
        }

        mutating func give(_ input: NodeInput, to index: Int) {
            for output in stations[index].handle(input, now: now) {
                if case .transmit(let bytes, let destination) = output {
                    underWay.append((index, bytes, destination))
                }
                if case .radio(let goal) = output { goals[index] = goal }
            }
        }

        private mutating func post(_ datagrams: [OutgoingDatagram]) {
            for datagram in datagrams { underWay.append((-1, datagram.bytes, datagram.destination)) }
        }

        mutating func enter() { post(doctor.enter(now: now)) }
        mutating func call() { post(doctor.call(now: now)) }

        static func endpoint(_ index: Int) -> Endpoint { Courtyard.endpoint(UInt8(index + 10)) }

        mutating func run(for time: Duration) {
            let end = now + time
            while now < end {
                now += .milliseconds(25)
                let due = underWay
                underWay = []
                for datagram in due {
                    let from = Self.endpoint(datagram.from)
                    for receiver in -1..<stations.count where receiver != datagram.from {
                        if case .one(let only) = datagram.to, only != Self.endpoint(receiver) { continue }
                        if receiver < 0 {
                            post(doctor.receive(datagram.bytes, from: from, now: now))
                        } else {
                            give(.datagram(datagram.bytes, from: from), to: receiver)
                        }
                    }
                }
                post(doctor.advance(now: now))
                for index in stations.indices {
                    if goals[index]?.scans == true, let level = levels[index] {
                        let beacon = Earshot.beacon(AuditionTests.name, measuredPower: -59)
                        give(.event(.heard(beacon, rssi: level)), to: index)
                    }
                    if stations[index].nextDeadline <= now { give(.event(.tick), to: index) }
                }
            }
        }
    }

    private static func examined(_ surgery: inout Surgery) -> Surgery {
        surgery.run(for: .seconds(3))
        surgery.enter()
        surgery.run(for: .milliseconds(300))
        surgery.call()
        surgery.run(for: .seconds(6))
        return surgery
    }

    @Test func whoHearsItSaysHowWell() throws {
        var surgery = Surgery(levels: [-63, -71])
        let examined = Self.examined(&surgery)
        #expect(examined.doctor.isAnswered)
        #expect(Set(examined.doctor.answers.values.map(\.level)) == [-63, -71])
        #expect(examined.doctor.answers.values.allSatisfy { $0.packets > 50 })
        let diagnosis = examined.doctor.diagnosis("hci0 ready", hearing: [])
        #expect(diagnosis.isWell)
        let names = examined.stations.map { $0.station.configuration.name }
        #expect(names.allSatisfy { diagnosis.sentence.contains("\($0) hears it, ") }, "\(diagnosis)")
        // Nobody was met by it, and the radios rest again.
        #expect(examined.stations.allSatisfy { $0.station.roster.announcements.count == 1 })
        #expect(examined.goals.allSatisfy { $0?.scans == false })
    }

    @Test func whoIsHeardAndDoesNotHearIsAFinding() {
        var surgery = Surgery(levels: [nil, nil])
        let examined = Self.examined(&surgery)
        #expect(examined.doctor.isAnswered)
        let name = examined.stations[0].station.configuration.name
        let ill = examined.doctor.diagnosis("hci0 ready", hearing: [name])
        #expect(!ill.isWell && ill.sentence.contains("\(name), which it hears, does not hear it"))
        let far = examined.doctor.diagnosis("hci0 ready", hearing: [])
        #expect(far.isWell && far.sentence.contains("\(name) is on the network and too far"))
    }

    @Test func nobodyThereIsNoFinding() {
        var surgery = Surgery(levels: [])
        let examined = Self.examined(&surgery)
        #expect(!examined.doctor.isAsking)
        #expect(examined.doctor.diagnosis("hci0 ready", hearing: []).sentence == "hci0 ready.")
    }

    /// Who has another crew word cannot be asked, and is not waited for in what is said.
    @Test func anotherCrewDoesNotAnswer() {
        var surgery = Surgery(levels: [-60, -60], crews: [7, 7])
        let examined = Self.examined(&surgery)
        #expect(examined.doctor.answers.isEmpty)
        #expect(examined.doctor.diagnosis("hci0 ready", hearing: []).isWell)
    }

    /// Nobody can have a radio listen all day.
    @Test func oneAsksAtATimeAndOnceInTenSeconds() throws {
        let (one, two) = (StationID(value: 1), StationID(value: 2))
        let first = try #require(Audition(Self.name, for: one, after: nil, now: .seconds(100)))
        #expect(Audition(Self.name, for: two, after: first, now: .seconds(101)) == nil)
        #expect(Audition(Self.name, for: one, after: first, now: .seconds(109.9)) == nil)
        #expect(Audition(Self.name, for: two, after: first, now: .seconds(110)) != nil)
        var audition = first
        for _ in 0..<5_000 { audition.heard(Earshot.beacon(Self.name, measuredPower: 0), rssi: -50) }
        audition.heard(Earshot.beacon(StationName(StationID(value: 0x66)), measuredPower: 0), rssi: 0)
        #expect(audition.advance(isFree: true, now: .seconds(102)).isEmpty)
        let answer = Audition.Line.answer(Audition.Answer(packets: 1_000, level: -50))
        #expect(
            audition.advance(isFree: true, now: .seconds(102.5))
                == [.unicast(UnicastMessage(other: one, body: answer.bytes))])
        #expect(!audition.isListening)
        #expect(audition.advance(isFree: true, now: .seconds(103)).isEmpty)
        var busy = first
        #expect(busy.advance(isFree: false, now: .seconds(101)).isEmpty)
        #expect(!busy.isListening, "a round is worth more than an answer")
    }

    @Test func everyLineIsReadAgainAndNoOtherBytesTrap() throws {
        let lines: [Audition.Line] = [
            .ask(Self.name), .answer(Audition.Answer(packets: 0, level: nil)),
            .answer(Audition.Answer(packets: 65_535, level: -128)),
        ]
        for line in lines {
            let bytes = line.bytes
            #expect(try Audition.Line.decode(bytes) == line)
            #expect(try Audition.Line.decode(bytes + [1, 2, 3]) == line)
            for length in 0..<bytes.count {
                #expect(throws: Malformed.self) { _ = try Audition.Line.decode(Array(bytes[..<length])) }
            }
            for bit in 0..<bytes.count * 8 {
                var flipped = bytes
                flipped[bit / 8] ^= 1 << (bit % 8)
                let read = try? Audition.Line.decode(flipped)
                // Of nothing that was heard the level says nothing.
                let isMeaningless = line == lines[1] && bit / 8 == bytes.count - 1
                #expect((read == line) == isMeaningless)
            }
        }
        #expect(try Audition.Line.decode(Invitation.invite.bytes) == nil)
    }
}
