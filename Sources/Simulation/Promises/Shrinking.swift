/// Makes a failing evening small: shorter, and with as few faults as still break the same promise.
///
/// Delta debugging over the list of faults (Zeller and Hildebrandt, 2002): halves first, then quarters, and
/// so on, of what is left.
package struct Shrinking {
    /// Evenings played to shrink one.
    static let trialsAtMost = 80
    /// How long all stations of all these evenings together may be on, in simulated time: about a minute of
    /// small evenings, ten of a crowd's, whose stations have more to hear.
    static let stationTimeAtMost = Duration.seconds(240 * 3_600)

    private let law: Breach.Law
    private let play: (EveningPlan) -> EveningReport
    private(set) var trials = 0
    private(set) var stationTime = Duration.zero
    package private(set) var smallest: EveningReport

    /// - Parameters:
    ///   - report: of an evening that broke a promise; nil comes of one that did not.
    ///   - play: plays a plan, to its first breach at least.
    package init?(
        _ report: EveningReport,
        playing play: @escaping (EveningPlan) -> EveningReport = {
            EveningReport.playing($0, stopsAtBreach: true)
        }
    ) {
        guard let first = report.broken.first else { return nil }
        law = first.law
        smallest = report
        self.play = play
    }

    /// Whether another evening like the smallest may be played.
    private var mayPlay: Bool {
        trials < Self.trialsAtMost && stationTime + smallest.plan.stationTime <= Self.stationTimeAtMost
    }

    /// Plays shorter versions until none is smaller, or enough is enough.
    package mutating func run() {
        shorten()
        var numbers = smallest.plan.only ?? Array(smallest.plan.faults.indices)
        // Most are not to blame.
        if attempt([]) { return }
        var pieces = 2
        while numbers.count > 1, mayPlay {
            let size = (numbers.count + pieces - 1) / pieces
            let cuts = stride(from: 0, to: numbers.count, by: size)
            let rest = cuts.lazy.map { cut in
                Array(numbers[..<cut] + numbers[min(cut + size, numbers.count)...])
            }
            var smaller: [Int]?
            for candidate in rest where smaller == nil {
                if attempt(candidate) { smaller = candidate }
            }
            if let smaller {
                numbers = smaller
                pieces = max(2, pieces - 1)
            } else if size == 1 {
                break
            } else {
                pieces = min(numbers.count, pieces * 2)
            }
        }
        shorten()
    }

    /// Leaves at the end of the second in which it went wrong.
    private mutating func shorten() {
        guard let breach = smallest.broken.first(where: { $0.law == law }) else { return }
        smallest.plan.until = .seconds(breach.at.components.seconds + 1)
    }

    private mutating func attempt(_ numbers: [Int]) -> Bool {
        guard mayPlay else { return false }
        trials += 1
        stationTime += smallest.plan.stationTime
        var plan = smallest.plan
        plan.only = numbers
        let report = play(plan)
        guard report.broken.contains(where: { $0.law == law }) else { return false }
        smallest = report
        return true
    }
}
