import Testing

@testable import GPIO

/// Checks the order of events as a listener relies on it.
struct ButtonGrammar {
    var isDown = false
    var isHolding = false
    var isStuck = false
    var wasHeld = false
    var last: ButtonEvent?
    var downs = 0

    mutating func take(_ event: ButtonEvent) {
        switch event {
        case .down:
            #expect(!isDown && !isHolding && !isStuck)
            isDown = true
            wasHeld = false
            downs += 1
        case .up:
            #expect(isDown && !isHolding)
            isDown = false
        case .press:
            #expect(last == .up && !wasHeld && !isStuck)
        case .doublePress:
            #expect(last == .press)
        case .hold:
            #expect(isDown && !isHolding && !isStuck && !wasHeld)
            isHolding = true
            wasHeld = true
        case .holdEnded:
            #expect(isHolding)
            isHolding = false
        case .stuck:
            #expect(!isStuck && !isHolding)
            isStuck = true
        case .freed:
            #expect(isStuck && !isDown)
            isStuck = false
        }
        last = event
    }
}
