/// The earlier of two instants, where nil is never. Asked after every event, and so without an array.
package func earliest(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
