import Game

/// What is counted, as Prometheus reads it (text format 0.0.4).
struct PageMetrics: Sendable {
    var state: PageState
    var figures: PageService.Figures
    var viewers: Int
    var requests: Int
    var refused: Int

    var text: String {
        var text = ""
        func line(_ name: String, _ type: String, _ help: String, _ value: some Numeric) {
            text += "# HELP hotcold_\(name) \(help)\n# TYPE hotcold_\(name) \(type)\n"
            text += "hotcold_\(name) \(value)\n"
        }
        text += "# HELP hotcold_info The program and the station.\n# TYPE hotcold_info gauge\n"
        let own = state.station
        text += "hotcold_info{version=\"\(own.version)\",station=\"\(own.id)\",name=\"\(own.name)\"} 1\n"
        line("stations", "gauge", "Other stations that are here.", state.others.count)
        let isPlaying = state.round.map { $0.outcome == nil } ?? false
        line("playing", "gauge", "1 while a round is on.", isPlaying ? 1 : 0)
        text += "# HELP hotcold_part_works 1 if the part works.\n# TYPE hotcold_part_works gauge\n"
        let parts = state.parts
        for (name, word) in [
            ("radio", parts.radio), ("button", parts.button), ("speaker", parts.speaker),
            ("network", parts.network), ("power", parts.power),
        ] {
            text += "hotcold_part_works{part=\"\(name)\"} \(word == PartStates.works ? 1 : 0)\n"
        }
        line("radio_reports_total", "counter", "Advertisements that were received.", figures.reports)
        line("radio_malformed_total", "counter", "Reports that could not be read.", figures.malformed)
        line("events_dropped_total", "counter", "Events that found no place.", figures.dropped)
        line("page_viewers", "gauge", "Browsers that look at the page.", viewers)
        line("page_requests_total", "counter", "Requests to the page.", requests)
        line("page_refused_total", "counter", "Requests that were refused.", refused)
        return text
    }
}
