/// What is wrong with a simulated controller until it is put right. What goes wrong at one moment is a
/// method of ``SimulatedController``.
package struct ControllerFaults: Sendable, Equatable {
    /// Hears no command and reports nothing; what was being advertised goes on, as with hung firmware.
    package var isMute = false
    /// The same until its power is cut.
    package var isWedged = false
    /// It answers, advertises what it was told, and hears nobody until this is done to it; nil for no such
    /// fault.
    package var isDeafUntil: RadioRemedy?
    /// Answers every command with success, and does nothing of what it is told, until its power is cut.
    package var isStale = false
    /// Still to be lost: replies of commands that are carried out all the same.
    package var lostReplies = 0
    /// Opcodes that are answered with this status and not carried out.
    package var refusals: [UInt16: UInt8] = [:]
    /// Replies give the host no credit for another command; ``SimulatedController/grantCredit()`` does.
    package var withholdsCredit = false
    /// Advertises or scans: answers 0x0C to whichever is enabled second.
    package var takesTurns = false
    /// Reports 127, "not available", instead of the signal strength.
    package var hidesRSSI = false

    /// None.
    package init() {}
}
