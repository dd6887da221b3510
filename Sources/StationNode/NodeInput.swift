import AirCarrier
package import GPIO
package import Game
package import HCI
package import PeerNetwork
package import Ranging
package import Things

/// Something that reaches a station from outside. An edge stamps it with the time at which it happened.
package enum NodeInput: Sendable {
    case event(Event)
    /// A beacon was received, with its strength in dBm, and what its device told of its battery.
    case heard(IBeacon, rssi: Int8, battery: BatteryLevel?)
    /// A datagram nobody has looked at.
    case datagram([UInt8], from: Endpoint)
    /// An advertisement of the air carrier: its manufacturer data, and the address that it says it is from.
    case frame([UInt8], from: [UInt8])
    /// The radio advertises so often.
    case advertises(every: Duration)
    /// Somebody has chosen another crew word by the page, or none. No event: no key gets into a station.
    case crew(CrewKey?)
    /// Wi-Fi uses the radio's antenna from now on, or leaves it alone.
    case wifi(WiFiUse)
    /// What the clock on the wall says; nil while it cannot be believed. Told when it is another minute.
    case clock(LocalTime?)
    /// Somebody wants something of their things by the page. No event either: no list gets into a journal.
    case things(ThingsOrder)
}

/// What the edges tell, as far as it is for a station.
extension NodeInput {
    /// Nil for what is neither a beacon nor a frame: most of what is on the air is not.
    package init?(_ advertisement: Advertisement) {
        if let frame = advertisement.manufacturerData(of: AirFrame.company) {
            self = .frame(Array(frame), from: advertisement.address.littleEndian)
            return
        }
        guard let beacon = advertisement.beacon, let rssi = advertisement.rssi else { return nil }
        self = .heard(beacon, rssi: rssi, battery: advertisement.battery.map { BatteryLevel($0) })
    }

    /// Nil for what is no news to a person.
    package init?(_ status: RadioStatus) {
        guard let health = RadioHealth(status) else { return nil }
        self = .event(.radio(health))
    }

    package init(_ event: LinesEvent) {
        switch event {
        case .button(let gesture, _): self = .event(.button(gesture))
        case .ready: self = .event(.lines(works: true))
        case .trouble: self = .event(.lines(works: false))
        }
    }
}
