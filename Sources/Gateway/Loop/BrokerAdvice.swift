import MQTT
import MQTTConnection

/// What is wrong between this program and its broker, and what to do: one sentence each.
enum BrokerAdvice {
    static func sentence(_ status: ConnectionStatus, at address: BrokerAddress) -> String {
        switch status {
        case .online: "The broker at \(place(address)) takes this station."
        case .mayNotSubscribe(let filters):
            "The broker at \(place(address)) does not let this station hear "
                + "\(filters.joined(separator: ", ")): give its user the right to read them."
        case .offline(let trouble): sentence(trouble, at: address)
        }
    }

    private static func sentence(_ trouble: ConnectionTrouble, at address: BrokerAddress) -> String {
        let place = place(address)
        return switch trouble {
        case .unreachable(let reason):
            "The broker at \(place) is not reached (\(reason)): start it, or correct mqtt.host and mqtt.port."
        case .ended: "The broker at \(place) has ended the connection; it is tried again."
        case .silent: "The broker at \(place) does not answer; it is tried again."
        case .malformed:
            "What answers at \(place) does not speak MQTT 3.1.1: correct mqtt.port, or mqtt.tls."
        case .refused(.badUserNameOrPassword), .refused(.notAuthorized):
            "The broker at \(place) does not let this station in: correct mqtt.user and mqtt.password."
        case .refused(.serverUnavailable): "The broker at \(place) is busy; it is tried again."
        case .refused(.identifierRejected), .refused(.unacceptableProtocolVersion), .refused(.accepted):
            "The broker at \(place) does not take stations: it has to speak MQTT 3.1.1."
        case .untrusted(let reason):
            "What answers at \(place) is not the broker that the settings name (\(reason)): correct mqtt.ca "
                + "or mqtt.certificate_sha256, or find out who answers there."
        case .unreadable(let path): "The file \(path) is not there or holds no certificate: correct mqtt.ca."
        }
    }

    private static func place(_ address: BrokerAddress) -> String { "\(address.host):\(address.port)" }
}
