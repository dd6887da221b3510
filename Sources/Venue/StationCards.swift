import Game
package import PeerNetwork

/// Cards to print and cut out, one for each station: its alien, its name, its number. Eight on a sheet of A4,
/// as SVG in millimetres.
package struct StationCards: Sendable {
    package static let onASheet = 8
    private static let columns = 2
    /// In millimetres.
    private static let (width, height) = (95, 67)
    private static let margin = 10

    private let stations: [(id: StationID, name: StationName)]

    /// By number, so that they can be given out in order.
    package init(_ names: [StationID: StationName]) {
        stations = names.map { ($0.key, $0.value) }.sorted { ($0.1.number, $0.0) < ($1.1.number, $1.0) }
    }

    package var sheets: Int { (stations.count + Self.onASheet - 1) / Self.onASheet }

    /// - Parameter index: from 0; nil for a sheet that there is not.
    package func sheet(_ index: Int) -> String? {
        guard (0..<sheets).contains(index) else { return nil }
        let cards = stations.dropFirst(index * Self.onASheet).prefix(Self.onASheet).enumerated()
        let drawn = cards.map { place, station in
            Self.card(
                station.id, station.name, x: Self.margin + place % Self.columns * Self.width,
                y: Self.margin + place / Self.columns * Self.height)
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">
            <rect width="210" height="297" fill="#fff"/>
            <g font-family="sans-serif" text-anchor="middle">
            \(drawn.joined(separator: "\n"))
            </g></svg>

            """
    }

    private static func card(_ id: StationID, _ name: StationName, x: Int, y: Int) -> String {
        // The avatar's own picture, placed by its view box.
        let picture = Avatar(id, name: name).svg.replacing(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" ",
            with: "<svg x=\"\(x + 27)\" y=\"\(y + 4)\" width=\"41\" height=\"41\" ")
        let middle = x + width / 2
        // The longest names have twenty letters.
        let letters = StationReport.round(min(8, 130 / Double(name.description.count)), to: 0.1)
        return """
            <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" fill="none" stroke="#bbb" \
            stroke-width="0.3" stroke-dasharray="2 2"/>
            \(picture)
            <text x="\(middle)" y="\(y + 54)" font-size="\(letters)" font-weight="bold">\(name)</text>
            <text x="\(middle)" y="\(y + 62)" font-size="5" fill="#555">No. \(name.number)</text>
            """
    }
}
