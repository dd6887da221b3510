import MQTT
import MQTTConnection

extension Examination {
    /// Goes to the broker as somebody else than the station, which may be there already.
    func broker() async -> Diagnosis {
        guard let address = Assembly.broker(settings.mqtt) else {
            return Diagnosis(isWell: true, sentence: "No broker is set.")
        }
        var complaint: String?
        let password = Assembly.password(settings.mqtt) { complaint = $0 }
        if let complaint { return Diagnosis(isWell: false, sentence: complaint + ".") }
        var random = SystemRandomNumberGenerator()
        let configuration = ClientSession.Configuration(
            clientID: "hotcold-doctor-\(random.next() as UInt32)", user: settings.mqtt.user,
            password: password, seed: random.next())
        let (outgoing, sending) = AsyncStream.makeStream(of: ApplicationMessage.self)
        defer { sending.finish() }
        // A broker has ten seconds for an answer.
        return await first(within: .seconds(11)) { find in
            await BrokerConnection(address, configuration).run(outgoing: outgoing) { event in
                guard case .status(let status) = event else { return }
                find(
                    Diagnosis(
                        isWell: status == .online, sentence: BrokerAdvice.sentence(status, at: address)))
            }
        }
    }
}
