import ArgumentParser
import Glibc
import Updates

struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Renew the card that this station runs from.",
        discussion: """
            Checks hotcold-VERSION.update, and puts it beside what runs. It starts at the next start; if \
            it does not say hello then, what runs now comes back by itself. You may pull the plug at any \
            time. Without FILE it tells what runs. With the package, apt brings updates instead.
            """)

    @Argument(help: "The update; - reads it from standard input.", completion: .file(extensions: ["update"]))
    var file: String?

    @Flag(help: "Take one that is older than what runs, too.")
    var allowOlder = false

    @Flag(help: "Only check it: whether it is whole, for this card, and newer.")
    var check = false

    @Flag(help: ArgumentHelp("Be the service that puts updates onto the card.", visibility: .hidden))
    var install = false

    @Option(help: ArgumentHelp("A card below this folder, for tests.", visibility: .hidden))
    var below = ""

    func validate() throws {
        guard !(install && (check || file != nil)) else {
            throw ValidationError("--install reads from standard input: give no file.")
        }
        guard !check || file != nil else { throw ValidationError("--check needs a file.") }
    }

    private var card: Card {
        Card(
            run: below + "/run/hotcold-slot", root: below + "/usr/lib/hotcold",
            partitions: below + "/dev/disk/by-partuuid", door: below + "/run/hotcold-update")
    }

    mutating func run() throws {
        if install { return try serve() }
        guard let facts = card.facts(), let running = card.running else { throw complain(.notACard) }
        guard let file else {
            Output.tell("Version \(facts.version) runs from root \(running.rawValue).")
            return
        }
        let isStream = file == "-"
        if !isStream { try look(at: file, facts) }
        guard !check else {
            Output.tell("It is for this card.")
            return
        }
        try take(file, isStream: isStream)
    }

    private func look(at file: String, _ facts: CardFacts) throws {
        do throws(UpdateRefusal) {
            guard let update = UpdateFile(file) else { throw .unreadable("there is no such file") }
            let header = try update.header(keys: card.keys, facts: facts, allowsOlder: allowOlder)
            Output.tell("Version \(header.version), \(header.rootByteCount >> 20) MiB.")
        } catch {
            throw complain(error)
        }
    }

    /// By root alone, who may write the card.
    private func take(_ file: String, isStream: Bool) throws {
        let descriptor = isStream ? STDIN_FILENO : unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw complain(.unreadable("it cannot be opened")) }
        defer { if !isStream { close(descriptor) } }
        var ending: UpdateReport?
        UpdateInstaller(card, allowsOlder: allowOlder) { report in
            if case .percent(let percent) = report {
                if percent % 10 == 0 { Output.tell("\(percent) %") }
            } else {
                ending = report
            }
        }.install(from: descriptor)
        guard case .taken(let version) = ending else {
            if case .refused(let sentence) = ending { Complaint.write(sentence) }
            throw ExitCode.failure
        }
        Output.tell("Version \(version) starts next: switch the station off and on, or sudo reboot.")
    }

    /// Reports go where the bytes come from.
    private func serve() throws {
        var isTaken = false
        UpdateInstaller(card, allowsOlder: allowOlder) { report in
            if case .taken = report { isTaken = true }
            if case .refused(let sentence) = report { Complaint.write(sentence) }
            Output.tell("\(report)")
        }.install(from: STDIN_FILENO)
        if !isTaken { throw ExitCode.failure }
    }

    private func complain(_ refusal: UpdateRefusal) -> ExitCode {
        Complaint.write(refusal.description)
        return .failure
    }
}
