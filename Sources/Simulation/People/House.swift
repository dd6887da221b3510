/// The plan of one floor: rooms, walls that weaken radio, doors to walk through, and places to hide.
///
/// Every room is a rectangle, so two places in the same room can always be joined by a straight line, and
/// finding a way is a matter of doors only.
package struct House: Equatable, Sendable {
    package struct Room: Equatable, Sendable {
        let name: String
        let corner: Position
        let opposite: Position

        package init(
            name: String,
            corner: Position,
            opposite: Position
        ) {
            self.name = name
            self.corner = corner
            self.opposite = opposite
        }

        var centre: Position { corner.toward(opposite, share: 0.5) }

        /// Whether a place is in this room; a doorway is in both of its rooms.
        func contains(_ place: Position) -> Bool {
            (corner.x - 0.01...opposite.x + 0.01).contains(place.x)
                && (corner.y - 0.01...opposite.y + 0.01).contains(place.y)
        }
    }

    package struct Wall: Equatable, Sendable {
        let line: Segment
        /// What it takes from a signal that goes through it, in dB.
        let attenuation: Double
    }

    /// An opening in a wall, always open.
    package struct Door: Equatable, Sendable {
        static let width = 0.9
        let centre: Position
        /// The two rooms that it joins, by index.
        let rooms: [Int]
    }

    /// The spread of the shadow in a furnished house, in dB: 3 to 4 dB are in the tables for homes.
    static let furnishedShadow = 3.5

    let width: Double
    let height: Double
    let rooms: [Room]
    let walls: [Wall]
    let doors: [Door]
    /// Behind curtains, under tables: along the walls, out of the way of the doors, and never in the hall.
    let hidingPlaces: [Position]
    /// Just inside the front door, where everybody begins.
    let entrance: Position
    /// How far furniture and people change a level from place to place, one standard deviation in dB.
    let shadowSpread: Double

    private struct Passage: Equatable, Sendable {
        let metres: Double
        /// The door to go to next.
        let next: Int
    }

    private let passages: [[Passage]]

    package init(
        width: Double, height: Double, rooms: [Room], walls: [Wall], doors: [Door], hidingPlaces: [Position],
        entrance: Position, shadowSpread: Double = furnishedShadow
    ) {
        self.width = width
        self.height = height
        self.rooms = rooms
        self.walls = walls
        self.doors = doors
        self.hidingPlaces = hidingPlaces
        self.entrance = entrance
        self.shadowSpread = shadowSpread
        passages = Self.passages(between: doors)
    }

    /// What the walls between two places take from a signal, in dB.
    func attenuation(from: Position, to: Position) -> Double {
        let path = Segment(from: from, to: to)
        return walls.reduce(0) { sum, wall in sum + (wall.line.crosses(path) ? wall.attenuation : 0) }
    }

    func hasLineOfSight(from: Position, to: Position) -> Bool {
        let path = Segment(from: from, to: to)
        return !walls.contains { $0.line.crosses(path) }
    }

    func rooms(at place: Position) -> [Int] {
        rooms.indices.filter { rooms[$0].contains(place) }
    }

    /// The shortest way: a step before and a step behind every door, and the goal itself; just the goal when
    /// there is no way but through walls, which a sound plan does not have.
    func way(from start: Position, to goal: Position) -> [Position] {
        guard let (first, last, _) = passage(from: start, to: goal) else { return [goal] }
        var way: [Position] = []
        var room = rooms(at: start).first { doors[first].rooms.contains($0) }
        var door: Int? = first
        while let index = door {
            let beyond = doors[index].rooms.first { $0 != room }
            way += [room, beyond].compactMap { $0.map { step(from: doors[index].centre, into: rooms[$0]) } }
            room = beyond
            door = index == last ? nil : passages[index][last].next
        }
        return way + [goal]
    }

    /// The place in a room where somebody stands who is about to go through one of its doors.
    private func step(from door: Position, into room: Room) -> Position {
        let metres = 0.35
        if abs(door.x - room.corner.x) < 0.01 { return Position(x: door.x + metres, y: door.y) }
        if abs(door.x - room.opposite.x) < 0.01 { return Position(x: door.x - metres, y: door.y) }
        return Position(x: door.x, y: door.y + (door.y < room.centre.y ? metres : -metres))
    }

    /// How far it is to walk, in metres.
    func walk(from start: Position, to goal: Position) -> Double {
        passage(from: start, to: goal)?.metres ?? start.distance(to: goal)
    }

    /// The first and the last door on the shortest way and its length; nil when no door has to be passed.
    private func passage(from start: Position, to goal: Position) -> (first: Int, last: Int, metres: Double)?
    {
        let (here, there) = (rooms(at: start), rooms(at: goal))
        guard !here.contains(where: there.contains) else { return nil }
        var best: (first: Int, last: Int, metres: Double)?
        for (first, out) in doors.enumerated() where out.rooms.contains(where: here.contains) {
            let before = start.distance(to: out.centre)
            for (last, entry) in doors.enumerated() where entry.rooms.contains(where: there.contains) {
                let metres = before + passages[first][last].metres + entry.centre.distance(to: goal)
                if metres < best?.metres ?? .infinity { best = (first, last, metres) }
            }
        }
        return best
    }

    /// The shortest ways between all doors (Floyd and Warshall, 1962): people ask for ways all the time, and
    /// the doors never change.
    private static func passages(between doors: [Door]) -> [[Passage]] {
        var passages = doors.map { door in
            doors.enumerated().map { index, other in
                let isNext = door.rooms.contains(where: other.rooms.contains)
                return Passage(
                    metres: isNext ? door.centre.distance(to: other.centre) : .infinity, next: index)
            }
        }
        for middle in doors.indices {
            for from in doors.indices {
                for to in doors.indices {
                    let metres = passages[from][middle].metres + passages[middle][to].metres
                    if metres < passages[from][to].metres {
                        passages[from][to] = Passage(metres: metres, next: passages[from][middle].next)
                    }
                }
            }
        }
        return passages
    }
}
