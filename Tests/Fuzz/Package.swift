// swift-tools-version: 6.2
import PackageDescription

// The fuzzer: the modules that decide (links to ../../Sources), whole, compiled with coverage for libFuzzer.
// Built and run by ./run, which knows where the compiler keeps libFuzzer.

/// What an import without a word for its access means is settled as in the project's own manifest.
let plain: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]
let instrumented: [SwiftSetting] = plain + [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]

let package = Package(
    name: "HotColdFuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2")
    ],
    targets: [
        .target(name: "CDrivers", linkerSettings: [.linkedLibrary("gpiod"), .linkedLibrary("asound")]),
        .target(name: "Wire", swiftSettings: instrumented),
        .target(name: "Determinism", swiftSettings: instrumented),
        .target(name: "Runtime", swiftSettings: plain),
        .target(
            name: "HCI", dependencies: ["CDrivers", "Wire", "Determinism", "Runtime"],
            swiftSettings: instrumented),
        .target(
            name: "GPIO", dependencies: ["CDrivers", "Determinism", "Runtime"], swiftSettings: instrumented),
        .target(name: "Ranging", dependencies: ["HCI", "Wire", "Determinism"], swiftSettings: instrumented),
        .target(
            name: "PeerNetwork",
            dependencies: [
                "Wire", "Determinism",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: instrumented),
        .target(name: "Things", dependencies: ["Wire", "Determinism"], swiftSettings: instrumented),
        .target(
            name: "Game",
            dependencies: [
                "HCI", "GPIO", "Wire", "Determinism", "Ranging", "PeerNetwork", "Things",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: instrumented),
        .target(
            name: "AirCarrier", dependencies: ["Wire", "Determinism", "PeerNetwork"],
            swiftSettings: instrumented),
        .target(
            name: "StationNode",
            dependencies: ["HCI", "GPIO", "Ranging", "PeerNetwork", "AirCarrier", "Game", "Things"],
            swiftSettings: instrumented),
        .target(name: "MQTT", dependencies: ["Wire", "Determinism"], swiftSettings: instrumented),
        .target(
            name: "Venue",
            dependencies: ["HCI", "MQTT", "Ranging", "PeerNetwork", "Game", "Determinism", "Runtime"],
            swiftSettings: instrumented),
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "StationNode", "AirCarrier", "Game", "PeerNetwork", "GPIO", "HCI", "Wire", "MQTT", "Venue",
                "Things",
                "CFuzzer",
            ]),
    ]
)
