/// A place in a house in metres: x to the right, y down the plan, as a picture is read.
package struct Position: Hashable, Sendable {
    var x: Double
    var y: Double

    func distance(to other: Position) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The place that is `share` of the way to `other`: 0 is here, 1 is there.
    func toward(_ other: Position, share: Double) -> Position {
        Position(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
    }
}

/// A straight line between two places.
package struct Segment: Hashable, Sendable {
    var from: Position
    var to: Position

    var length: Double { from.distance(to: to) }

    /// Whether the two lines cross. Lines that only touch do not: a player in a doorway is not inside the
    /// wall.
    func crosses(_ other: Segment) -> Bool {
        side(of: other.from) * side(of: other.to) < 0 && other.side(of: from) * other.side(of: to) < 0
    }

    /// Positive on one side, negative on the other, zero on the line.
    private func side(of point: Position) -> Double {
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
    }
}
