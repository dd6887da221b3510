import FoundationEssentials
import Support
import Testing

@testable import Game
@testable import Journaling
@testable import PeerNetwork
@testable import Ranging
@testable import Simulation
@testable import Speech
@testable import WebPage

/// What a page is told of a station: of whole evenings, at every moment.
struct PageStateTests {
    static func tree(_ json: [UInt8]) throws -> JSONTree {
        try JSONDecoder().decode(JSONTree.self, from: Data(json))
    }

    /// The JSON examples of docs/api.md, in their order.
    static func examples() throws -> [JSONTree] {
        let parts = try Document.text("docs/api.md").components(between: "```json\n", and: "```")
        return try parts.map { try tree(Array($0.utf8)) }
    }

    /// One evening with three stations, and each of their states ten times a second.
    static func states(seed: UInt64, _ body: (PageState, Duration) throws -> Void) rethrows {
        var evening = Evening(seed: seed, seekers: 2, voice: Voice(folder: "") { _ in nil })
        var told = [PageCaptions](repeating: PageCaptions(), count: 3)
        var setting = PageSetting()
        setting.acting = .pin
        while !evening.isOver {
            for happening in evening.advance(by: .milliseconds(100)) {
                guard case .say(let phrase) = happening.effect else { continue }
                told[happening.station].say(phrase, Sentence(phrase).text, now: happening.at)
            }
            let now = evening.world.now
            for (number, simulated) in evening.world.stations.enumerated() {
                try body(PageState(simulated.station, told[number], setting, now: now), now)
            }
        }
    }

    @Test(arguments: [3, 8, 21] as [UInt64])
    func everyStateOfAnEveningIsWrittenAsTheDocumentSays(seed: UInt64) throws {
        let examples = try Self.examples()
        let (whole, round) = (examples[0], examples[1])
        var phases: Set<String> = []
        var count = 0
        try Self.states(seed: seed) { state, now in
            phases.insert(state.phase.rawValue)
            count += 1
            guard count % 40 == 0 || state.phase == .over else { return }
            let report = try Self.tree(state.json(at: now))
            #expect(report.keys == whole.keys)
            for key in ["station", "button", "parts", "sound", "beacons", "calibration"] {
                #expect(report[key]?.keys == whole[key]?.keys)
            }
            for key in ["others", "captions", "scores"] {
                guard let first = report[key]?[0] else { continue }
                #expect(first.keys == whole[key]?[0]?.keys)
            }
            guard let now = report["round"], now != .null else { return }
            #expect(now.keys == round.keys)
            #expect(now["members"]?[0]?.keys == round["members"]?[0]?.keys)
            for index in 0..<3 {
                guard let range = now["members"]?[index]?["range"], range != .null else { continue }
                #expect(range.keys == round["members"]?[1]?["range"]?.keys)
            }
        }
        #expect(phases.isSuperset(of: ["lobby", "counting", "hiding", "hunting", "over"]))
    }

    /// A seeker sees the hider, the hider sees all, and nobody sees what their radio cannot know.
    @Test func whoSeesWhom() {
        var distances = 0
        Self.states(seed: 8) { state, _ in
            guard let round = state.round, let me = round.members.first(where: { $0.id == state.station.id })
            else {
                return
            }
            #expect(me.range == nil)
            for other in round.members where other.id != state.station.id {
                let sees = me.role == "hide" || other.role == "hide"
                #expect((other.range != nil) == sees)
                if let metres = other.range?.metres, let low = other.range?.low, let high = other.range?.high
                {
                    distances += 1
                    #expect(low.value <= metres.value && metres.value <= high.value)
                }
            }
        }
        #expect(distances > 100)
    }

    /// Nothing changes while nothing happens, so that nothing is sent.
    @Test func aQuietStationHasOneState() {
        let id = StationID(value: 5)
        var station = Station(
            Station.Configuration(id: id, name: StationName(id), role: .seek, boot: 1, seed: 1))
        _ = station.handle(.started, now: .seconds(100))
        _ = station.handle(.radio(.works), now: .seconds(101))
        _ = station.handle(.tick, now: .seconds(160))
        let state = PageState(station, PageCaptions(), now: .seconds(160))
        for second in 161..<200 {
            _ = station.handle(.tick, now: .seconds(second))
            #expect(PageState(station, PageCaptions(), now: .seconds(second)) == state)
        }
    }

    @Test func partsSayWhatIsWrong() {
        let id = StationID(value: 5)
        var station = Station(
            Station.Configuration(id: id, name: StationName(id), role: .seek, boot: 1, seed: 1))
        _ = station.handle(.started, now: .seconds(100))
        #expect(PageState(station, PageCaptions(), now: .seconds(100)).parts.radio == "starting")
        _ = station.handle(.radio(.failed(.owned)), now: .seconds(101))
        _ = station.handle(.lines(works: false), now: .seconds(101))
        _ = station.handle(.speaker(works: false), now: .seconds(101))
        _ = station.handle(.network(works: false), now: .seconds(101))
        _ = station.handle(.power(isWeak: true), now: .seconds(101))
        let parts = PageState(station, PageCaptions(), now: .seconds(101)).parts
        #expect(
            parts.broken == [
                "radio owned", "button missing", "speaker missing", "network missing", "power weak",
            ])
    }

    @Test func theLastEightSentencesAndTheLastCue() {
        var captions = PageCaptions()
        for number in 1...20 { captions.say(.count(number), "\(number)", now: .seconds(number)) }
        #expect(captions.lines.map(\.number) == Array(13...20))
        captions.say(.cue(.hot(heat: 2)), "HOT! HOT!", now: .seconds(30))
        #expect(captions.verdict == PageCaptions.Verdict(word: "hot", degree: 2, at: .seconds(30)))
        captions.say(.cue(.hint(.turn)), "…", now: .seconds(31))
        #expect(captions.verdict?.word == "hot")
        captions.say(.cue(.lost), "LOST", now: .seconds(32))
        #expect(captions.verdict == PageCaptions.Verdict(word: "lost", degree: 0, at: .seconds(32)))
        captions.say(.cue(.thereYouAre), "…", now: .seconds(33))
        #expect(captions.verdict == nil)
        captions.say(.cue(.cold(chill: 3)), "COLD", now: .seconds(34))
        captions.say(.count(3), "3", now: .seconds(99))
        #expect(captions.verdict == nil)
    }
}

extension String {
    /// What stands between each of the one and the next of the other.
    func components(between start: String, and end: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let begin = rest.firstRange(of: start) {
            rest = rest[begin.upperBound...]
            guard let finish = rest.firstRange(of: end) else { break }
            parts.append(String(rest[..<finish.lowerBound]))
            rest = rest[finish.upperBound...]
        }
        return parts
    }
}
