/// What of a station is said to a broker, and what is heard from it.
package struct VenueSetting: Equatable, Sendable {
    package var topics: VenueTopics
    /// The words that it says, too.
    package var words: Bool
    /// Home Assistant is told of it.
    package var discovery: Bool
    /// The beacons that it hears, as ESPresense tells of them.
    package var presence: Bool
    /// The room that it stands in, for `presence`; nil for its name.
    package var room: String?
    /// It does what it is told.
    package var orders: Bool

    package init(
        topics: VenueTopics, words: Bool = true, discovery: Bool = true, presence: Bool = false,
        room: String? = nil, orders: Bool = false
    ) {
        self.topics = topics
        self.words = words
        self.discovery = discovery
        self.presence = presence
        self.room = room
        self.orders = orders
    }
}
