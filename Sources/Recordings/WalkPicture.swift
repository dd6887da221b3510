package import Game
package import Ranging

/// Recorded walks as a drawing: for each beacon its distance over time with what it may be off, the zone
/// behind it, and the cues on it.
///
/// Bounded: the twelve beacons with the most sightings, some thousand points each, however long the
/// recording is.
package struct WalkPicture: Sendable {
    package static let panelsAtMost = 12
    /// Points of a panel: one for each pixel of its width.
    static let pointsAtMost = 1_100
    /// A gap of this much is not drawn across.
    static let gap = 5.0

    package struct Point: Sendable {
        var at: Double
        var distance: RangeEstimate.Distance

        package init(
            at: Double,
            distance: RangeEstimate.Distance
        ) {
            self.at = at
            self.distance = distance
        }
    }

    /// A time during which a beacon was in one zone.
    package struct Stay: Sendable {
        var zone: Zone
        var from: Double
        var to: Double

        package init(
            zone: Zone,
            from: Double,
            to: Double
        ) {
            self.zone = zone
            self.from = from
            self.to = to
        }
    }

    package struct Panel: Sendable {
        let name: String
        var count = 0
        /// Without gaps: a line and a band each.
        var strands: [[Point]] = []
        var stays: [Stay] = []
        var cues: [(cue: Cue, at: Double)] = []

        package init(
            name: String,
            count: Int = 0,
            strands: [[Point]] = [],
            stays: [Stay] = [],
            cues: [(cue: Cue, at: Double)] = []
        ) {
            self.name = name
            self.count = count
            self.strands = strands
            self.stays = stays
            self.cues = cues
        }
    }

    /// The beacons that are drawn, in the order in which they appear.
    private(set) var panels: [Panel]
    /// Beacons that are not.
    package let more: Int
    /// The time that is drawn, in seconds.
    let span: ClosedRange<Double>

    private let detail: Double
    /// Where each beacon of the recording is drawn.
    private let places: [Int?]

    /// - Parameter recording: a sorted one, with a sighting in it.
    package init(_ recording: Recording) {
        var counts = Array(repeating: 0, count: recording.beacons.count)
        for entry in recording.entries { counts[Int(entry.beacon)] += 1 }
        self.init(
            names: recording.beacons, counts: counts,
            from: Duration.nanoseconds(recording.entries.first?.at ?? 0).inSeconds,
            to: Duration.nanoseconds(recording.entries.last?.at ?? 0).inSeconds)
    }

    /// - Parameters:
    ///   - counts: how often each of them was sighted.
    ///   - first: when the first sighting was, in seconds.
    ///   - last: when the last one was.
    package init(names: [String], counts: [Int], from first: Double, to last: Double) {
        let drawn = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
            .prefix(Self.panelsAtMost).sorted()
        panels = drawn.map { Panel(name: names[$0].printable) }
        places = counts.indices.map { drawn.firstIndex(of: $0) }
        more = counts.count - drawn.count
        // Room for the word that is said once it is silent.
        span = first...max(last + Self.gap + 2, first + 10)
        detail = (span.upperBound - first) / Double(Self.pointsAtMost)
    }

    package mutating func add(_ line: Replay.Line) {
        switch line {
        case .range(let range, let beacon, let time):
            guard let place = places[beacon] else { return }
            panels[place].add(range, at: time.inSeconds, detail: detail)
        case .cue(let cue, _, let beacon, let time):
            guard let place = places[beacon] else { return }
            panels[place].add(cue, at: time.inSeconds, until: span.upperBound)
        }
    }

    /// The drawing. The same recording gives the same text.
    package func svg(title: String) -> String {
        WalkChart(self).drawing(title: title.printable).document
    }
}

extension WalkPicture.Panel {
    fileprivate mutating func add(_ range: RangeEstimate, at time: Double, detail: Double) {
        count += 1
        stay(range.zone, at: time)
        guard let distance = range.distance else { return }
        let point = WalkPicture.Point(at: time, distance: distance)
        guard let last = strands.last?.last, time - last.at <= WalkPicture.gap else {
            strands.append([point])
            return
        }
        // The newest of a pixel stands for all of them, so that the line ends where the walk does.
        let before = strands[strands.count - 1].dropLast().last?.at ?? -.infinity
        if last.at - before < detail { strands[strands.count - 1].removeLast() }
        strands[strands.count - 1].append(point)
    }

    fileprivate mutating func add(_ cue: Cue, at time: Double, until end: Double) {
        cues.append((cue, time))
        if cue == .lost {
            stay(.lost, at: time)
            stays[stays.count - 1].to = end
        }
    }

    private mutating func stay(_ zone: Zone, at time: Double) {
        if let last = stays.last {
            stays[stays.count - 1].to = last.zone == .lost ? time : min(time, last.to + WalkPicture.gap)
            if last.zone == zone, time - last.to <= WalkPicture.gap { return }
        }
        stays.append(WalkPicture.Stay(zone: zone, from: time, to: time))
    }
}
