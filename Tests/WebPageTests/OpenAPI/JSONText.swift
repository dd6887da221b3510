/// A JSON value whose keys keep their order, for a document that people read too.
indirect enum JSONText {
    case string(String)
    case number(Double)
    case bool(Bool)
    case list([JSONText])
    case object([(String, JSONText)])

    /// With an indentation of one column a level.
    func text(_ depth: Int = 0) -> String {
        let (open, close) = (
            "\n" + String(repeating: " ", count: depth + 1), "\n" + String(repeating: " ", count: depth)
        )
        switch self {
        case .string(let text):
            return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .number(let number): return number == number.rounded() ? "\(Int(number))" : "\(number)"
        case .bool(let bool): return "\(bool)"
        case .list(let items) where items.isEmpty: return "[]"
        case .list(let items):
            return "[" + items.map { open + $0.text(depth + 1) }.joined(separator: ",") + close + "]"
        case .object(let fields):
            let written = fields.map { open + "\"\($0)\": " + $1.text(depth + 1) }
            return "{" + written.joined(separator: ",") + close + "}"
        }
    }
}
