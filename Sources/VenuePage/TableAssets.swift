package import WebPage

extension PageAssets {
    /// Those of the table.
    package static let table = PageAssets(
        [
            "index.html": PackageResources.table_html,
            "table.js": PackageResources.table_js,
            "table.css": PackageResources.table_css,
            "english.js": PackageResources.table_english_js,
            "german.js": PackageResources.table_german_js,
        ],
        sharing: ["acting.js", "dom.js", "events.js", "icon.svg", "page.css", "words.js"])
}
