import Testing

@testable import PeerNetwork

struct StationNameTests {
    @Test func everyNameIsReadAsItIsWritten() throws {
        for colour in StationName.colours.indices {
            for animal in StationName.animals.indices {
                let name = try #require(StationName(colour: UInt8(colour), animal: UInt8(animal)))
                #expect(StationName(name.description) == name)
                #expect(name.colourWord == StationName.colours[colour])
                #expect(name.animalWord == StationName.animals[animal])
            }
        }
        #expect(StationName("red fox")?.description == "Red Fox")
        #expect(StationName("  RED   Fox ")?.description == "Red Fox")
    }

    @Test func otherNumbersAndWordsAreNoName() {
        let (colours, animals) = (StationName.colours.count, StationName.animals.count)
        for colour in UInt8.min...UInt8.max {
            #expect((StationName(colour: colour, animal: 0) != nil) == (Int(colour) < colours))
            #expect((StationName(colour: 0, animal: colour) != nil) == (Int(colour) < animals))
        }
        for text in ["", "red", "fox", "fox red", "red red", "fox fox", "redfox", "red fox otter", "red-fox"]
        {
            #expect(StationName(text) == nil, "\(text)")
        }
    }

    /// Whoever finds its name taken draws again: another name each time, and always the same ones.
    @Test func theNextNameIsDrawnFromTheIdentity() throws {
        let id = StationID(value: 0x437b_242b_f2e9_490b)
        let first = StationName(id)
        let second = try #require(first.redrawn(id, others: []))
        #expect(second == StationName(id, draw: 1) && second != first)
        let third = try #require(first.redrawn(id, others: [second]))
        #expect(third == StationName(id, draw: 2))
        #expect(first.redrawn(id, others: [StationName(id, draw: 2)]) == second)
    }
}
