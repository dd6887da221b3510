import Testing

@testable import Gateway

struct AlarmTests {
    @Test func itIsDueAsItWasSetToTheNanosecond() {
        let alarm = Alarm()
        #expect(alarm.due == .zero, "a station that starts is looked at once")
        let time = Duration.seconds(86_400 * 365) + .nanoseconds(123_456_789)
        alarm.set(time)
        #expect(alarm.due == time)
    }

    /// One tick at a time: whatever reaches the station before it, no second one is sent after it.
    @Test func nothingIsDueWhileATickIsOnItsWay() {
        let alarm = Alarm()
        alarm.set(.seconds(1))
        alarm.ring(true)
        #expect(alarm.due == nil)
        alarm.set(.seconds(2))
        #expect(alarm.due == nil)
        alarm.ring(false)
        #expect(alarm.due == .seconds(2))
    }
}
