package import WebPage

extension PageAssets {
    /// Those of the table.
    package static let table = PageAssets(
        [
            "index.html": PackageResources.table_html,
            "table.js": PackageResources.table_js,
            "table.css": PackageResources.table_css,
        ].merging(PageWords.scripts(for: .table)) { first, _ in first },
        sharing: ["acting.js", "dom.js", "events.js", "icon.svg", "page.css", "words.js"])
}
