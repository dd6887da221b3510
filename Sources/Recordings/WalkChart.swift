import Game
import Glibc
import Ranging

/// Draws a ``WalkPicture``: panels below each other, with one time axis and one scale of distance for all, so
/// that they can be compared. The scale is logarithmic, as hearing distance by radio is: twice as far is the
/// same step everywhere.
struct WalkChart: Sendable {
    private static let width = 1_200.0
    private static let left = 70.0
    private static let right = 24.0
    private static let header = 64.0
    private static let footer = 84.0
    private static let title = 34.0
    private static let metres = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]
    private static let paper = "#FFFFFF"
    private static let line = "#33691E"
    private static let band = "#7CB342"

    private let picture: WalkPicture
    private let panelHeight: Double
    private let low: Double
    private let high: Double

    init(_ picture: WalkPicture) {
        self.picture = picture
        panelHeight =
            switch picture.panels.count {
            case 1: 340
            case 2...4: 220
            default: 150
            }
        // Nearly everything that is drawn fits in; a single wild guess does not flatten the rest.
        let points = picture.panels.flatMap(\.strands).joined()
        let highs = points.map(\.distance.high).sorted()
        let lows = points.map(\.distance.low).sorted()
        let far = highs.isEmpty ? 10 : highs[(highs.count - 1) * 95 / 100]
        let near = lows.isEmpty ? 1 : lows[(lows.count - 1) * 5 / 100]
        high = Self.metres.first { $0 >= far } ?? 200
        low = min(Self.metres.last { $0 <= near } ?? 0.1, high / 10)
    }

    func drawing(title: String) -> Drawing {
        let panels = picture.panels
        let height = Self.header + Double(panels.count) * (Self.title + panelHeight) + Self.footer
        var drawing = Drawing(width: Self.width, height: height)
        drawing.text(title, Self.left, 40, size: 24, colour: Drawing.ink, bold: true)
        if picture.more > 0 {
            drawing.text(
                "and \(picture.more) more beacons, heard less often", Self.width - Self.right, 40, size: 14,
                colour: Drawing.faintInk, anchor: "end")
        }
        for (index, panel) in panels.enumerated() {
            let top = Self.header + Double(index) * (Self.title + panelHeight) + Self.title
            draw(panel, top: top, in: &drawing)
        }
        timeAxis(bottom: height - Self.footer, in: &drawing)
        legend(y: height - 22, in: &drawing)
        return drawing
    }

    private func draw(_ panel: WalkPicture.Panel, top: Double, in drawing: inout Drawing) {
        let bottom = top + panelHeight
        drawing.text(panel.name, Self.left, top - 8, size: 14, colour: Drawing.ink, bold: true)
        drawing.text(
            "sightings: \(panel.count), cues: \(panel.cues.count)", Self.width - Self.right, top - 8,
            size: 12,
            colour: Drawing.faintInk, anchor: "end")
        drawing.rectangle(
            Self.left, top, width: x(picture.span.upperBound) - Self.left, height: panelHeight,
            fill: Self.paper)
        for stay in panel.stays where stay.to > stay.from {
            let (from, to) = (x(stay.from), x(min(stay.to, picture.span.upperBound)))
            drawing.rectangle(
                from, top, width: to - from, height: panelHeight, fill: Self.colour(of: stay.zone))
        }
        for metres in Self.metres where low...high ~= metres {
            let height = y(metres, bottom)
            rule([(Self.left, height), (Self.width - Self.right, height)], in: &drawing)
            drawing.text(
                Self.plain(metres) + " m", Self.left - 8, height + 4, size: 11, colour: Drawing.faintInk,
                anchor: "end")
        }
        for strand in panel.strands { draw(strand, bottom, in: &drawing) }
        var free = -Double.infinity
        for (cue, at) in panel.cues {
            let (x, y) = (x(at), markHeight(panel, at, bottom))
            let mark = CueMark(cue)
            drawing.circle(x, y, radius: 5, fill: mark.colour, stroke: "#FFFFFF", thickness: 1.5)
            // A word where there is room for one.
            if x - free >= 18 {
                drawing.text(
                    mark.word, x, max(y - 10, top + 10), size: 10, colour: mark.colour, anchor: "middle",
                    bold: true)
                free = x + 18
            }
        }
    }

    private func draw(_ strand: [WalkPicture.Point], _ bottom: Double, in drawing: inout Drawing) {
        let upper = strand.map { (x: x($0.at), y: y($0.distance.high, bottom)) }
        let lower = strand.reversed().map { (x: x($0.at), y: y($0.distance.low, bottom)) }
        drawing.element(
            "polygon",
            ["points": Drawing.points(upper + lower), "fill": Self.band, "fill-opacity": "0.25"])
        drawing.element(
            "polyline",
            [
                "points": Drawing.points(strand.map { (x: x($0.at), y: y($0.distance.metres, bottom)) }),
                "fill": "none", "stroke": Self.line, "stroke-width": "1.8", "stroke-linejoin": "round",
            ])
    }

    /// On the line, where there is one at that time; else at the upper edge.
    private func markHeight(_ panel: WalkPicture.Panel, _ time: Double, _ bottom: Double) -> Double {
        for strand in panel.strands {
            guard let first = strand.first, let last = strand.last,
                first.at...(last.at + WalkPicture.gap) ~= time
            else { continue }
            let near = strand.last { $0.at <= time } ?? first
            return y(near.distance.metres, bottom)
        }
        return bottom - panelHeight + 12
    }

    private func timeAxis(bottom: Double, in drawing: inout Drawing) {
        let span = picture.span.upperBound - picture.span.lowerBound
        let steps: [Double] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600]
        let step = steps.first { span / $0 <= 12 } ?? (span / 12).rounded(.up)
        var time = (picture.span.lowerBound / step).rounded(.up) * step
        while time <= picture.span.upperBound {
            rule([(x(time), bottom), (x(time), bottom + 5)], in: &drawing)
            drawing.text(
                Self.plain(time) + " s", x(time), bottom + 19, size: 11, colour: Drawing.faintInk,
                anchor: "middle")
            time += step
        }
    }

    private func legend(y: Double, in drawing: inout Drawing) {
        var x = Self.left
        for zone in [Zone.immediate, .near, .far, .lost] {
            drawing.rectangle(x, y - 12, width: 22, height: 14, fill: Self.colour(of: zone))
            drawing.text(zone.rawValue, x + 28, y, size: 12, colour: Drawing.faintInk)
            x += 112
        }
        rule([(x, y - 5), (x + 22, y - 5)], colour: Self.line, in: &drawing)
        drawing.text("distance", x + 28, y, size: 12, colour: Drawing.faintInk)
        x += 112
        drawing.element(
            "rect",
            [
                "x": Drawing.short(x), "y": Drawing.short(y - 12), "width": "22", "height": "14",
                "fill": Self.band, "fill-opacity": "0.35",
            ])
        drawing.text("80 % interval", x + 28, y, size: 12, colour: Drawing.faintInk)
        x += 160
        for mark in CueMark.legend.map(CueMark.init) {
            drawing.circle(x + 6, y - 5, radius: 5, fill: mark.colour)
            drawing.text(mark.word.lowercased(), x + 16, y, size: 12, colour: Drawing.faintInk)
            x += 66
        }
    }

    private func rule(
        _ points: [(x: Double, y: Double)], colour: String = "#C9CCD1", in drawing: inout Drawing
    ) {
        drawing.element(
            "polyline", ["points": Drawing.points(points), "fill": "none", "stroke": colour])
    }

    private func x(_ time: Double) -> Double {
        let share = (time - picture.span.lowerBound) / (picture.span.upperBound - picture.span.lowerBound)
        return Self.left + min(max(share, 0), 1) * (Self.width - Self.left - Self.right)
    }

    private func y(_ metres: Double, _ bottom: Double) -> Double {
        let share = log(metres / low) / log(high / low)
        return bottom - min(max(share, 0), 1) * panelHeight
    }

    private static func colour(of zone: Zone) -> String {
        switch zone {
        case .immediate: "#FBE3D6"
        case .near: "#FCF3D9"
        case .far: "#E9F1F8"
        case .lost: "#E3E4E6"
        case .unknown: paper
        }
    }

    /// Without a fraction where there is none.
    private static func plain(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
