import Testing

@testable import PeerNetwork

/// The line between two stations as a value: docs/security.md, "Reliable unicast".
struct ReliableUnicastTests {
    private typealias Line = ReliableUnicast

    /// Two ends, and frames that are handed over when the test says so.
    private struct Pair {
        var one = ReliableUnicast(stream: 11)
        var two = ReliableUnicast(stream: 22)
        var counter: UInt64 = 0
        var now = Duration.zero

        /// One frame of each that has one, until neither has.
        mutating func talk() -> (one: [UInt32], two: [UInt32]) {
            var heard: (one: [UInt32], two: [UInt32]) = ([], [])
            for _ in 0..<20 {
                if let (frame, _) = one.frame(now: now) { heard.two += give(frame, toOne: false) }
                if let (frame, _) = two.frame(now: now) { heard.one += give(frame, toOne: true) }
            }
            return heard
        }

        /// Hands a frame over, and the answer back if it asks for one.
        mutating func give(_ frame: UnicastFrame, toOne: Bool) -> [UInt32] {
            counter += 1
            if toOne {
                let heard = one.receive(frame, counter: counter, now: now) { 99 }
                if heard.isAsked { _ = two.receive(one.bare, counter: counter, now: now) { 88 } }
                return heard.items.map(\.number)
            }
            let heard = two.receive(frame, counter: counter, now: now) { 88 }
            if heard.isAsked { _ = one.receive(two.bare, counter: counter, now: now) { 99 } }
            return heard.items.map(\.number)
        }
    }

    private static func said(_ count: Int, kind: UnicastFrame.Item.Kind = .words) -> ReliableUnicast {
        var line = Line(stream: 11)
        for number in 0..<count { _ = line.say(kind, [UInt8(number)], now: .zero) }
        return line
    }

    /// When an item is said, and whether to everybody, if nobody ever answers.
    private static func times(_ line: inout ReliableUnicast, _ count: Int, apart: Duration = .zero)
        -> [Duration]
    {
        var times: [Duration] = []
        while times.count < count, let next = line.nextAttempt {
            guard line.frame(apart: apart, now: next) != nil else { break }
            times.append(next)
        }
        return times
    }

    @Test func wordsAreRepeatedMoreAndMoreSeldom() {
        var line = Self.said(1)
        let expected = [0, 100, 300, 700, 1_500, 3_100, 4_700, 6_300]
        #expect(Self.times(&line, 8) == expected.map { .milliseconds($0) })
        var keys = Self.said(1, kind: .key)
        let hurried = [0, 100, 200, 300, 400, 600, 1_000, 1_800, 3_400]
        #expect(Self.times(&keys, 9) == hurried.map { .milliseconds($0) })
        var hands = Line(stream: 11)
        hands.want(true, first: 5, now: .zero)
        let held = [0, 100, 200, 300, 400, 500, 600, 700, 900]
        #expect(Self.times(&hands, 9) == held.map { .milliseconds($0) })
    }

    /// Where a frame takes longer than that, it is not said again sooner: one to four times as long, and five
    /// seconds at most.
    @Test func byRadioTheyAreRepeatedLater() {
        var line = Self.said(1)
        let expected = [0, 800, 2_400, 4_800, 8_000, 11_200]
        #expect(Self.times(&line, 6, apart: .milliseconds(800)) == expected.map { .milliseconds($0) })
        var slow = Self.said(1)
        #expect(Self.times(&slow, 4, apart: .seconds(3)) == [0, 3, 8, 13].map { .seconds($0) })
    }

    /// The first retry goes to where the other was heard, the second to everybody, and so on.
    @Test func everySecondRetryIsForEverybody() {
        var line = Self.said(1)
        var everybody: [Bool] = []
        while everybody.count < 6, let next = line.nextAttempt, let frame = line.frame(now: next) {
            everybody.append(frame.isForEverybody)
            #expect(frame.frame.asks && frame.frame.item?.number == 1)
        }
        #expect(everybody == [false, false, true, false, true, false])
    }

    /// Eight of the station's own, sixteen with keys.
    @Test func whatWaitsIsBounded() {
        var line = Self.said(8)
        let ninth = line.say(.words, [1], now: .zero)
        #expect(line.waitingWords == 8 && !ninth)
        for _ in 0..<8 {
            let isTaken = line.say(.key, [1], now: .zero)
            #expect(isTaken)
        }
        let key = line.say(.key, [1], now: .zero)
        #expect(!key && line.waiting.count == 16 && line.waitingWords == 8)
        var keys = Self.said(16, kind: .key)
        let words = keys.say(.words, [1], now: .zero)
        #expect(!words && keys.waiting.count == 16)
    }

    @Test func itArrivesOnceInOrderAndIsForgotten() {
        var pair = Pair()
        for number in 0..<5 { _ = pair.one.say(.words, [UInt8(number)], now: .zero) }
        _ = pair.two.say(.words, [7], now: .zero)
        let heard = pair.talk()
        #expect(heard.two == [1, 2, 3, 4, 5] && heard.one == [1])
        #expect(pair.one.isIdle && pair.two.isIdle && pair.one.nextAttempt == nil)
    }

    /// Frames that come late, twice and out of order bring each item once, in its order; sixteen may wait.
    @Test func whatComesEarlyWaitsForItsTurn() {
        func frame(_ number: UInt32) -> UnicastFrame {
            var frame = UnicastFrame(stream: 11)
            frame.item = UnicastFrame.Item(number: number, kind: .words, body: [UInt8(number)])
            return frame
        }
        var line = Line(stream: 22)
        func receive(_ number: UInt32, _ counter: UInt64) -> [UInt32] {
            line.receive(frame(number), counter: counter, now: .zero) { 88 }.items.map(\.number)
        }
        #expect(receive(3, 5) == [] && receive(2, 4) == [] && receive(2, 6) == [])
        #expect(receive(1, 3) == [1, 2, 3] && receive(1, 7) == [] && receive(3, 8) == [])
        #expect(line.bare.acknowledged == 3 && line.bare.heard == 11)
        // 3 and 16 more.
        #expect(receive(20, 9) == [], "too early")
        for number in (UInt32(5)...19).reversed() { #expect(receive(number, 10) == []) }
        #expect(receive(4, 11) == Array(4...19))
        #expect(receive(20, 12) == [20])
    }

    /// Ten seconds, or as many times that as words take longer; then only its number is left.
    @Test(arguments: [1, 4]) func whatNobodyAcknowledgesIsGivenUp(patience: Int) {
        var line = Self.said(2)
        _ = line.say(.key, [3], now: .seconds(1))
        let end = Duration.seconds(10 * patience)
        func given(_ now: Duration) -> [UInt32] { line.giveUp(patience: patience, now: now).map(\.number) }
        #expect(given(end - .milliseconds(1)) == [] && given(end) == [1, 2])
        #expect(!line.isForsaken && line.waitingWords == 0 && line.waiting.map(\.item.number) == [1, 2, 3])
        #expect(line.waiting.prefix(2).allSatisfy { $0.item.body.allSatisfy { $0 == 0 } })
        #expect(given(end) == [] && given(end + .seconds(1)) == [3])
        #expect(line.isForsaken)
        line.restart(fresh: { 33 }, now: end)
        #expect(line.stream == 33 && line.isIdle && !line.isForsaken)
    }

    /// What was taken back has a number, and says nothing.
    @Test func whatIsTakenBackIsNotHeard() {
        var pair = Pair()
        for number in 1...3 { _ = pair.one.say(.words, [UInt8(number)], now: .zero) }
        pair.one.takeBack { $0.body == [2] }
        let heard = pair.talk()
        #expect(heard.two == [1, 3] && pair.one.isIdle)
    }

    /// Both want to, and each has heard the other's answer to its latest wish.
    @Test func handsAreJoinedWhenBothWantTo() {
        var pair = Pair()
        pair.one.want(true, first: 5, now: .zero)
        _ = pair.talk()
        #expect(!pair.one.isAuthenticated && !pair.two.isAuthenticated && pair.one.isIdle)
        pair.two.want(true, first: 70, now: .zero)
        _ = pair.talk()
        #expect(pair.one.isAuthenticated && pair.two.isAuthenticated && pair.one.wants)
        pair.two.want(false, first: 70, now: .zero)
        #expect(pair.two.bare.serial == 71)
        _ = pair.talk()
        #expect(!pair.one.isAuthenticated)
        #expect(!pair.two.isAuthenticated)
    }

    /// What an older frame says of hands is old, and what it carries is not.
    @Test func anOlderFrameMovesNoHand() {
        var line = Line(stream: 22)
        line.want(true, first: 5, now: .zero)
        var joined = UnicastFrame(stream: 11)
        (joined.wants, joined.serial, joined.echo, joined.heard) = (true, 3, 5, 22)
        func receive(_ frame: UnicastFrame, _ counter: UInt64) -> ReliableUnicast.Heard {
            line.receive(frame, counter: counter, now: .zero) { 88 }
        }
        #expect(receive(joined, 9).isAuthenticated == true)
        var older = joined
        (older.wants, older.serial) = (false, 2)
        older.item = UnicastFrame.Item(number: 1, kind: .words, body: [1])
        for counter in [UInt64(8), 9] {
            let heard = receive(older, counter)
            #expect(
                heard.isAuthenticated == nil && heard.items.count == (counter == 8 ? 1 : 0)
                    && line.isAuthenticated)
        }
        #expect(receive(older, 10).isAuthenticated == false)
    }

    /// A serial is never 0, which means none.
    @Test func serialsBeginWhereTheyAreToldAndPassOverZero() {
        var line = Line(stream: 22)
        #expect(line.bare.serial == 0)
        line.want(true, first: .max, now: .zero)
        line.want(true, first: 9, now: .zero)
        #expect(line.bare.serial == .max && line.bare.wants)
        line.want(false, first: 9, now: .zero)
        #expect(line.bare.serial == 1 && !line.bare.wants)
    }

    /// Whoever takes a hand back tells it for ten seconds; who holds one out goes on.
    @Test func aHandThatIsTakenBackIsToldForTenSeconds() {
        for wants in [false, true] {
            var line = Line(stream: 22)
            line.want(true, first: 5, now: .zero)
            if !wants { line.want(false, first: 5, now: .zero) }
            _ = line.giveUp(now: .milliseconds(9_999))
            #expect(!line.isIdle)
            _ = line.giveUp(now: .seconds(10))
            #expect(line.isIdle == !wants)
        }
    }

    /// One that has begun anew is told everything that waits once more, from number 1, on a new stream.
    @Test func whoBeginsAnewIsToldAgain() {
        var pair = Pair()
        for number in 1...3 { _ = pair.one.say(.words, [UInt8(number)], now: .zero) }
        _ = pair.talk()
        for number in 4...5 { _ = pair.one.say(.words, [UInt8(number)], now: .zero) }
        pair.two = ReliableUnicast(stream: 23)
        _ = pair.two.say(.words, [9], now: .zero)
        let again = pair.talk()
        #expect(again.two == [1, 2] && pair.one.stream == 99 && pair.one.isIdle && pair.two.isIdle)
        _ = pair.one.say(.words, [6], now: .zero)
        let next = pair.talk()
        #expect(next.two == [3])
    }

    /// A frame for a line that is not this one any more brings nothing, and is answered.
    @Test func whatIsForAnEarlierLineIsAnswered() {
        var line = Line(stream: 22)
        var frame = UnicastFrame(stream: 11)
        frame.heard = 21
        frame.item = UnicastFrame.Item(number: 1, kind: .words, body: [1])
        func receive(_ frame: UnicastFrame, _ counter: UInt64) -> ReliableUnicast.Heard {
            line.receive(frame, counter: counter, now: .zero) { 88 }
        }
        let heard = receive(frame, 1)
        #expect(heard.isAsked && heard.items.isEmpty && line.bare.heard == 0)
        frame.heard = 22
        #expect(receive(frame, 2).items.count == 1)
        // An older frame of another stream is nothing, too.
        var old = UnicastFrame(stream: 10)
        old.item = UnicastFrame.Item(number: 1, kind: .words, body: [2])
        let late = receive(old, 1)
        #expect(late.items.isEmpty && !late.isAsked && line.bare.heard == 11)
    }
}
