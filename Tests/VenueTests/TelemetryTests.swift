import GPIO
import Game
import HCI
import MQTT
import PeerNetwork
import Ranging
import Testing

@testable import Game
@testable import Venue

/// What a station says, when, and how often.
struct TelemetryTests {
    private let id = StationID(value: 0xF0)
    private var topics: VenueTopics { .standard }

    private func station(_ areas: [Area] = []) -> Station {
        var configuration = Station.Configuration(
            id: id, name: StationName(id), role: .seek, boot: 1, seed: 1)
        configuration.areas = areas
        var station = Station(configuration)
        _ = station.handle(.started, now: .seconds(1))
        for event in [
            Event.radio(.works), .lines(works: true), .speaker(works: true), .network(works: true),
        ] { _ = station.handle(event, now: .seconds(1)) }
        return station
    }

    private func telemetry(_ change: (inout VenueSetting) -> Void = { _ in }) -> Telemetry {
        var setting = VenueSetting(topics: topics)
        change(&setting)
        return Telemetry(setting, id: id, boot: 7)
    }

    private func text(_ message: ApplicationMessage) -> String {
        String(decoding: message.payload, as: UTF8.self)
    }

    @Test func itSaysThatItIsThereAndWhatItIs() throws {
        var telemetry = telemetry()
        let messages = telemetry.look(station(), volume: .standard, now: .seconds(2))
        let topics = messages.map(\.topic)
        #expect(topics.first == self.topics.of(id, .availability))
        let state = try #require(messages.first { $0.topic == self.topics.of(id, .state) })
        #expect(state.isRetained && text(state).contains("\"nearest\":null"))
        let report = try #require(JSONText.value(StationReport.self, state.payload))
        #expect(report.name == StationName(id) && report.phase == .lobby && report.broken.isEmpty)
        #expect(topics.contains { $0.hasPrefix("homeassistant/event/") })
    }

    /// For a lamp that greets whoever is at the button. Two within a look are one.
    @Test func aPressIsToldOnce() throws {
        var telemetry = telemetry { $0.discovery = false }
        var station = station()
        _ = telemetry.look(station, volume: .standard, now: .seconds(2))
        for gesture in [ButtonEvent.down, .up, .press] {
            _ = station.handle(.button(gesture), now: .seconds(3))
        }
        let said = telemetry.look(station, volume: .standard, now: .seconds(4))
        let happening = try #require(
            said.first { $0.topic == topics.of(id, .event) }.flatMap {
                JSONText.value(Happening.self, $0.payload)
            })
        #expect(happening.kind == .pressed)
        let later = telemetry.look(station, volume: .standard, now: .seconds(5))
        #expect(!later.contains { $0.topic == topics.of(id, .event) })
    }

    @Test func whatHasNotChangedIsNotSaidAgain() {
        var telemetry = telemetry()
        let station = station()
        _ = telemetry.look(station, volume: .standard, now: .seconds(2))
        for second in 3...60 {
            let said = telemetry.look(station, volume: .standard, now: .seconds(second))
            #expect(said.isEmpty)
        }
    }

    /// A station that changes ten times a second says so four times at once, and then once a second.
    @Test func stateIsSaidOnceASecond() {
        var telemetry = telemetry { $0.discovery = false }
        var station = station()
        var states = 0
        for step in 0..<600 {
            let now = Duration.seconds(2) + .milliseconds(100 * step)
            _ = station.handle(.wish(.adjust(.volume(Double(step % 100) / 100))), now: now)
            states += telemetry.look(station, volume: .standard, now: now)
                .count { $0.topic == topics.of(id, .state) }
        }
        #expect((55...65).contains(states))
    }

    /// What happens in a hurry is told once, and the state catches up with it.
    @Test func aStateThatHadToWaitIsSaidAsItIsThen() throws {
        var telemetry = telemetry { $0.discovery = false }
        var station = station()
        var events: [Happening] = []
        var states: [StationReport] = []
        func look(_ now: Duration) {
            for message in telemetry.look(station, volume: .standard, now: now) {
                if message.topic == topics.of(id, .event) {
                    events += [JSONText.value(Happening.self, message.payload)].compactMap(\.self)
                } else if message.topic == topics.of(id, .state) {
                    states += [JSONText.value(StationReport.self, message.payload)].compactMap(\.self)
                }
            }
        }
        for step in 0..<40 {
            let now = Duration.seconds(2) + .milliseconds(250 * step)
            _ = station.handle(.wish(.adjust(.volume(Double(step) / 100))), now: now)
            look(now)
        }
        // No turn is left: a part fails, somebody holds, and nothing else changes from then on.
        let begin = Duration.milliseconds(11_800)
        _ = station.handle(.speaker(works: false), now: begin)
        _ = station.handle(.button(.hold), now: begin)
        let before = states.count
        look(begin)
        #expect(states.count == before)
        for step in 1..<12 { look(begin + .milliseconds(250 * step)) }
        #expect(events.map(\.kind).count { $0 == .fault } == 1)
        #expect(events.map(\.kind).count { $0 == .holding } == 1)
        let last = try #require(states.last)
        #expect(last.phase == .holding && last.broken == ["speaker"])
    }

    @Test func faultsAreToldOnceAndTheirEndAsWell() {
        var telemetry = telemetry { $0.discovery = false }
        var station = station()
        func kinds(_ messages: [ApplicationMessage]) -> [Happening] {
            messages.filter { $0.topic == topics.of(id, .event) }
                .compactMap { JSONText.value(Happening.self, $0.payload) }
        }
        let first = kinds(telemetry.look(station, volume: .standard, now: .seconds(2)))
        #expect(first.isEmpty)
        _ = station.handle(.radio(.failed(.missing)), now: .seconds(3))
        let fault = kinds(telemetry.look(station, volume: .standard, now: .seconds(4)))
        #expect(fault.map(\.kind) == [.fault] && fault.first?.what?.hasPrefix("radio ") == true)
        _ = station.handle(.radio(.works), now: .seconds(5))
        let mended = kinds(telemetry.look(station, volume: .standard, now: .seconds(6)))
        #expect(mended.map(\.kind) == [.mended])
        #expect(mended.first?.number == 2 && mended.first?.boot == 7)
    }

    @Test func wordsAreToldWhereThatIsSet() {
        for isWanted in [true, false] {
            var telemetry = telemetry { $0.words = isWanted }
            let messages = telemetry.said(.gameOver, "Game over.", now: .seconds(1))
            #expect(messages.map(text) == (isWanted ? ["Game over."] : []))
        }
        var telemetry = telemetry()
        let hot = telemetry.said(.cue(.hot(heat: 1)), "HOT!", now: .seconds(1))
        #expect(hot.map(\.topic) == [topics.of(id, .event), topics.of(id, .said)])
        #expect(text(hot[0]) == #"{"boot":7,"degree":1,"event_type":"hot","number":1}"#)
    }

    @Test func aFloodOfWordsIsBounded() {
        var telemetry = telemetry()
        let messages = (0..<1_000).flatMap { _ in
            telemetry.said(.cue(.hot(heat: 1)), "HOT!", now: .seconds(1))
        }
        #expect(messages.count <= 40 && telemetry.dropped > 900)
    }

    @Test func ordersThatCannotBeGivenAreTakenAwayFromHomeAssistant() {
        for isWanted in [true, false] {
            var telemetry = telemetry { $0.orders = isWanted }
            let messages = telemetry.look(station(), volume: .standard, now: .seconds(2))
            for component in ["number", "switch", "select", "button"] {
                let found = messages.filter { $0.topic.hasPrefix("homeassistant/\(component)/") }
                #expect(!found.isEmpty)
                #expect(found.allSatisfy { $0.payload.isEmpty != isWanted && $0.isRetained })
            }
            let set = topics.orders(to: id)
            let filters = telemetry.session(seed: 1).subscriptions.map(\.filter)
            #expect(set.allSatisfy { filters.contains($0) == isWanted })
        }
    }

    @Test func anOrderOfAnotherEveningIsNotFollowed() {
        var telemetry = telemetry { $0.orders = true }
        func order(_ isRetained: Bool, _ topic: String) -> StationOrder? {
            telemetry.heard(
                ApplicationMessage(topic: topic, text: "hide", isRetained: isRetained), now: .seconds(1)
            ).order
        }
        #expect(order(false, topics.order(.role, to: id)) == .role(.hide))
        #expect(order(false, topics.order(.role, to: nil)) == .role(.hide))
        #expect(order(true, topics.order(.role, to: id)) == nil)
        #expect(order(false, topics.order(.role, to: StationID(value: 1))) == nil)
        var deaf = self.telemetry()
        let message = ApplicationMessage(topic: topics.order(.role, to: id), text: "hide")
        let heard = deaf.heard(message, now: .seconds(1)).order
        #expect(heard == nil)
    }

    @Test func aHundredOrdersAtOnceAreAMistake() {
        var telemetry = telemetry { $0.orders = true }
        let message = ApplicationMessage(topic: topics.order(.press, to: id), text: "")
        let followed = (0..<100).compactMap { _ in telemetry.heard(message, now: .seconds(1)).order }
        #expect(followed.count == 20)
    }

    @Test func onlyThoseWhoAreNamedAreStarted() {
        var telemetry = telemetry { $0.orders = true }
        let (other, third) = (StationID(value: 1), StationID(value: 2))
        func start(_ ids: [StationID]) -> StationOrder? {
            let text = "start " + ids.map(\.description).joined(separator: ",")
            let message = ApplicationMessage(topic: topics.order(.round, to: nil), text: text)
            return telemetry.heard(message, now: .seconds(1)).order
        }
        #expect(start([id, other]) == .start([id, other]))
        #expect(start([third, other]) == nil)
    }

    @Test func whatTheBrokerKnowsOfEarlierRoundsIsKept() throws {
        var older = RoundRecords()
        let record = try #require(
            JSONText.value(
                RoundRecord.self,
                Array(
                    #"{"session":"01","number":3,"members":[],"ending":"timeUp"}"#.utf8)))
        let isNew = older.take(record)
        let isNewAgain = older.take(record)
        #expect(isNew && !isNewAgain)
        var telemetry = telemetry()
        let topic = topics.of(id, .rounds)
        let kept = ApplicationMessage(topic: topic, payload: JSONText.bytes(older), isRetained: true)
        // What the broker has already is not said again.
        let keptTold = telemetry.heard(kept, now: .seconds(1)).told
        #expect(keptTold.isEmpty)
        // Nor is its own word, which comes back to it.
        let echo = ApplicationMessage(topic: topic, payload: JSONText.bytes(older))
        let echoTold = telemetry.heard(echo, now: .seconds(1)).told
        #expect(echoTold.isEmpty)
        for rubbish in ["", "[]", "{", #"{"rounds":[{"session":1}]}"#] {
            let message = ApplicationMessage(topic: topic, text: rubbish, isRetained: true)
            let told = telemetry.heard(message, now: .seconds(1)).told
            #expect(told.isEmpty)
        }
    }

    /// Beside ESPresense's own form: topic, keys, and two decimals.
    @Test func beaconsAreToldAsESPresenseTellsThem() throws {
        var telemetry = telemetry { setting in
            (setting.presence, setting.room, setting.discovery) = (true, "hall", false)
        }
        var station = station()
        let wishes = [1, 2, 20, 21].map { telemetry.wantsToListen(now: .seconds($0)) }
        #expect(wishes == [true, false, false, true])
        _ = station.handle(.wish(.listen), now: .seconds(1))
        let beacon = IBeacon(proximityUUID: .estimote, major: 7, minor: 1, measuredPower: -59)
        var reports: [ApplicationMessage] = []
        for step in 0..<200 {
            let now = Duration.seconds(2) + .milliseconds(100 * step)
            _ = station.handle(.heard(beacon, rssi: -65), now: now)
            _ = station.handle(.tick, now: now)
            reports += telemetry.look(station, volume: .standard, now: now)
                .filter { $0.topic.hasPrefix("espresense/") }
        }
        #expect((3...8).contains(reports.count), "every five seconds, or when it has moved")
        let last = try #require(reports.last)
        #expect(
            last.topic
                == "espresense/devices/iBeacon:b9407f30-f5f8-466e-aff9-25556b57fe6d-7-1/hall")
        let text = text(last)
        for key in ["\"id\":", "\"rssi\":-65", "\"rssi@1m\":-59", "\"distance\":", "\"var\":", "\"low\":"] {
            #expect(text.contains(key), "\(key) in \(text)")
        }
        #expect(!last.isRetained)
    }

    @Test func nothingIsToldOfBeaconsUnlessThatIsSet() {
        var telemetry = telemetry()
        let wants = telemetry.wantsToListen(now: .seconds(1))
        #expect(!wants)
    }
}
