import Glibc

/// Draws in metres and writes SVG. Everything that is text is escaped here and nowhere else.
struct Canvas: Sendable {
    private static let scale = 80.0
    private static let margin = 40.0
    private static let header = 84.0
    private static let footer = 104.0
    private static let ink = "#2B2F36"
    private static let floors = ["#F6EFE2", "#E8F0EC", "#EDEAF4", "#F3F1EC", "#F7E9E3", "#E4EEF5", "#F3F0DC"]

    private let width: Double
    private let height: Double
    private var elements: [String] = []

    init(house: House) {
        width = house.width * Self.scale + 2 * Self.margin
        height = house.height * Self.scale + Self.header + Self.footer
    }

    /// The whole document.
    var document: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.short(width))" height="\(Self.short(height))" \
        viewBox="0 0 \(Self.short(width)) \(Self.short(height))" \
        font-family="DejaVu Sans, Verdana, sans-serif">
        <rect width="100%" height="100%" fill="#FCFBF8"/>
        \(elements.joined(separator: "\n"))
        </svg>

        """
    }

    mutating func plan(_ house: House) {
        for (index, room) in house.rooms.enumerated() {
            let (x, y) = (x(room.corner), y(room.corner))
            let (right, bottom) = (self.x(room.opposite), self.y(room.opposite))
            element(
                "rect",
                [
                    "x": Self.short(x), "y": Self.short(y), "width": Self.short(right - x),
                    "height": Self.short(bottom - y), "fill": Self.floors[index % Self.floors.count],
                ])
            text(
                room.name, (x + right) / 2, (y + bottom) / 2 + 5, size: 15, colour: "#A9A398",
                anchor: "middle")
        }
        for place in house.hidingPlaces {
            circle(x(place), y(place), radius: 2.5, fill: "#D8D1C3")
        }
        for wall in house.walls {
            let thickness = wall.attenuation > 6 ? 9.0 : 5.0
            line([wall.line.from, wall.line.to], colour: Self.ink, thickness: thickness)
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
        circle(x(place), y(place), radius: 4, fill: "#FFFFFF", stroke: colour)
        self.text(text, x(place) + 8, y(place) - 6, size: 11, colour: colour, bold: true)
    }

    mutating func start(_ place: Position, colour: String) {
        circle(x(place), y(place), radius: 6, fill: "#FFFFFF", stroke: colour)
    }

    mutating func end(_ place: Position, initial name: String, colour: String) {
        circle(x(place), y(place), radius: 13, fill: colour, stroke: "#FFFFFF")
        text(
            String(name.prefix(1)), x(place), y(place) + 5, size: 14, colour: "#FFFFFF", anchor: "middle",
            bold: true)
    }

    /// A word where it was heard, ringed in the colour of the player who heard it.
    mutating func cue(_ cue: Cue, at place: Position, ring: String) {
        label(cue, x(place), y(place), ring: ring)
    }

    /// A star beside the place where somebody was found.
    mutating func star(at place: Position) {
        let (x, y) = (x(place), y(place) - 40)
        let points = (0..<10).map { index in
            let radius = index.isMultiple(of: 2) ? 24.0 : 10.0
            let angle = Double(index) * .pi / 5 - .pi / 2
            return "\(Self.short(x + radius * cos(angle))),\(Self.short(y + radius * sin(angle)))"
        }
        element(
            "polygon",
            [
                "points": points.joined(separator: " "), "fill": "#FFC83D", "stroke": "#8A6100",
                "stroke-width": "2", "stroke-linejoin": "round",
            ])
    }

    mutating func heading(_ title: String, subtitle: String) {
        text(title, Self.margin, 46, size: 30, colour: Self.ink, bold: true)
        text(subtitle, Self.margin + 200, 45, size: 18, colour: "#5B6069")
        let right = width - Self.margin
        let metre = [(right - Self.scale, 36.0), (right - Self.scale, 42), (right, 42), (right, 36)]
        let points = metre.map { "\($0.0),\($0.1)" }.joined(separator: " ")
        element("polyline", ["points": points, "fill": "none", "stroke": Self.ink, "stroke-width": "1.5"])
        text("1 m", right - Self.scale / 2, 58, size: 12, colour: "#5B6069", anchor: "middle")
    }

    /// Who is who and what is what, four to a line.
    mutating func legend(_ entries: [(text: String, colour: String)]) {
        let top = height - Self.footer + 38
        let column = (width - 2 * Self.margin) / 4
        for (index, entry) in entries.enumerated() {
            let (left, row) = (Self.margin + Double(index % 4) * column, top + Double(index / 4) * 22)
            circle(left + 8, row - 5, radius: 7, fill: entry.colour)
            text(entry.text, left + 22, row, size: 14, colour: Self.ink)
        }
        let row = height - 18
        let cues: [(cue: Cue, text: String)] = [
            (.hot(heat: 2), "getting closer"), (.cold(chill: 2), "getting further"),
            (.lost, "nothing is heard"),
            (.thereYouAre, "heard again"),
        ]
        for (index, entry) in cues.enumerated() {
            let left = Self.margin + Double(index) * column
            label(entry.cue, left + 24, row - 5, ring: "#FFFFFF")
            text(entry.text, left + 54, row, size: 13, colour: "#5B6069")
        }
    }

    private mutating func label(_ cue: Cue, _ x: Double, _ y: Double, ring: String) {
        let (word, fill): (String, String) =
            switch cue {
            case .hot(let heat): ("HOT", ["#E8743B", "#DC3B26", "#B3001B"][min(max(heat, 1), 3) - 1])
            case .cold(let chill): ("COLD", ["#5FA8D3", "#2F78B7", "#1B4B8F"][min(max(chill, 1), 3) - 1])
            case .lost: ("LOST", "#7D8087")
            case .thereYouAre: ("AH!", "#2E9E6B")
            }
        element(
            "rect",
            [
                "x": Self.short(x - 22), "y": Self.short(y - 10), "width": "44", "height": "20", "rx": "10",
                "fill": fill, "stroke": ring, "stroke-width": "2.5",
            ])
        text(word, x, y + 4.2, size: 11.5, colour: "#FFFFFF", anchor: "middle", bold: true)
    }

    // MARK: Elements

    private func x(_ place: Position) -> Double { Self.margin + place.x * Self.scale }
    private func y(_ place: Position) -> Double { Self.header + place.y * Self.scale }

    private mutating func line(
        _ places: [Position], colour: String, thickness: Double, opacity: Double = 1, dashes: String? = nil
    ) {
        let points = places.map { "\(Self.short(x($0))),\(Self.short(y($0)))" }.joined(separator: " ")
        element(
            "polyline",
            [
                "points": points, "fill": "none", "stroke": colour,
                "stroke-width": Self.short(thickness), "stroke-opacity": Self.short(opacity),
                "stroke-dasharray": dashes ?? "none",
                "stroke-linecap": opacity < 1 && dashes == nil ? "butt" : "round",
                "stroke-linejoin": "round",
            ])
    }

    private mutating func circle(
        _ x: Double, _ y: Double, radius: Double, fill: String, stroke: String? = nil
    ) {
        element(
            "circle",
            [
                "cx": Self.short(x), "cy": Self.short(y), "r": Self.short(radius), "fill": fill,
                "stroke": stroke ?? "none", "stroke-width": "2.5",
            ])
    }

    private mutating func text(
        _ text: String, _ x: Double, _ y: Double, size: Double, colour: String, anchor: String = "start",
        bold: Bool = false
    ) {
        element(
            "text",
            [
                "x": Self.short(x), "y": Self.short(y), "font-size": Self.short(size), "fill": colour,
                "text-anchor": anchor, "font-weight": bold ? "bold" : "normal",
            ], content: text)
    }

    private mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, content: String? = nil
    ) {
        let written = attributes.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: " ")
        let end = content.map { ">\(Self.escaped($0))</\(name)>" } ?? "/>"
        elements.append("<\(name) \(written)\(end)")
    }

    /// Two decimals are a hundredth of a pixel.
    private static func short(_ number: Double) -> String {
        "\((number * 100).rounded() / 100)"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}
