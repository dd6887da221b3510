import HCI
import Recordings

/// The figures of `hotcold bench-lobby` as an SVG document: three panels over the loss, a line for each size
/// of the room.
package struct LobbyBenchChart: Sendable {
    private struct Panel: Sendable {
        var title: String
        var limit: Double?
        var value: @Sendable (LobbyBenchLine) -> Double
    }

    /// Told apart with any kind of sight (Okabe and Ito, 2008).
    private static let colours = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7"]
    private static let (panelWidth, panelHeight, margin) = (300.0, 220.0, 60.0)

    let lines: [LobbyBenchLine]

    package init(
        lines: [LobbyBenchLine]
    ) {
        self.lines = lines
    }

    /// The whole document.
    package var document: String {
        let isByAir = lines.contains { $0.room.profiles != nil }
        let panels = isByAir ? Self.panelsByAir : Self.panels
        let step = Self.panelWidth + Self.margin
        var drawing = Drawing(
            width: Double(panels.count) * step + Self.margin, height: Self.panelHeight + 2 * Self.margin + 30)
        for (index, panel) in panels.enumerated() {
            draw(panel, left: Self.margin + Double(index) * step, &drawing)
        }
        let shown = series.filter { series in
            lines(of: series).contains { line in panels.contains { $0.value(line).isFinite } }
        }
        let apart = min(200, Double(panels.count) * step / Double(max(1, shown.count)))
        for (index, series) in shown.enumerated() {
            let left = Self.margin + Double(index) * apart
            let top = Self.panelHeight + 2 * Self.margin + 12
            rule((left - 8, top - 4), (left + 8, top - 4), colour(series), dash(series), &drawing)
            drawing.text(series.description, left + 14, top, size: 12, colour: Drawing.ink)
        }
        return drawing.document
    }

    private static let panels = [
        Panel(title: "time to lock, p95, seconds", limit: 2) { $0.lockHigh },
        Panel(title: "countdown skew, p99, ms", limit: 50) { $0.skewHigh },
        Panel(title: "idle, bytes a second from a station", limit: nil) { $0.idle },
    ]
    private static let panelsByAir = [
        Panel(title: "until all names are known, p95, seconds", limit: 1.5) { $0.namesHigh },
        Panel(title: "time to lock, p95, seconds", limit: 1) { $0.lockHigh },
        Panel(title: "countdown skew, p99, ms", limit: 100) { $0.skewHigh },
        Panel(title: "from the hold to \"found\", p95, seconds", limit: 1) { $0.foundHigh },
    ]

    /// Rooms that differ in their loss alone.
    private struct Series: Hashable, Sendable {
        var stations: Int
        var profiles: [String]
        var description: String

        init(_ room: LobbyBench.Room) {
            stations = room.stations
            profiles = (room.profiles ?? []).map(\.name)
            description = room.description
        }
    }

    /// In the order of the lines.
    private var series: [Series] {
        lines.map { Series($0.room) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    private var losses: [Double] { Set(lines.map(\.room.loss)).sorted() }

    private func lines(of series: Series) -> [LobbyBenchLine] {
        lines.filter { Series($0.room) == series }.sorted { $0.room.loss < $1.room.loss }
    }

    /// As many stations, the same colour; other controllers, another dash.
    private func colour(_ series: Series) -> String {
        let sizes = Set(lines.map(\.room.stations)).sorted()
        return Self.colours[(sizes.firstIndex(of: series.stations) ?? 0) % Self.colours.count]
    }

    private func dash(_ series: Series) -> String {
        series.profiles == self.series.first?.profiles ? "none" : "3 3"
    }

    private func rule(
        _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ colour: String, _ dash: String,
        _ drawing: inout Drawing
    ) {
        drawing.element(
            "polyline",
            [
                "points": Drawing.points([from, to]), "fill": "none", "stroke": colour,
                "stroke-width": "1.5", "stroke-dasharray": dash,
            ])
    }

    private func draw(_ panel: Panel, left: Double, _ drawing: inout Drawing) {
        let (top, bottom) = (Self.margin, Self.margin + Self.panelHeight)
        let values = lines.map(panel.value).filter(\.isFinite)
        let highest = max(values.max() ?? 1, panel.limit ?? 0, 1e-6) * 1.1
        let far = max(losses.last ?? 1, 0.01)
        func x(_ loss: Double) -> Double { left + loss / far * Self.panelWidth }
        func y(_ value: Double) -> Double { bottom - value / highest * Self.panelHeight }
        let right = left + Self.panelWidth
        drawing.text(panel.title, left, top - 16, size: 14, colour: Drawing.ink, bold: true)
        rule((left, bottom), (right, bottom), Drawing.faintInk, "none", &drawing)
        rule((left, bottom), (left, top), Drawing.faintInk, "none", &drawing)
        if let limit = panel.limit {
            rule((left, y(limit)), (right, y(limit)), Drawing.faintInk, "1 4", &drawing)
        }
        for share in [0, 0.5, 1] {
            let value = highest / 1.1 * share
            drawing.text(
                Drawing.short(value), left - 6, y(value) + 4, size: 11, colour: Drawing.faintInk,
                anchor: "end")
        }
        for loss in losses {
            drawing.text(
                "\(Int((loss * 100).rounded())) %", x(loss), bottom + 16, size: 11, colour: Drawing.faintInk,
                anchor: "middle")
        }
        drawing.text(
            "loss", left + Self.panelWidth / 2, bottom + 32, size: 11, colour: Drawing.faintInk,
            anchor: "middle")
        for series in series {
            let points = lines(of: series).filter { panel.value($0).isFinite }
                .map { (x: x($0.room.loss), y: y(panel.value($0))) }
            drawing.element(
                "polyline",
                [
                    "points": Drawing.points(points), "fill": "none", "stroke": colour(series),
                    "stroke-width": "2.5", "stroke-dasharray": dash(series),
                ])
            for point in points { drawing.circle(point.x, point.y, radius: 3.5, fill: colour(series)) }
        }
    }
}
