import ArgumentParser

/// What people type, before it is parsed: the parser takes a value below zero for an option that it does not
/// know, and a command that it does not know for one argument too many.
enum ArgumentCheck {
    /// - Returns: the same arguments; a number below zero is joined to the option before it.
    /// - Throws: a sentence that says what to type instead.
    static func checked(_ arguments: [String], for root: any ParsableCommand.Type) throws -> [String] {
        try checkCommands(arguments, below: root)
        var joined: [String] = []
        for (place, argument) in arguments.enumerated() {
            if argument == "--" { return joined + arguments[place...] }
            let option = joined.last.flatMap { $0.hasPrefix("--") && !$0.contains("=") ? $0 : nil }
            if argument.isEmpty {
                throw ValidationError("\(option ?? "An argument") is empty: give a value, or leave it out.")
            }
            if argument.hasPrefix("--"), argument.hasSuffix("=") {
                throw ValidationError("\(argument.dropLast()) is empty: give a value, or leave it out.")
            }
            if isBelowZero(argument), let option {
                joined[joined.count - 1] = "\(option)=\(argument)"
            } else {
                joined.append(argument)
            }
        }
        return joined
    }

    private static func isBelowZero(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.count > 1 && Double(argument) != nil
    }

    /// Goes down the commands as far as their names go.
    private static func checkCommands(_ arguments: [String], below root: any ParsableCommand.Type) throws {
        var command = root
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        for word in words {
            let below = command.configuration.subcommands
            guard !below.isEmpty, !word.hasPrefix("-") else { return }
            let names = below.map { $0._commandName }
            if let next = names.firstIndex(of: word) {
                command = below[next]
            } else {
                let near = Suggestion.nearest(to: word, in: names).map { "did you mean \($0)?" }
                throw ValidationError(
                    "There is no command \"\(Suggestion.shown(word))\": "
                        + (near ?? "the commands are \(names.joined(separator: ", "))."))
            }
        }
    }
}
