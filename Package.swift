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
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        // Of its traits one brings full Foundation, and with it 30 MB of ICU; the other one reads settings.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    ],
    targets: [
        .target(
            name: "CDrivers",
            cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("gpiod"), .linkedLibrary("asound")]
        ),
        .target(name: "HCI", dependencies: ["CDrivers"], swiftSettings: strict),
        .target(name: "GPIO", dependencies: ["CDrivers"], swiftSettings: strict),
        .target(name: "Audio", dependencies: ["CDrivers"], swiftSettings: strict),
        .executableTarget(
            name: "Gateway",
            dependencies: [
                "HCI", "GPIO", "Audio",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            resources: [.embedInCode("Voice/phrases.tsv"), .embedInCode("Page/Assets")],
            swiftSettings: strict
        ),
        .target(name: "Support", path: "Tests/Support", swiftSettings: strict),
        .testTarget(name: "HCITests", dependencies: ["HCI", "Support"], swiftSettings: strict),
        .testTarget(
            name: "GPIOTests", dependencies: ["GPIO", "CDrivers", "Support"], swiftSettings: strict),
        .testTarget(
            name: "AudioTests", dependencies: ["Audio", "CDrivers", "Support"], swiftSettings: strict),
        .testTarget(
            name: "GatewayTests", dependencies: ["Gateway", "Support"], exclude: ["Journals"],
            swiftSettings: strict),
    ]
)
