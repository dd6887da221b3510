/// Responses that were said as often as they usually need, one for each of the last who have asked.
///
/// What was heard of one counts: asked for again, it goes on where it ended.
struct SaidResponses: Sendable {
    static let countAtMost = 16

    private var responses: [(message: OutgoingMessage, datagram: [UInt8])] = []

    mutating func keep(_ message: OutgoingMessage, _ datagram: [UInt8]) {
        responses.removeAll { $0.message.stream == message.stream }
        if responses.count >= Self.countAtMost { responses.removeFirst() }
        responses.append((message, datagram))
    }

    /// This is another message's number now.
    mutating func forget(number: Int) { responses.removeAll { $0.message.number == number } }

    func datagram(in stream: OutgoingStream) -> [UInt8]? {
        responses.first { $0.message.stream == stream }?.datagram
    }

    /// - Returns: nil for one that is not here, or was renewed as often as it may be.
    mutating func resume(_ datagram: [UInt8]) -> OutgoingMessage? {
        guard let place = responses.firstIndex(where: { $0.datagram == datagram }),
            responses[place].message.mayBeRenewed
        else { return nil }
        var message = responses.remove(at: place).message
        message.isAskedAgain = true
        message.renew()
        return message
    }
}
