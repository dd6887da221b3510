import Support
import Testing

@testable import HCI

@Suite struct IBeaconTests {
    @Test func encodesTheThirtyBytes() {
        #expect(Samples.beacon.advertisingData == Samples.beaconData)
        #expect(Samples.beaconData.count == 30)
        #expect(IBeacon(advertisingData: Samples.beaconData) == Samples.beacon)
    }

    @Test func anUnknownPowerStaysUnknownOnItsWay() {
        let beacon = IBeacon(proximityUUID: .estimote, major: 0xFFFF, minor: 0x0100, measuredPower: nil)
        #expect(beacon.advertisingData.last == 0)
        #expect(IBeacon(advertisingData: beacon.advertisingData) == beacon)
    }

    @Test(
        arguments: [
            (0x00, nil), (0x7F, nil), (0x01, nil), (0x80, nil), (0x81, -127), (0xFF, -1), (0xC5, -59),
        ] as [(UInt8, Int8?)])
    func onlyAPlausiblePowerIsBelieved(byte: UInt8, power: Int8?) throws {
        let beacon = try #require(IBeacon(advertisingData: Samples.beaconData.dropLast() + [byte]))
        #expect(beacon.measuredPower == power)
    }

    @Test func isFoundWhereverItIs() {
        let structure = Samples.beaconData.dropFirst(3)
        #expect(IBeacon(advertisingData: structure) == Samples.beacon)
        #expect(IBeacon(advertisingData: bytes("04 09 48 69 21") + structure) == Samples.beacon)
        #expect(IBeacon(advertisingData: bytes("01 0A 05 FF 4C 00 10 05") + structure) == Samples.beacon)
        #expect(IBeacon(advertisingData: Samples.beaconData + [0, 0, 0, 0]) == Samples.beacon)
        #expect(IBeacon(advertisingData: Samples.beaconData + bytes("1F 09 48")) == Samples.beacon)
    }

    @Test func aLengthThatRunsPastTheEndIsCut() {
        var data = Samples.beaconData
        data[3] = 0x1F
        #expect(IBeacon(advertisingData: data) == Samples.beacon)
        #expect(IBeacon(advertisingData: data + [0x00, 0x00]) == Samples.beacon)
    }

    @Test func aZeroLengthEndsTheList() {
        #expect(IBeacon(advertisingData: [0x00] + Samples.beaconData) == nil)
        var walk = AdvertisingData([0x00, 0x02, 0x01, 0x06]).makeIterator()
        #expect(walk.next() == nil)
        #expect(walk.next() == nil)
    }

    @Test func walksStructures() {
        let walk = Array(AdvertisingData(bytes("02 01 06 01 FF 03 09 48 69 05 FF 4C")))
        #expect(
            walk.map(\.type) == [.flags, .manufacturerSpecific, .completeLocalName, .manufacturerSpecific])
        #expect(walk.map { Array($0.value) } == [[6], [], [0x48, 0x69], [0x4C]])
        #expect(Array(AdvertisingData([])).isEmpty)
        #expect(Array(AdvertisingData([7])).isEmpty)
    }

    @Test func aPartIsNoBeacon() {
        for count in 0..<Samples.beaconData.count {
            #expect(IBeacon(advertisingData: Samples.beaconData.prefix(count)) == nil)
        }
    }

    @Test func noDamageIsFatal() {
        for data in damaged(Samples.beaconData) {
            guard let beacon = IBeacon(advertisingData: data) else { continue }
            #expect(IBeacon(advertisingData: beacon.advertisingData) == beacon)
        }
    }

    @Test func anotherStructureCompanyOrTypeIsNoBeacon() {
        for place in 4...8 {
            var data = Samples.beaconData
            data[place] ^= 0x01
            #expect(IBeacon(advertisingData: data) == nil)
        }
    }
}
