/// The first minutes of a station's life: is it heard, and what is its button for? Asked by voice, answered
/// by the button; over as soon as both have been shown, or somebody plays without being asked.
package struct Introduction: Codable, Sendable {
    /// The file that says it is over.
    package static let fileName = "introduced"
    /// Said again after so long, so often; then a house without anybody is left in peace.
    static let asksEvery = Duration.seconds(30)
    static let asksAtMost = 4
    /// After the greeting, which takes a breath.
    static let asksAfter = Duration.seconds(4)

    private enum Step: String, Codable, Sendable {
        case press, hold
    }

    private var step: Step?
    private var asked = 0
    private var asksAt: Duration?
    /// The hold that was asked for is still under way: nobody failed at anything when it ends.
    private var isBeingHeld = false

    /// - Parameter isFirst: the station has never been started before.
    package init(isFirst: Bool) {
        step = isFirst ? .press : nil
    }

    /// What the station has to be asked for again and again, and what a press or a hold is praised with.
    mutating func advance(isPlaying: Bool, now: Duration) -> [Effect] {
        guard let step else { return [] }
        // A child that plays has found out.
        if isPlaying { return end() }
        guard let due = asksAt else {
            asksAt = now + Self.asksAfter
            return []
        }
        guard now >= due, asked < Self.asksAtMost else { return [] }
        asked += 1
        asksAt = now + Self.asksEvery
        return [.say(step == .press ? .didYouHearMe : .nowHold)]
    }

    mutating func pressed(now: Duration) -> [Effect] {
        guard step == .press else { return [] }
        step = .hold
        (asked, asksAt) = (1, now + Self.asksEvery)
        return [.say(.nowHold)]
    }

    mutating func held() -> [Effect] {
        guard step != nil else { return [] }
        isBeingHeld = true
        return [.say(.introduced)] + end()
    }

    /// A hold has ended. Whether it was the one that was asked for.
    mutating func letGo() -> Bool {
        defer { isBeingHeld = false }
        return isBeingHeld
    }

    private mutating func end() -> [Effect] {
        step = nil
        return [.save(name: Self.fileName, [UInt8(ascii: "1")])]
    }
}
