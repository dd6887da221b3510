// swift-tools-version: 6.2
import PackageDescription

// The fuzzer: the deciding part of the gateway (links to ../../Sources), compiled with coverage for
// libFuzzer, and nothing of what touches the world. Built and run by ./run, which knows where the compiler
// keeps libFuzzer.

let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]

let package = Package(
    name: "HotColdFuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2")
    ],
    targets: [
        .target(name: "CDrivers", linkerSettings: [.linkedLibrary("gpiod"), .linkedLibrary("asound")]),
        .target(name: "HCI", dependencies: ["CDrivers"], swiftSettings: instrumented),
        .target(name: "GPIO", dependencies: ["CDrivers"]),
        .target(name: "Audio", dependencies: ["CDrivers"]),
        .target(
            name: "Gateway",
            dependencies: [
                "HCI", "GPIO", "Audio",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            exclude: [
                "Areas/AreaReport.swift", "Areas/AreaRounds.swift", "Calibration/CalibrationReport.swift",
                "Commands", "Doctor", "Journal", "Manners/MachineSwitch.swift", "Manners/Surroundings.swift",
                "Network",
                "Page/Assets", "Page/ConnectionBounds.swift", "Page/PageAssets.swift",
                "Page/PageCaptions.swift", "Page/PageDesk.swift", "Page/PageHand.swift",
                "Page/PageMetrics.swift", "Page/PageNames.swift", "Page/PageOffer.swift",
                "Page/PageOrders.swift",
                "Page/PagePart.swift",
                "Page/PageReport.swift", "Page/PageRequest.swift", "Page/PageServer.swift",
                "Page/PageService.swift", "Page/PageSetting.swift", "Page/PageShelf.swift",
                "Page/PageState.swift", "Page/PageSurroundings.swift", "Page/PageWindow.swift",
                "Provisioning", "Ranging/BeaconTable.swift", "Recording", "Settings/AreaTable.swift",
                "Settings/Settings.swift", "Settings/SettingsFile.swift", "Settings/SettingsKey.swift",
                "Settings/SettingsParser.swift", "Settings/SettingsProblem.swift",
                "Settings/SettingsStatements.swift", "Settings/SettingsTable.swift",
                "Settings/StatementCheck.swift", "Settings/TextForm.swift", "Settings/WiFiTable.swift",
                "Simulation", "Station/Assembly.swift", "Station/AssemblyChoices.swift",
                "Station/AssemblySecrets.swift",
                "Station/Conductor.swift", "Station/ConductorEars.swift", "Station/Digest.swift",
                "Station/Errands.swift",
                "Station/Folder.swift", "Station/RecentLog.swift", "Station/Supervisor.swift",
                "Voice/ChosenVoice.swift", "Voice/ClipFault.swift", "Voice/Composition.swift",
                "Voice/Loudness.swift",
                "Voice/Mouth.swift", "Voice/Polish.swift", "Voice/Synthesiser.swift", "Voice/Voice.swift",
                "Voice/VoiceFolder.swift",
            ],
            resources: [.embedInCode("Voice/phrases.tsv")],
            swiftSettings: instrumented),
        .target(name: "CFuzzer"),
        .executableTarget(name: "Fuzz", dependencies: ["Gateway", "GPIO", "HCI", "CFuzzer"]),
    ]
)
