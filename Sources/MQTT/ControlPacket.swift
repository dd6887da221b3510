/// What a client and a broker say to each other: MQTT 3.1.1 (OASIS, 29 October 2014), chapter 3, without what
/// belongs to "exactly once".
package enum ControlPacket: Equatable, Sendable {
    case connect(Connect)
    case connectAcknowledgement(sessionPresent: Bool, ConnectReturnCode)
    case publish(Publish)
    case publishAcknowledgement(UInt16)
    case subscribe(UInt16, [Subscription])
    case subscribeAcknowledgement(UInt16, [SubscribeReturnCode])
    case unsubscribe(UInt16, [String])
    case unsubscribeAcknowledgement(UInt16)
    case pingRequest
    case pingResponse
    case disconnect

    /// Said first by a client.
    package struct Connect: Equatable, Sendable {
        package var clientID: String
        package var user: String?
        package var password: [UInt8]?
        /// Said by the broker when the connection is gone and nobody took leave.
        package var will: ApplicationMessage?
        /// In seconds; 0 for never. The broker gives up who is silent one and a half times as long.
        package var keepAlive: UInt16
        /// Nothing is kept for a client while it is away.
        package var cleanSession: Bool

        package init(
            clientID: String, user: String? = nil, password: [UInt8]? = nil, will: ApplicationMessage? = nil,
            keepAlive: UInt16 = 0, cleanSession: Bool = true
        ) {
            self.clientID = clientID
            self.user = user
            self.password = password
            self.will = will
            self.keepAlive = keepAlive
            self.cleanSession = cleanSession
        }
    }

    /// A message on its way.
    package struct Publish: Equatable, Sendable {
        package var message: ApplicationMessage
        /// Of those that are acknowledged; nil for those that are not.
        package var packetID: UInt16?
        /// It may have arrived before.
        package var isDuplicate: Bool

        package init(_ message: ApplicationMessage, packetID: UInt16? = nil, isDuplicate: Bool = false) {
            self.message = message
            self.packetID = packetID
            self.isDuplicate = isDuplicate
        }
    }

    /// What somebody wants to hear.
    package struct Subscription: Equatable, Sendable {
        package var filter: String
        package var quality: QualityOfService

        package init(_ filter: String, _ quality: QualityOfService = .atLeastOnce) {
            self.filter = filter
            self.quality = quality
        }
    }
}

/// What becomes of a CONNECT (3.2.2.3).
package enum ConnectReturnCode: UInt8, CaseIterable, Error, Sendable {
    case accepted = 0
    case unacceptableProtocolVersion = 1
    case identifierRejected = 2
    case serverUnavailable = 3
    case badUserNameOrPassword = 4
    case notAuthorized = 5
}

/// What becomes of one filter of a SUBSCRIBE (3.9.3).
package enum SubscribeReturnCode: UInt8, CaseIterable, Sendable {
    case atMostOnce = 0
    case atLeastOnce = 1
    case exactlyOnce = 2
    case failure = 0x80
}
