import PeerNetwork

/// A value in the file, or in the defaults, free of the parser's types.
enum SettingsValue: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    /// A list of texts, which may be empty.
    case texts([String])
    /// Something that no setting is; carries what to call it, such as "array".
    case other(String)

    /// As it would be written in the file.
    var literal: String {
        switch self {
        case .text(let text): "\"" + text + "\""
        case .integer(let integer): String(integer)
        case .number(let number): number.description
        case .flag(let flag): String(flag)
        case .texts(let texts): "[" + texts.map { "\"" + $0 + "\"" }.joined(separator: ", ") + "]"
        case .other(let type): "this " + type
        }
    }

    /// A number, whole or not.
    var asNumber: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .text, .flag, .texts, .other: nil
        }
    }
}

/// One setting: where it stands in the file, what it may be, and how it gets into and out of `Settings`.
struct SettingsKey: Sendable {
    /// Where in `Settings` a value lives.
    typealias Place<Value> = any WritableKeyPath<Settings, Value> & Sendable

    let section: String
    let name: String
    /// What it may be, to be read after "has to be": "a whole number from 3 to 10240".
    let allowed: String
    /// Its value is shown to nobody, not even to say what is wrong with it.
    private(set) var isSecret = false
    /// It may be a text that somebody made up, and nothing else.
    private(set) var isText = false
    let get: @Sendable (Settings) -> SettingsValue
    /// Stores the value if it may be that; false, and nothing changed, if it may not.
    let set: @Sendable (inout Settings, SettingsValue) -> Bool

    private init<Value>(
        _ path: String,
        _ place: Place<Value>,
        allowed: String,
        encode: @escaping @Sendable (Value) -> SettingsValue,
        decode: @escaping @Sendable (SettingsValue) -> Value?
    ) {
        let parts = path.split(separator: ".", maxSplits: 1)
        precondition(parts.count == 2, "a key of the table is written section.name")
        section = String(parts[0])
        name = String(parts[1])
        self.allowed = allowed
        get = { encode($0[keyPath: place]) }
        set = { settings, value in
            guard let decoded = decode(value) else { return false }
            settings[keyPath: place] = decoded
            return true
        }
    }

    static func flag(_ path: String, _ place: Place<Bool>) -> SettingsKey {
        SettingsKey(path, place, allowed: "true or false", encode: SettingsValue.flag) {
            if case .flag(let flag) = $0 { flag } else { nil }
        }
    }

    static func integer<Integer: FixedWidthInteger & Sendable>(
        _ path: String, _ place: Place<Integer>, _ range: ClosedRange<Integer>
    ) -> SettingsKey {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return SettingsKey(path, place, allowed: allowed, encode: { .integer(Int($0)) }) {
            within($0, range)
        }
    }

    /// An integer that may be missing; `absent` is what is written then, and `meaning` what that means.
    static func integer<Integer: FixedWidthInteger & Sendable>(
        _ path: String,
        _ place: Place<Integer?>,
        _ range: ClosedRange<Integer>,
        or absent: SettingsValue,
        meaning: String
    ) -> SettingsKey {
        let allowed =
            "a whole number from \(range.lowerBound) to \(range.upperBound), "
            + "or \(absent.literal) (\(meaning))"
        return SettingsKey(path, place, allowed: allowed, encode: { $0.map { .integer(Int($0)) } ?? absent })
        {
            $0 == absent ? .some(nil) : within($0, range).map(Optional.some)
        }
    }

    static func number(_ path: String, _ place: Place<Double>, _ range: ClosedRange<Double>) -> SettingsKey {
        let allowed = "a number from \(range.lowerBound) to \(range.upperBound)"
        return SettingsKey(path, place, allowed: allowed, encode: SettingsValue.number) {
            within($0, range)
        }
    }

    static func duration(
        _ path: String, _ place: Place<Duration>, in unit: TimeUnit, _ range: ClosedRange<Int>
    ) -> SettingsKey {
        let allowed = "a number of \(unit) from \(range.lowerBound) to \(range.upperBound)"
        return SettingsKey(path, place, allowed: allowed, encode: unit.value) { unit.duration($0, range) }
    }

    /// A duration that may be missing: 0 in the file, which means `meaning`.
    static func duration(
        _ path: String, _ place: Place<Duration?>, in unit: TimeUnit, _ range: ClosedRange<Int>,
        orZero meaning: String
    ) -> SettingsKey {
        let allowed = "a number of \(unit) from \(range.lowerBound) to \(range.upperBound), or 0 (\(meaning))"
        return SettingsKey(path, place, allowed: allowed, encode: { $0.map(unit.value) ?? .integer(0) }) {
            $0.asNumber == 0 ? .some(nil) : unit.duration($0, range).map(Optional.some)
        }
    }

    static func choice<Choice: Equatable & Sendable>(
        _ path: String, _ place: Place<Choice>, _ words: KeyValuePairs<String, Choice>
    ) -> SettingsKey {
        // Copied because `KeyValuePairs` is not `Sendable`.
        let words = words.map { (word: $0.key, choice: $0.value) }
        let allowed = words.map { "\"\($0.word)\"" }.joined(separator: " or ")
        return SettingsKey(
            path, place, allowed: allowed,
            encode: { choice in .text(words.first { $0.choice == choice }?.word ?? "") },
            decode: { value in words.first { value == .text($0.word) }?.choice }
        )
    }

    static func text(_ path: String, _ place: Place<String>, _ form: TextForm) -> SettingsKey {
        SettingsKey(path, place, allowed: form.description, encode: SettingsValue.text) {
            if case .text(let text) = $0, form.accepts(text) { text } else { nil }
        }.quoted
    }

    /// A text that may be missing: "" in the file, which means `meaning`.
    static func text(
        _ path: String, _ place: Place<String?>, _ form: TextForm, orEmpty meaning: String
    ) -> SettingsKey {
        optional(path, place, "\(form.description), or \"\" (\(meaning))", write: \.self) {
            form.accepts($0) ? $0 : nil
        }
    }

    static func stationName(
        _ path: String, _ place: Place<StationName?>, orEmpty meaning: String
    ) -> SettingsKey {
        optional(
            path, place,
            "a colour and an animal of the lists, such as \"Red Fox\", or \"\" (\(meaning))",
            write: \.description, read: { StationName($0) }
        )
    }

    /// A text of its own type that may be missing: "" in the file, which means `meaning`.
    static func value<Value: CustomStringConvertible>(
        _ path: String, _ place: Place<Value?>, _ allowed: String, orEmpty meaning: String,
        read: @escaping @Sendable (String) -> Value?
    ) -> SettingsKey {
        optional(
            path, place, "\(allowed), or \"\" (\(meaning))", write: \.description, read: read)
    }

    /// Public keys. What is wrong with one of them is told where all of them are read.
    static func keys(_ path: String, _ place: Place<[String]>, atMost limit: Int) -> SettingsKey {
        SettingsKey(
            path, place,
            allowed: "a list of at most \(limit) public keys, each in \"quotes\", between [ and ]",
            encode: SettingsValue.texts
        ) {
            if case .texts(let texts) = $0, texts.count <= limit { texts } else { nil }
        }
    }

    /// The same key, whose value is shown to nobody.
    var secret: SettingsKey {
        var key = self
        key.isSecret = true
        return key
    }

    /// The same key, whose value is a text of whatever letters: `allowed` need not show quotation marks.
    private var quoted: SettingsKey {
        var key = self
        key.isText = true
        return key
    }

    private static func optional<Value>(
        _ path: String,
        _ place: Place<Value?>,
        _ allowed: String,
        write: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (String) -> Value?
    ) -> SettingsKey {
        SettingsKey(path, place, allowed: allowed, encode: { .text($0.map(write) ?? "") }) {
            guard case .text(let text) = $0 else { return nil }
            return text.isEmpty ? .some(nil) : read(text).map(Optional.some)
        }.quoted
    }

    private static func within<Integer: FixedWidthInteger>(
        _ value: SettingsValue, _ range: ClosedRange<Integer>
    ) -> Integer? {
        guard case .integer(let integer) = value, let narrow = Integer(exactly: integer) else { return nil }
        return range.contains(narrow) ? narrow : nil
    }

    private static func within(_ value: SettingsValue, _ range: ClosedRange<Double>) -> Double? {
        // A range contains neither NaN nor the infinities, all three of which TOML can write.
        value.asNumber.flatMap { range.contains($0) ? $0 : nil }
    }
}

/// What a duration is counted in. People write it into the key's name, so that a bare number can be read.
enum TimeUnit: String, CustomStringConvertible, Sendable {
    case milliseconds, seconds, minutes

    var description: String { rawValue }

    private var unit: Duration {
        switch self {
        case .milliseconds: .milliseconds(1)
        case .seconds: .seconds(1)
        case .minutes: .seconds(60)
        }
    }

    fileprivate func value(_ duration: Duration) -> SettingsValue {
        let count = duration / unit
        return Int(exactly: count).map(SettingsValue.integer) ?? .number(count)
    }

    /// Fractions are welcome ("limit_minutes = 2.5"); nil outside the range.
    fileprivate func duration(_ value: SettingsValue, _ range: ClosedRange<Int>) -> Duration? {
        guard let count = value.asNumber, count >= Double(range.lowerBound), count <= Double(range.upperBound)
        else { return nil }
        return unit * count
    }
}
