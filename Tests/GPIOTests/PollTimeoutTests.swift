import Testing

@testable import GPIO

/// How long `poll` waits: never too short, which would be spinning, and never without an end.
struct PollTimeoutTests {
    @Test(
        arguments: [
            (.zero, 0), (.nanoseconds(1), 1), (.microseconds(999), 1), (.milliseconds(1), 1),
            (.milliseconds(1) + .nanoseconds(1), 2), (.milliseconds(2_500), 2_500),
            (.seconds(3_599), 3_599_000),
            (.seconds(3_600) - .nanoseconds(1), 3_600_000), (.seconds(3_600), 3_600_000),
            (.seconds(5_000), 3_600_000), (.seconds(1_000_000), 3_600_000), (.milliseconds(-1), 0),
            (.seconds(-5), 0),
            (.milliseconds(-2_500), 0),
        ] as [(Duration, Int32)])
    func millisecondsAreRoundedUp(time: Duration, milliseconds: Int32) {
        #expect(time.millisecondsRoundedUp == milliseconds)
    }

    /// The kernel keeps sixteen edges; the first stay.
    @Test func aPinKeepsSixteenEdges() {
        var pin = SimulatedPin()
        for edge in 0..<20 { pin.move(to: edge.isMultiple(of: 2), at: .milliseconds(edge)) }
        #expect(pin.dropped == 4 && !pin.isActive)
        let edges = pin.take()
        #expect(edges.count == 16 && edges.first?.at == .zero && edges.last?.at == .milliseconds(15))
        #expect(pin.take().isEmpty)
        pin.move(to: false, at: .seconds(1))
        #expect(pin.take().isEmpty, "it is there already")
    }
}
