import Testing

@testable import Gateway

/// What Raspberry Pi Imager 1.x writes for a file of one's own ("Use custom"): cloud-init's files in a form
/// older than that of 2.x, because it finds no sign on the card of what else the system would read.
struct OldImagerTests {
    /// No `network:` at the top, and a `renderer:` where an interface stands. The country is not in it, but
    /// on the kernel's command line.
    private static let networkConfig = """
        version: 2
        wifis:
          renderer: networkd
          wlan0:
            dhcp4: true
            optional: true
            access-points:
              "Our home":
                password: "\(BootFiles.derived)"

        """

    private static let userData = """
        #cloud-config
        hostname: kitchen
        manage_etc_hosts: true
        packages:
        - avahi-daemon
        apt:
          conf: |
            Acquire {
              Check-Date "false";
            };

        users:
        - name: anna
          groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
          shell: /bin/bash
          lock_passwd: true
          ssh_authorized_keys:
            - \(BootFiles.key)
          sudo: ALL=(ALL) NOPASSWD:ALL


        timezone: Europe/Berlin
        runcmd:
        - localectl set-x11-keymap "de" pc105
        - setupcon -k --force || true


        """

    @Test func itsNetworkIsJoined() throws {
        let provisioning = BootFiles.decide([.networkConfig: Self.networkConfig])
        #expect(provisioning.problems.isEmpty, "\(provisioning.problems)")
        let profile = try #require(provisioning.text("hotcold-1.nmconnection"))
        #expect(profile.contains("\nssid=79;117;114;32;104;111;109;101;\n"))
        #expect(profile.contains("\nkey-mgmt=wpa-psk\npsk=\(BootFiles.derived)\n"))
        #expect(!profile.contains("hidden"))
        #expect(provisioning.text("hotcold-2.nmconnection") == nil)
        #expect(provisioning.text("country") == nil)
    }

    @Test func itsHiddenNetworkIsLookedFor() throws {
        let hidden = Self.networkConfig + "        hidden: true\n"
        let provisioning = BootFiles.decide([.networkConfig: hidden])
        #expect(provisioning.problems.isEmpty, "\(provisioning.problems)")
        let profile = try #require(provisioning.text("hotcold-1.nmconnection"))
        #expect(profile.contains("\nhidden=true\n"))
        #expect(profile.contains("\npsk=\(BootFiles.derived)\n"))
    }

    @Test func itsNameAndKeyAreTaken() {
        let provisioning = BootFiles.decide([.userData: Self.userData])
        #expect(provisioning.problems.isEmpty, "\(provisioning.problems)")
        #expect(provisioning.text("hostname") == "kitchen\n")
        #expect(provisioning.text("authorized_keys") == BootFiles.key + "\n")
    }
}
