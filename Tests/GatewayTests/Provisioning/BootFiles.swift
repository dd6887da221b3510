@testable import Gateway

/// Files of a boot partition as their writers leave them: each form of Raspberry Pi Imager with the same
/// wishes in it (a host name, a network that has every character in its name that a form has to escape, a
/// country, a key), so that the tests can hold them to the same outcome.
enum BootFiles {
    static let password = "a \\long\"er; se=cret#"
    /// What Imager makes of a password before it writes it: PBKDF2 of the name and the password.
    static let derived = "7b3f1a2e5d8c7b9a0f1e2d3c4b5a69788766554433221100ffeeddccbbaa9988"
    static let key =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDTFMAZb1QpSsrTKdUd0sci2RqFFQa3C/Yi6Qm6xiCPz anna@laptop"

    static let ours = """
        [wifi]
        country = "DE"
        name = "Our home"
        password = 'a \\long"er; se=cret#'
        [[wifi.network]]
        name = "School"
        password = "Xylofon;Quagga-42"
        hidden = true
        [machine]
        hostname = "kitchen"
        ssh_keys = ["\(key)"]
        [lobby]
        crew_word = "tall giraffe"

        """

    /// Imager 2.0.
    static let userData = """
        manage_resolv_conf: false
        hostname: kitchen
        manage_etc_hosts: true
        packages:
        - avahi-daemon
        apt:
          preserve_sources_list: true
          conf: |
            Acquire {
              Check-Date "false";
            };
        timezone: Europe/Berlin
        keyboard:
          model: pc105
          layout: "de"
        users:
        - name: anna
          groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
          shell: /bin/bash
          lock_passwd: false
          passwd: "$y$j9T$saltsaltsalt$hashhashhashhash"
          ssh_authorized_keys:
            - \(key)
          sudo: ALL=(ALL) NOPASSWD:ALL
        enable_ssh: true
        ssh_pwauth: false
        runcmd:
          - [ rfkill, unblock, wifi ]
          - [ sh, -c, "for f in /var/lib/systemd/rfkill/*:wlan; do echo 0 > \\"$f\\"; done" ]

        """

    /// Imager 2.0 and, in the name, the bytes of the newest.
    static let networkConfig = """
        network:
          version: 2
          ethernets:
            eth0:
              dhcp4: true
              dhcp6: true
              optional: true
          wifis:
            wlan0:
              dhcp4: true
              regulatory-domain: "DE"
              access-points:
                "B\\xc3\\xa4r\\\\\\"; x":
                  hidden: true
                  password: "\(derived)"
              optional: true

        """

    /// raspberrypi-sys-mods' `init_config`.
    static let custom = """
        # Required:
        config_version = 1
        [system]
        hostname = "kitchen"
        [user]
        name = "anna"
        password = "$5$pN7oRnie.WDOHoJY$aWEYmKUytN/S"
        password_encrypted = true
        [ssh]
        enabled = true
        password_authentication = false
        authorized_keys = [ "\(key)" ]
        [wlan]
        ssid = 'Bär\\"; x'
        password = "\(derived)"
        password_encrypted = true
        hidden = true
        country = "DE"
        [locale]
        keymap = "de"
        timezone = "Europe/Berlin"

        """

    /// The newest Imager.
    static let preseed = """
        config_version = "1.0"

        [system]
        hostname = "kitchen"

        [ssh]
        enabled = true
        password_authentication = false
        authorized_keys = [
          "\(key)",
        ]

        [wlan]
        ssid_hex = "42c3a4725c223b2078"
        password = "\(derived)"
        password_encrypted = true
        hidden = true
        country = "DE"

        """

    /// Imager for bookworm.
    static let firstRun = """
        #!/bin/sh

        set +e

        IMAGER_HOSTNAME='kitchen'
        CURRENT_HOSTNAME=$(cat /etc/hostname | tr -d " \\t\\n\\r")
        if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
           /usr/lib/raspberrypi-sys-mods/imager_custom set_hostname "$IMAGER_HOSTNAME"
        else
           echo "$IMAGER_HOSTNAME" >/etc/hostname
        fi
        FIRSTUSER=$(getent passwd 1000 | cut -d: -f1)
        if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
           /usr/lib/raspberrypi-sys-mods/imager_custom enable_ssh -k '\(key)'
        else
           systemctl enable ssh
        fi
        if [ -f /usr/lib/userconf-pi/userconf ]; then
           /usr/lib/userconf-pi/userconf 'anna' '$5$hH2NnnlZtG$4aSKY3ug'
        fi
        if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
           /usr/lib/raspberrypi-sys-mods/imager_custom set_wlan  -h 'Bär\\"; x' '\(derived)' 'DE'
        else
        cat >/etc/wpa_supplicant/wpa_supplicant.conf <<'WPAEOF'
        country=DE
        network={
        \tssid="never read"
        }
        WPAEOF
        fi
           /usr/lib/raspberrypi-sys-mods/imager_custom set_keymap 'de'
        rm -f /boot/firstrun.sh
        sed -i 's| systemd.run.*||g' /boot/cmdline.txt
        exit 0

        """

    static let supplicant = """
        country=DE
        ctrl_interface=DIR=/var/run/wpa_supplicant GROUP=netdev
        update_config=1

        network={
        \tscan_ssid=1
        \tssid="Bär\\"; x"
        \tkey_mgmt=WPA-PSK SAE
        \tpsk=\(derived)
        \tieee80211w=1
        }

        """

    static let all: [(source: Provisioning.Source, text: String)] = [
        (.ours, ours), (.networkConfig, networkConfig), (.userData, userData), (.preseed, preseed),
        (.custom, custom), (.firstRun, firstRun), (.supplicant, supplicant),
    ]

    /// What must never be seen outside a connection's own file.
    static let secrets = [
        password, derived, "Xylofon;Quagga-42", "tall giraffe", "$y$j9T$saltsaltsalt$hashhashhashhash",
        "$5$pN7oRnie.WDOHoJY$aWEYmKUytN/S", "$5$hH2NnnlZtG$4aSKY3ug",
    ]

    static func decide(_ files: [Provisioning.Source: String]) -> Provisioning {
        Provisioning(files.mapValues { Array($0.utf8) })
    }
}

extension Provisioning {
    /// The text of a file that is to be written; nil when it is not.
    func text(_ name: String) -> String? { files.first { $0.name == name }?.text }

    /// Everything that people and logs see.
    var said: [String] { told + problems.flatMap { [$0.sentence, $0.description] } }
}
