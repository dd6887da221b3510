package import Game
package import Ranging

/// Recorded sightings, taken through the same estimator and the same policy as live ones.
///
/// Time is that of the recording. Cues also come from time passing, so between sightings every beacon is
/// asked again each ``tick``; a line at some time follows from sightings up to that time and from nothing
/// later. Every beacon is ranged on its own, as if it were the one that hides.
package struct Replay: Sendable {
    /// How often the policy is asked while nothing is heard, as a station does.
    static let tick = Duration.milliseconds(100)
    /// How long after its last sighting a beacon is still asked about: long enough for everything that
    /// silence can make a station say.
    static let followedFor = Duration.seconds(30)

    /// What came of it; the beacon is its place in ``Recording/beacons``.
    package enum Line: Equatable, Sendable {
        case range(RangeEstimate, beacon: Int, at: Duration)
        case cue(Cue, why: String, beacon: Int, at: Duration)
    }

    private struct Track {
        var estimator: RangeEstimator
        var policy = CuePolicy()
        /// When it was last heard; nil before that.
        var heard: Duration?
        var isFollowed = false
    }

    private var tracks: [Track]
    /// The beacons that are asked about at each tick, in the order in which that began.
    private var followed: [Int] = []
    /// When to ask next; nil before the first sighting.
    private var next: Duration?

    /// - Parameter beacons: how many there are.
    package init(beacons: Int, parameters: RangingParameters = .init()) {
        tracks = Array(repeating: Track(estimator: RangeEstimator(parameters)), count: beacons)
    }

    /// The whole of a sorted recording.
    package static func play(
        _ recording: Recording, parameters: RangingParameters = .init(), _ emit: (Line) -> Void
    ) {
        var replay = Replay(beacons: recording.beacons.count, parameters: parameters)
        for entry in recording.entries {
            replay.sighted(entry.sighting, of: Int(entry.beacon), emit)
        }
        replay.finish(emit)
    }

    /// Takes in one sighting; their times must not decrease.
    mutating func sighted(_ sighting: Sighting, of beacon: Int, _ emit: (Line) -> Void) {
        let now = sighting.at
        pass(until: now, emit)
        tracks[beacon].heard = now
        tracks[beacon].estimator.sighted(sighting)
        if !tracks[beacon].isFollowed {
            tracks[beacon].isFollowed = true
            followed.append(beacon)
        }
        let range = tracks[beacon].estimator.range(now: now)
        emit(.range(range, beacon: beacon, at: now))
        ask(beacon, range, now: now, emit)
    }

    /// Lets time pass until nothing more can come of it.
    mutating func finish(_ emit: (Line) -> Void) {
        guard let last = tracks.compactMap(\.heard).max() else { return }
        pass(until: last + Self.followedFor + Self.tick, emit)
    }

    /// Asks at every tick before `now`; what has arrived by a tick counts for it.
    private mutating func pass(until now: Duration, _ emit: (Line) -> Void) {
        guard var tick = next else {
            next = now + Self.tick
            return
        }
        while tick < now {
            // Nobody to be asked about: on to the first tick that is not before the next sighting.
            if followed.isEmpty {
                let ticks = (now - tick).components.seconds * 10
                tick += Self.tick * max(ticks, 1)
                continue
            }
            ask(now: tick, emit)
            tick += Self.tick
        }
        next = tick
    }

    private mutating func ask(now: Duration, _ emit: (Line) -> Void) {
        var hasEnded = false
        for beacon in followed {
            if now - (tracks[beacon].heard ?? now) > Self.followedFor {
                tracks[beacon].isFollowed = false
                hasEnded = true
            } else {
                ask(beacon, tracks[beacon].estimator.range(now: now), now: now, emit)
            }
        }
        if hasEnded { followed.removeAll { !tracks[$0].isFollowed } }
    }

    private mutating func ask(_ beacon: Int, _ range: RangeEstimate, now: Duration, _ emit: (Line) -> Void) {
        guard let (cue, why) = tracks[beacon].policy.cue(range: range, now: now) else { return }
        emit(.cue(cue, why: why, beacon: beacon, at: now))
    }
}
