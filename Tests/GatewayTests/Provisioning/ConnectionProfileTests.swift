import Testing

@testable import Gateway

/// NetworkManager's files, and what goes into them.
struct ConnectionProfileTests {
    static let names: [(name: String, bytes: String)] = [
        ("Home", "72;111;109;101;"), (";", "59;"), ("\\", "92;"), (" a", "32;97;"), ("a=b", "97;61;98;"),
        ("ü", "195;188;"), ("🐻", "240;159;144;187;"), ("\"q\"", "34;113;34;"), ("1;2;", "49;59;50;59;"),
        ("[wifi]", "91;119;105;102;105;93;"),
    ]

    @Test(arguments: names)
    func everyNameIsItsBytes(name: String, bytes: String) throws {
        let network = WiFiNetwork(name: try #require(NetworkName(name)))
        let text = ConnectionProfile(network: network, number: 3).text
        #expect(text.contains("\nssid=\(bytes)\n"))
        #expect(text.contains("\nid=hotcold-3\nuuid=686f7463-6f6c-8064-8000-000000000003\ntype=wifi\n"))
        // Open.
        #expect(!text.contains("wifi-security"))
    }

    @Test(arguments: [
        ("plain-text", "plain-text"), ("  two first", "\\s\\stwo first"), ("back\\slash", "back\\\\slash"),
        ("a;b=c#d\"e'", "a;b=c#d\"e'"), ("ends with ", "ends with "), ("zwölf Bären", "zwölf Bären"),
        ("\\s\\s\\s\\s", "\\\\s\\\\s\\\\s\\\\s"),
    ])
    func passwordsAreEscaped(password: String, written: String) throws {
        let secret: WiFiPassword = try #require(WiFiPassword(password))
        let network = WiFiNetwork(name: try #require(NetworkName("a")), password: secret)
        #expect(ConnectionProfile(network: network, number: 1).text.contains("\npsk=\(written)\n"))
    }

    @Test func aPasswordShowsItselfToNobody() throws {
        let password = try #require(WiFiPassword("tall giraffe"))
        var settings = Settings()
        settings.wifi.password = password
        let network = WiFiNetwork(name: try #require(NetworkName("a")), password: password)
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(password)", String(reflecting: password), "\(settings)", "\(network)", dumped] {
            #expect(!text.contains("giraffe"), "\(text)")
        }
    }

    @Test func passwordsHaveTheirLength() {
        let sizes = [7: false, 8: true, 63: true, 64: false, 65: false, 0: false]
        for (size, isOne) in sizes {
            #expect((WiFiPassword(String(repeating: "x", count: size)) != nil) == isOne)
        }
        #expect(WiFiPassword(BootFiles.derived) != nil)
        #expect(WiFiPassword("tab\tstop") == nil)
        #expect(WiFiPassword("new\nline!") == nil)
        // Four letters of two bytes each.
        #expect(WiFiPassword("äöüß") != nil)
    }

    @Test func namesHaveTheirLength() {
        #expect(NetworkName("") == nil)
        #expect(NetworkName(String(repeating: "x", count: 32)) != nil)
        #expect(NetworkName(String(repeating: "x", count: 33)) == nil)
        #expect(NetworkName(String(repeating: "ü", count: 17)) == nil)
        #expect(NetworkName("a\u{7}") == nil)
        // A name that is no text is shown without steering a terminal.
        #expect(NetworkName(bytes: [0x1B, 0x5B, 0xFF, 0x41])?.description == "\"\u{FFFD}[\u{FFFD}A\"")
    }

    @Test func keysOfEveryKindAreTaken() throws {
        #expect(try SSHKey(BootFiles.key).line == BootFiles.key)
        #expect(try SSHKey("  " + BootFiles.key.replacing(" ", with: "   ") + "  ").line == BootFiles.key)
    }

    static let refused: [(text: String, reason: String)] = [
        ("", "no public key that OpenSSH takes, such as one that begins with ssh-ed25519"),
        (
            "ssh-dss AAAAB3NzaC1kc3M= x",
            "no public key that OpenSSH takes, such as one that begins with ssh-ed25519"
        ),
        (
            "command=\"/bin/sh\" \(BootFiles.key)",
            "a key with options in front of it, which are not taken: begin with the key"
        ),
        (
            "no-pty \(BootFiles.key)",
            "a key with options in front of it, which are not taken: begin with the key"
        ),
        ("ssh-ed25519 AAAA x", "a damaged ssh-ed25519 key: copy the whole line of the .pub file"),
        (
            "ssh-rsa \(BootFiles.key.split(separator: " ")[1])",
            "a damaged ssh-rsa key: copy the whole line of the .pub file"
        ),
        ("ssh-ed25519", "a damaged ssh-ed25519 key: copy the whole line of the .pub file"),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----",
            "a private key, which stays at home: use the file that ends in .pub"
        ),
        ("\(BootFiles.key)\n\(BootFiles.key)", "more than one line: put each key into \"quotes\" of its own"),
        (BootFiles.key + String(repeating: "x", count: 8_192), "longer than 8192 bytes"),
    ]

    @Test(arguments: refused)
    func whatIsNoKeyIsRefused(text: String, reason: String) {
        #expect(throws: SSHKey.Refusal(description: reason)) { try SSHKey(text) }
    }

    /// Each flipped bit of the key's own bytes leaves a key, or is refused, and never traps.
    @Test func damagedKeysAreSurvived() {
        let bytes = Array(BootFiles.key.utf8)
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                let line = try? SSHKey(String(decoding: damaged, as: UTF8.self)).line
                #expect(line?.contains("\n") != true)
            }
        }
        for end in 0..<68 { #expect((try? SSHKey(String(BootFiles.key.prefix(end)))) == nil) }
    }

    /// RFC 4648, 10.
    @Test(arguments: [
        ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmFy", "foobar"),
    ])
    func base64(text: String, plain: String) {
        #expect(Base64.decode(text[...]) == Array(plain.utf8))
    }

    @Test(arguments: ["", "Z", "Zg", "Zg=", "Zg===", "====", "Zm9v!", "Zm=v", "Z m9", "Zm9vYg==="])
    func noBase64(text: String) {
        #expect(Base64.decode(text[...]) == nil)
    }
}
