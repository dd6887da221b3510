/// One thing that can be asked of a station.
struct PageOperation {
    let path: String
    let summary: String
    /// Of what is sent with it; nil for nothing.
    var body: String?
    /// A file is sent with it.
    var takesFile = false
    /// What comes back: a media type, and its schema. Nil for nothing, which is said with 204.
    var answer: (type: String, schema: Schema)?
    /// Answers that others do not have, by status.
    var others: KeyValuePairs<Int, String> = [:]
    var needsPIN = false
    var isPost = false
    /// An order that asks for the PIN must not ask for it first.
    var refusals: [Int] = []

    static func get(
        _ path: String, _ summary: String, _ type: String, _ schema: Schema = .text, needsPIN: Bool = false,
        others: KeyValuePairs<Int, String> = [:]
    ) -> PageOperation {
        PageOperation(
            path: path, summary: summary, answer: (type, schema), others: others, needsPIN: needsPIN,
            refusals: needsPIN ? [401, 429] : [])
    }

    /// Something that is passed to the station.
    static func order(
        _ path: String, _ summary: String, _ body: String? = nil, needsPIN: Bool = true,
        others: KeyValuePairs<Int, String> = [:]
    ) -> PageOperation {
        PageOperation(
            path: path, summary: summary, body: body, others: others, needsPIN: needsPIN, isPost: true,
            refusals: [400, 429] + (needsPIN ? [401] : []))
    }

    /// A file, which may be refused.
    static func file(_ path: String, _ summary: String) -> PageOperation {
        var order = order(path, summary)
        order.takesFile = true
        order.refusals.append(409)
        return order
    }

    /// Something that may be refused, because the station is as it is.
    static func adjustment(
        _ path: String, _ summary: String, _ body: String, others: KeyValuePairs<Int, String> = [:]
    ) -> PageOperation {
        var order = order(path, summary, body, others: others)
        order.refusals.append(409)
        return order
    }
}

private let busy: KeyValuePairs<Int, String> = [503: "The station is busy, or too many look."]

let pageOperations: [PageOperation] = [
    .get("/", "The page.", "text/html"),
    .get("/api/state", "Everything the page shows.", "application/json", .named("State"), others: busy),
    .get("/api/events", "The state as it changes, as server-sent events.", "text/event-stream", others: busy),
    .get("/avatars/{id}.svg", "What a station looks like.", "image/svg+xml", others: [404: "No identity."]),
    .get("/metrics", "Counters as Prometheus text.", "text/plain", others: busy),
    .get("/healthz", "Whether every part works.", "text/plain", others: [503: "What does not."]),
    .order("/api/hold", "Presses the page's button, or lets go of it.", "Hold"),
    .order("/api/press", "A short press."),
    .order("/api/role", "Hide instead of seek, and the other way round."),
    .order("/api/invite", "Asks somebody to play.", "Invite"),
    .order("/api/accept", "Answers the newest invitation: yes."),
    .order("/api/decline", "Answers the newest invitation: no."),
    .order(
        "/api/pin", "Has the PIN spoken at the next press of the station's button.", needsPIN: false),
    .get("/api/rounds", "The last rounds that a journal is kept of.", "application/json", .named("Rounds")),
    .get("/rounds/{name}.svg", "The walk of a round.", "image/svg+xml", others: noRound),
    .get(
        "/rounds/{name}.txt", "What a station said and played in a round.", "text/plain", needsPIN: true,
        others: [404: "No such round."]),
    .get(
        "/rounds/{name}.wav", "What the station said in a round.", "audio/wav", .format("binary"),
        others: [
            206: "The part that was asked for.", 404: "No such round.", 416: "That part is not there.",
            503: "Another one is being drawn.",
        ]),
    .get("/api/log", "The last lines of the log.", "application/json", .named("Log")),
    .get(
        "/api/doctor", "How each part is.", "application/json", .named("Doctor"),
        others: [503: "Somebody else asks."]),
    .get("/api/taunts", "The lines that a hider may choose.", "application/json", .named("Taunts")),
    .adjustment("/api/taunt", "Chooses the next taunt, or none.", "Taunt"),
    .adjustment("/api/landmark", "Answers whether a beacon is a landmark.", "Landmark"),
    .order("/api/listen", "Hears every beacon for half a minute."),
    .adjustment("/api/area", "Adds an area.", "NewArea"),
    .adjustment("/api/forget", "Forgets an area that the page made.", "Forgotten"),
    .adjustment("/api/volume", "How loud the station is.", "Volume"),
    .adjustment("/api/mute", "Whether anything is heard at all.", "Mute"),
    .adjustment("/api/capacity", "How many play together at most.", "Capacity"),
    .adjustment("/api/quiet", "When the station is quiet.", "Quiet"),
    .adjustment("/api/voice", "In which voice the station speaks.", "Voice"),
    .adjustment(
        "/api/crew", "Which word stations must share to play together.", "Crew",
        others: [503: "Another word is being made a key of."]),
    .adjustment("/api/calibrate", "Listen to a station that is one metre away.", "Invite"),
    .adjustment("/api/things", "Changes something of people's things.", "ThingsOrder"),
    .get(
        "/api/things", "People's things of today, and their stars.", "application/json", .named("Things"),
        needsPIN: true),
    .file("/api/update", "Takes an update of the card."),
    .get(
        "/api/update", "What the card runs, as an update for others.", "application/octet-stream",
        .format("binary"),
        others: [
            206: "The part that was asked for.", 404: "It runs from no card.", 416: "That part is not there.",
        ]),
]

private let noRound: KeyValuePairs<Int, String> = [404: "No such round.", 503: "Another one is being drawn."]
