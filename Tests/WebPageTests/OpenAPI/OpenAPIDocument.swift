/// `docs/openapi.json`: what `pageOperations` and `pageSchemas` come to.
enum OpenAPIDocument {
    static var text: String {
        JSONText.object([
            ("openapi", .string("3.1.0")),
            (
                "info",
                .object([
                    ("title", .string("A station of Hot & Cold")), ("version", .string("0.1.0")),
                    ("description", .string("docs/api.md says it to people.")),
                ])
            ),
            ("paths", .object(paths)),
            (
                "components",
                .object([
                    ("schemas", .object(pageSchemas.map { ($0.key, $0.value.json) })),
                    (
                        "securitySchemes",
                        .object([
                            (
                                "pin",
                                .object([
                                    ("type", .string("apiKey")), ("in", .string("header")),
                                    ("name", .string("X-HotCold-PIN")),
                                ])
                            )
                        ])
                    ),
                ])
            ),
        ]).text() + "\n"
    }

    /// One that can be read and written has both under its path.
    private static var paths: [(String, JSONText)] {
        var paths: [(String, [(String, JSONText)])] = []
        for operation in pageOperations {
            if let place = paths.firstIndex(where: { $0.0 == operation.path }) {
                paths[place].1 += path(operation)
            } else {
                paths.append((operation.path, path(operation)))
            }
        }
        return paths.map { ($0.0, .object($0.1)) }
    }

    private static func path(_ operation: PageOperation) -> [(String, JSONText)] {
        let patterns = [("id", Schema.id), ("name", .text(matching: "^round-[0-9]{6,18}$"))]
        let parameters = patterns.filter { operation.path.contains("{\($0.0)}") }
            .map { parameter($0, "path", isNeeded: true, $1) }
        return (parameters.isEmpty ? [] : [("parameters", .list(parameters))])
            + [(operation.isPost ? "post" : "get", .object(fields(operation)))]
    }

    private static func parameter(_ name: String, _ place: String, isNeeded: Bool, _ schema: Schema)
        -> JSONText
    {
        .object([
            ("name", .string(name)), ("in", .string(place)), ("required", .bool(isNeeded)),
            ("schema", schema.json),
        ])
    }

    private static func fields(_ operation: PageOperation) -> [(String, JSONText)] {
        var fields: [(String, JSONText)] = [
            ("summary", .string(operation.summary)), ("responses", .object(responses(operation))),
        ]
        if operation.needsPIN { fields.append(("security", .list([.object([("pin", .list([]))])]))) }
        // Players of sound ask for parts (RFC 9110, section 14).
        if operation.others.contains(where: { $0.key == 206 }) {
            fields.append(("parameters", .list([parameter("Range", "header", isNeeded: false, .text)])))
        }
        if operation.takesFile {
            fields.append(
                (
                    "requestBody",
                    .object([
                        ("required", .bool(true)),
                        ("content", content("application/octet-stream", .format("binary"))),
                    ])
                ))
        }
        if let body = operation.body {
            fields.append(
                (
                    "requestBody",
                    .object([
                        ("required", .bool(true)), ("content", content("application/json", .named(body))),
                    ])
                ))
        }
        return fields
    }

    private static func responses(_ operation: PageOperation) -> [(String, JSONText)] {
        let well = operation.answer == nil ? 204 : 200
        var all: [Int: String] = [well: well == 204 ? "Passed to the station." : operation.summary]
        for status in operation.refusals + [403] { all[status] = refusal(status, of: operation) }
        for (status, what) in operation.others { all[status] = what }
        return all.sorted { $0.key < $1.key }.map { status, description in
            let answer = status < 300 ? operation.answer : ("application/json", .named("Error"))
            let said = answer.map { [("content", content($0.type, $0.schema))] } ?? []
            // Health is said in a line, well or not.
            let isHealth = operation.path == "/healthz" && status == 503
            return (
                "\(status)",
                .object(
                    [("description", .string(description))]
                        + (isHealth ? [("content", content("text/plain", .text))] : said))
            )
        }
    }

    private static func refusal(_ status: Int, of operation: PageOperation) -> String {
        switch status {
        case 400: "The body is not what it has to be."
        case 401: "No PIN, or a wrong one."
        case 403:
            operation.isPost
                ? "Nobody acts, or for another site." : "Asked by another name, or for another site."
        case 409: "Not as things are."
        default: "Too many requests, or wrong PINs."
        }
    }

    private static func content(_ type: String, _ schema: Schema) -> JSONText {
        .object([(type, .object([("schema", schema.json)]))])
    }
}
