import Game
import Glibc
import Recordings

/// Draws a house in metres, and what happens in it, as an SVG document.
struct Canvas: Sendable {
    private static let scale = 80.0
    private static let margin = 40.0
    private static let header = 84.0
    private static let footer = 104.0
    private static let floors = ["#F6EFE2", "#E8F0EC", "#EDEAF4", "#F3F1EC", "#F7E9E3", "#E4EEF5", "#F3F0DC"]

    private var drawing: Drawing

    init(house: House) {
        drawing = Drawing(
            width: house.width * Self.scale + 2 * Self.margin,
            height: house.height * Self.scale + Self.header + Self.footer)
    }

    /// The whole document.
    var document: String { drawing.document }

    mutating func plan(_ house: House) {
        for (index, room) in house.rooms.enumerated() {
            let (x, y) = (x(room.corner), y(room.corner))
            let (right, bottom) = (self.x(room.opposite), self.y(room.opposite))
            drawing.rectangle(
                x, y, width: right - x, height: bottom - y, fill: Self.floors[index % Self.floors.count])
            drawing.text(
                room.name, (x + right) / 2, (y + bottom) / 2 + 5, size: 15, colour: "#A9A398",
                anchor: "middle")
        }
        for place in house.hidingPlaces {
            drawing.circle(x(place), y(place), radius: 2.5, fill: "#D8D1C3")
        }
        for wall in house.walls {
            let thickness = wall.attenuation > 6 ? 9.0 : 5.0
            line([wall.line.from, wall.line.to], colour: Drawing.ink, thickness: thickness)
        }
        // The front door: a gap in the outer wall beside the entrance, in the colour of wood.
        let edge = house.entrance.x < house.width / 2 ? 0 : house.width
        let (top, bottom) = (house.entrance.y - 0.4, house.entrance.y + 0.4)
        line([Position(x: edge, y: top), Position(x: edge, y: bottom)], colour: "#C9A36B", thickness: 9)
    }

    /// A way through the house that grows stronger with the time.
    mutating func track(_ places: [Position], colour: String, isFaint: Bool) {
        guard places.count > 1 else { return }
        let strands = 12
        let size = max(2, (places.count + strands - 1) / strands + 1)
        var begin = 0
        while begin < places.count - 1 {
            let end = min(begin + size, places.count)
            let share = Double(end) / Double(places.count)
            let opacity = isFaint ? 0.45 : 0.3 + 0.6 * share
            line(
                Array(places[begin..<end]), colour: colour, thickness: 3.5, opacity: opacity,
                dashes: isFaint ? "2 8" : nil)
            begin = end - 1
        }
    }

    /// A small mark on a track: somebody was here at that time.
    mutating func time(_ text: String, at place: Position, colour: String) {
        drawing.circle(x(place), y(place), radius: 4, fill: "#FFFFFF", stroke: colour)
        drawing.text(text, x(place) + 8, y(place) - 6, size: 11, colour: colour, bold: true)
    }

    mutating func start(_ place: Position, colour: String) {
        drawing.circle(x(place), y(place), radius: 6, fill: "#FFFFFF", stroke: colour)
    }

    mutating func end(_ place: Position, initial name: String, colour: String) {
        drawing.circle(x(place), y(place), radius: 13, fill: colour, stroke: "#FFFFFF")
        drawing.text(
            String(name.prefix(1)), x(place), y(place) + 5, size: 14, colour: "#FFFFFF", anchor: "middle",
            bold: true)
    }

    /// A word where it was heard, ringed in the colour of the player who heard it.
    mutating func cue(_ cue: Cue, at place: Position, ring: String) {
        drawing.label(cue, x(place), y(place), ring: ring)
    }

    /// A star beside the place where somebody was found.
    mutating func star(at place: Position) {
        let (x, y) = (x(place), y(place) - 40)
        let points = (0..<10).map { index in
            let radius = index.isMultiple(of: 2) ? 24.0 : 10.0
            let angle = Double(index) * .pi / 5 - .pi / 2
            return (x: x + radius * cos(angle), y: y + radius * sin(angle))
        }
        drawing.element(
            "polygon",
            [
                "points": Drawing.points(points), "fill": "#FFC83D", "stroke": "#8A6100",
                "stroke-width": "2", "stroke-linejoin": "round",
            ])
    }

    mutating func heading(_ title: String, subtitle: String) {
        drawing.text(title, Self.margin, 46, size: 30, colour: Drawing.ink, bold: true)
        drawing.text(subtitle, Self.margin + 200, 45, size: 18, colour: Drawing.faintInk)
        let right = drawing.width - Self.margin
        let left = right - Self.scale
        let metre: [(x: Double, y: Double)] = [(left, 36), (left, 42), (right, 42), (right, 36)]
        drawing.element(
            "polyline",
            [
                "points": Drawing.points(metre), "fill": "none", "stroke": Drawing.ink,
                "stroke-width": "1.5",
            ])
        drawing.text("1 m", right - Self.scale / 2, 58, size: 12, colour: Drawing.faintInk, anchor: "middle")
    }

    /// Who is who and what is what, four to a line.
    mutating func legend(_ entries: [(text: String, colour: String)]) {
        let top = drawing.height - Self.footer + 38
        let column = (drawing.width - 2 * Self.margin) / 4
        for (index, entry) in entries.enumerated() {
            let (left, row) = (Self.margin + Double(index % 4) * column, top + Double(index / 4) * 22)
            drawing.circle(left + 8, row - 5, radius: 7, fill: entry.colour)
            drawing.text(entry.text, left + 22, row, size: 14, colour: Drawing.ink)
        }
        let row = drawing.height - 18
        let width = (drawing.width - 2 * Self.margin) / Double(CueMark.legend.count)
        for (index, cue) in CueMark.legend.enumerated() {
            let left = Self.margin + Double(index) * width
            drawing.label(cue, left + 24, row - 5, ring: "#FFFFFF")
            drawing.text(CueMark(cue).meaning, left + 54, row, size: 13, colour: Drawing.faintInk)
        }
    }

    private func x(_ place: Position) -> Double { Self.margin + place.x * Self.scale }
    private func y(_ place: Position) -> Double { Self.header + place.y * Self.scale }

    private mutating func line(
        _ places: [Position], colour: String, thickness: Double, opacity: Double = 1, dashes: String? = nil
    ) {
        drawing.element(
            "polyline",
            [
                "points": Drawing.points(places.map { (x: x($0), y: y($0)) }), "fill": "none",
                "stroke": colour,
                "stroke-width": Drawing.short(thickness), "stroke-opacity": Drawing.short(opacity),
                "stroke-dasharray": dashes ?? "none",
                "stroke-linecap": opacity < 1 && dashes == nil ? "butt" : "round",
                "stroke-linejoin": "round",
            ])
    }
}
