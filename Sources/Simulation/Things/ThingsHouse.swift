import Determinism
import Things

/// A house of stations with people's things, in virtual time: what they write and tick, who hears whom, what
/// each one's clock says, and what is promised of it after every step.
package struct ThingsHouse {
    /// Friday the 27th of March 2026: on Sunday, clocks in Europe go forward.
    static let firstDay = CivilDay(year: 2026, month: 3, day: 27) ?? CivilDay(number: 20_539)
    /// How often a station that nobody touches is looked at.
    static let step = Duration.seconds(1_200)

    struct Member {
        var desk: ThingsDesk
        /// The disk: what is kept is there after a power cut.
        var files: [String: [UInt8]] = [:]
        var isOn = true
        /// Nil while the machine does not know; otherwise by how many minutes it is wrong.
        var clockError: Int? = 0
        /// A station in another one is not heard.
        var room = 0
        var isFree = true
        var isHeard = true
        var reminded: [CivilDay: Duration] = [:]
    }

    let plan: ThingsPlan
    package internal(set) var now = Duration.zero
    var members: [Member] = []
    var random: SeededGenerator
    var digest = Digest()
    private var runs = 0
    /// Said to others and not arrived yet, in order.
    var underWay: [(from: Int, to: Int, body: [UInt8])] = []
    let hasCrew: Bool
    /// Everything that was written, as far as nobody removed it; everything ticked that nobody took back.
    var written: [LamportStamp: CivilDay] = [:]
    var ticked: [LamportStamp: CivilDay] = [:]
    package internal(set) var broken: [String] = []
    package internal(set) var counts = (written: 0, ticked: 0, stars: 0, unicasts: 0)

    package init(_ plan: ThingsPlan) {
        self.plan = plan
        random = SeededGenerator(seed: plan.seed)
        hasCrew = Bool.random(using: &random)
        for index in 0..<plan.stations { members.append(Member(desk: Self.desk(index, [:]))) }
        for index in members.indices {
            // A round that they have played together; with things on, which the first one written does.
            act(index) { desk, around, now in desk.order(.person("Anna", colour: 1), around, now: now) }
            let all = members.indices.map(Self.author)
            act(index) { desk, _, _ in desk.joined(all) }
        }
    }

    static func author(_ index: Int) -> UInt64 { UInt64(index) * 7 + 3 }

    static func desk(_ index: Int, _ files: [String: [UInt8]]) -> ThingsDesk {
        let (book, marks) = ThingsFiles.load({ files[$0] }) { _ in }
        return ThingsDesk(book, marks, author: author(index), hours: ThingsDesk.Hours())
    }

    /// What time it really is.
    var minutes: Int { Int(now / .seconds(60)) + 8 * 60 }

    func time(_ member: Member) -> LocalTime? {
        member.clockError.map { error in
            // Clocks go forward at two in the night of the third day.
            let summer = minutes >= 2 * 1_440 + 120 ? 60 : 0
            let shown = max(0, minutes + summer + error)
            let day = Int(Self.firstDay.number) + shown / 1_440
            return LocalTime(day: CivilDay(number: UInt16(clamping: day)), minute: shown % 1_440)
        }
    }

    func around(_ index: Int) -> ThingsDesk.Circumstances {
        let me = members[index]
        let others = members.indices.filter {
            $0 != index && members[$0].isOn && members[$0].room == me.room
        }
        return ThingsDesk.Circumstances(
            isFree: me.isFree, isHeard: me.isHeard, others: others.map(Self.author), hasCrew: hasCrew,
            isSlow: false)
    }

    /// Something happens at a station.
    mutating func act(
        _ index: Int, mayBeHeard: Bool = true,
        _ body: (inout ThingsDesk, ThingsDesk.Circumstances, Duration) -> [ThingsDesk.Output]
    ) {
        guard members[index].isOn else { return }
        let around = around(index)
        members[index].desk.clock(time(members[index]))
        let outputs = body(&members[index].desk, around, now)
        for output in outputs { carryOut(output, of: index, mayBeHeard: mayBeHeard) }
    }

    private mutating func carryOut(_ output: ThingsDesk.Output, of index: Int, mayBeHeard: Bool) {
        digest.add("\(now) \(index)".utf8)
        switch output {
        case .say(let phrase):
            digest.add("\(phrase)".utf8)
            check(phrase, of: index, mayBeHeard: mayBeHeard)
        case .save(let name, let bytes):
            members[index].files[name] = bytes
            digest.add(bytes)
        case .unicast(let other, let body):
            counts.unicasts += 1
            digest.add(body)
            guard let to = members.indices.first(where: { Self.author($0) == other }) else { return }
            underWay.append((index, to, body))
        case .star, .rehearse, .log: break
        }
    }

    /// What was said arrives, unless somebody has gone meanwhile.
    mutating func deliver() {
        let arriving = underWay
        underWay = []
        for (from, to, body) in arriving {
            guard members[to].isOn, members[from].isOn, members[to].room == members[from].room else {
                continue
            }
            // One in twenty is given up on its way.
            guard !plan.hasFaults || Int.random(in: 0..<20, using: &random) > 0 else { continue }
            act(to) { desk, around, now in
                desk.heard(body, from: Self.author(from), around, now: now)
            }
        }
    }

    /// Some seconds, one by one.
    mutating func run(seconds: Int) {
        for _ in 0..<seconds {
            now += .seconds(1)
            for index in members.indices {
                // A person who has just pressed is there at any hour.
                let me = members[index]
                let mayBeHeard = me.isFree && (me.isHeard || me.desk.isInDialogue)
                act(index, mayBeHeard: mayBeHeard) { $0.advance($1, now: $2) }
            }
            deliver()
        }
        runs += 1
        if runs % 8 == 0 { checkAll() }
    }
}
