extension Gatekeeper {
    /// Where known stations are heard on a network: at most `PeerTable.countAtMost`.
    package var neighbours: [StationID: Endpoint] {
        Dictionary(
            table.peers.lazy.filter { !$0.endpoint.isAir }.map { ($0.announcement.sender, $0.endpoint) },
            uniquingKeysWith: { first, _ in first })
    }
}
