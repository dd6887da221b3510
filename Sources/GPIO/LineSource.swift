/// Opened lines: the button's input and the lamps' outputs. The edge of this room; `GPIOChip.open`
/// gives the real one, `SimulatedLines.open` its twin.
///
/// Belongs to the one thread that opened it, and never blocks: that thread polls `descriptor`. Closed when
/// released.
package protocol LineSource: AnyObject {
    /// The label of the chip.
    var chip: String { get }
    /// The lamps that are configured and cannot be had, and why. The button works without them.
    var lampTroubles: [Lamp: LineTrouble] { get }
    /// Readable when edges wait, in error when the chip is gone.
    var descriptor: Int32 { get }
    /// The edges that wait, oldest first, at most 16: as many as the kernel keeps. After exactly 16, later
    /// ones may be lost; `level()` then tells the truth.
    func edges() throws(LineTrouble) -> [LineEvent]
    /// Whether the button's line is active now.
    func level() throws(LineTrouble) -> Bool
    /// Switches a lamp; does nothing if it is not there.
    func set(_ lamp: Lamp, isOn: Bool) throws(LineTrouble)
}
