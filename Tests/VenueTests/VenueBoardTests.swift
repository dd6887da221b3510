import Game
import MQTT
import PeerNetwork
import Testing

@testable import Venue

/// The table, and what strangers may say under its topics.
struct VenueBoardTests {
    private let topics = VenueTopics.standard

    private func report(_ number: UInt64) -> StationReport {
        let id = StationID(value: number)
        return StationReport(
            Station(Station.Configuration(id: id, name: StationName(id), role: .seek, boot: 1, seed: 1)),
            volume: .standard, now: .seconds(1))
    }

    private func say(
        _ kind: VenueTopics.Kind, _ text: String, of number: UInt64 = 1, to board: inout VenueBoard
    ) -> Bool {
        board.heard(
            ApplicationMessage(topic: topics.of(StationID(value: number), kind), text: text))
    }

    @Test(
        arguments: [
            (.availability, "maybe"), (.state, ""), (.state, "{}"), (.state, "[1,2]"), (.rounds, "{"),
            (.event, #"{"event_type":"explosion","number":1,"boot":1}"#), (.event, "x"),
            (.said, String(repeating: "x", count: 600)),
        ] as [(VenueTopics.Kind, String)])
    func rubbishIsCountedAndChangesNothing(_ kind: VenueTopics.Kind, _ text: String) {
        var board = VenueBoard(topics)
        let isNews = say(kind, text, to: &board)
        #expect(!isNews)
        #expect(board.malformed == 1 && board.entries.isEmpty)
    }

    @Test func nobodySpeaksForAnother() {
        var board = VenueBoard(topics)
        let text = String(decoding: JSONText.bytes(report(2)), as: UTF8.self)
        let isTaken = [1, 2].map { say(.state, text, of: $0, to: &board) }
        #expect(isTaken == [false, true])
    }

    @Test func everyTruncationAndEveryFlippedBitIsSurvived() {
        let bytes = JSONText.bytes(report(1))
        var board = VenueBoard(topics)
        let topic = topics.of(StationID(value: 1), .state)
        for end in 0..<bytes.count {
            board.heard(ApplicationMessage(topic: topic, payload: Array(bytes[..<end])))
        }
        #expect(board.entries.isEmpty)
        for bit in 0..<(bytes.count * 8) {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            board.heard(ApplicationMessage(topic: topic, payload: flipped))
        }
        #expect(board.entries.count <= 1)
    }

    @Test func moreThanItHoldsAreNotTaken() {
        var board = VenueBoard(topics)
        for number in 1...300 as ClosedRange<UInt64> {
            _ = say(.availability, "online", of: number, to: &board)
        }
        #expect(board.entries.count == VenueBoard.stationsAtMost)
    }

    /// A broker keeps what stations of earlier evenings said.
    @Test func whoIsGoneMakesRoom() {
        var board = VenueBoard(topics)
        for number in 1...300 as ClosedRange<UInt64> {
            _ = say(.availability, number % 2 == 0 ? "online" : "offline", of: number, to: &board)
        }
        for number in 301...420 as ClosedRange<UInt64> {
            _ = say(.availability, "offline", of: number, to: &board)
            _ = say(.availability, "nonsense", of: number + 1_000, to: &board)
        }
        #expect(board.entries.count == VenueBoard.stationsAtMost)
        #expect(board.entries.values.count(where: { $0.isOnline }) == 150)
        // Those that are gone do not drive each other out.
        #expect(board.entries.keys.allSatisfy { $0.value <= 300 })
        for number in 501...610 as ClosedRange<UInt64> {
            _ = say(.availability, "online", of: number, to: &board)
        }
        // All places are taken by those who are here.
        #expect(board.entries.count == VenueBoard.stationsAtMost)
        #expect(board.entries.values.allSatisfy { $0.isOnline })
    }

    @Test func aStationThatIsClearedAwayIsGone() {
        var board = VenueBoard(topics)
        _ = say(.availability, "online", to: &board)
        let isNews = say(.availability, "", to: &board)
        #expect(isNews && board.entries.isEmpty)
    }

    @Test func theWorstComeFirst() {
        var board = VenueBoard(topics)
        for number in 1...4 as ClosedRange<UInt64> {
            _ = say(.availability, number == 3 ? "offline" : "online", of: number, to: &board)
            if number != 2 {
                var report = report(number)
                report.parts = report.parts.mapValues { _ in "works" }
                if number == 4 { report.parts["radio"] = "missing" }
                let text = String(decoding: JSONText.bytes(report), as: UTF8.self)
                _ = say(.state, text, of: number, to: &board)
            }
        }
        #expect(board.tiles.map { VenueBoard.standing($0) } == [.offline, .broken, .unknown, .free])
        board.lost()
        #expect(board.tiles.allSatisfy { VenueBoard.standing($0) == .offline })
    }

    @Test func aHappeningThatComesTwiceIsOne() {
        var board = VenueBoard(topics)
        let text = #"{"event_type":"hot","number":4,"boot":9}"#
        _ = say(.event, text, to: &board)
        _ = say(.event, text, to: &board)
        #expect(board.happenings == 1 && board.doubles == 1)
        _ = say(.event, #"{"event_type":"hot","number":1,"boot":10}"#, to: &board)
        #expect(board.happenings == 2, "it was started anew")
    }

    @Test func aRoundIsAsMostOfItsMembersTellIt() {
        var board = VenueBoard(topics)
        for (number, ending) in [(1, "found"), (2, "timeUp"), (3, "found")] as [(UInt64, String)] {
            let text =
                #"{"rounds":[{"session":"01","number":1,"members":[],"ending":"\#(ending)"}]}"#
            let isNews = say(.rounds, text, of: number, to: &board)
            #expect(isNews)
        }
        #expect(board.rounds.map(\.ending) == ["found"])
    }

    @Test func everyNameHasItsNumber() {
        let names = (0..<StationName.colours.count).flatMap { colour in
            (0..<StationName.animals.count).compactMap {
                StationName(colour: UInt8(colour), animal: UInt8($0))?.number
            }
        }
        #expect(names == Array(1...2_048))
    }
}
