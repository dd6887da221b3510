import Testing

@testable import Simulation

private let houses = [House.family] + (1...30).map { House.variation(seed: $0) }

@Suite struct HouseTests {
    @Test func theFamilyHouseIsAsDrawn() {
        let house = House.family
        #expect(house.rooms.map(\.name).contains("kitchen"))
        #expect(house.rooms.count == 7)
        #expect((house.width, house.height) == (12, 9))
        // From the hall into the bathroom through its wall, beside the door.
        let hall = Position(x: 4.4, y: 5)
        #expect(house.attenuation(from: hall, to: Position(x: 4.4, y: 6)) == 3)
        #expect(!house.hasLineOfSight(from: hall, to: Position(x: 4.4, y: 6)))
        // Through the door.
        let door = Position(x: 5.5, y: 5)
        #expect(house.attenuation(from: door, to: Position(x: 5.5, y: 6)) == 0)
        #expect(house.hasLineOfSight(from: door, to: Position(x: 5.5, y: 6)))
    }

    @Test func sameSeedSameHouseOtherSeedOtherHouse() {
        #expect(House.variation(seed: 3) == House.variation(seed: 3))
        #expect(House.variation(seed: 3) != House.variation(seed: 4))
    }

    @Test(arguments: houses.indices)
    func everyWallStaysInsideAndIsSomewhere(index: Int) {
        let house = houses[index]
        for wall in house.walls {
            for end in [wall.line.from, wall.line.to] {
                #expect((-0.001...house.width + 0.001).contains(end.x))
                #expect((-0.001...house.height + 0.001).contains(end.y))
            }
            #expect(wall.line.length > 0.1)
            #expect(wall.attenuation > 0)
        }
    }

    @Test(arguments: houses.indices)
    func everyDoorIsAGapBetweenItsTwoRooms(index: Int) {
        let house = houses[index]
        for door in house.doors {
            #expect(Set(house.rooms(at: door.centre)) == Set(door.rooms))
            let rooms = door.rooms.map { house.rooms[$0].centre }
            #expect(rooms.allSatisfy { house.hasLineOfSight(from: door.centre, to: $0) })
        }
    }

    /// Nobody walks through a wall, from anywhere to anywhere.
    @Test(arguments: houses.indices)
    func everyWayGoesThroughDoors(index: Int) {
        let house = houses[index]
        #expect(house.hidingPlaces.count > 20)
        for goal in house.hidingPlaces {
            for start in [house.entrance, house.hidingPlaces[0], house.hidingPlaces[index % 20]] {
                var last = start
                for place in house.way(from: start, to: goal) {
                    #expect(house.hasLineOfSight(from: last, to: place))
                    last = place
                }
                #expect(last == goal)
                #expect(house.walk(from: start, to: goal) < 25)
            }
        }
    }

    @Test func theShorterOfTwoWaysIsTaken() {
        let house = House.family
        // Living room and study have a door of their own; the way over the hall is longer.
        let way = house.way(from: Position(x: 4, y: 1), to: Position(x: 6, y: 1))
        #expect(way == [Position(x: 4.65, y: 1.6), Position(x: 5.35, y: 1.6), Position(x: 6, y: 1)])
        #expect(house.way(from: Position(x: 1, y: 1), to: Position(x: 2, y: 2)) == [Position(x: 2, y: 2)])
    }

    @Test(arguments: houses.indices)
    func hidingPlacesAreInRoomsButNotInTheHall(index: Int) {
        let house = houses[index]
        for place in house.hidingPlaces {
            let rooms = house.rooms(at: place)
            #expect(rooms.count == 1)
            #expect(rooms.allSatisfy { house.rooms[$0].name != "hall" })
        }
    }

    @Test func linesThatTouchDoNotCross() {
        let wall = Segment(from: Position(x: 0, y: 0), to: Position(x: 2, y: 0))
        func crosses(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> Bool {
            wall.crosses(Segment(from: Position(x: x, y: y), to: Position(x: toX, y: toY)))
        }
        #expect(crosses(1, -1, 1, 1))
        #expect(!crosses(3, -1, 3, 1))
        #expect(!crosses(1, 0, 1, 1))
        #expect(!crosses(0, 0, 2, 0))
    }
}
