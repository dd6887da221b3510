import Testing

@testable import GPIO

@Suite struct DebouncerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var edges: [LineEvent]
        var clean: [LineEvent]
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "nothing", edges: [], clean: []),
        Row(name: "a clean press", edges: [.on(10), .off(200)], clean: [.on(10), .off(200)]),
        Row(
            name: "bounces at both ends",
            edges: [.on(10), .off(11), .on(11.5), .off(13), .on(14), .off(200), .on(201), .off(203)],
            clean: [.on(10), .off(203)]),
        Row(
            name: "contact lost for a moment during a hold",
            edges: [.on(0), .off(500), .on(510), .off(1500)],
            clean: [.on(0), .off(1500)]),
        Row(name: "a spike is a short press", edges: [.on(10), .off(10.2)], clean: [.on(10), .off(10.2)]),
        Row(
            name: "closed again just within the settle time",
            edges: [.on(0), .off(100), .on(125), .off(300)],
            clean: [.on(0), .off(300)]),
        Row(
            name: "closed again just after it", edges: [.on(0), .off(100), .on(125.001), .off(300)],
            clean: [.on(0), .off(100), .on(125.001), .off(300)]),
        Row(
            name: "chatter for a second is one press",
            edges: (0..<100).flatMap { [.on(Double($0) * 10), .off(Double($0) * 10 + 5)] },
            clean: [.on(0), .off(995)]),
        Row(name: "a lost release", edges: [.on(0), .on(300), .off(400)], clean: [.on(0), .off(400)]),
        Row(name: "a lost press", edges: [.off(100), .on(200), .off(300)], clean: [.on(200), .off(300)]),
        Row(
            name: "a reading of the level brings back a lost release",
            edges: [.on(0), .off(10), .on(11), .off(900)],
            clean: [.on(0), .off(900)]),
        Row(
            name: "readings that tell nothing new",
            edges: [.off(0), .on(100), .on(105), .off(200), .off(210), .off(220)],
            clean: [.on(100), .off(200)]),
        Row(name: "stamps that run backwards", edges: [.on(100), .off(90)], clean: [.on(100), .off(100)]),
    ]

    @Test(arguments: rows)
    func table(row: Row) {
        var debouncer = Debouncer()
        var clean = row.edges.flatMap { debouncer.handle($0) }
        clean += debouncer.deadline(now: .seconds(60))
        #expect(clean == row.clean)
        #expect(debouncer.nextDeadline == nil)
    }

    /// What a reading is worth that is made when the deadline has come.
    @Test func aReadingAtTheDeadlineForestallsTheRelease() {
        var debouncer = Debouncer()
        _ = debouncer.handle(.on(0))
        _ = debouncer.handle(.off(100))
        #expect(debouncer.handle(.on(125)).isEmpty)
        #expect(debouncer.nextDeadline == nil)
        #expect(debouncer.isActive)
    }

    /// What fell due a nanosecond before an edge has happened before it.
    @Test(arguments: [(0, 1), (1, 3)])
    func aNanosecondDecides(late: Int, edges: Int) {
        var debouncer = Debouncer(settle: .milliseconds(25))
        var clean = debouncer.handle(.on(0)) + debouncer.handle(.off(100))
        clean += debouncer.handle(LineEvent(isActive: true, at: .nanoseconds(125_000_000 + late)))
        #expect(clean.count == edges)
    }

    @Test func aPressPassesAtOnce() {
        var debouncer = Debouncer()
        #expect(debouncer.handle(.on(7)) == [.on(7)])
        #expect(debouncer.nextDeadline == nil)
    }

    @Test func aReleaseWaitsUntilItIsCertain() {
        var debouncer = Debouncer(settle: .milliseconds(25))
        _ = debouncer.handle(.on(0))
        #expect(debouncer.handle(.off(100)).isEmpty)
        #expect(debouncer.nextDeadline == .milliseconds(125))
        #expect(debouncer.deadline(now: .ms(124.999)).isEmpty)
        #expect(debouncer.isActive)
        #expect(debouncer.deadline(now: .milliseconds(125)) == [.off(100)])
        #expect(!debouncer.isActive)
    }
}
