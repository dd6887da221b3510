import FoundationEssentials
import Ranging

// How the values of the page's state are written: a property of one of these kinds keeps the value itself,
// so that two states are equal when nothing but the time has changed.

/// What is not there is null and not left out, so that a reader finds every key.
@propertyWrapper
package struct OrNull<Value: Encodable & Equatable & Sendable>: Encodable, Equatable,
    Sendable
{
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

/// Names and numbers of stations, beacons and areas, as people read them.
@propertyWrapper
package struct Described<Value: CustomStringConvertible & Equatable & Sendable>: Encodable,
    Equatable, Sendable
{
    package var wrappedValue: Value

    package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.description)
    }
}

/// A number with three digits behind the point: milliseconds and millimetres are all that anybody can see.
package struct Thousandths: Encodable, Equatable, Sendable {
    let value: Double

    package init(_ value: Double) { self.value = (value * 1_000).rounded() / 1_000 }

    package init(_ duration: Duration) { self.init(duration.inSeconds) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// An instant on the station's clock, written in seconds from the one at which the state is written.
package struct Moment: Encodable, Equatable, Sendable {
    enum Direction { case ago, ahead }

    let at: Duration
    let direction: Direction

    static func ago(_ at: Duration) -> Moment { Moment(at: at, direction: .ago) }
    static func ahead(_ at: Duration) -> Moment { Moment(at: at, direction: .ahead) }

    package func encode(to encoder: any Encoder) throws {
        let now = encoder.now
        var container = encoder.singleValueContainer()
        try container.encode(Thousandths(direction == .ago ? now - at : at - now))
    }
}

/// The instant itself at which a state is written, in seconds since boot.
package struct Writing: Encodable, Equatable, Sendable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Thousandths(encoder.now))
    }
}

private let nowKey = CodingUserInfoKey(rawValue: "now")

extension Encoder {
    fileprivate var now: Duration { nowKey.flatMap { userInfo[$0] as? Duration } ?? .zero }
}

extension Encodable {
    /// In one line, with sorted keys. Empty if it cannot be written, which no value of the page leads to.
    ///
    /// - Parameter now: from when on moments are counted.
    package func json(at now: Duration = .zero) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let nowKey { encoder.userInfo[nowKey] = now }
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }
}
