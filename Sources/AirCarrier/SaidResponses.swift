/// Responses that were said as often as they usually need, one for each of the last who have asked.
///
/// What was heard of one counts: asked for again, it goes on where it ended.
struct SaidResponses: Sendable {
    static let countAtMost = 16
    /// Beyond what one usually needs, where turns are left.
    private static let symbolsMore = 16

    private var responses: [(message: OutgoingMessage, datagram: [UInt8])] = []

    mutating func keep(_ message: OutgoingMessage, _ datagram: [UInt8]) {
        responses.removeAll { $0.message.stream == message.stream }
        if responses.count >= Self.countAtMost { responses.removeFirst() }
        responses.append((message, datagram))
    }

    /// A symbol of the last that may have been missed.
    ///
    /// - Parameter frames: that are advertised before.
    mutating func takeFrame(after frames: [AirFrame]) -> AirFrame? {
        let place = responses.lastIndex {
            $0.message.left - TurnOrder.count($0.message.number, in: frames) > -Self.symbolsMore
        }
        return place.map { responses[$0].message.takeFrame() }
    }

    /// What was advertised of one is counted.
    mutating func change(_ number: Int, _ body: (inout OutgoingMessage) -> Void) {
        let place = responses.firstIndex { $0.message.number == number }
        if let place { body(&responses[place].message) }
    }

    /// This is another message's number now.
    mutating func forget(number: Int) { responses.removeAll { $0.message.number == number } }

    mutating func take(_ datagram: [UInt8]) -> OutgoingMessage? {
        let place = responses.firstIndex { $0.datagram == datagram }
        return place.map { responses.remove(at: $0).message }
    }

    /// Of this stream, to say some more of it; nil where there is none, or it was renewed often enough.
    mutating func resume(in stream: OutgoingStream) -> (message: OutgoingMessage, datagram: [UInt8])? {
        let place = responses.firstIndex { $0.message.stream == stream && $0.message.mayBeRenewed }
        guard let place else { return nil }
        var resumed = responses.remove(at: place)
        resumed.message.isAskedAgain = true
        resumed.message.renew()
        return resumed
    }
}
