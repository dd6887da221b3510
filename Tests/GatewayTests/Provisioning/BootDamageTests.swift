import Determinism
import Testing

@testable import Gateway

/// Whatever stands in the files, nothing traps, nothing secret is said, and what is written keeps its form.
struct BootDamageTests {
    /// Long enough that no other word of a sentence is it by accident.
    private static let window = 6

    /// Every six bytes in a row, as a number.
    private static func pieces(_ text: String) -> [UInt64] {
        var pieces: [UInt64] = []
        var last: UInt64 = 0
        for (index, byte) in text.utf8.enumerated() {
            last = (last << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
            if index >= window - 1 { pieces.append(last) }
        }
        return pieces
    }

    /// Of every secret: a damaged one is a secret, too.
    private static let secret = Set(BootFiles.secrets.flatMap(pieces))

    private static func leaks(_ provisioning: Provisioning) -> String? {
        provisioning.said.first { pieces($0).contains(where: secret.contains) }
    }

    private static func check(_ source: Provisioning.Source, _ bytes: [UInt8]) {
        let provisioning = Provisioning([source: bytes])
        let leak = leaks(provisioning)
        #expect(leak == nil, "\(source.rawValue) \(bytes.count): \(leak ?? "")")
        for file in provisioning.files {
            switch file.name {
            case "hostname": #expect(HostName(file.text.trimmed) != nil)
            case "country": #expect(CountryCode(file.text.trimmed) != nil)
            case "authorized_keys":
                for line in file.text.split(separator: "\n") {
                    #expect(throws: Never.self) { try SSHKey(String(line)) }
                }
            default:
                let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.filter { $0.hasPrefix("[") }.count == (file.text.contains("psk=") ? 5 : 4))
                #expect(lines.count { $0.hasPrefix("ssid=") } == 1)
                #expect(lines.count { $0.hasPrefix("psk=") } <= 1)
            }
        }
        #expect(provisioning.problems.count <= SettingsParser.problemsAtMost + 1)
    }

    @Test func theSecretsAreInTheFiles() {
        for secret in BootFiles.secrets {
            #expect(BootFiles.all.contains { $0.text.contains(secret) }, "\(secret) is in none of them")
        }
    }

    @Test(arguments: BootFiles.all.map(\.source))
    func everyTruncationIsSurvived(source: Provisioning.Source) throws {
        let bytes = Array(try #require(BootFiles.all.first { $0.source == source }?.text).utf8)
        for end in bytes.indices { Self.check(source, Array(bytes[..<end])) }
    }

    @Test(arguments: BootFiles.all.map(\.source))
    func everyFlippedBitIsSurvived(source: Provisioning.Source) throws {
        let bytes = Array(try #require(BootFiles.all.first { $0.source == source }?.text).utf8)
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                Self.check(source, damaged)
            }
        }
    }

    /// Lines in any order, doubled and missing: what hands do.
    @Test(arguments: BootFiles.all.map(\.source))
    func everyShuffleIsSurvived(source: Provisioning.Source) throws {
        let lines = try #require(BootFiles.all.first { $0.source == source }?.text).split(separator: "\n")
        var random = SeededGenerator(seed: 30)
        for _ in 0..<300 {
            let chosen = lines.indices.map { _ in lines.randomElement(using: &random) ?? "" }
            Self.check(source, Array(chosen.joined(separator: "\n").utf8))
        }
    }

    /// Of a network whose password was damaged nothing may be left that is open to everybody.
    @Test(arguments: BootFiles.all.map(\.source))
    func noDamageOpensANetwork(source: Provisioning.Source) throws {
        let text = try #require(BootFiles.all.first { $0.source == source }?.text)
        let marks = ["password", "psk=", "set_wlan"]
        for (number, line) in text.split(separator: "\n").enumerated()
        where marks.contains(where: line.contains) {
            for index in line.utf8.indices {
                // Cut off, as a hand on the delete key does.
                let cut = String(line.utf8[..<index]) ?? ""
                var lines = text.split(separator: "\n").map(String.init)
                // An empty line is a choice: no password at all.
                guard !cut.trimmed.isEmpty else { continue }
                lines[number] = cut
                let provisioning = BootFiles.decide([source: lines.joined(separator: "\n")])
                let open = provisioning.told.filter { $0.contains(", open (") }
                #expect(open.isEmpty, "\(source.rawValue) with \"\(cut)\": \(open)")
            }
        }
    }
}
