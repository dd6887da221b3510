import Testing

@testable import Game
@testable import PeerNetwork
@testable import WebPage

/// What may be asked of a page, by whom.
struct PageRouterTests {
    static let pin: [UInt8] = [4, 0, 7, 9]
    static let files: [String: [UInt8]] = ["index.html": [1], "page.css": [2, 3]]
    static let id = StationID(value: 0x437b_242b_f2e9_490b)

    static func desk(_ acting: PageActing = .pin) -> PageRouter {
        PageRouter(PageAssets(files), lock: PageLock(acting, pin: pin), names: ["Kitchen-Pi"])
    }

    static func get(
        _ path: String, host: String? = "10.0.0.7:8080", origin: String? = nil,
        destination: String = "10.0.0.7"
    ) -> PageRequest {
        PageRequest(
            method: .get, path: path, host: host, origin: origin, destination: destination)
    }

    static func post(_ path: String, _ body: String = "", pin: String? = "4079") -> PageRequest {
        PageRequest(
            method: .post, path: path, host: "10.0.0.7:8080", pin: pin, body: Array(body.utf8),
            destination: "10.0.0.7")
    }

    static func status(_ reply: PageReply) -> Int {
        if case .refusal(let status, _) = reply { status } else { 200 }
    }

    @Test func everythingThatCanBeRead() {
        var desk = Self.desk()
        #expect(desk.answer(Self.get("/api/state"), now: .zero) == .state)
        #expect(desk.answer(Self.get("/api/events"), now: .zero) == .events)
        #expect(desk.answer(Self.get("/metrics"), now: .zero) == .metrics)
        #expect(desk.answer(Self.get("/healthz"), now: .zero) == .health)
        #expect(desk.answer(Self.get("/avatars/\(Self.id).svg"), now: .zero) == .avatar(Self.id))
        for path in ["/", "/index.html"] {
            guard case .asset(let asset) = desk.answer(Self.get(path), now: .zero) else {
                Issue.record("no page at \(path)")
                continue
            }
            #expect(asset.bytes == [1])
            #expect(asset.contentType == "text/html; charset=utf-8")
            var again = Self.get(path)
            again.known = asset.tag
            #expect(desk.answer(again, now: .zero) == .notModified(asset))
        }
    }

    @Test(arguments: [
        "/nothing", "", "/api", "/api/", "/avatars/", "/avatars/12.svg", "/avatars/../page.css",
        "/../Package.swift", "/%2e%2e/etc/passwd", "//etc/passwd", "/page.css/", "/index.html\0",
        "/avatars/437b242bf2e9490b.svg/..", "/avatars/+37b242bf2e9490b.svg",
    ])
    func thereIsNoOtherWayIn(path: String) {
        var desk = Self.desk()
        #expect(Self.status(desk.answer(Self.get(path), now: .zero)) == 404)
        #expect(Self.status(desk.answer(Self.post(path), now: .zero)) == 404)
    }

    @Test func everyActionAndItsBody() throws {
        var desk = Self.desk()
        let actions: [(String, String, PageAction)] = [
            ("/api/hold", #"{"isDown": true}"#, .hold(true)),
            ("/api/hold", #"{"isDown":false}"#, .hold(false)),
            ("/api/press", "", .press), ("/api/role", "", .role), ("/api/accept", "", .accept),
            ("/api/decline", "", .decline), ("/api/pin", "", .pin),
            ("/api/invite", #"{"station": "437b242bf2e9490b"}"#, .invite(Self.id)),
            ("/api/taunt", #"{"taunt": 40}"#, .taunt(Quip.taunts[39])),
            ("/api/taunt", #"{"taunt": 0}"#, .taunt(nil)),
            ("/api/landmark", #"{"isWanted": true}"#, .landmark(true)),
            ("/api/listen", "", .listen), ("/api/volume", #"{"volume": 0.25}"#, .adjust(.volume(0.25))),
            ("/api/mute", #"{"isMuted": true}"#, .adjust(.mute(true))),
            ("/api/capacity", #"{"capacity": 8}"#, .adjust(.capacity(8))),
            ("/api/voice", #"{"voice": "en-deep"}"#, .adjust(.voice("en-deep"))),
            (
                "/api/quiet", #"{"from": "20:00", "until": "7:00"}"#,
                .adjust(.quiet(Adjustments.Quiet(from: "20:00", until: "7:00")))
            ),
            (
                "/api/quiet", #"{"from": "", "until": ""}"#,
                .adjust(.quiet(Adjustments.Quiet(from: "", until: "")))
            ),
            (
                "/api/area",
                #"{"name": "kitchen", "uuid": "estimote", "major": 7, "minor": 1, "within": null}"#,
                .adjust(.area(try #require(Area("kitchen=estimote,7,1"))))
            ),
            (
                "/api/area",
                #"{"name": "kitchen", "uuid": "estimote", "major": null, "minor": null, "overlaps": null}"#,
                .adjust(.area(try #require(Area("kitchen=estimote"))))
            ),
            (
                "/api/forget", #"{"name": "kitchen"}"#,
                .adjust(.forget(try #require(AreaName("kitchen"))))
            ),
        ]
        for (path, body, action) in actions {
            #expect(desk.answer(Self.post(path, body), now: .zero) == .act(action))
            #expect(Self.status(desk.answer(Self.get(path), now: .zero)) == 405)
        }
        for path in ["/", "/api/state", "/metrics", "/page.css"] {
            #expect(Self.status(desk.answer(Self.post(path), now: .zero)) == 405)
        }
        var other = Self.get("/")
        other.method = .other
        #expect(Self.status(desk.answer(other, now: .zero)) == 405)
    }

    @Test(arguments: [
        "", "{}", "true", "{\"isDown\": 1}", "{\"isDown\": \"true\"}", "{\"isDown\": true", "[true]",
        "{\"isDown\": null}", String(repeating: " ", count: 1_100) + "{\"isDown\": true}",
        String(repeating: "[", count: 256), "\u{0}", "{\"station\": \"437b242bf2e9490b\"}",
    ])
    func bodiesThatAreNone(body: String) {
        var desk = Self.desk()
        #expect(Self.status(desk.answer(Self.post("/api/hold", body), now: .zero)) == 400)
    }

    @Test(arguments: [
        "{}", "{\"station\": 5}", "{\"station\": \"437b242bf2e9490\"}", "{\"station\": \"Red Fox\"}",
    ])
    func whoIsNobodyIsNotInvited(body: String) {
        var desk = Self.desk()
        #expect(Self.status(desk.answer(Self.post("/api/invite", body), now: .zero)) == 400)
    }

    @Test(arguments: [
        ("/api/volume", #"{"volume": 1.01}"#), ("/api/volume", #"{"volume": -0.1}"#),
        ("/api/volume", #"{"volume": 1e999}"#), ("/api/volume", #"{"volume": "1"}"#),
        ("/api/capacity", #"{"capacity": 1}"#), ("/api/capacity", #"{"capacity": 9}"#),
        ("/api/capacity", #"{"capacity": 2.5}"#), ("/api/mute", "{}"), ("/api/mute", #"{"isMuted": 1}"#),
        ("/api/quiet", #"{"from": "20:00", "until": "20:00"}"#), ("/api/quiet", #"{"from": "20:00"}"#),
        ("/api/quiet", #"{"from": "24:00", "until": "7:00"}"#),
        ("/api/quiet", #"{"from": "", "until": "7:00"}"#),
        ("/api/area", #"{"name": "", "uuid": "estimote"}"#), ("/api/area", #"{"name": "kitchen"}"#),
        ("/api/area", #"{"name": "kitchen", "uuid": "estimote", "minor": 3}"#),
        ("/api/voice", "{}"), ("/api/voice", #"{"voice": ""}"#), ("/api/voice", #"{"voice": "../en"}"#),
        ("/api/voice", #"{"voice": "e\u0000n"}"#), ("/api/voice", #"{"voice": ".hidden"}"#),
        ("/api/crew", "{}"), ("/api/crew", #"{"word": "ab"}"#), ("/api/crew", #"{"word": "   "}"#),
        ("/api/crew", #"{"word": 7}"#), ("/api/crew", #"{"word": "green\u0000pancake"}"#),
        ("/api/crew", "{\"word\": \"\(String(repeating: "x", count: 65))\"}"),
        ("/api/taunt", "{}"), ("/api/taunt", #"{"taunt": 41}"#), ("/api/taunt", #"{"taunt": -1}"#),
        ("/api/landmark", "{}"), ("/api/landmark", #"{"isWanted": 1}"#),
        ("/api/calibrate", "{}"), ("/api/calibrate", #"{"station": "Red Fox"}"#),
        ("/api/area", #"{"name": "kitchen", "uuid": "estimote", "major": 65536}"#),
        ("/api/area", #"{"name": "kitchen", "uuid": "estimote", "within": 0.2}"#),
        ("/api/area", #"{"name": "kit\nchen", "uuid": "estimote"}"#), ("/api/forget", #"{"name": 5}"#),
    ])
    func whatCannotBeIsNotSet(path: String, body: String) {
        var desk = Self.desk()
        #expect(Self.status(desk.answer(Self.post(path, body), now: .zero)) == 400)
    }

    @Test func roundsGoByTheirNames() {
        var desk = Self.desk()
        #expect(desk.answer(Self.get("/rounds/round-000007.svg"), now: .zero) == .chart("round-000007"))
        // What was said is for who knows the PIN, and the journal itself for nobody.
        var story = Self.get("/rounds/round-000007.txt")
        #expect(Self.status(desk.answer(story, now: .zero)) == 401)
        story.pin = "4079"
        #expect(desk.answer(story, now: .zero) == .story("round-000007"))
        #expect(desk.answer(Self.get("/rounds/round-000007.wav"), now: .zero) == .sound("round-000007"))
        #expect(desk.answer(Self.get("/api/rounds"), now: .zero) == .rounds)
        #expect(desk.answer(Self.get("/api/doctor"), now: .zero) == .doctor)
        #expect(desk.answer(Self.get("/api/log"), now: .zero) == .log)
        for path in [
            "/rounds/", "/rounds/round-7.svg", "/rounds/../identity.key", "/rounds/round-000007.key",
            "/rounds/round-000007.svg.txt", "/rounds/round-000007.journal", "/rounds/round-00000٧.svg",
            "/rounds/round-000007",
            "/rounds/everything-000007.txt", "/rounds/round--00007.svg", "/rounds/a/round-000007.svg",
        ] { #expect(Self.status(desk.answer(Self.get(path), now: .zero)) == 404, "\(path)") }
    }

    /// Somebody tries all of them; who has come in before is not locked out by that.
    @Test func aStrangerWhoTriesLocksOutNobodyWhoKnows() {
        var desk = Self.desk()
        func knock(_ pin: String, from source: String) -> Int {
            var request = Self.post("/api/press", pin: pin)
            request.source = source
            return Self.status(desk.answer(request, now: .seconds(1)))
        }
        #expect(knock("4079", from: "10.0.0.2") == 200)
        for _ in 0..<20 { _ = knock("0000", from: "10.0.0.66") }
        #expect(knock("4079", from: "10.0.0.66") == 429)
        #expect(knock("4079", from: "10.0.0.3") == 429)
        #expect(knock("4079", from: "10.0.0.2") == 200)
    }

    @Test func whoActsNeedsThePIN() {
        var desk = Self.desk()
        for wrong in [nil, "", "0", "4078", "04079", "40790", "４０７９"] {
            #expect(Self.status(desk.answer(Self.post("/api/press", pin: wrong), now: .zero)) == 401)
        }
        #expect(desk.answer(Self.post("/api/press"), now: .zero) == .act(.press))
        // Asking for it takes none.
        #expect(desk.answer(Self.post("/api/pin", pin: nil), now: .zero) == .act(.pin))
        var open = Self.desk(.open)
        #expect(open.answer(Self.post("/api/press", pin: nil), now: .zero) == .act(.press))
        var off = Self.desk(.off)
        #expect(Self.status(off.answer(Self.post("/api/press"), now: .zero)) == 403)
        #expect(off.answer(Self.get("/api/state"), now: .zero) == .state)
    }

    /// A browser of this network may have another site's page open.
    @Test func otherSitesReadNothingAndPressNothing() {
        var desk = Self.desk(.open)
        for (own, destination) in [
            ("10.0.0.7", "10.0.0.7"), ("10.0.0.7:8080", "10.0.0.7"), ("10.0.0.7:8080", "::ffff:10.0.0.7"),
            ("[fe80::1]:8080", "fe80::1"), ("[FE80:0::1%25eth0]", "fe80::1%eth0"),
            ("localhost:8080", "127.0.0.1"), ("localhost:8080", "::1"), ("kitchen-pi.local", "10.0.0.7"),
            ("KITCHEN-PI.LOCAL:80", "fe80::1"), ("kitchen-pi-2.local:8080", "10.0.0.7"),
            ("kitchen-pi:8080", "10.0.0.7"),
        ] {
            let request = Self.get("/api/state", host: own, destination: destination)
            #expect(desk.answer(request, now: .zero) == .state, "\(own)")
            var same = request
            same.origin = "http://\(own)"
            #expect(desk.answer(same, now: .zero) == .state)
        }
        for foreign in [
            nil, "", "example.com", "10.0.0.7.example.com", "local", "evil.local.example.com:8080",
            // Neither our address nor our name, though they look like some.
            "10.0.0.8", "1.2.3", "1", "[fe80::2]", "[]", "[anything]:8080", "localhost", "evil.local",
            ".local",
            "kitchen-pi-evil.local", "kitchen-pi-.local", "kitchen-pi-1234.local", "kitchen.local",
        ] {
            #expect(Self.status(desk.answer(Self.get("/api/state", host: foreign), now: .zero)) == 403)
        }
        for origin in ["http://example.com", "null", "https://10.0.0.7:8080", "http://10.0.0.7:81", ""] {
            var request = Self.post("/api/press")
            request.origin = origin
            #expect(Self.status(desk.answer(request, now: .zero)) == 403)
        }
    }

    @Test func notMoreThanTwentyActionsASecond() {
        var desk = Self.desk(.open)
        var granted = 0
        for step in 0..<1_000 {
            let reply = desk.answer(Self.post("/api/press"), now: .milliseconds(10 * step))
            if reply == .act(.press) { granted += 1 } else { #expect(Self.status(reply) == 429) }
        }
        #expect((200...242).contains(granted))
    }

    @Test func whoDoesNotKnowThePINUsesUpNothing() {
        var desk = Self.desk()
        for _ in 0..<1_000 { _ = desk.answer(Self.post("/api/press", pin: nil), now: .seconds(1)) }
        #expect(desk.answer(Self.post("/api/press"), now: .seconds(1)) == .act(.press))
    }

    /// Asking for the PIN is open to everybody, and has a ration of its own.
    @Test func whoAsksForThePINUsesUpNothingOfOthers() {
        var desk = Self.desk()
        var granted = 0
        for step in 0..<1_000 {
            var ask = Self.post("/api/pin", pin: nil)
            ask.source = "10.0.0.66"
            if desk.answer(ask, now: .milliseconds(10 * step)) == .act(.pin) { granted += 1 }
            guard step.isMultiple(of: 50) else { continue }
            var own = Self.post("/api/press")
            own.source = "10.0.0.7"
            #expect(desk.answer(own, now: .milliseconds(10 * step)) == .act(.press))
        }
        #expect((10...14).contains(granted))
        var other = Self.post("/api/pin", pin: nil)
        other.source = "10.0.0.8"
        #expect(desk.answer(other, now: .seconds(10)) == .act(.pin), "others ask as before")
    }

    @Test func everyRefusalSaysWhatToDo() {
        var desk = Self.desk(.off)
        let requests = [
            Self.get("/x"), Self.get("/", host: "a.b"), Self.get("/", origin: "http://x"),
            Self.get("/api/hold"),
            Self.post("/"), Self.post("/api/press"), Self.post("/x"),
        ]
        for request in requests {
            guard case .refusal(_, let sentence) = desk.answer(request, now: .zero) else {
                Issue.record("\(request.path) was answered")
                continue
            }
            #expect(sentence.hasSuffix(".") && sentence.count > 20)
        }
    }
}
