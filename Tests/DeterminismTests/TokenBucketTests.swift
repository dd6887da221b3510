import Determinism
import Testing

@Suite struct TokenBucketTests {
    /// How many of `count` get in that come `apart` from each other.
    private func taken(_ bucket: inout TokenBucket, _ count: Int, apart: Duration) -> Int {
        (0..<count).count { bucket.take(now: apart * $0) }
    }

    @Test func soManyAtOnceAndSoManyASecond() {
        var bucket = TokenBucket(perSecond: 10, atOnce: 20)
        let atOnce = taken(&bucket, 100, apart: .zero)
        #expect(atOnce == 20)
        bucket = TokenBucket(perSecond: 10, atOnce: 20)
        // Ten seconds, and what was there at their beginning.
        let inTime = taken(&bucket, 1_000, apart: .milliseconds(10))
        #expect(inTime == 119)
    }

    @Test(arguments: [(true, 7_000), (false, 5_000)])
    func piecesOfAMillisecondAreKeptIfWanted(_ keepsRemainder: Bool, _ expected: Int) {
        var bucket = TokenBucket(perSecond: 1_000, atOnce: 1, keepsRemainder: keepsRemainder)
        // Every 0.7 ms for seven seconds.
        let count = taken(&bucket, 10_000, apart: .microseconds(700))
        #expect((expected - 1...expected).contains(count), "\(count)")
    }

    @Test func aLongPauseFillsItOnce() {
        var bucket = TokenBucket(perSecond: 1, atOnce: 4, now: .seconds(5))
        let late = Duration.seconds(1_000_000_000)
        let isTaken = [
            bucket.take(4, now: .seconds(5)), bucket.has(now: .seconds(5)), bucket.take(4, now: late),
            bucket.take(now: late),
        ]
        #expect(isTaken == [true, false, true, false])
        #expect(bucket.askedAt == late)
    }
}
