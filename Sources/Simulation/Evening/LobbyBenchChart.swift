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
        for (index, series) in series.enumerated() {
            let left = Self.margin + Double(index) * 200
            let top = Self.panelHeight + 2 * Self.margin + 12
            drawing.circle(left, top - 4, radius: 5, fill: colour(index))
            drawing.text(series, left + 12, top, size: 13, colour: Drawing.ink)
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

    /// In the order of the lines.
    private var series: [String] {
        lines.reduce(into: []) { if !$0.contains($1.room.description) { $0.append($1.room.description) } }
    }
    private var losses: [Double] { Set(lines.map(\.room.loss)).sorted() }

    private func colour(_ index: Int) -> String { Self.colours[index % Self.colours.count] }

    private func draw(_ panel: Panel, left: Double, _ drawing: inout Drawing) {
        let (top, bottom) = (Self.margin, Self.margin + Self.panelHeight)
        let values = lines.map(panel.value).filter(\.isFinite)
        let highest = max(values.max() ?? 1, panel.limit ?? 0, 1e-6) * 1.1
        let far = max(losses.last ?? 1, 0.01)
        func x(_ loss: Double) -> Double { left + loss / far * Self.panelWidth }
        func y(_ value: Double) -> Double { bottom - value / highest * Self.panelHeight }
        func rule(
            _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ colour: String, _ dash: String
        ) {
            drawing.element(
                "polyline",
                [
                    "points": Drawing.points([from, to]), "fill": "none", "stroke": colour,
                    "stroke-width": "1.5", "stroke-dasharray": dash,
                ])
        }
        drawing.text(panel.title, left, top - 16, size: 14, colour: Drawing.ink, bold: true)
        rule((left, bottom), (left + Self.panelWidth, bottom), Drawing.faintInk, "none")
        rule((left, bottom), (left, top), Drawing.faintInk, "none")
        if let limit = panel.limit {
            rule((left, y(limit)), (left + Self.panelWidth, y(limit)), Drawing.faintInk, "4 4")
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
        for (index, series) in series.enumerated() {
            let points = lines.filter { $0.room.description == series && panel.value($0).isFinite }
                .sorted { $0.room.loss < $1.room.loss }.map { (x: x($0.room.loss), y: y(panel.value($0))) }
            drawing.element(
                "polyline",
                [
                    "points": Drawing.points(points), "fill": "none", "stroke": colour(index),
                    "stroke-width": "2.5",
                ])
            for point in points { drawing.circle(point.x, point.y, radius: 3.5, fill: colour(index)) }
        }
    }
}
