import Testing

@testable import PeerNetwork
@testable import UDPCarrier

/// Who gets in when many push.
struct SourceRateLimiterTests {
    private func source(_ number: Int, port: UInt16 = 1_000) -> Endpoint {
        Endpoint(
            address: [10, UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)],
            port: port)
    }

    @Test func aStationsTrafficPassesWhole() {
        var limiter = SourceRateLimiter()
        // Ten a second by two ways, for a minute.
        for tenth in 0..<600 {
            for _ in 0..<2 {
                let isIn = limiter.admits(source(1), now: .milliseconds(100 * tenth))
                #expect(isIn)
            }
        }
    }

    @Test func whoSendsAsFastAsItCanIsSlowedDown() {
        var limiter = SourceRateLimiter()
        var admitted = 0
        for index in 0..<500_000 where limiter.admits(source(1), now: .microseconds(20 * index)) {
            admitted += 1
        }
        // Ten seconds of a thousand and the burst at their beginning.
        #expect((10_500...11_500).contains(admitted), "\(admitted)")
    }

    @Test func aFloodOfMadeUpSendersTakesNothingFromThoseWhoWereHere() {
        var limiter = SourceRateLimiter()
        let stations = (0..<64).map { source($0) }
        for station in stations { _ = limiter.admits(station, now: .zero) }
        var made = 1_000
        var admitted = 0
        for tenth in 0..<300 {
            let now = Duration.seconds(1) + .milliseconds(100 * tenth)
            for _ in 0..<5_000 {
                made += 1
                if limiter.admits(source(made), now: now) { admitted += 1 }
            }
            let heard = stations.count { limiter.admits($0, now: now) }
            #expect(heard == stations.count)
        }
        #expect((58_000...64_000).contains(admitted), "\(admitted)")
    }

    @Test func aFloodFromManyPortsOfOneAddressIsNotMany() {
        var limiter = SourceRateLimiter()
        var admitted = 0
        for second in 0..<10 {
            for port: UInt16 in 1...60_000 {
                if limiter.admits(source(1, port: port), now: .seconds(second)) { admitted += 1 }
            }
        }
        let bound = 10 * (2_000 + SourceRateLimiter.portsAtMost * 1_000)
        #expect(admitted <= bound, "\(admitted) of \(bound)")
    }

    @Test func placesOfTheSilentAreGivenToOthers() {
        var limiter = SourceRateLimiter()
        for number in 0..<SourceRateLimiter.sourcesAtMost {
            _ = limiter.admits(source(number), now: .zero)
        }
        let late = Duration.seconds(41)
        let newcomer = source(9_999)
        var admitted = 0
        for _ in 0..<5_000 where limiter.admits(newcomer, now: late) { admitted += 1 }
        // One out of everybody's, then its own.
        #expect(admitted == 1_001)
    }

    @Test func aLongSilenceFillsABucketOnce() {
        var limiter = SourceRateLimiter()
        _ = limiter.admits(source(1), now: .zero)
        let late = Duration.seconds(1_000_000)
        var admitted = 0
        for _ in 0..<5_000 where limiter.admits(source(1), now: late) { admitted += 1 }
        #expect(admitted == 1_000)
    }
}
