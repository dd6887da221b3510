import Synchronization
import Testing

@testable import Game
@testable import PeerNetwork
@testable import WebPage

/// Between a station and those who look at it.
struct PageEventHubTests {
    /// These machines may be busy with other tests for minutes.
    static let long = PageEventHub.Patience(withViewers: .seconds(3_600), withStation: .seconds(3_600))

    static func state(_ number: Int) -> PageState {
        let id = StationID(value: 5)
        let station = Station(
            Station.Configuration(id: id, name: StationName(id), role: .seek, boot: 1, seed: 1))
        var captions = PageCaptions()
        for count in 0..<number { captions.say(.count(count), "\(count)", now: .zero) }
        return PageState(station, captions, now: .zero)
    }

    @Test func nobodyLooksAndNothingIsWanted() async throws {
        let roused = Atomic<Int>(0)
        let window = PageEventHub { roused.wrappingAdd(1, ordering: .relaxed) }
        #expect(!window.isWatched)
        #expect(!window.isDue(now: .seconds(1)))
        let watch = try #require(window.watch(now: .seconds(1)))
        #expect(roused.load(ordering: .relaxed) == 1)
        #expect(window.isDue(now: .seconds(1)))
        window.show(Self.state(1), now: .seconds(1))
        // At most ten times a second.
        #expect(!window.isDue(now: .milliseconds(1_099)))
        #expect(window.isDue(now: .milliseconds(1_100)))
        window.leave(watch.number, now: .seconds(2))
        #expect(!window.isWatched)
        #expect(window.viewerCount == 0)
    }

    /// Ten changes while somebody does not look: they see the last one.
    @Test func theNewestWins() async throws {
        let window = PageEventHub {}
        let watch = try #require(window.watch(now: .zero))
        for number in 1...10 { window.show(Self.state(number), now: .milliseconds(100 * number)) }
        var states = watch.states.makeAsyncIterator()
        #expect(await states.next()?.state == Self.state(10))
    }

    @Test func whatDoesNotChangeIsSentEveryFiveSeconds() async throws {
        let window = PageEventHub {}
        let watch = try #require(window.watch(now: .zero))
        var states = watch.states.makeAsyncIterator()
        window.show(Self.state(1), now: .milliseconds(100))
        #expect(await states.next()?.at == .milliseconds(100))
        for tenth in 2...53 { window.show(Self.state(1), now: .milliseconds(100 * tenth)) }
        #expect(await states.next()?.at == .milliseconds(5_100))
    }

    /// Nothing has changed for a while: who comes then, or asks once, is shown it all the same, and at once.
    @Test func whoComesLaterSeesWhatOthersHaveSeen() async throws {
        let window = PageEventHub {}
        _ = try #require(window.watch(now: .zero))
        window.show(Self.state(1), now: .milliseconds(100))
        #expect(window.isDue(now: .milliseconds(1_990)))
        let late = try #require(window.watch(now: .seconds(2)))
        // Not only at the next glance, which may be a second later.
        #expect(window.isDue(now: .seconds(2)))
        window.show(Self.state(1), now: .seconds(2))
        var states = late.states.makeAsyncIterator()
        #expect(await states.next()?.at == .seconds(2))
    }

    @Test func sixtyFourAndNoMore() throws {
        let window = PageEventHub {}
        var numbers: [UInt64] = []
        for _ in 0..<64 { numbers.append(try #require(window.watch(now: .zero)).number) }
        #expect(window.watch(now: .zero) == nil)
        window.leave(numbers[7], now: .zero)
        #expect(window.watch(now: .zero) != nil)
    }

    /// Who takes nothing for twenty seconds while there is something to take is hung up on; who takes stays.
    @Test func whoTakesNothingIsLetGoOf() throws {
        let window = PageEventHub {}
        let dropped = Atomic<Int>(0)
        let slow = try #require(window.watch(now: .zero) { dropped.wrappingAdd(1, ordering: .relaxed) })
        let quick = try #require(window.watch(now: .zero) { dropped.wrappingAdd(100, ordering: .relaxed) })
        for second in 1...21 {
            window.show(Self.state(second), now: .seconds(second))
            window.took(quick.number)
        }
        #expect(window.viewerCount == 2)
        window.show(Self.state(22), now: .seconds(22))
        #expect(window.viewerCount == 1)
        #expect(dropped.load(ordering: .relaxed) == 1)
        _ = slow
    }

    @Test func oneStateForWhoAsksOnce() async throws {
        let roused = AsyncStream.makeStream(of: Void.self)
        let window = PageEventHub(patience: Self.long) { roused.continuation.yield() }
        async let asked = window.newest(now: { .seconds(7) })
        for await _ in roused.stream { break }
        window.show(Self.state(3), now: .seconds(7))
        #expect(await asked?.state == Self.state(3))
        #expect(!window.isWatched)
        // A moment later the same one serves, and the station is left alone.
        #expect(await window.newest(now: { .milliseconds(7_099) })?.at == .seconds(7))
        #expect(window.names[StationID(value: 5)] == StationName(StationID(value: 5)))
    }
}
