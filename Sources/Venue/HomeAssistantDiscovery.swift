import Game
import MQTT
import PeerNetwork

/// What Home Assistant has to be told of a station, so that nobody has to write a line of YAML: one retained
/// message for each entity (home-assistant.io, "MQTT", "MQTT Discovery"; one component a topic, which every
/// version understands).
struct HomeAssistantDiscovery: Sendable {
    /// The topics that Home Assistant listens under, unless told otherwise.
    static let prefix = "homeassistant"

    /// What of a station is in them; when it is another, they are said again.
    struct Face: Equatable, Sendable {
        var name: StationName
        var version: String
        var areas: [String]

        init(_ report: StationReport) {
            (name, version) = (report.name, report.version)
            areas = report.batteries.keys.sorted()
        }
    }

    private let setting: VenueSetting
    private let id: StationID
    private let face: Face

    init(_ setting: VenueSetting, id: StationID, _ face: Face) {
        self.setting = setting
        self.id = id
        self.face = face
    }

    var messages: [ApplicationMessage] {
        sensors + [round]
            // What cannot be done any more is taken away again.
            + orders.map { setting.orders ? $0 : withdrawn($0) }
    }

    // MARK: - Entities

    private var sensors: [ApplicationMessage] {
        var sensors = [
            sensor(
                "phase", "Phase", "{{ value_json.phase }}",
                [
                    "device_class": .text("enum"),
                    "options": .list(Phase.allCases.map { .text($0.rawValue) }),
                    "icon": .text("mdi:gamepad-variant"),
                ]),
            sensor("role_now", "Role", "{{ value_json.role }}", ["icon": .text("mdi:account-switch")]),
            sensor(
                "points", "Points", "{{ value_json.points }}",
                [
                    "state_class": .text("measurement"), "icon": .text("mdi:trophy"),
                ]),
            sensor(
                "nearest", "Nearest", "{{ value_json.nearest.name if value_json.nearest else 'nobody' }}",
                [
                    "icon": .text("mdi:account-search")
                ]),
            sensor(
                "distance", "Distance", "{{ value_json.nearest.metres if value_json.nearest else None }}",
                [
                    "device_class": .text("distance"), "unit_of_measurement": .text("m"),
                    "state_class": .text("measurement"),
                ]),
            sensor("light", "Light", "{{ value_json.light or 'off' }}", ["icon": .text("mdi:led-on")]),
        ]
        for part in ["radio", "button", "speaker", "network", "power"] {
            sensors.append(
                entity(
                    "binary_sensor", part, part.prefix(1).uppercased() + part.dropFirst(),
                    [
                        "state_topic": .text(topic(.state)), "device_class": .text("problem"),
                        "entity_category": .text("diagnostic"),
                        "value_template": .text(
                            "{{ 'OFF' if value_json.parts.\(part) == 'works' else 'ON' }}"),
                    ]))
        }
        for area in face.areas {
            sensors.append(
                sensor(
                    "battery_\(Self.slug(area))", "Battery of \(area)",
                    "{{ value_json.batteries['\(area)'] | default(None) }}",
                    [
                        "device_class": .text("battery"), "unit_of_measurement": .text("%"),
                        "entity_category": .text("diagnostic"),
                    ]))
        }
        return sensors
    }

    /// A round is an event that automations wait for: the lamp turns red on `hot`.
    private var round: ApplicationMessage {
        entity(
            "event", "event", "Round",
            [
                "state_topic": .text(topic(.event)),
                "event_types": .list(Happening.Kind.allCases.map { .text($0.rawValue) }),
                "icon": .text("mdi:fire"),
            ])
    }

    private var orders: [ApplicationMessage] {
        [
            entity(
                "number", "volume", "Volume",
                [
                    "state_topic": .text(topic(.state)), "value_template": .text("{{ value_json.volume }}"),
                    "command_topic": .text(order(.volume)), "min": .number(0), "max": .number(1),
                    "step": .number(0.05), "icon": .text("mdi:volume-high"),
                ]),
            entity(
                "switch", "hush", "Hush",
                [
                    "state_topic": .text(topic(.state)),
                    "value_template": .text("{{ 'ON' if value_json.isHushed else 'OFF' }}"),
                    "command_topic": .text(order(.hush)), "icon": .text("mdi:volume-off"),
                ]),
            entity(
                "select", "role", "Next role",
                [
                    "state_topic": .text(topic(.state)), "value_template": .text("{{ value_json.role }}"),
                    "command_topic": .text(order(.role)), "options": .list([.text("hide"), .text("seek")]),
                ]),
            button("press", "Press", .press, "PRESS"),
            button("stop", "Stop the round", .round, "stop"),
            button("hello", "Say hello", .say, "hello"),
        ]
    }

    private func button(_ object: String, _ name: String, _ word: StationOrder.Word, _ payload: String)
        -> ApplicationMessage
    {
        entity(
            "button", object, name,
            [
                "command_topic": .text(order(word)), "payload_press": .text(payload),
            ])
    }

    private func sensor(
        _ object: String, _ name: String, _ template: String, _ more: [String: JSONValue]
    ) -> ApplicationMessage {
        entity(
            "sensor", object, name,
            more.merging([
                "state_topic": .text(topic(.state)), "value_template": .text(template),
            ]) { own, _ in own })
    }

    private func entity(
        _ component: String, _ object: String, _ name: String, _ more: [String: JSONValue]
    ) -> ApplicationMessage {
        let entity: [String: JSONValue] = [
            "name": .text(name), "unique_id": .text("hotcold_\(id)_\(object)"),
            "object_id": .text("\(Self.slug(face.name.description))_\(object)"),
            "availability_topic": .text(topic(.availability)),
            "device": .object([
                "identifiers": .list([.text("hotcold_\(id)")]), "name": .text(face.name.description),
                "manufacturer": .text("Hot & Cold"), "model": .text("Station"),
                "sw_version": .text(face.version),
            ]),
            "origin": .object(["name": .text("Hot & Cold"), "sw_version": .text(face.version)]),
        ]
        return ApplicationMessage(
            topic: "\(Self.prefix)/\(component)/hotcold_\(id)/\(object)/config",
            payload: JSONText.bytes(JSONValue.object(entity.merging(more) { own, _ in own })),
            isRetained: true)
    }

    private func withdrawn(_ message: ApplicationMessage) -> ApplicationMessage {
        ApplicationMessage(topic: message.topic, payload: [], isRetained: true)
    }

    private func topic(_ kind: VenueTopics.Kind) -> String { setting.topics.of(id, kind) }

    private func order(_ word: StationOrder.Word) -> String { setting.topics.order(word, to: id) }

    /// Small letters, digits and underscores.
    static func slug(_ text: String) -> String {
        String(
            text.lowercased().unicodeScalars.map { scalar in
                ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
            })
    }
}
