import Testing

@testable import Game
@testable import HCI
@testable import Journaling
@testable import PeerNetwork
@testable import WebPage

/// What people set by the page.
struct AdjustmentsTests {
    static let kitchen = Area("kitchen=estimote,7,1")
    static let hall = Area("hall=estimote,7,2")

    static func station(_ areas: [Area] = [], _ adjustments: Adjustments = Adjustments()) -> Station {
        let id = StationID(value: 5)
        var configuration = Station.Configuration(
            id: id, name: StationName(id), role: .seek, boot: 1, seed: 1)
        configuration.areas = areas
        configuration.adjustments = adjustments
        var station = Station(configuration)
        _ = station.handle(.started, now: .zero)
        _ = station.handle(.radio(.works), now: .zero)
        return station
    }

    private static func scans(_ effects: [Effect]) -> Bool? {
        effects.compactMap { if case .radio(let goal) = $0 { goal.scans } else { nil } }.last
    }

    @Test func whatIsSetIsToldAndKept() throws {
        var station = Self.station()
        let effects = station.handle(.wish(.adjust(.volume(0.4))), now: .seconds(1))
        var wanted = Adjustments()
        wanted.volume = 0.4
        #expect(effects.contains(.adjusted(wanted)))
        let bytes = try #require(StationSnapshot.encode(wanted))
        #expect(StationSnapshot.adjustments(bytes) == wanted)
    }

    @Test func theCeilingIsTheParents() {
        let levels = VolumeLevels(
            usual: 0.5, startUp: 0.5, quiet: 0.3, floor: 0.1, ceiling: 0.6, isMuted: false)
        var adjustments = Adjustments()
        #expect(adjustments.applied(to: levels) == levels)
        #expect(adjustments.take(.volume(1)) == true)
        #expect(adjustments.applied(to: levels).usual == 0.6)
        #expect(adjustments.take(.volume(0)) == true)
        #expect(adjustments.applied(to: levels).level(.usual) == 0.1)
        #expect(adjustments.take(.mute(true)) == true)
        #expect(adjustments.applied(to: levels).level(.usual) == 0)
    }

    @Test func quietHoursAreThePagesOnceItHasSetThem() {
        var adjustments = Adjustments()
        let hours = QuietHours(from: "21:00", until: "6:00")
        #expect(adjustments.applied(to: hours) == hours)
        #expect(adjustments.take(.quiet(Adjustments.Quiet(from: "20:00", until: "7:00"))) == true)
        #expect(adjustments.applied(to: hours) == QuietHours(from: "20:00", until: "7:00"))
        #expect(adjustments.take(.quiet(Adjustments.Quiet(from: "", until: ""))) == true)
        #expect(adjustments.applied(to: hours) == nil)
    }

    /// Whoever chooses a voice hears it, unless a round is on; and it is kept.
    @Test func aVoiceIsChosenAndHeard() throws {
        var station = Self.station()
        let effects = station.handle(.wish(.adjust(.voice("en-deep"))), now: .seconds(1))
        var wanted = Adjustments()
        wanted.voice = "en-deep"
        #expect(effects.contains(.adjusted(wanted)))
        #expect(effects.contains(.say(.hello(station.configuration.name, .seek))))
        let bytes = try #require(StationSnapshot.encode(wanted))
        #expect(StationSnapshot.adjustments(bytes) == wanted && wanted.checked(beside: []) == wanted)
        // What was written by a station that had no choice yet.
        #expect(StationSnapshot.adjustments(Array(#"{"areas":[],"volume":0.5}"#.utf8))?.voice == nil)
    }

    @Test(arguments: ["", "../en", ".en", "a/b", "e\nn", String(repeating: "x", count: 65)])
    func whatLeadsElsewhereIsNoVoice(name: String) {
        var adjustments = Adjustments()
        #expect(adjustments.take(.voice(name)) == false)
        adjustments.voice = name
        #expect(adjustments.checked(beside: []).voice == nil)
    }

    @Test func areasAreAddedOnceAndForgotten() throws {
        let (kitchen, hall) = (try #require(Self.kitchen), try #require(Self.hall))
        var station = Self.station([hall])
        #expect(station.guide.areas == [hall])
        _ = station.handle(.wish(.adjust(.area(kitchen))), now: .seconds(1))
        #expect(station.guide.areas == [hall, kitchen])
        // Twice is once; what the settings file has can be neither doubled nor taken away.
        for wish in [Adjustment.area(kitchen), .area(hall), .forget(hall.name)] {
            #expect(!station.handle(.wish(.adjust(wish)), now: .seconds(2)).contains { Self.isAdjusted($0) })
        }
        #expect(PageState.areas(station).map(\.isOurs) == [false, true])
        _ = station.handle(.wish(.adjust(.forget(kitchen.name))), now: .seconds(3))
        #expect(station.guide.areas == [hall])
    }

    private static func isAdjusted(_ effect: Effect) -> Bool {
        if case .adjusted = effect { true } else { false }
    }

    /// Whoever is in the kitchen is not told so again because the hall is watched now, too.
    @Test func whoIsInAnAreaStaysInIt() throws {
        let (kitchen, hall) = (try #require(Self.kitchen), try #require(Self.hall))
        var station = Self.station([kitchen])
        let beacon = IBeacon(proximityUUID: .estimote, major: 7, minor: 1, measuredPower: -59)
        var said: [Effect] = []
        for second in 1..<20 {
            if second == 10 { _ = station.handle(.wish(.adjust(.area(hall))), now: .seconds(second)) }
            _ = station.handle(.heard(beacon, rssi: -60), now: .seconds(second))
            said += station.handle(.tick, now: .seconds(second)).filter {
                $0 == .say(.enteredArea(kitchen.name))
            }
        }
        #expect(said.count == 1)
        #expect(station.guide.inside == [kitchen.name])
    }

    @Test func neverMoreAreasThanAreWatched() throws {
        var adjustments = Adjustments()
        for number in 0..<80 {
            let area = try #require(Area("room \(number)=estimote,\(number)"))
            #expect(adjustments.take(.area(area)) == (number < Area.atMost))
        }
    }

    /// The page's file may have been written by anybody, and the settings file may have changed since.
    @Test func whatCannotBeIsDroppedFromTheFile() throws {
        let (kitchen, hall) = (try #require(Self.kitchen), try #require(Self.hall))
        var adjustments = Adjustments()
        adjustments.volume = 3
        adjustments.capacity = 100
        adjustments.isMuted = true
        adjustments.quiet = Adjustments.Quiet(from: "25:00", until: "noon")
        adjustments.areas = [kitchen, hall, kitchen]
        var wanted = Adjustments()
        wanted.isMuted = true
        wanted.areas = [kitchen]
        #expect(adjustments.checked(beside: [hall]) == wanted)
    }

    @Test func capacityIsAnnounced() {
        var station = Self.station()
        _ = station.handle(.wish(.adjust(.capacity(5))), now: .seconds(1))
        #expect(station.me(now: .seconds(1)).company.capacity == 5)
        #expect(PageState(station, PageCaptions(), now: .seconds(1)).station.capacity == 5)
    }

    @Test func whoLooksAtBeaconsListensForThem() {
        var station = Self.station()
        // Until it hears somebody on the network it listens anyway; in a round it always does.
        let before = station.goals.radio.scans
        let effects = station.handle(.wish(.listen), now: .seconds(1))
        #expect(Self.scans(effects) ?? before)
        let beacon = IBeacon(proximityUUID: .estimote, major: 7, minor: 1, measuredPower: -59)
        _ = station.handle(.heard(beacon, rssi: -60), now: .seconds(2))
        _ = station.handle(.tick, now: .seconds(3))
        #expect(PageState(station, PageCaptions(), now: .seconds(3)).beacons.heard.count == 1)
    }

    @Test(arguments: [
        Adjustment.volume(0.1), .mute(false), .capacity(7),
        .quiet(Adjustments.Quiet(from: "20:00", until: "7:00")),
    ])
    func wishesAreInTheJournal(adjustment: Adjustment) throws {
        var bytes: [UInt8] = []
        JournalMessages.write(.adjust(adjustment), to: &bytes)
        var fields = JournalFields(bytes.dropFirst()[...])
        let word = String(decoding: try fields.word(), as: UTF8.self)
        #expect(try JournalMessages.event(word, &fields) == .wish(.adjust(adjustment)))
    }
}
