// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is held to the same rules; docs/decisions/0003-strict-swift.md says why each is on.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// What a simulated evening spends its time in is optimised in debug builds as well: so all tests take a
/// fraction of the time (docs/decisions/0032-modules.md).
let quick = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioTLS: Target.Dependency = .product(name: "NIOTLS", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let serviceLifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")

/// A module of ours. What it may know is what stands here. `.ci/test` builds with
/// --explicit-target-dependency-import-check: without it, a sibling that is built already could be imported.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil,
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// The tests of one module; with modules above it only where what is said or played is looked at.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "HotCold",
    products: [
        .executable(name: "hotcold", targets: ["Gateway"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        // Of its traits one brings full Foundation, and with it 30 MB of ICU; the other one reads settings.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    ],
    targets: [
        // What everything stands on.
        module("Wire", [], settings: quick),
        module("Determinism", [], settings: quick),
        module("Runtime"),

        // The drivers: each an edge and its simulated twin.
        .target(
            name: "CDrivers",
            cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("gpiod"), .linkedLibrary("asound")]
        ),
        module("HCI", ["CDrivers", "Wire", "Determinism", "Runtime"], settings: quick),
        module("GPIO", ["CDrivers", "Determinism", "Runtime"], settings: quick),
        module("Audio", ["CDrivers", "Wire", "Determinism", "Runtime"], settings: quick),

        // What decides: values, without a clock, a file or a socket.
        module("Things", ["Wire", "Determinism"], settings: quick),
        module("Ranging", ["HCI", "Wire"], settings: quick),
        module("PeerNetwork", ["Wire", "Determinism", crypto, cryptoExtras], settings: quick),
        module(
            "Game", ["HCI", "GPIO", "Wire", "Determinism", "Ranging", "PeerNetwork", "Things", crypto],
            settings: quick),
        module("AirCarrier", ["Wire", "Determinism", "PeerNetwork"], settings: quick),
        module(
            "StationNode", ["HCI", "GPIO", "Ranging", "PeerNetwork", "AirCarrier", "Game", "Things"],
            settings: quick),

        // What a station says, and in which words.
        module(
            "Speech", ["Audio", "Game", "PeerNetwork", "Ranging", "Determinism", "Runtime", "Things"],
            resources: [.embedInCode("phrases.tsv")]),

        // What a station's day leaves behind.
        module("Recordings", ["HCI", "Game", "Ranging", "Runtime"]),
        module(
            "Journaling",
            [
                "Audio", "GPIO", "HCI", "Wire", "Determinism", "Runtime", "Ranging", "PeerNetwork", "Game",
                "Speech", "Recordings",
            ]),

        // Whole houses of stations, without one.
        module(
            "Simulation",
            [
                "Audio", "GPIO", "HCI", "Determinism", "Ranging", "PeerNetwork", "Game", "Speech",
                "StationNode", "AirCarrier", "Recordings", "Journaling", "Runtime", "Wire", "Things", crypto,
            ], settings: quick),

        // A new root for the card.
        module("Updates", ["Wire", "Runtime", crypto]),

        // A broker's client: packets and session are values.
        module("MQTT", ["Wire", "Determinism"], settings: quick),

        // What a station tells whoever runs an evening, and what becomes of it on their table.
        module(
            "Venue", ["HCI", "MQTT", "Ranging", "PeerNetwork", "Game", "Determinism", "Runtime"]),

        // Edges that the drivers are not.
        module("MQTTConnection", ["MQTT", "Runtime", crypto, nioCore, nioPosix, nioTLS, nioSSL]),
        module("UDPCarrier", ["PeerNetwork", "Determinism", "Runtime", nioCore, nioPosix]),
        module(
            "WebPage",
            [
                "HCI", "Determinism", "Runtime", "Ranging", "PeerNetwork", "Game", "Speech", "Journaling",
                "Audio", "Things", crypto, logging, nioCore, nioPosix, serviceLifecycle,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            resources: [.embedInCode("Assets")]),

        module(
            "VenuePage",
            [
                "Determinism", "Runtime", "PeerNetwork", "Game", "MQTT", "Venue", "WebPage",
            ],
            resources: [.embedInCode("Assets")]),

        // The program: its commands, its settings, and the loop that joins all of it.
        .executableTarget(
            name: "Gateway",
            dependencies: [
                "Wire", "Determinism", "Runtime", "HCI", "GPIO", "Audio", "Ranging", "PeerNetwork", "Game",
                "AirCarrier", "StationNode", "Speech", "Recordings", "Journaling", "Simulation", "UDPCarrier",
                "WebPage", "Updates", "MQTT", "MQTTConnection", "Venue", "VenuePage", "Things",
                logging, nioPosix, serviceLifecycle,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            swiftSettings: strict
        ),

        .target(name: "Support", dependencies: ["Runtime"], path: "Tests/Support", swiftSettings: strict),
        // Gatekeepers without stations, for the tests of the lobby's security.
        .target(
            name: "Yard", dependencies: ["Determinism", "PeerNetwork"], path: "Tests/Yard",
            swiftSettings: strict),
        // A broker of MQTT as a value, for the tests of its clients.
        .target(
            name: "Broker", dependencies: ["Wire", "MQTT"], path: "Tests/Broker", swiftSettings: strict),
        // Stations in one room, and whole simulated rounds, for the tests of several modules.
        .target(
            name: "Rooms",
            dependencies: [
                "Determinism", "GPIO", "PeerNetwork", "Game", "StationNode", "Things", "Yard",
            ],
            path: "Tests/Rooms", swiftSettings: strict),
        .target(
            name: "Rounds", dependencies: ["Game", "Journaling", "Simulation"], path: "Tests/Rounds",
            swiftSettings: strict),
        // Cards made of files, and updates for them.
        .target(
            name: "Cards", dependencies: ["Support", "Wire", "Runtime", "Updates", crypto],
            path: "Tests/Cards", swiftSettings: strict),
        .target(
            name: "WebClient", dependencies: [nioCore, nioPosix], path: "Tests/WebClient",
            swiftSettings: strict),
        tests("DeterminismTests", ["Determinism"]),
        tests("RuntimeTests", ["Runtime"]),
        tests("HCITests", ["Support", "Determinism", "HCI", "CDrivers", "Wire"]),
        tests("GPIOTests", ["Support", "GPIO", "Determinism", "Runtime"]),
        tests("AudioTests", ["Support", "Audio", "CDrivers", "Wire", "Determinism"]),
        tests("WireTests", ["Support", "Wire"]),
        tests("RangingTests", ["Support", "Determinism", "Ranging", "Game"]),
        tests("PeerNetworkTests", ["Support", "Determinism", "Runtime", "PeerNetwork", "Yard"]),
        tests("AirCarrierTests", ["Support", "Wire", "Determinism", "PeerNetwork", "AirCarrier", "Yard"]),
        tests(
            "GameTests",
            [
                "Support",
                "Wire", "Determinism", "HCI", "GPIO", "Audio", "Ranging", "PeerNetwork", "Game",
                "StationNode", "Speech", "Rooms",
            ]),
        tests(
            "StationNodeTests",
            [
                "Support", "Wire", "Determinism", "HCI", "GPIO", "Ranging", "PeerNetwork", "AirCarrier",
                "Game",
                "StationNode", "Rooms", "Yard",
            ]),
        tests(
            "ThingsTests",
            [
                "Wire", "Determinism", "PeerNetwork", "GPIO", "Game", "StationNode", "Speech", "Simulation",
                "Things", "Rooms", "Support",
            ]),
        tests(
            "SpeechTests",
            [
                "Support", "Determinism", "Runtime", "Audio", "Ranging", "PeerNetwork", "Game", "Speech",
                "Things",
            ]),
        tests("RecordingsTests", ["Support", "Runtime", "HCI", "Ranging", "Game", "Recordings"]),
        tests(
            "JournalingTests",
            [
                "Support",
                "Wire", "Determinism", "Runtime", "HCI", "GPIO", "Ranging", "PeerNetwork", "Game",
                "Journaling", "Simulation", "Rounds",
            ], exclude: ["Journals"]),
        tests(
            "SimulationTests",
            [
                "Determinism", "HCI", "GPIO", "Audio", "Ranging", "PeerNetwork", "Game", "StationNode",
                "Speech", "Journaling", "Simulation", "Rooms", "Yard",
            ]),
        tests("UpdatesTests", ["Cards", "Support", "Runtime", "Determinism", "Updates", crypto]),
        tests("MQTTTests", ["Broker", "Determinism", "Wire", "MQTT"]),
        tests(
            "VenueTests",
            [
                "Broker", "Determinism", "HCI", "GPIO", "Ranging", "PeerNetwork", "Game", "StationNode",
                "Simulation", "MQTT", "Venue",
            ]),
        tests(
            "VenuePageTests", ["Determinism", "PeerNetwork", "Game", "MQTT", "Venue", "VenuePage", "WebPage"]
        ),
        tests(
            "MQTTConnectionTests",
            ["Broker", "Support", "Runtime", "MQTT", "MQTTConnection", crypto, nioCore, nioPosix, nioSSL]),
        tests("UDPCarrierTests", ["Support", "Runtime", "PeerNetwork", "UDPCarrier"]),
        tests(
            "WebPageTests",
            [
                "Support",
                "WebClient",
                "Determinism", "Runtime", "HCI", "GPIO", "Audio", "Ranging", "PeerNetwork", "Game", "Speech",
                "Journaling", "Simulation", "WebPage", "Rounds", "Things",
            ]),
        tests(
            "GatewayTests",
            [
                "Support",
                "WebClient",
                "Wire", "Determinism", "Runtime", "HCI", "GPIO", "Audio", "Ranging", "PeerNetwork", "Game",
                "StationNode", "Speech", "Recordings", "Journaling", "Simulation", "UDPCarrier", "WebPage",
                "Updates", "Gateway", "Cards", "Rooms", "Rounds", "Things", "Yard",
            ]),
    ]
)
