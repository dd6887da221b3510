/// What a voice may be called: by the name of its folder of clips, which must not lead out of the folder in
/// which it is looked for.
package enum VoiceName {
    static let bytesAtMost = 64

    package static func isOne(_ text: String) -> Bool {
        (1...bytesAtMost).contains(text.utf8.count) && !text.contains("/") && !text.hasPrefix(".")
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
