package import Game

/// An SVG document in pixels, element after element. Everything that is text is escaped here and nowhere
/// else.
package struct Drawing: Sendable {
    package static let ink = "#2B2F36"
    package static let faintInk = "#5B6069"

    package let width: Double
    package let height: Double
    private var elements: [String] = []

    package init(width: Double, height: Double) {
        (self.width, self.height) = (width, height)
    }

    /// The whole document.
    package var document: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.short(width))" height="\(Self.short(height))" \
        viewBox="0 0 \(Self.short(width)) \(Self.short(height))" \
        font-family="DejaVu Sans, Verdana, sans-serif">
        <rect width="100%" height="100%" fill="#FCFBF8"/>
        \(elements.joined(separator: "\n"))
        </svg>

        """
    }

    package mutating func circle(
        _ x: Double, _ y: Double, radius: Double, fill: String, stroke: String? = nil,
        thickness: Double = 2.5
    ) {
        element(
            "circle",
            [
                "cx": Self.short(x), "cy": Self.short(y), "r": Self.short(radius), "fill": fill,
                "stroke": stroke ?? "none", "stroke-width": Self.short(thickness),
            ])
    }

    package mutating func rectangle(_ x: Double, _ y: Double, width: Double, height: Double, fill: String) {
        element(
            "rect",
            [
                "x": Self.short(x), "y": Self.short(y), "width": Self.short(width),
                "height": Self.short(height), "fill": fill,
            ])
    }

    package mutating func text(
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

    /// A word on a pill of its colour, with its middle there.
    package mutating func label(_ cue: Cue, _ x: Double, _ y: Double, ring: String) {
        element(
            "rect",
            [
                "x": Self.short(x - 22), "y": Self.short(y - 10), "width": "44", "height": "20", "rx": "10",
                "fill": CueMark(cue).colour, "stroke": ring, "stroke-width": "2.5",
            ])
        text(CueMark(cue).word, x, y + 4.2, size: 11.5, colour: "#FFFFFF", anchor: "middle", bold: true)
    }

    /// Any other element.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, content: String? = nil
    ) {
        let written = attributes.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: " ")
        let end = content.map { ">\(Self.escaped($0))</\(name)>" } ?? "/>"
        elements.append("<\(name) \(written)\(end)")
    }

    /// The points of a line or an area.
    package static func points(_ points: some Sequence<(x: Double, y: Double)>) -> String {
        points.map { "\(short($0.x)),\(short($0.y))" }.joined(separator: " ")
    }

    /// Two decimals are a hundredth of a pixel.
    package static func short(_ number: Double) -> String {
        "\((number * 100).rounded() / 100)"
    }

    /// Control characters cannot be written in XML 1.0 at all (section 2.2), so they are left out.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\0"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
