import Testing

@testable import Gateway

/// What cannot be understood is one sentence with its line, and never becomes something else.
struct ImagerMistakesTests {
    /// What a line that may hold a password can lack: said without quoting it.
    private static let quotes =
        #"a text stands in "quotes" behind name =, and in them \ is written \\ and " is written \" "#
        + "(or take 'single quotes')"

    /// A network with something wrong is left out; it never becomes an open one.
    static let spoiled: [(source: Provisioning.Source, text: String, line: Int, advice: String)] = [
        (
            .ours, "[wifi]\nname = \"Home\"\npassword = hunter2222\n",
            3, "not TOML: \(quotes). The line is not used."
        ),
        (
            .ours, "[wifi]\nname = \"Home\"\npassword = \"hunter\\2222\"\n",
            3, "not TOML: \(quotes). The line is not used."
        ),
        (
            .ours, "[wifi]\nname = \"Home\"\npassword = \"hunter\"2222\"\n",
            3, "not TOML: \(quotes). The line is not used."
        ),
        (
            .ours, "[wifi]\nname = \"Home\"\npassword = \"hunter\u{FFFD}2222\"\n",
            3,
            "not TOML: there is a character that is not readable text (save the file as UTF-8). The line is "
                + "not used."
        ),
        (
            .ours, "[wifi]\nname = \"Home\"\npassword = 12345678\n",
            3,
            "wifi.password has to stand in \"quotes\", as in password = \"…\"; the line is not used."
        ),
        (
            .ours, "[wifi]\nname = \"Home\"\npassword = \"short\"\n",
            3,
            "wifi.password has to be 8 to 63 characters, or 64 hexadecimal digits, or "
                + "\"\" (an open network); the line is not used."
        ),
        (
            .ours, "[wifi]\nname = \"Home\"\npasword = \"hunter2222\"\n",
            3,
            "there is no setting wifi.pasword; did you mean password? The line is not "
                + "used."
        ),
        (
            .ours, "[[wifi.network]]\nname = \"Home\"\npassword = 12345678\n",
            3,
            "wifi.network.password has to stand in \"quotes\", as in password = \"…\"; the network is left "
                + "out."
        ),
        (
            .ours, "[[wifi.network]]\nname = \"Home\"\npassword: hunter2222\n",
            3,
            "not TOML: \(quotes). The network is left out."
        ),
        (
            .ours, "[[wifi.network]]\npassword = \"hunter2222\"\n",
            1, "this network has no name: add name = \"…\"."
        ),
        (
            .ours, "[wifi]\npassword = \"hunter2222\"\n",
            2, "the network has no name: add name = \"…\" below [wifi]."
        ),
        (
            .ours, "[wifi.network]\nname = \"Home\"\n",
            1,
            "a further network is written with two pairs of brackets, "
                + "[[wifi.network]], because there may be several; the keys below it are not used."
        ),
        (
            .custom, "[wlan]\nssid = \"Home\"\npassword = hunter2222\n",
            3,
            "not TOML: \(quotes). The line is not used, and nor is the network."
        ),
        (
            .custom, "[wlan]\nssid = \"Home\"\npassword = 12345678\n",
            3,
            "wlan.password has to stand in \"quotes\", as in password = \"…\". The network is left out."
        ),
        (
            .networkConfig,
            "wifis:\n  wlan0:\n    access-points:\n      \"Home\":\n        password: *anchor\n",
            5,
            "this is more YAML than Raspberry Pi Imager writes. The line is not used. "
                + "Its network is left out."
        ),
        (
            .networkConfig, "wifis:\n  wlan0:\n    access-points:\n      \"Home\":\n        hidden: true\n",
            4, "this network has no password. It is left out."
        ),
        (
            .networkConfig, "wifis:\n  wlan0:\n    access-points:\n      Home: {password: hunter2222}\n",
            4,
            "this is more YAML than Raspberry Pi Imager writes. The line is not used. "
                + "Its network is left out."
        ),
        (
            .supplicant, "network={\nssid=\"Home\"\n}\n",
            2,
            "this network has no psk: add one, or key_mgmt=NONE for an open one. "
                + "It is left out."
        ),
        (
            .supplicant, "network={\nssid=\"Home\"\npsk=hunter2222\n}\n",
            3,
            "a password stands in \"quotes\"; without them it has 64 hexadecimal digits. The "
                + "network is left out."
        ),
        (
            .supplicant, "network={\nssid=\"Home\"\nkey_mgmt=WPA-EAP\npassword=\"hunter2222\"\n}\n",
            3,
            "only networks with a password, or open ones, can be joined. The "
                + "network is left out."
        ),
        (
            .supplicant, "network={\nssid=\"Home\"\nkey_mgmt=NONE\n",
            4, "the last network does not end: add a }. It is left out."
        ),
        (
            .firstRun, "/usr/lib/raspberrypi-sys-mods/imager_custom set_wlan 'Home' $(rm -rf /) 'DE'\n",
            1, "this is not as Raspberry Pi Imager writes it. The line is not used."
        ),
        (
            .firstRun, "/usr/lib/raspberrypi-sys-mods/imager_custom set_wlan 'Home' 'short' ''\n",
            1,
            "the password of \"Home\" has to be 8 to 63 characters, or 64 hexadecimal "
                + "digits. The network is left out."
        ),
    ]

    @Test(arguments: spoiled)
    func aNetworkIsWholeOrLeftOut(
        _ mistake: (source: Provisioning.Source, text: String, line: Int, advice: String)
    ) {
        let provisioning = BootFiles.decide([mistake.source: mistake.text])
        #expect(provisioning.files.isEmpty, "\(provisioning.files)")
        let sentence = "Line \(mistake.line) of \(mistake.source.rawValue): \(mistake.advice)"
        #expect(provisioning.problems.first?.sentence == sentence)
        #expect(!provisioning.said.contains { $0.contains("hunter") || $0.contains("12345678") })
    }

    /// 'UK' is what everybody writes first.
    @Test(arguments: ["UK", "D", "Germany", "00", "D\u{308}E"])
    func noCountry(text: String) {
        #expect(CountryCode(text) == nil)
    }

    @Test(arguments: [("de", "DE"), ("GB", "GB"), ("Us", "US"), ("ZW", "ZW")])
    func countries(text: String, code: String) {
        #expect(CountryCode(text)?.description == code)
    }

    @Test(arguments: [
        "", "-a", "a-", "a.b", "a_b", "a b", "Küche", "a\n", String(repeating: "a", count: 64), "a/../b",
    ])
    func noHostName(text: String) {
        #expect(HostName(text) == nil)
    }

    @Test(arguments: [("a", "a"), ("Kitchen-2", "kitchen-2"), ("3", "3")])
    func hostNames(text: String, name: String) {
        #expect(HostName(text)?.description == name)
        #expect(HostName(String(repeating: "a", count: 63)) != nil)
    }

    @Test func yamlIsReadByIndentation() {
        let text = """
            # remark
            ---
            a: plain word # remark
            b:
              - one
              - "two \\x41 \\"#\\""
              - c: 'it''s'
                d: |
                  not: read
                  nor: this
                e: [1, 2]
            "q: r": x:y
            f:
            - g
            h: &anchor 3
            \ti: 4
            """
        let entries = PlainYAML(text).map { entry -> String in
            let value =
                switch entry.value {
                case .none: "-"
                case .text(let bytes): "=" + String(decoding: bytes, as: UTF8.self)
                case .flow(let flow): "flow " + flow
                case .unreadable: "?"
                }
            return "\(entry.line) \(entry.path.joined(separator: "/")) \(value)"
        }
        #expect(
            entries == [
                "3 a =plain word", "4 b -", "5 b/- =one", "6 b/- =two A \"#\"", "7 b/-/c =it's", "8 b/-/d -",
                "11 b/-/e flow [1, 2]", "12 q: r =x:y", "13 f -", "14 f/- =g", "15 h ?", "16  ?",
            ])
    }

    @Test func nestingIsBounded() {
        let deep = (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(PlainYAML(deep).allSatisfy { $0.path.count <= PlainYAML.depthAtMost })
        let lists = String(repeating: "- ", count: 5_000) + "a: 1"
        #expect(PlainYAML(lists).allSatisfy { $0.path.count <= PlainYAML.depthAtMost })
    }

    @Test(arguments: [
        ("a 'b c' \"d\"", ["a", "b c", "d"]), ("'o'\"'\"'brien'", ["o'brien"]), ("\"$V\"", ["value"]),
        ("''", [""]), ("", []), ("  a  ", ["a"]),
    ])
    func wordsThatNeedNoShell(line: String, words: [String]) {
        #expect(ShellWords.split(line, variables: ["V": "value"]) == words)
    }

    @Test(arguments: [
        "$(id)", "`id`", "a;b", "a|b", "a>b", "a&b", "'open", "\"$(id)\"", "\"`id`\"", "\"$W\"", "$V", "~",
        "*", "a\\ b", "\"a\\\"b\"", "#a", "{a,b}", "!x", "a\nb",
    ])
    func whatAShellWouldChangeIsRefused(line: String) {
        #expect(ShellWords.split(line, variables: ["V": "value"]) == nil)
    }
}
