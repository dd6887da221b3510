import Crypto

/// A file of the page, as it is in the program.
package struct PageAsset: Equatable, Sendable {
    var contentType: String
    var bytes: [UInt8]
    /// What a browser names when it asks whether it still has the newest: another one for other bytes.
    package var tag: String

    package init(name: String, bytes: [UInt8]) {
        self.bytes = bytes
        contentType =
            switch name.split(separator: ".").last {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "svg": "image/svg+xml"
            case "json", "webmanifest": "application/json"
            default: "application/octet-stream"
            }
        let digits = SHA256.hash(data: bytes).prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        tag = "\"\(digits.joined())\""
    }
}

/// The files of the page by their paths. There is no folder behind it, and so no way out of one.
package struct PageAssets: Sendable {
    private var assets: [String: PageAsset]

    /// - Parameter files: by name; `index.html` is also the page itself.
    package init(_ files: [String: [UInt8]]) {
        var assets: [String: PageAsset] = [:]
        for (name, bytes) in files { assets["/\(name)"] = PageAsset(name: name, bytes: bytes) }
        assets["/"] = assets["/index.html"]
        self.assets = assets
    }

    /// Files of another page, and some of a station's.
    ///
    /// - Parameter shared: by name.
    package init(_ files: [String: [UInt8]], sharing shared: [String]) {
        self.init(files)
        for name in shared { assets["/\(name)"] = Self.own["/\(name)"] }
    }

    package subscript(path: String) -> PageAsset? {
        if let asset = assets[path] { return asset }
        // Whose language nobody has translated to reads English.
        return PageWords.isAskedFor(by: path) ? assets["/\(PageWords.name(PageWords.standIn))"] : nil
    }

    /// Every path there is.
    var paths: [String] { assets.keys.sorted() }
}

extension PageAssets {
    /// Those in the program.
    package static let own = PageAssets(
        [
            "acting.js": PackageResources.acting_js,
            "air.js": PackageResources.air_js,
            "areas.js": PackageResources.areas_js,
            "beacons.js": PackageResources.beacons_js,
            "blip.js": PackageResources.blip_js,
            "board.js": PackageResources.board_js,
            "calibrating.js": PackageResources.calibrating_js,
            "controls.js": PackageResources.controls_js,
            "crew.js": PackageResources.crew_js,
            "dom.js": PackageResources.dom_js,
            "events.js": PackageResources.events_js,
            "holding.js": PackageResources.holding_js,
            "icon.svg": PackageResources.icon_svg,
            "index.html": PackageResources.index_html,
            "lobby.css": PackageResources.lobby_css,
            "lobby.js": PackageResources.lobby_js,
            "maker.js": PackageResources.maker_js,
            "naming.js": PackageResources.naming_js,
            "page.css": PackageResources.page_css,
            "page.js": PackageResources.page_js,
            "places.js": PackageResources.places_js,
            "radar.js": PackageResources.radar_js,
            "records.js": PackageResources.records_js,
            "round.css": PackageResources.round_css,
            "screens.js": PackageResources.screens_js,
            "seeker.js": PackageResources.seeker_js,
            "stars.js": PackageResources.stars_js,
            "station.css": PackageResources.station_css,
            "station.js": PackageResources.station_js,
            "taunts.js": PackageResources.taunts_js,
            "things.css": PackageResources.things_css,
            "things.js": PackageResources.things_js,
            "tidy.js": PackageResources.tidy_js,
            "tidythings.js": PackageResources.tidythings_js,
            "tracker.js": PackageResources.tracker_js,
            "updating.js": PackageResources.updating_js,
            "words.js": PackageResources.words_js,
        ].merging(PageWords.scripts(for: .station)) { first, _ in first })
}
