import Testing

@testable import GPIO
@testable import Game
@testable import HCI
@testable import PeerNetwork
@testable import Ranging

/// "Do you want to make a landmark?"
struct LandmarkTests {
    /// A station alone in its lobby, carried to beacons and away again.
    private struct Walk {
        var station: Station
        var now = Duration.seconds(1)
        var said: [Phrase] = []
        var kept: Adjustments?

        init(
            names: [String] = ["kitchen", "hall", "attic"], areas: [Area] = [], _ kept: Adjustments = .init()
        ) {
            let id = StationID(value: 5)
            var configuration = Station.Configuration(
                id: id, name: StationName(id), role: .seek, boot: 1, seed: 1)
            configuration.placeNames = names.compactMap(AreaName.init)
            configuration.areas = areas
            configuration.adjustments = kept
            station = Station(configuration)
            give(.started)
            give(.radio(.works))
        }

        mutating func give(_ event: Event) {
            for effect in station.handle(event, now: now) {
                if case .say(let phrase) = effect { said.append(phrase) }
                if case .adjusted(let adjustments) = effect { kept = adjustments }
            }
        }

        /// So many seconds within reach of the beacon, or away from it where there is no level.
        mutating func stay(_ seconds: Int, by beacon: IBeacon? = nil, rssi: Int8 = -52) {
            for _ in 0..<(seconds * 5) {
                now += .milliseconds(200)
                if let beacon { give(.heard(beacon, rssi: rssi)) }
                give(.tick)
            }
        }

        mutating func press() { for event in [ButtonEvent.down, .up, .press] { give(.button(event)) } }

        var asks: Int { said.count { $0 == .askLandmark } }
        var areas: [String] { station.guide.areas.map(\.name.description) }
    }

    private static let estimote = IBeacon(
        proximityUUID: .estimote, major: 7, minor: 1, measuredPower: -59)
    private static let kind = ProximityUUID("11111111-2222-3333-4444-555555555555")
    private static func stranger() throws -> IBeacon {
        IBeacon(proximityUUID: try #require(kind), major: 1, minor: 2, measuredPower: -59)
    }

    private static func asked(_ names: [String] = ["kitchen", "hall", "attic"]) -> Walk {
        var walk = Walk(names: names)
        walk.stay(15, by: estimote)
        walk.stay(70)
        walk.stay(15, by: estimote)
        return walk
    }

    @Test func whoComesByTwiceIsAskedOnce() {
        var walk = Walk()
        walk.stay(200, by: Self.estimote)
        #expect(walk.asks == 0, "one visit, however long")
        walk.stay(55)
        walk.stay(12, by: Self.estimote)
        #expect(walk.asks == 0, "the same visit, with a step aside")
        walk.stay(70)
        walk.stay(9, by: Self.estimote)
        #expect(walk.asks == 0, "not yet ten seconds")
        walk.stay(4, by: Self.estimote)
        #expect(walk.asks == 1)
        walk.stay(100)
        walk.stay(60, by: Self.estimote)
        #expect(walk.asks == 1)
    }

    @Test func onlyWhatIsCloseCounts() {
        var walk = Walk()
        for _ in 0..<3 {
            walk.stay(30, by: Self.estimote, rssi: -72)
            walk.stay(90)
        }
        #expect(walk.asks == 0)
    }

    /// A phone that plays beacon passes by twice in a minute; what stays is there half an hour later.
    @Test func aBeaconOfNoKnownMakerHasToStay() throws {
        let beacon = try Self.stranger()
        var walk = Walk()
        for _ in 0..<3 {
            walk.stay(12, by: beacon)
            walk.stay(90)
        }
        #expect(walk.asks == 0)
        walk.stay(1_800)
        walk.stay(12, by: beacon)
        #expect(walk.asks == 1)
    }

    @Test func ownBeaconsAreasAndOldAnswersAreNotAskedAbout() throws {
        let ours = IBeacon(proximityUUID: .hotCold, major: 7, minor: 1, measuredPower: -59)
        let shed = try #require(Area("shed=estimote,7,1"))
        var declined = Adjustments()
        #expect(declined.take(.decline(BeaconIdentity(Self.estimote))) == true)
        for (beacon, areas, kept) in [
            (ours, [], Adjustments()), (Self.estimote, [shed], Adjustments()), (Self.estimote, [], declined),
        ] as [(IBeacon, [Area], Adjustments)] {
            var walk = Walk(areas: areas, kept)
            for _ in 0..<3 {
                walk.stay(15, by: beacon)
                walk.stay(90)
            }
            #expect(walk.asks == 0)
        }
        #expect(Self.asked([]).asks == 0, "a station that was given no names asks for none")
    }

    @Test func aPressMakesItAndAnotherRenamesIt() {
        var walk = Self.asked()
        walk.press()
        #expect(walk.said.last == .landmark(AreaName("kitchen") ?? Self.none, isAgain: false))
        #expect(walk.areas == ["kitchen"])
        #expect(walk.kept?.areas.first?.withinMetres == 3)
        #expect(walk.kept?.areas.first?.region.minor == 1)
        walk.stay(5)
        walk.press()
        walk.stay(5)
        walk.press()
        #expect(walk.areas == ["attic"])
        walk.stay(9)
        walk.press()
        #expect(walk.areas == ["attic"], "after some seconds a press is a press again")
        #expect(walk.station.gathering.presses == 1)
    }

    private static var none: AreaName { Area.familiar[0].name }

    @Test func aDoublePressOrThePageSaysNoForGood() {
        for byPage in [false, true] {
            var walk = Self.asked()
            #expect(walk.station.landmarks.question?.beacon == BeaconIdentity(Self.estimote))
            walk.give(byPage ? .wish(.landmark(false)) : .button(.doublePress))
            #expect(walk.said.last == .noLandmark)
            #expect(walk.kept?.declined == [BeaconIdentity(Self.estimote)])
            #expect(walk.station.landmarks.question == nil && walk.areas.isEmpty)
        }
    }

    /// The button answers while people still know what was asked; the page for longer.
    @Test func thePageMayAnswerLater() {
        var walk = Self.asked()
        walk.stay(25, by: Self.estimote)
        walk.press()
        #expect(walk.areas.isEmpty)
        walk.give(.wish(.landmark(true)))
        #expect(walk.areas == ["kitchen"])
        walk.give(.wish(.landmark(true)))
        #expect(walk.areas == ["kitchen"])
    }

    /// Named on the page by hand, it is asked about no more; nor when nobody is there any more to ask about.
    @Test func aQuestionEndsByItself() throws {
        var walk = Self.asked()
        walk.give(.wish(.adjust(.area(try #require(Area("den=estimote,7,1"))))))
        walk.give(.tick)
        #expect(walk.station.landmarks.question == nil)
        var other = Self.asked()
        other.stay(599)
        #expect(other.station.landmarks.question != nil)
        other.stay(2)
        #expect(other.station.landmarks.question == nil)
    }

    /// Names that are taken are passed over, and a house with all of them has no landmarks to make.
    @Test func namesThatAreTakenArePassedOver() throws {
        var walk = Walk(areas: [
            try #require(Area("Kitchen=estimote,9")), try #require(Area("hall=estimote,8")),
        ])
        walk.stay(15, by: Self.estimote)
        walk.stay(70)
        walk.stay(15, by: Self.estimote)
        walk.press()
        #expect(walk.areas == ["Kitchen", "hall", "attic"])
        walk.stay(2)
        walk.press()
        #expect(walk.areas == ["Kitchen", "hall", "attic"], "no other name is free")
    }

    /// A question that no press can answer is not put.
    @Test func whereNoNameIsFreeNobodyIsAsked() throws {
        var walk = Walk(
            names: ["kitchen", "hall"],
            areas: [
                try #require(Area("Kitchen=estimote,9")), try #require(Area("hall=estimote,8")),
            ])
        walk.stay(15, by: Self.estimote)
        walk.stay(70)
        walk.stay(15, by: Self.estimote)
        #expect(walk.asks == 0)
    }

    @Test func aCrowdOfBeaconsIsBounded() throws {
        let uuid = try #require(Self.kind)
        var offer = LandmarkOffer(names: [Self.none])
        for number in 0..<1_000 as Range<UInt16> {
            offer.heard(
                IBeacon(proximityUUID: uuid, major: 1, minor: number, measuredPower: -59), rssi: -50,
                ranging: RangingParameters(), now: .milliseconds(Int(number)))
        }
        #expect(offer.watched == LandmarkOffer.beaconsAtMost)
    }
}
