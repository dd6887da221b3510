import Testing

@testable import Game
@testable import Gateway
@testable import PeerNetwork
@testable import Runtime
@testable import UDPCarrier

struct DiagnosisTests {
    @Test func programsGetOneObjectALine() {
        let diagnosis = Diagnosis(isWell: false, sentence: "a \"bad\"\nline")
        #expect(diagnosis.json(.sound) == #"{"part":"sound","ok":false,"says":"a \"bad\"\u000aline"}"#)
        #expect(diagnosis.line(.sound) == "FAIL  sound: a \"bad\"\nline")
    }

    @Test func aRadioThatHearsNothingSaysSo() {
        let silent = Listening()
        #expect(silent.sentence(over: .seconds(2)) == "it calls, and heard nothing in 2 s")
    }

    /// A firewall on this very machine drops even what the station says itself.
    @Test func aCallThatDoesNotComeBackIsTheFirewalls() {
        var hearing = LobbyHearing()
        let deaf = hearing.diagnosis(on: ["wlan0"], port: 41_475, now: .seconds(2))
        #expect(!deaf.isWell)
        #expect(deaf.sentence.contains("firewall"))
        #expect(deaf.sentence.contains("41475"))
        let own = hearing.call
        let here = Endpoint(address: [192, 168, 1, 7], port: 41_475)
        for bytes in [own, own, [1, 2, 3]] {
            let asks = hearing.take(bytes, from: here, now: .zero)
            #expect(asks == nil)
        }
        let alone = hearing.diagnosis(on: ["wlan0"], port: 41_475, now: .seconds(2))
        #expect(alone.isWell)
        #expect(alone.sentence.hasSuffix("its call comes back over IPv4; no other station is heard."))
        let far = Endpoint(address: [UInt8](repeating: 0xFE, count: 16), port: 41_475)
        for bytes in [own, LobbyHearing().call] {
            let asks = hearing.take(bytes, from: far, now: .zero)
            #expect(asks == nil)
        }
        let found = hearing.diagnosis(on: ["eth0", "wlan0"], port: 41_475, now: .seconds(2))
        #expect(
            found.sentence
                == "the lobby is open on eth0, wlan0, port 41475; its call comes back over IPv4 and IPv6; "
                + "other stations heard: 1.")
    }

    private static func gatekeeper() -> Gatekeeper {
        Gatekeeper(
            Gatekeeper.Configuration(
                identity: IdentityKey(seed: [UInt8](repeating: 3, count: IdentityKey.seedBytes)), boot: 1,
                seed: [UInt8](repeating: 4, count: SecretSource.seedBytes), crew: nil))
    }

    /// An access point that isolates its clients passes what is for everybody, and nothing else.
    @Test(arguments: [true, false])
    func whoDoesNotAnswerAloneIsNamed(passes: Bool) throws {
        var hearing = LobbyHearing()
        var other = Self.gatekeeper()
        let here = Endpoint(address: [192, 168, 1, 7], port: 41_475)
        let there = Endpoint(address: [192, 168, 1, 8], port: 41_999)
        _ = hearing.take(hearing.call, from: here, now: .zero)
        let name = try #require(StationName("Red Fox"))
        let body = [StationName.announcementKind, name.colour, name.animal]
        let said = other.send(Message(audience: .lobby(isUrgent: false), body: body), now: .seconds(1))
        var question: [UInt8]?
        for case .transmit(let bytes, .everybody) in said {
            question = hearing.take(bytes, from: there, now: .seconds(1)) ?? question
            let again = hearing.take(bytes, from: there, now: .seconds(1))
            #expect(again == nil)
        }
        let asked = try #require(question)
        let answers = other.receive(asked, from: here, now: .seconds(1))
        #expect(answers.count == 1)
        if passes {
            for case .transmit(let bytes, .one(here)) in answers {
                _ = hearing.take(bytes, from: there, now: .seconds(1))
            }
        }
        let soon = hearing.diagnosis(on: ["wlan0"], port: 41_475, now: .milliseconds(1_700))
        #expect(soon.isWell)
        let found = hearing.diagnosis(on: ["wlan0"], port: 41_475, now: .seconds(2))
        #expect(found.isWell == passes)
        #expect(found.sentence.contains("Red Fox does not answer what is sent to it alone") == !passes)
    }

    /// Asked at the station that plays, it names whom nothing can be agreed with.
    @Test func aRunningStationNamesWhomItCannotAgreeWith() throws {
        let words = LastWords()
        words.note(.network, isWell: true, "the lobby is open on wlan0")
        #expect(words[.network].isWell)
        let name = try #require(StationName("Red Fox"))
        words.said(.cannotAgree(name))
        #expect(!words[.network].isWell)
        #expect(words[.network].sentence.hasPrefix("Red Fox and this station held together"))
        #expect(words[.sound].sentence.contains("nothing yet"))
        words.said(.role(.seek, chosen: .asSet))
        #expect(words[.network].isWell)
    }

    /// Nobody who hears the call answers it, or takes it for somebody's.
    @Test func theCallIsNobodysBusiness() throws {
        let call = LobbyHearing().call
        let probe = try #require(Challenge(call))
        #expect(probe.sender == probe.target)
        #expect(call.count <= Datagrams.bytesAtMost)
        let configuration = Gatekeeper.Configuration(
            identity: IdentityKey(seed: [UInt8](repeating: 3, count: IdentityKey.seedBytes)), boot: 1,
            seed: [UInt8](repeating: 4, count: SecretSource.seedBytes), crew: nil)
        var gatekeeper = Gatekeeper(configuration)
        let source = Endpoint(address: [192, 168, 1, 7], port: 41_475)
        #expect(gatekeeper.receive(call, from: source, now: .seconds(1)) == [])
    }

    @Test func aClockNobodyHasSetMattersToQuietHoursOnly() {
        var settings = Settings()
        #expect(Examination.clock(settings, minute: nil).isWell)
        settings.audio.quietFrom = "20:00"
        settings.audio.quietUntil = "7:00"
        let unset = Examination.clock(settings, minute: nil)
        #expect(!unset.isWell)
        #expect(unset.sentence.contains("nobody has set it"))
        settings.station.timeZone = "Europe/Berlin"
        let night = Examination.clock(settings, minute: 6 * 60 + 5) { $0 == "Europe/Berlin" }
        #expect(night.isWell)
        #expect(night.sentence == "it is 6:05 (Europe/Berlin); it is quiet now.")
        let nowhere = Examination.clock(settings, minute: 6 * 60 + 5) { _ in false }
        #expect(!nowhere.isWell)
        #expect(nowhere.sentence.contains("station.time_zone"))
    }

    @Test(arguments: [
        (Companion.Ending.notStarted(2), "", true, "no systemd"),
        (.exited(0), "active", true, "is running"), (.exited(3), "failed", false, "journalctl"),
        (.exited(3), "inactive", true, "not running"), (.exited(4), "unknown", true, "not running"),
    ])
    func aRunningServiceExplainsWhatIsTaken(
        ending: Companion.Ending, says: String, isWell: Bool, part: String
    ) {
        let diagnosis = Examination.service { _ in (ending, says) }
        #expect(diagnosis.isWell == isWell)
        #expect(diagnosis.sentence.contains(part))
    }
}

struct BugReportTests {
    @Test func nothingSecretGetsIntoAReport() {
        let report = BugReport(
            findings: ["ok    radio: hci0 ready, B8:27:EB:12:34:56, HCI 5.0", "ok    button: line 5"],
            settings: """
                # crew_word = "never shown, a comment"
                [lobby]
                crew_word = "tall giraffe"  # ours
                  crew_word="other"
                port = 41475
                """)
        let text = report.text
        #expect(text.contains("B8:27:EB:…, HCI 5.0"))
        #expect(text.contains("port = 41475"))
        for secret in ["giraffe", "other", "12:34:56", "never shown"] { #expect(!text.contains(secret)) }
        #expect(text.contains("crew_word = (left out)"))
    }

    /// In quotes, over several lines, and where a finding quotes it.
    @Test func noFormOfASecretGetsIntoAReport() {
        let report = BugReport(
            findings: ["FAIL  settings: h.toml:3: lobby.crew_word is \"ab\"\nh.toml:4: something else"],
            settings: [
                "[radio]", "adapter = \"B8:27:EB:12:34:56\"", "[lobby]", "crew_word = \"\"\"",
                "tall = giraffe",
                "\"\"\"", "port = 41475", "[a]", "lobby = { crew_word = 'zebra' }",
            ].joined(separator: "\n"))
        let text = report.text
        for secret in ["giraffe", "zebra", "\"ab\"", "12:34:56"] { #expect(!text.contains(secret)) }
        for kept in ["something else", "adapter = \"B8:27:EB:…\"", "port = 41475"] {
            #expect(text.contains(kept))
        }
    }

    @Test(arguments: ["12:30", "a:b:c:d:e:f", "::1", "AA:BB:CC:DD:EE", "", "::::::"])
    func whatIsNoAddressIsKept(word: String) {
        #expect(BugReport.redacted("x \(word) y") == "x \(word) y")
    }

    @Test func itSaysWhatItStandsOn() {
        #expect(BugReport.versions.hasPrefix("hotcold \(Program.version), Linux "))
        #expect(BugReport(findings: [], settings: nil).text.contains("(none)"))
    }
}
