import Testing

@testable import WebPage

/// The PIN, and whoever holds by the page.
struct PageLockTests {
    @Test func tenWrongOnesCloseTheDoorForAMinute() {
        var lock = PageLock(.pin, pin: [1, 2, 3, 4])
        for _ in 0..<10 { #expect(lock.knock("9999", now: .seconds(100)) == .wrong) }
        // The right one too: who tries them all must not see which it was.
        #expect(lock.knock("1234", now: .seconds(101)) == .closed)
        #expect(lock.knock("9999", now: .seconds(159)) == .closed)
        #expect(lock.knock("1234", now: .seconds(160)) == .comeIn)
        // Who knows it is not kept out by having none at first.
        for _ in 0..<100 { #expect(lock.knock(nil, now: .seconds(170)) == .wrong) }
        #expect(lock.knock("1234", now: .seconds(171)) == .comeIn)
    }

    @Test func everyPINOpensItsOwnLockOnly() {
        for number in stride(from: 0, to: 10_000, by: 37) {
            let digits = [number / 1_000, number / 100 % 10, number / 10 % 10, number % 10].map { UInt8($0) }
            var lock = PageLock(.pin, pin: digits)
            let text = digits.map(String.init).joined()
            #expect(lock.knock(text, now: .zero) == .comeIn)
            #expect(lock.knock(String(text.reversed()) + "0", now: .zero) == .wrong)
        }
    }

    /// Who tries them all is seen in the log, which stays readable.
    @Test func wrongOnesAreToldOnceAMinute() {
        var lock = PageLock(.pin, pin: [1, 2, 3, 4])
        var lines: [String] = []
        for tenth in 0..<1_300 {
            let now = Duration.milliseconds(100 * tenth)
            _ = lock.knock("9999", source: "10.0.0.9", now: now)
            if let line = lock.complaint(now: now) { lines.append(line) }
        }
        #expect(
            lines == [
                "page: A wrong PIN was given; the last from 10.0.0.9.",
                "page: 600 PINs were refused; the last from 10.0.0.9.",
                "page: 600 PINs were refused; the last from 10.0.0.9.",
            ])
        var right = PageLock(.pin, pin: [1, 2, 3, 4])
        for given in ["1234", nil] { _ = right.knock(given, now: .zero) }
        #expect(right.complaint(now: .zero) == nil)
    }

    /// Said once, to who presses within half a minute.
    @Test func thePINIsSpokenToWhoStandsThere() {
        var lock = PageLock(.pin, pin: [1, 2, 3, 4])
        #expect(lock.pressed(now: .seconds(10)) == nil)
        lock.ask(now: .seconds(20))
        #expect(lock.pressed(now: .seconds(50)) == [1, 2, 3, 4])
        #expect(lock.pressed(now: .seconds(51)) == nil)
        lock.ask(now: .seconds(60))
        #expect(lock.pressed(now: .seconds(91)) == nil)
        var open = PageLock(.open, pin: [1, 2, 3, 4])
        open.ask(now: .seconds(20))
        #expect(open.pressed(now: .seconds(21)) == nil)
    }

    @Test func aPhoneThatFallsAsleepLetsGo() {
        var hand = PressLease()
        #expect(hand.hold(true, source: "a", now: .seconds(1)) == true)
        #expect(hand.hold(true, source: "a", now: .milliseconds(1_500)) == false)
        #expect(hand.expire(now: .milliseconds(2_999)) == false)
        #expect(hand.isDown)
        #expect(hand.expire(now: .seconds(3)) == true)
        #expect(!hand.isDown)
        #expect(hand.expire(now: .seconds(4)) == false)
        #expect(hand.hold(false, source: "a", now: .seconds(5)) == false)
    }

    @Test func twoHandsOnOneButton() {
        var hand = PressLease()
        #expect(hand.hold(true, source: "a", now: .seconds(1)) == true)
        #expect(hand.hold(true, source: "b", now: .seconds(1)) == false)
        #expect(hand.hold(false, source: "a", now: .seconds(2)) == false)
        #expect(hand.isDown)
        #expect(hand.hold(false, source: "b", now: .seconds(2)) == true)
        // Eight may hold, and what the ninth says is not remembered.
        for number in 0..<100 { _ = hand.hold(true, source: "\(number)", now: .seconds(3)) }
        for number in 0..<8 { _ = hand.hold(false, source: "\(number)", now: .seconds(3)) }
        #expect(!hand.isDown)
    }
}
