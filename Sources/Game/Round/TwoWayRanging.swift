import PeerNetwork

/// A station's half of hearing with two ears: what it tells the others of how it hears them, and what of that
/// which it is told is news.
///
/// Every sighting is told twice, in two datagrams after each other, so that a lost one costs nothing; a
/// second one lost right after it costs a fifth of a second of one ear.
struct TwoWayRanging: Codable, Sendable {
    /// How long sightings are gathered: longer saves datagrams, shorter makes the second ear quicker.
    static let every = Duration.milliseconds(200)
    /// Sightings older than this are not told any more, nor believed: by a slow radio none are.
    static let worthTelling = Duration.seconds(2)

    /// How long a late one is told from a new one by its sequence.
    private static let doubtedFor = Duration.seconds(3)

    /// By radio a report takes half a second: what is in it is told once, the newest of each.
    private static let ofEachByAir = 4

    /// The newest report of another station.
    private struct Told: Codable, Sendable {
        var boot: UInt32
        var sequence: UInt32
        var at: Duration
    }

    private let own: StationID
    private let boot: UInt32
    /// How many times as long words take as on a network; nil for once.
    var slowness: Int?
    private var sequence: UInt32 = 0
    /// Heard since the last datagram, and told in it: the newest `RemoteRSSIReport.sightingsAtMost` of each.
    private var fresh: [RemoteRSSIReport.Entry] = []
    private var repeated: [RemoteRSSIReport.Entry] = []
    private var toldAt: Duration?
    /// At most one for every other member.
    private var told: [StationID: Told] = [:]

    init(own: StationID, boot: UInt32) {
        self.own = own
        self.boot = boot
    }

    /// This station received a member's beacon.
    mutating func heard(_ member: UInt8, rssi: Int8, now: Duration) {
        if fresh.count == RemoteRSSIReport.sightingsAtMost { fresh.removeFirst() }
        fresh.append(RemoteRSSIReport.Entry(member: member, rssi: rssi, at: now))
    }

    /// What to send now, if anything is due: nothing is sent of nothing.
    mutating func next(_ session: Session, now: Duration) -> Message? {
        if let toldAt, now - toldAt < Self.every * (slowness ?? 1) { return nil }
        guard Self.every * (slowness ?? 1) <= Self.worthTelling else { return nil }
        if slowness != nil { keepNewest() }
        fresh.removeAll { now - $0.at > Self.worthTelling }
        guard !fresh.isEmpty || !repeated.isEmpty else { return nil }
        sequence &+= 1
        toldAt = now
        let report = RemoteRSSIReport(
            sender: own, boot: boot, sequence: sequence, session: session.id, fresh: fresh,
            repeated: repeated)
        (fresh, repeated) = ([], slowness == nil ? fresh : [])
        return Message(
            audience: .session(session.id), body: report.encoded(now: now), trafficClass: .report)
    }

    private mutating func keepNewest() {
        var counts: [UInt8: Int] = [:]
        var newest: [RemoteRSSIReport.Entry] = []
        for entry in fresh.reversed() where counts[entry.member, default: 0] < Self.ofEachByAir {
            counts[entry.member, default: 0] += 1
            newest.append(entry)
        }
        fresh = newest.reversed()
        repeated = []
    }

    /// What of another member's datagram has not been told before, about this station's own beacon.
    mutating func news(_ report: RemoteRSSIReport, in session: Session, now: Duration) -> [RemoteRSSIReport
        .Entry]
    {
        guard report.session == session.id, report.sender != own, session.member(report.sender) != nil,
            let index = session.index(of: own)
        else { return [] }
        var entries = report.fresh
        // The sequence begins anew with every round, and a straggler of the last one must not silence this
        // one.
        if let before = told[report.sender], before.boot == report.boot,
            now - before.at <= Self.doubtedFor
        {
            // RFC 1982: sequence numbers are compared by their difference, so that they may wrap.
            // More than one in a quarter of the usual time is a flood, or a burst whose last one is enough.
            guard now - before.at >= Self.every / 4 else { return [] }
            let ahead = Int32(bitPattern: report.sequence &- before.sequence)
            guard ahead > 0 else { return [] }
            if ahead > 1 { entries = report.repeated + entries }
        }
        told[report.sender] = Told(boot: report.boot, sequence: report.sequence, at: now)
        return entries.filter { $0.member == index && now - $0.at <= Self.worthTelling }
    }
}
