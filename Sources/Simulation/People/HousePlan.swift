import Determinism

/// Draws houses: two rows of three rooms with a hall between them, about 12 by 9 metres.
///
/// ```
///  ┌────────────┬────────┬─────────┐
///  │ living room   study │ bedroom │
///  ├─── ────────┴── ─────┴── ──────┤
///    hall                          │
///  ├── ──────┬── ─────┬─── ────────┤
///  │ kitchen │ bath   │ children's │
///  └─────────┴────────┴────────────┘
/// ```
package struct HousePlan: Sendable {
    var width = 12.0
    var height = 9.0
    /// Where the hall begins and ends, from the top.
    var hall = (from: 4.0, to: 5.3)
    /// Where the rooms of a row end and the next begin, from the left.
    var upper = (first: 5.0, second: 8.2)
    var lower = (first: 4.2, second: 6.8)
    /// Whether the plan is drawn the other way round.
    var isMirrored = false
    /// What an inner wall takes from a signal, in dB: plasterboard 2–4, brick 6.
    var inner = 3.0
    /// What an outer wall takes.
    var outer = 10.0

    /// The family house that stands for all of them.
    package init() {}

    /// A variation: other proportions, other walls, perhaps mirrored.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        width = .random(in: 11...13, using: &random)
        height = .random(in: 8.5...9.5, using: &random)
        hall.from = .random(in: 3.6...4.1, using: &random)
        hall.to = hall.from + .random(in: 1.2...1.5, using: &random)
        upper = (.random(in: 4.4...5.4, using: &random), .random(in: 7.6...8.8, using: &random))
        lower = (.random(in: 3.6...4.6, using: &random), .random(in: 6.2...7.4, using: &random))
        isMirrored = Bool.random(using: &random)
        inner = .random(in: 2...4, using: &random)
    }

    /// The house that this plan draws.
    var house: House {
        let rooms = [
            room("living room", 0, 0, upper.first, hall.from),
            room("study", upper.first, 0, upper.second, hall.from),
            room("bedroom", upper.second, 0, width, hall.from),
            room("hall", 0, hall.from, width, hall.to),
            room("kitchen", 0, hall.to, lower.first, height),
            room("bathroom", lower.first, hall.to, lower.second, height),
            room("children's room", lower.second, hall.to, width, height),
        ]
        let doors = [
            door(upper.first * 0.7, hall.from, joining: [0, 3]),
            door((upper.first + upper.second) / 2, hall.from, joining: [1, 3]),
            door(upper.second + 1, hall.from, joining: [2, 3]),
            door(lower.first * 0.4, hall.to, joining: [3, 4]),
            door((lower.first + lower.second) / 2, hall.to, joining: [3, 5]),
            door(lower.second + 1.2, hall.to, joining: [3, 6]),
            door(upper.first, hall.from * 0.4, joining: [0, 1]),
        ]
        return House(
            width: width, height: height, rooms: rooms, walls: walls(around: doors.map(\.centre)),
            doors: doors,
            hidingPlaces: hidingPlaces(in: rooms.filter { $0.name != "hall" }, doors: doors.map(\.centre)),
            entrance: place(0.7, (hall.from + hall.to) / 2))
    }

    private func place(_ x: Double, _ y: Double) -> Position {
        Position(x: isMirrored ? width - x : x, y: y)
    }

    private func room(_ name: String, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double)
        -> House.Room
    {
        let (one, other) = (place(left, top), place(right, bottom))
        return House.Room(
            name: name, corner: Position(x: min(one.x, other.x), y: top),
            opposite: Position(x: max(one.x, other.x), y: bottom))
    }

    private func door(_ x: Double, _ y: Double, joining rooms: [Int]) -> House.Door {
        House.Door(centre: place(x, y), rooms: rooms)
    }

    /// All walls, with a gap wherever a door is in them.
    private func walls(around doors: [Position]) -> [House.Wall] {
        let corners = [place(0, 0), place(width, 0), place(width, height), place(0, height)]
        let outside = corners.indices.map { Segment(from: corners[$0], to: corners[($0 + 1) % 4]) }
        let inside = [
            Segment(from: place(0, hall.from), to: place(width, hall.from)),
            Segment(from: place(0, hall.to), to: place(width, hall.to)),
            Segment(from: place(upper.first, 0), to: place(upper.first, hall.from)),
            Segment(from: place(upper.second, 0), to: place(upper.second, hall.from)),
            Segment(from: place(lower.first, hall.to), to: place(lower.first, height)),
            Segment(from: place(lower.second, hall.to), to: place(lower.second, height)),
        ]
        return outside.map { House.Wall(line: $0, attenuation: outer) }
            + inside.flatMap { Self.open($0, at: doors) }.map { House.Wall(line: $0, attenuation: inner) }
    }

    /// A wall without its doorways.
    private static func open(_ wall: Segment, at doors: [Position]) -> [Segment] {
        // A door is in the wall when the detour over it is no detour.
        let along =
            doors
            .filter { wall.from.distance(to: $0) + $0.distance(to: wall.to) - wall.length < 1e-6 }
            .map { wall.from.distance(to: $0) }
            .sorted()
        var pieces: [Segment] = []
        var begin = 0.0
        for door in along {
            let end = door - House.Door.width / 2
            pieces.append(piece(of: wall, begin, end))
            begin = door + House.Door.width / 2
        }
        return pieces + [piece(of: wall, begin, wall.length)]
    }

    private static func piece(of wall: Segment, _ begin: Double, _ end: Double) -> Segment {
        Segment(
            from: wall.from.toward(wall.to, share: begin / wall.length),
            to: wall.from.toward(wall.to, share: end / wall.length))
    }

    /// Every metre and a half along the walls of a room, half a metre out, a step away from any door.
    private func hidingPlaces(in rooms: [House.Room], doors: [Position]) -> [Position] {
        rooms.flatMap { room in
            let inner = (
                left: room.corner.x + 0.5, top: room.corner.y + 0.5,
                right: room.opposite.x - 0.5, bottom: room.opposite.y - 0.5
            )
            let columns = Self.spread(inner.left, inner.right)
            let rows = Self.spread(inner.top, inner.bottom)
            let along = columns.flatMap { [Position(x: $0, y: inner.top), Position(x: $0, y: inner.bottom)] }
            let across = rows.dropFirst().dropLast().flatMap {
                [Position(x: inner.left, y: $0), Position(x: inner.right, y: $0)]
            }
            return (along + across).filter { place in !doors.contains { $0.distance(to: place) < 0.9 } }
        }
    }

    private static func spread(_ from: Double, _ to: Double) -> [Double] {
        let count = max(1, Int((to - from) / 1.5))
        return (0...count).map { from + (to - from) * Double($0) / Double(count) }
    }
}

extension House {
    static let family = HousePlan().house

    /// One room of 20 by 30 m with curtains along its walls.
    static let gymnasium = House(
        width: 20, height: 30,
        rooms: [Room(name: "hall", corner: Position(x: 0, y: 0), opposite: Position(x: 20, y: 30))],
        walls: [],
        doors: [],
        hidingPlaces: (1...9).flatMap {
            [Position(x: 0.5, y: 3 * Double($0)), Position(x: 19.5, y: 3 * Double($0))]
        },
        entrance: Position(x: 10, y: 1))

    /// A house like the family house, but not the same.
    static func variation(seed: UInt64) -> House { HousePlan(seed: seed).house }
}
