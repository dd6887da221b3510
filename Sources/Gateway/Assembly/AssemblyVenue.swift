import Game
import Logging
import MQTT
import MQTTConnection
import PeerNetwork
import Runtime
import Venue

/// How a station, or the table, gets at the broker of the settings.
extension Assembly {
    /// Longer than any password; a file that is longer holds something else.
    private static let passwordBytesAtMost = 1_024

    /// Nil where no broker is set.
    static func broker(_ mqtt: Settings.MQTT) -> BrokerAddress? {
        mqtt.host.map { host in
            let security: TransportSecurity? =
                if !mqtt.usesTLS {
                    nil
                } else if let digest = mqtt.certificate {
                    .pinned(digest.bytes)
                } else {
                    mqtt.authority.map { .authority(path: $0) } ?? .system
                }
            let usual = mqtt.usesTLS ? BrokerAddress.securePort : BrokerAddress.plainPort
            return BrokerAddress(host: host, port: mqtt.port ?? usual, security: security)
        }
    }

    /// - Parameter complain: told of a file that cannot be read; without a password it is tried all the same.
    static func password(_ mqtt: Settings.MQTT, complain: (String) -> Void) -> [UInt8]? {
        guard let path = mqtt.passwordFile else { return mqtt.password.map { Array($0.utf8) } }
        do throws(FileTrouble) {
            let bytes = try BoundedFile.read(path, atMost: passwordBytesAtMost)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return line.isEmpty ? nil : Array(line)
        } catch {
            complain("mqtt.password_file: \(path): \(error)")
            return nil
        }
    }

    /// Nil where no broker is set, or the prefix is none, which the settings do not let through.
    static func topics(_ mqtt: Settings.MQTT) -> VenueTopics? { VenueTopics(prefix: mqtt.prefix) }

    static func venue(
        _ settings: Settings, _ configuration: Station.Configuration, words: LastWords, logger: Logger
    ) -> VenueDesk? {
        guard let address = broker(settings.mqtt), let topics = topics(settings.mqtt) else { return nil }
        let mqtt = settings.mqtt
        let setting = VenueSetting(
            topics: topics, words: mqtt.words, discovery: mqtt.discovery, presence: mqtt.presence,
            room: mqtt.room, orders: mqtt.orders)
        let telemetry = Telemetry(setting, id: configuration.id, boot: configuration.boot)
        var random = SystemRandomNumberGenerator()
        let session = telemetry.session(
            user: mqtt.user, password: password(mqtt) { logger.warning("\($0)") }, seed: random.next())
        return VenueDesk(
            telemetry, BrokerConnection(address, session), at: address, levels: levels(settings),
            words: words, logger: logger)
    }
}
