import Testing

@testable import Gateway

/// From the texts of the boot partition to the files of a machine.
struct ProvisioningTests {
    private static let name = "ssid=66;195;164;114;92;34;59;32;120;"

    @Test func ourFileIsSetUp() throws {
        let provisioning = BootFiles.decide([.ours: BootFiles.ours])
        #expect(provisioning.problems.isEmpty)
        #expect(
            provisioning.files.map { "\($0.folder)/\($0.name) \(String($0.mode, radix: 8))" } == [
                "hotcold-boot/hostname 644",
                "NetworkManager/system-connections/hotcold-1.nmconnection 600",
                "NetworkManager/system-connections/hotcold-2.nmconnection 600",
                "hotcold-boot/country 644", "hotcold-boot/authorized_keys 644",
            ])
        #expect(provisioning.text("hostname") == "kitchen\n")
        #expect(provisioning.text("country") == "DE\n")
        #expect(provisioning.text("authorized_keys") == BootFiles.key + "\n")
        let first = try #require(provisioning.text("hotcold-1.nmconnection"))
        #expect(first.contains("\nssid=79;117;114;32;104;111;109;101;\n"))
        #expect(first.contains("\nkey-mgmt=wpa-psk\npsk=a \\\\long\"er; se=cret#\n"))
        #expect(!first.contains("hidden"))
        #expect(first.contains("\nautoconnect-priority=99\n"))
        let second = try #require(provisioning.text("hotcold-2.nmconnection"))
        #expect(second.contains("\nhidden=true\n"))
        #expect(second.contains("\nautoconnect-priority=98\n"))
        #expect(
            provisioning.told == [
                "The host name is kitchen (hotcold.toml).",
                "Wi-Fi 1 is \"Our home\", with a password (hotcold.toml).",
                "Wi-Fi 2 is \"School\", with a password (hotcold.toml).",
                "The Wi-Fi country is DE (hotcold.toml).", "1 SSH key may log in (hotcold.toml).",
            ])
    }

    /// Every form of Imager's says the same, and the same comes of it.
    @Test(arguments: [
        [Provisioning.Source.networkConfig, .userData], [.preseed], [.custom], [.firstRun], [.supplicant],
    ])
    func whatImagerWritesIsSetUp(sources: [Provisioning.Source]) throws {
        let texts = BootFiles.all.filter { sources.contains($0.source) }
        let provisioning = BootFiles.decide(
            Dictionary(uniqueKeysWithValues: texts.map { ($0.source, $0.text) }))
        #expect(provisioning.problems.isEmpty, "\(provisioning.problems)")
        let profile = try #require(provisioning.text("hotcold-1.nmconnection"))
        #expect(profile.contains("\n\(Self.name)\n"))
        #expect(profile.contains("\npsk=\(BootFiles.derived)\n"))
        #expect(profile.contains("\nhidden=true\n"))
        #expect(provisioning.text("country") == "DE\n")
        #expect(provisioning.text("hotcold-2.nmconnection") == nil)
        // wpa_supplicant.conf has neither.
        let isWhole = sources != [.supplicant]
        #expect(provisioning.text("hostname") == (isWhole ? "kitchen\n" : nil))
        #expect(provisioning.text("authorized_keys") == (isWhole ? BootFiles.key + "\n" : nil))
    }

    @Test func whatIsPassedOverIsTold() {
        let provisioning = BootFiles.decide([.userData: BootFiles.userData])
        #expect(
            provisioning.told.last
                == "Passed over in user-data: manage_resolv_conf, manage_etc_hosts, packages, apt, timezone, "
                + "keyboard, an account, a password to log in with, enable_ssh, ssh_pwauth, runcmd.")
        let fixed = BootFiles.decide([
            .networkConfig: "ethernets:\n  eth0:\n    addresses: [10.0.0.2/8]\n"
        ])
        #expect(fixed.told.first == "Passed over in network-config: ethernets: addresses.")
        let custom = BootFiles.decide([.custom: BootFiles.custom])
        #expect(
            custom.told.last
                == "Passed over in custom.toml: user.name, user.password, user.password_encrypted, "
                + "ssh.password_authentication, locale.keymap, locale.timezone.")
    }

    @Test func oursWinsOverImagers() throws {
        var texts = Dictionary(uniqueKeysWithValues: BootFiles.all.map { ($0.source, $0.text) })
        texts[.ours] = """
            [wifi]
            name = 'Bär\\"; x'
            password = "ours, not theirs"
            [machine]
            hostname = "ours"
            """
        let provisioning = BootFiles.decide(texts)
        #expect(provisioning.text("hostname") == "ours\n")
        let profile = try #require(provisioning.text("hotcold-1.nmconnection"))
        #expect(profile.contains("\npsk=ours, not theirs\n"))
        // The same network again and again is one, and what ours does not say is taken from Imager's.
        #expect(provisioning.text("hotcold-2.nmconnection") == nil)
        #expect(provisioning.text("country") == "DE\n")
        #expect(provisioning.text("authorized_keys") == BootFiles.key + "\n")
    }

    @Test func keysAreThoseOfOneFile() throws {
        let other = try #require(
            BootFiles.key.split(separator: " ").dropLast().joined(separator: " ") as String?)
        let provisioning = BootFiles.decide([
            .ours: "[machine]\nssh_keys = [\"\(other) ours\"]\n", .custom: BootFiles.custom,
        ])
        #expect(provisioning.text("authorized_keys") == other + " ours\n")
    }

    @Test func neverMoreThanEightNetworks() {
        let tables = (1...6).map { "[[wifi.network]]\nname = \"n\($0)\"\npassword = \"\"\n" }.joined()
        let supplicant = (1...6).map { "network={\nssid=\"s\($0)\"\nkey_mgmt=NONE\n}\n" }.joined()
        let provisioning = BootFiles.decide([.ours: tables, .supplicant: supplicant])
        #expect(provisioning.files.count { $0.name.hasSuffix(".nmconnection") } == 8)
        #expect(
            provisioning.problems.map(\.sentence)
                == (3...6).map {
                    "wpa_supplicant.conf: there are 8 networks already; \"s\($0)\" is left out."
                })
    }

    /// Where it was forgotten, stands elsewhere or cannot be read: none of it makes an open network.
    @Test(arguments: [
        "[wifi]\nname = \"Home\"\n#password = \"long secret\"\n",
        "[wifi]\nname = \"Home\"\n[machine]\npassword = \"long secret\"\n",
        "wifi.name = \"Home\"\nwifi.password = long secret\n",
        "[[wifi.network]]\nname = \"Home\"\n",
    ])
    func aNetworkWithoutALineForItsPasswordIsLeftOut(text: String) {
        let provisioning = BootFiles.decide([.ours: text])
        #expect(provisioning.files.allSatisfy { !$0.name.hasSuffix(".nmconnection") })
        #expect(provisioning.problems.contains { $0.sentence.contains("write password = \"\" for an open") })
    }

    @Test func anOpenNetworkSaysSo() {
        let provisioning = BootFiles.decide([.ours: "[wifi]\nname = \"Home\"\npassword = \"\"\n"])
        #expect(provisioning.text("hotcold-1.nmconnection")?.contains("psk") == false)
        #expect(provisioning.problems.isEmpty)
    }

    @Test func nothingToDoIsSaid() {
        #expect(
            Provisioning([:]).told == [
                "Nothing is set up: no file of the boot partition names a network, host name or key."
            ])
        #expect(Provisioning([:]).files.isEmpty)
    }

    @Test func whatIsNoTextIsRefusedWhole() {
        for source in Provisioning.Source.allCases {
            let long = Provisioning([source: [UInt8](repeating: 0x20, count: 65_537)])
            #expect(
                long.problems.map(\.sentence) == [
                    "\(source.rawValue): the file is longer than 65536 bytes. It is not read."
                ])
            let wide = Provisioning([source: [0xFF, 0xFE, 0x5B, 0x00]])
            #expect(
                wide.problems.map(\.sentence) == [
                    "\(source.rawValue): the file is saved as UTF-16; save it as UTF-8. It is not read."
                ])
        }
    }

    /// Notepad's: a byte order mark, and CR LF.
    @Test(arguments: BootFiles.all.map(\.source))
    func windowsEditorsAreNoTrouble(source: Provisioning.Source) throws {
        let text = try #require(BootFiles.all.first { $0.source == source }?.text)
        let windows =
            "\u{FEFF}"
            + text.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\r\n")
        #expect(BootFiles.decide([source: windows]) == BootFiles.decide([source: text]))
    }
}
