import Testing

@testable import HCI

@Suite struct ReportAssemblerTests {
    private func piece(
        _ data: [UInt8], _ completeness: Advertisement.Completeness, from last: UInt8 = 1, set: UInt8? = 5
    ) -> Advertisement {
        Advertisement(
            address: DeviceAddress(littleEndian: [last, 0, 0, 0, 0, 0xC0]), rssi: -70, data: data,
            completeness: completeness, set: set)
    }

    @Test func whatIsWholePassesAtOnce() {
        var assembler = ReportAssembler()
        let whole = piece(Samples.beaconData, .complete)
        #expect(assembler.add(whole) == whole)
        let cut = piece([1, 2], .truncated)
        #expect(assembler.add(cut) == cut)
    }

    @Test func aBeaconAcrossTwoPiecesIsFound() {
        var assembler = ReportAssembler()
        #expect(assembler.add(piece(Array(Samples.beaconData[..<7]), .moreToCome)) == nil)
        #expect(assembler.add(piece([9], .complete, from: 2))?.data == [9])
        let joined = assembler.add(piece(Array(Samples.beaconData[7...]), .complete))
        #expect(joined?.beacon == Samples.beacon)
        #expect(joined?.data == Samples.beaconData)
        #expect(assembler.dropped == 0)
    }

    @Test func setsOfOneAdvertiserAreKeptApart() {
        var assembler = ReportAssembler()
        #expect(assembler.add(piece([1], .moreToCome, set: 1)) == nil)
        #expect(assembler.add(piece([2], .moreToCome, set: 2)) == nil)
        #expect(assembler.add(piece([3], .complete, set: 1))?.data == [1, 3])
        #expect(assembler.add(piece([4], .truncated, set: 2))?.data == [2, 4])
    }

    @Test func theOldestMakesRoom() {
        var assembler = ReportAssembler()
        for last in 0...UInt8(ReportAssembler.advertisementLimit) {
            #expect(assembler.add(piece([last], .moreToCome, from: last)) == nil)
        }
        #expect(assembler.dropped == 1)
        #expect(assembler.add(piece([9], .complete, from: 0))?.data == [9])
        #expect(assembler.add(piece([9], .complete, from: 1))?.data == [1, 9])
    }

    @Test func anEndlessAdvertisementIsGivenUp() {
        var assembler = ReportAssembler()
        for _ in 0..<1000 {
            #expect(assembler.add(piece([UInt8](repeating: 7, count: 229), .moreToCome)) == nil)
        }
        // Seven pieces fit, and the eighth ends it.
        #expect(assembler.dropped == 125)
    }
}
