import Testing

@testable import PeerNetwork

/// Each number once, none that is 64 behind (RFC 4303 section 3.4.3), none that is more than 2²⁰ ahead.
struct ReplayWindowTests {
    private static func window(floor: UInt64 = 0, seen: UInt64...) -> ReplayWindow {
        var window = ReplayWindow(floor: floor)
        for number in seen { window.mark(number) }
        return window
    }

    @Test func eachNumberIsNewOnce() {
        let window = Self.window(seen: 100, 98, 103)
        let news = (UInt64(90)...110).filter { window.isNew($0) }
        #expect(news == Array(90...97) + [99, 101, 102] + Array(104...110))
        #expect(window.newest == 103)
    }

    @Test func sixtyFourAreRemembered() {
        let window = Self.window(seen: 1_000)
        #expect(window.isNew(937) && !window.isNew(936) && !window.isNew(0))
        // A step of 63 leaves the one before at the edge; one of 64 leaves it behind.
        let near = Self.window(seen: 1_000, 1_063)
        #expect(!near.isNew(1_000) && near.isNew(1_001) && !near.isNew(999))
        let far = Self.window(seen: 1_000, 1_064)
        #expect(!far.isNew(1_000) && (UInt64(1_001)...1_063).allSatisfy { far.isNew($0) })
        let further = Self.window(seen: 1_000, 5_000)
        #expect((UInt64(4_937)...4_999).allSatisfy { further.isNew($0) } && !further.isNew(5_000))
    }

    /// The first may be any; after it nobody can have said so much.
    @Test func nobodyLeapsFarAhead() {
        #expect(ReplayWindow().isNew(.max))
        let window = Self.window(seen: 7)
        #expect(window.isNew(7 + (1 << 20)) && !window.isNew(8 + (1 << 20)) && !window.isNew(.max))
    }

    @Test func whatIsBelowTheFloorIsOld() {
        let window = ReplayWindow(floor: 50)
        #expect(!window.isNew(49) && window.isNew(50) && window.isNew(51))
        let marked = Self.window(floor: 50, seen: 60)
        #expect(!marked.isNew(49) && marked.isNew(50) && !marked.isNew(60))
    }
}
