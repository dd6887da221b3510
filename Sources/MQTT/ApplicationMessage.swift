/// How hard a message is tried (MQTT 3.1.1, 4.3). The highest, exactly once, is not spoken here: what counts
/// is numbered by who says it, so that hearing it twice does no harm.
package enum QualityOfService: UInt8, CaseIterable, Sendable {
    case atMostOnce = 0
    case atLeastOnce = 1
}

/// Something said under a topic.
package struct ApplicationMessage: Equatable, Sendable {
    package var topic: String
    package var payload: [UInt8]
    package var quality: QualityOfService
    /// The broker keeps it, and gives it to those who ask later. Without a payload it forgets what it kept.
    package var isRetained: Bool

    package init(
        topic: String, payload: [UInt8], quality: QualityOfService = .atMostOnce, isRetained: Bool = false
    ) {
        self.topic = topic
        self.payload = payload
        self.quality = quality
        self.isRetained = isRetained
    }

    package init(
        topic: String, text: String, quality: QualityOfService = .atMostOnce, isRetained: Bool = false
    ) {
        self.init(topic: topic, payload: Array(text.utf8), quality: quality, isRetained: isRetained)
    }
}
