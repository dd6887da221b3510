import Testing

@testable import HCI

/// The ladder against deafness as a value: when each rung is climbed, and who is told
/// (docs/decisions/0034-deafness.md).
struct DeafnessLadderTests {
    private typealias Climb = (rung: Deafness.Step, at: Duration)

    /// What is done until then, if nothing is heard any more.
    private static func climbed(
        _ deafness: inout Deafness, from start: Duration, until end: Duration
    ) -> [Climb] {
        var climbed: [Climb] = []
        var now = start
        while let due = deafness.nextDeadline, due <= end {
            now = max(now, due)
            if let step = deafness.advance(now: now) { climbed.append((step, now)) }
        }
        return climbed
    }

    private static func listening(
        others: RadioGoal.Others = .knownByNetwork, rssi: Int8? = -60, isStranger: Bool = false
    ) -> Deafness {
        var deafness = Deafness()
        deafness.listens(true, others: others, now: .zero)
        if let rssi { _ = deafness.heard(rssi: rssi, isStranger: isStranger, now: .seconds(100)) }
        return deafness
    }

    /// 10 s of silence; then 2, 3, 4 and 8 s for each rung; then whoever is sure of others is told.
    @Test func everyRungHasItsTime() {
        var deafness = Self.listening()
        let climbed = Self.climbed(&deafness, from: .seconds(100), until: .seconds(130))
        #expect(climbed.map(\.rung) == RadioRemedy.allCases.map { .climb($0) } + [.tell])
        #expect(climbed.map(\.at) == [110, 112, 115, 119, 127].map { .seconds($0) })
        #expect(deafness.isTold && !deafness.isClimbing)
    }

    /// Where nothing was ever heard, silence takes half a minute, and nobody is told.
    @Test func whoHasHeardNobodyWaitsLonger() {
        var deafness = Self.listening(rssi: nil)
        let climbed = Self.climbed(&deafness, from: .zero, until: .seconds(60))
        #expect(climbed.map(\.at) == [30, 32, 35, 39].map { .seconds($0) })
        #expect(!deafness.isTold)
    }

    /// It rests for 60 s, 120, 240, 480, and then 600 s each time. What is heard makes it begin anew.
    @Test func restsAreDoubled() {
        var deafness = Self.listening()
        let climbed = Self.climbed(&deafness, from: .seconds(100), until: .seconds(4_000))
        let begins = climbed.filter { $0.rung == .climb(.rescan) }.map(\.at)
        var expected = [Duration.seconds(110)]
        for rest in [60, 120, 240, 480, 600, 600, 600, 600, 600] {
            expected.append((expected.last ?? .zero) + .seconds(17 + rest))
        }
        #expect(begins == expected.filter { $0 <= .seconds(4_000) })
        #expect(climbed.count { $0.rung == .tell } == 1, "once")
        #expect(deafness.heard(rssi: -60, now: .seconds(4_000)) == nil)
        #expect(!deafness.isTold && deafness.nextDeadline == .seconds(4_010))
        let again = Self.climbed(&deafness, from: .seconds(4_000), until: .seconds(4_090))
        #expect(again.map(\.at) == [4_010, 4_012, 4_015, 4_019, 4_027, 4_087, 4_089].map { .seconds($0) })
    }

    @Test func theRungThatHelpedIsSaid() {
        var deafness = Self.listening()
        #expect(deafness.heard(rssi: -60, now: .seconds(101)) == nil)
        _ = Self.climbed(&deafness, from: .seconds(101), until: .seconds(114))
        #expect(deafness.isClimbing && deafness.heard(rssi: -60, now: .seconds(114)) == .reset)
        #expect(!deafness.isClimbing && deafness.nextDeadline == .seconds(124))
    }

    /// Nobody is told where the last that was heard was about to walk out of reach: weaker than −82 dBm, the
    /// strongest of the last three seconds.
    @Test(
        arguments: [
            ([(-82, 100.0)], true), ([(-83, 100)], false), ([(-60, 97), (-90, 100)], true),
            ([(-60, 96.9), (-90, 100)], false), ([(-90, 97), (-70, 100)], true),
            ([(-60, 90), (-90, 94), (-85, 96), (-90, 100)], false),
        ] as [([(Int8, Double)], Bool)])
    func whoWasFarIsNotMissed(heard: [(Int8, Double)], isTold: Bool) {
        var deafness = Self.listening(rssi: nil)
        for (rssi, second) in heard { _ = deafness.heard(rssi: rssi, now: .seconds(second)) }
        let climbed = Self.climbed(&deafness, from: .seconds(100), until: .seconds(130))
        #expect(climbed.contains { $0.rung == .tell } == isTold)
    }

    /// Where others are known by radio alone, strangers who fell silent at the same moment prove it.
    @Test(arguments: [(97.0, true), (96.9, false)]) func strangersProveIt(stranger: Double, isTold: Bool) {
        var deafness = Self.listening(others: .heardByRadio, rssi: nil)
        _ = deafness.heard(rssi: -60, isStranger: true, now: .seconds(stranger))
        _ = deafness.heard(rssi: -60, now: .seconds(100))
        let climbed = Self.climbed(&deafness, from: .seconds(100), until: .seconds(130))
        #expect(climbed.contains { $0.rung == .tell } == isTold)
    }

    /// Whoever was heard before anybody was expected has walked away since.
    @Test func whoIsExpectedLaterIsNotMissed() {
        var deafness = Deafness()
        _ = deafness.heard(rssi: -60, now: .seconds(50))
        deafness.listens(true, others: .knownByNetwork, now: .seconds(100))
        let climbed = Self.climbed(&deafness, from: .seconds(100), until: .seconds(140))
        #expect(climbed.map(\.at).first == .seconds(110) && !climbed.contains { $0.rung == .tell })
    }

    /// Time in which nobody is there, or the radio does not listen, is no silence.
    @Test func whereNobodyIsThereNothingIsDone() {
        var deafness = Self.listening()
        deafness.listens(true, others: .none, now: .seconds(105))
        #expect(deafness.nextDeadline == nil && deafness.advance(now: .seconds(200)) == nil)
        deafness.listens(true, others: .knownByNetwork, now: .seconds(200))
        #expect(
            deafness.nextDeadline == .seconds(210) && deafness.advance(now: .milliseconds(209_999)) == nil)
        deafness.listens(false, others: .knownByNetwork, now: .seconds(205))
        #expect(deafness.nextDeadline == nil)
        deafness.listens(true, others: .knownByNetwork, now: .seconds(206))
        #expect(deafness.nextDeadline == .seconds(216))
        deafness.listens(true, others: .knownByNetwork, now: .seconds(207))
        #expect(deafness.nextDeadline == .seconds(216), "said again, it is nothing new")
    }

    /// On the ladder it does not listen now and then: it goes on from where it is, or has not come back.
    @Test func aRungMayTakeTheRadioAway() {
        var deafness = Self.listening()
        _ = Self.climbed(&deafness, from: .seconds(100), until: .seconds(112))
        deafness.listens(false, others: .knownByNetwork, now: .seconds(112))
        deafness.listens(true, others: .knownByNetwork, now: .seconds(113))
        #expect(deafness.nextDeadline == .seconds(115))
        deafness.listens(false, others: .knownByNetwork, now: .seconds(114))
        #expect(deafness.advance(now: .seconds(115)) == nil && !deafness.isClimbing)
        #expect(deafness.nextDeadline == nil)
    }
}
