/// Where a broker is, and how it is known to be the right one.
package struct BrokerAddress: Equatable, Sendable {
    /// A name or an address.
    package var host: String
    package var port: Int
    /// Nil for a connection that anybody on the network can read.
    package var security: TransportSecurity?

    /// The ports that IANA keeps for MQTT, without and with TLS.
    package static let plainPort = 1_883
    package static let securePort = 8_883

    package init(host: String, port: Int, security: TransportSecurity? = nil) {
        self.host = host
        self.port = port
        self.security = security
    }
}

/// How a broker proves who it is.
package enum TransportSecurity: Equatable, Sendable {
    /// By a certificate of somebody whom this machine trusts.
    case system
    /// By one that a certificate of this file has signed (PEM).
    case authority(path: String)
    /// By this certificate and no other: the SHA-256 of its DER form.
    case pinned([UInt8])
}
