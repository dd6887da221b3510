import Determinism

/// How hard to try, and what to say, while the radio fails.
///
/// The ladder: Reset and bring the controller up again; after the third failure of an incident close the
/// device and open it again, waiting 200 ms, then twice as long each time, up to 5 s, for ever; between two
/// of these its power is cut (`PowerCuts`). After 30 s without a failure the next one is a new incident and
/// begins at the bottom.
struct Recovery: Sendable {
    static let resetLimit = 3
    static let health: Duration = .seconds(30)

    private enum Kind { case controller, device }

    private var failures = 0
    private var backOff = BackOff(.milliseconds(200)...(.seconds(5)))
    private var healthySince: Duration?
    private var told: (trouble: RadioTrouble, kind: Kind)?

    /// The device was opened again in this incident, and that has not helped.
    var hasReopened: Bool { failures > Self.resetLimit }

    /// The controller failed.
    ///
    /// What it fails with may differ from attempt to attempt; for the player that is one trouble, so only
    /// the first is told.
    /// - Returns: what to tell, if anything; whether the device should be reopened instead of reset.
    mutating func controllerFailed(with trouble: RadioTrouble, now: Duration) -> (
        tell: RadioTrouble?, reopens: Bool
    ) {
        fail(now: now)
        let tell = told?.kind == .controller ? nil : trouble
        if tell != nil { told = (trouble, .controller) }
        return (tell, failures >= Self.resetLimit)
    }

    /// The device could not be opened, or went away. Each new reason is told, because each asks for
    /// something else.
    mutating func deviceFailed(with trouble: RadioTrouble, now: Duration) -> RadioTrouble? {
        fail(now: now)
        guard told?.trouble != trouble else { return nil }
        told = (trouble, .device)
        return trouble
    }

    /// When to open again.
    mutating func reopening(now: Duration) -> Duration {
        now + backOff.next()
    }

    /// Everything works.
    mutating func recovered(now: Duration) {
        told = nil
        healthySince = healthySince ?? now
    }

    private mutating func fail(now: Duration) {
        if let since = healthySince, now - since >= Self.health {
            failures = 0
            backOff.restart()
        }
        healthySince = nil
        failures += 1
    }
}
