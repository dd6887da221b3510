package import Audio
import Determinism
import Dispatch
import Glibc
import Runtime
import Synchronization

/// Speaks words that no voice has, such as the name of an area, with a synthesiser of the system where one is
/// installed. What it said is kept, in memory and in a folder, at most `keptAtMost` of each.
package final class Synthesiser: Sendable {
    static let keptAtMost = 64
    static let charactersAtMost = 100
    /// A synthesiser that takes longer hangs.
    private static let patience = 5

    private struct Shelf {
        var clips: [String: Clip] = [:]
        /// Asked for and not there: not asked again.
        var asked: Set<String> = []
    }

    private let language: String
    private let folder: String
    private let program: String
    private let shelf = Mutex(Shelf())
    private let queue = DispatchQueue(label: "hotcold.synthesiser", qos: .utility)

    /// Nil where there is nothing that speaks the language.
    ///
    /// - Parameter folder: where what was said is kept; made when needed.
    package init?(
        language: String, folder: String, flite: String = "/usr/bin/flite",
        espeak: String = "/usr/bin/espeak-ng"
    ) {
        let candidates = language == "en" ? [flite, espeak] : [espeak]
        guard let program = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else { return nil }
        (self.language, self.folder, self.program) = (language, folder, program)
    }

    /// How it is said, if that is known already; never waits. What is not known is made for the next time.
    package func clip(_ text: String) -> Clip? {
        let (known, isNew) = shelf.withLock { shelf in
            if let clip = shelf.clips[text] { return (Optional(clip), false) }
            // Also what could not be made is tried again one day.
            if shelf.asked.count >= Self.keptAtMost { shelf.asked = [] }
            return (nil, shelf.asked.insert(text).inserted)
        }
        if isNew { queue.async { [self] in _ = make(text) } }
        return known
    }

    /// The same, and waits until it is made; nil when it cannot be said.
    package func make(_ text: String) -> Clip? {
        guard (1...Self.charactersAtMost).contains(text.count), let clip = kept(text) ?? synthesised(text)
        else {
            return nil
        }
        shelf.withLock { shelf in
            if shelf.clips.count >= Self.keptAtMost { shelf.clips.removeAll() }
            shelf.clips[text] = clip
        }
        return clip
    }

    private func kept(_ text: String) -> Clip? { VoiceFolder.read("\(folder)/\(name(text))") }

    /// The name of the file; another one for each language and program.
    private func name(_ text: String) -> String {
        var digest = Digest()
        digest.fold("\(program) \(language) \(text)".utf8)
        return "\(digest).wav"
    }

    private func synthesised(_ text: String) -> Clip? {
        // Without the right to write to the state directory, as on a computer without a station, nothing is
        // kept.
        _ = unsafe mkdir(folder, 0o755)
        let isKept = unsafe access(folder, W_OK) == 0
        guard let work = isKept ? folder : Self.temporaryFolder() else { return nil }
        let raw = "\(work)/.\(name(text)).raw"
        defer {
            unsafe unlink(raw)
            if !isKept { unsafe rmdir(work) }
        }
        let companion = Companion(words(text, to: raw))
        let limit = DispatchWorkItem { companion.stop() }
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + .seconds(Self.patience), execute: limit)
        let ending = companion.run { _ in }
        limit.cancel()
        guard case .exited(0) = ending, let said = VoiceFolder.read(raw), let clip = Polish.polished(said)
        else { return nil }
        guard isKept else { return clip }
        makeRoom()
        let format = PCMFormat(sampleRate: max(8_000, clip.sampleRate), channels: 1)
        try? BoundedFile.write(wav(samples: clip.samples, format: format), as: name(text), in: folder)
        return clip
    }

    /// A new one that only this user may look into; nil when there is no room even there.
    private static func temporaryFolder() -> String? {
        var template = Array("/tmp/hotcold-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func words(_ text: String, to file: String) -> [String] {
        program.hasSuffix("flite")
            ? [program, "-voice", "rms", "-o", file, "-t", text]
            : [program, "-b", "1", "-v", language, "-w", file, "--", text]
    }

    /// The first ones by name go: which does not matter, for all can be made again.
    private func makeRoom() {
        let names = Folder.names(folder).filter { $0.hasSuffix(".wav") }
        for name in names.dropLast(Self.keptAtMost - 1) { unsafe unlink("\(folder)/\(name)") }
    }
}
