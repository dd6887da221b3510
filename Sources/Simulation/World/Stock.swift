import Determinism
import Game
import PeerNetwork
import StationNode

/// How full the tables and queues of a world are, beside what they may hold.
package struct Stock: Sendable {
    /// One table or queue of a station.
    package struct Shelf: Sendable {
        var name: String
        var count: Int
        var atMost: Int

        package init(
            name: String,
            count: Int,
            atMost: Int
        ) {
            self.name = name
            self.count = count
            self.atMost = atMost
        }
    }

    /// For each station.
    var shelves: [[Shelf]] = []
    /// Datagrams that the network had no room for.
    var dropped = 0

    /// What holds more than it may.
    var excesses: [(station: Int, what: String)] {
        var excesses: [(Int, String)] = []
        for (station, shelves) in shelves.enumerated() {
            for shelf in shelves where shelf.count > shelf.atMost {
                excesses.append((station, "\(shelf.count) in \(shelf.name)"))
            }
        }
        if dropped > 0 { excesses.append((0, "more datagrams than a network takes")) }
        return excesses
    }
}

extension World {
    var stock: Stock {
        Stock(shelves: stations.map(\.shelves), dropped: network.dropped)
    }
}

extension SimulatedStation {
    fileprivate var shelves: [Stock.Shelf] {
        let gatekeeper = node.peers.gatekeeper
        return [
            Stock.Shelf(
                name: "the roster", count: node.station.roster.peers.count,
                atMost: Roster.stationsAtMost),
            Stock.Shelf(
                name: "the table of peers", count: gatekeeper.table.count, atMost: PeerTable.countAtMost),
            Stock.Shelf(
                name: "the candidates", count: gatekeeper.candidates.count, atMost: Candidate.countAtMost),
            Stock.Shelf(
                name: "the remembered addresses", count: gatekeeper.checks.count,
                atMost: SourceTokenBuckets.sourcesAtMost),
            Stock.Shelf(
                name: "the other versions", count: gatekeeper.otherVersions.count,
                atMost: Gatekeeper.otherVersionsAtMost),
        ]
    }
}
