/// PLACEHOLDER until Security is built.
struct Gatekeeper: Sendable {
    enum Output: Equatable, Sendable {
        case message(Message.Received)
        case whisper(Whisper)
        case trust(TrustEvent)
        case transmit([UInt8], to: Destination)
        case log(String)
    }
    var nextDeadline: Duration? { nil }
    mutating func receive(_ bytes: [UInt8], from: Endpoint, now: Duration) -> [Output] { [] }
    mutating func send(_ message: Message, now: Duration) -> [Output] { [] }
    mutating func whisper(_ whisper: Whisper, now: Duration) -> [Output] { [] }
    mutating func clasp(_ wanted: [StationID], now: Duration) -> [Output] { [] }
    mutating func keep(_ goals: [KeyGoal], now: Duration) -> [Output] { [] }
    mutating func advance(now: Duration) -> [Output] { [] }
}
