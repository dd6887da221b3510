import Glibc
import Testing

@testable import Determinism
@testable import Game
@testable import HCI
@testable import Ranging

/// Crossings: each once, in whatever way the packets come.
struct AreaWatchTests {
    private static func beacon(_ major: UInt16, _ minor: UInt16, uuid: ProximityUUID = .estimote) -> IBeacon {
        IBeacon(proximityUUID: uuid, major: major, minor: minor, measuredPower: -59)
    }

    private static func area(_ name: String, _ region: String, within metres: Double? = nil) throws -> Area {
        Area(
            name: try #require(AreaName(name)), region: try #require(Region(region)), withinMetres: metres)
    }

    /// A watch, and everything it ever told.
    private struct Stroll {
        var watch: AreaWatch
        var told: [AreaCrossing] = []
        var now = Duration.seconds(100)

        init(_ areas: [Area]) { watch = AreaWatch(areas) }

        var words: [String] { told.map { "\($0.direction) \($0.area)" } }

        mutating func hear(_ beacon: IBeacon, rssi: Int8) {
            watch.heard(beacon, rssi: rssi, at: now)
            told += watch.advance(now: now)
        }

        mutating func pass(
            _ time: Duration, step: Duration = .milliseconds(100), listens: Bool = true
        ) {
            let end = now + time
            while now < end {
                now += step
                told += watch.advance(listens: listens, now: now)
            }
        }
    }

    /// What a beacon is heard at, in dBm, after the model of the estimator itself.
    /// Levels that do not fade lie above what packets of that distance come to in the mean.
    private static func level(_ metres: Double, _ fading: Double? = nil) -> Int8 {
        let loss = 23 * (metres / 1).logarithm + (fading ?? -RangingParameters().usualFade)
        return Int8(max(-120, min(-20, (-59 - loss).rounded())))
    }

    @Test func aClearPacketEntersAndSilenceLeavesOnce() throws {
        var stroll = Stroll([try Self.area("kitchen", "estimote,7,1")])
        stroll.hear(Self.beacon(7, 1), rssi: -70)
        #expect(stroll.words == ["enter kitchen"])
        #expect(stroll.told.first?.distance != nil)
        stroll.hear(Self.beacon(7, 1), rssi: -70)
        stroll.pass(.seconds(5))
        stroll.hear(Self.beacon(7, 1), rssi: -97)
        stroll.pass(.milliseconds(29_900))
        #expect(stroll.words == ["enter kitchen"])
        stroll.pass(.seconds(60))
        #expect(stroll.words == ["enter kitchen", "exit kitchen"])
        let left = try #require(stroll.told.last)
        #expect(left.dwell == .seconds(5))
        #expect(left.at == .seconds(135))
        #expect(left.distance == nil)
        #expect(left.beacon == BeaconIdentity(Self.beacon(7, 1)))
    }

    @Test func foreignBeaconsAreNothing() throws {
        var stroll = Stroll([try Self.area("kitchen", "estimote,7,1")])
        stroll.hear(Self.beacon(7, 2), rssi: -40)
        stroll.hear(Self.beacon(8, 1), rssi: -40)
        stroll.hear(Self.beacon(7, 1, uuid: .hotCold), rssi: -40)
        stroll.pass(.seconds(60))
        #expect(stroll.words == [])
    }

    @Test func overlappingAreasAreEachEnteredAndLeftOnce() throws {
        var stroll = Stroll([
            try Self.area("house", "estimote"), try Self.area("floor", "estimote,7"),
            try Self.area("kitchen", "estimote,7,1"),
        ])
        stroll.hear(Self.beacon(7, 1), rssi: -70)
        #expect(stroll.words == ["enter house", "enter floor", "enter kitchen"])
        for _ in 0..<100 {
            stroll.pass(.milliseconds(500))
            stroll.hear(Self.beacon(7, 2), rssi: -70)
        }
        // The kitchen's beacon has been silent for 50 s, the others' has not.
        #expect(stroll.words.suffix(1) == ["exit kitchen"] && stroll.told.count == 4)
        stroll.pass(.seconds(31))
        #expect(stroll.words.suffix(2) == ["exit house", "exit floor"])
        #expect(stroll.told.count == 6)
        #expect(stroll.told.suffix(2).allSatisfy { $0.beacon.minor == 2 })
    }

    @Test func anAreaOfManyBeaconsLastsAsLongAsTheLastOfThem() throws {
        var stroll = Stroll([try Self.area("museum", "estimote")])
        for round in 0..<200 {
            stroll.hear(Self.beacon(1, UInt16(round)), rssi: -75)
            stroll.pass(.seconds(2))
        }
        #expect(stroll.words == ["enter museum"])
        stroll.pass(.seconds(40))
        #expect(stroll.words == ["enter museum", "exit museum"])
    }

    @Test func oneFreakPacketAtTheEdgeOfHearingIsNothing() throws {
        var stroll = Stroll([try Self.area("kitchen", "estimote,7,1")])
        for _ in 0..<20 {
            stroll.hear(Self.beacon(7, 1), rssi: -96)
            stroll.pass(.seconds(11))
        }
        #expect(stroll.words == [])
        stroll.hear(Self.beacon(7, 1), rssi: -96)
        stroll.pass(.seconds(9))
        stroll.hear(Self.beacon(7, 1), rssi: -96)
        #expect(stroll.words == ["enter kitchen"])
    }

    /// Somebody stands for hours where packets only come through by luck, at every rate of luck.
    @Test(arguments: [0.01, 0.03, 0.06, 0.1, 0.2, 0.5])
    func standingAtTheEdgeOfHearingIsNotToldOverAndOver(packetsASecond: Double) throws {
        var random = SeededGenerator(seed: 4)
        var stroll = Stroll([try Self.area("kitchen", "estimote,7,1")])
        let hours = 6
        for _ in 0..<(3_600 * hours) {
            if Double.random(in: 0..<1, using: &random) < packetsASecond {
                stroll.hear(Self.beacon(7, 1), rssi: Int8.random(in: -99 ... -88, using: &random))
            }
            stroll.pass(.seconds(1), step: .seconds(1))
        }
        // If every packet counted, it would be up to 88 an hour.
        #expect(stroll.told.count <= 12 * hours, "\(stroll.told.count) in \(hours) hours")
    }

    @Test func enteringADistanceTakesNearnessAndLeavingItTakesTime() throws {
        var stroll = Stroll([try Self.area("desk", "estimote,7,1", within: 2)])
        func walk(_ metres: Double, seconds: Int) {
            for _ in 0..<(seconds * 5) {
                stroll.hear(Self.beacon(7, 1), rssi: Self.level(metres))
                stroll.pass(.milliseconds(200))
            }
        }
        walk(10, seconds: 20)
        #expect(stroll.words == [])
        walk(1, seconds: 10)
        #expect(stroll.words == ["enter desk"])
        let near = try #require(stroll.told.first?.distance)
        #expect(near.metres <= 2 && near.low < near.metres && near.metres < near.high)
        walk(2.5, seconds: 60)
        #expect(stroll.words == ["enter desk"], "between the inner and the outer edge nothing changes")
        walk(10, seconds: 8)
        #expect(stroll.words == ["enter desk"], "a body that turns is no leaving")
        walk(10, seconds: 25)
        #expect(stroll.words == ["enter desk", "exit desk"])
        #expect(try #require(stroll.told.last?.distance).metres > 4)
    }

    @Test func aSlowBeaconBeyondTheEdgeIsBelievedAfterMoreThanOnePacket() throws {
        var stroll = Stroll([try Self.area("desk", "estimote,7,1", within: 2)])
        for _ in 0..<10 {
            stroll.hear(Self.beacon(7, 1), rssi: Self.level(0.7))
            stroll.pass(.milliseconds(500))
        }
        #expect(stroll.words == ["enter desk"])
        stroll.pass(.seconds(15))
        stroll.hear(Self.beacon(7, 1), rssi: Self.level(20))
        stroll.pass(.seconds(3))
        #expect(stroll.words == ["enter desk"])
    }

    /// Somebody sits for half an hour exactly on the line, with the fading of a restless room.
    @Test(arguments: [1.0, 4]) func sittingOnTheLineIsNotToldOverAndOver(metres: Double) throws {
        var random = SeededGenerator(seed: 9)
        var stroll = Stroll([try Self.area("sofa", "estimote,7,1", within: metres)])
        var shadow = 0.0
        for _ in 0..<9_000 {
            shadow = 0.97 * shadow + 0.24 * 3 * random.normal
            stroll.hear(Self.beacon(7, 1), rssi: Self.level(metres, shadow + 4 * random.normal))
            stroll.pass(.milliseconds(200))
        }
        #expect(stroll.told.count <= 5, "\(stroll.told.count) crossings")
    }

    @Test func aDeafRadioLeavesNothing() throws {
        var stroll = Stroll([try Self.area("kitchen", "estimote,7,1")])
        stroll.hear(Self.beacon(7, 1), rssi: -70)
        stroll.pass(.seconds(100), listens: false)
        stroll.watch.radioCameBack(now: stroll.now)
        stroll.pass(.seconds(29))
        #expect(stroll.words == ["enter kitchen"])
        stroll.pass(.seconds(2))
        #expect(stroll.words == ["enter kitchen", "exit kitchen"])
    }

    @Test func aCrowdIsBounded() throws {
        var stroll = Stroll([
            try Self.area("fair", "estimote"), try Self.area("stand", "estimote", within: 5),
        ])
        for minor in 0..<5_000 {
            for _ in 0..<3 { stroll.hear(Self.beacon(1, UInt16(minor)), rssi: -60) }
            stroll.now += .milliseconds(2)
        }
        #expect(stroll.words == ["enter fair", "enter stand"])
        #expect(AreaWatch(Array(repeating: try Self.area("a", "hotcold"), count: 100)).areas.count == 64)
    }
}

extension Double {
    fileprivate var logarithm: Double { log10(self) }
}

extension SeededGenerator {
    /// From a normal distribution with a deviation of 1: twelve uniform numbers are near enough.
    fileprivate var normal: Double {
        mutating get { (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) } }
    }
}
