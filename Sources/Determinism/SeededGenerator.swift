/// The only source of randomness in code that decides: the same seed gives the same game.
///
/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): one 64-bit word of state, passes BigCrush, and any seed
/// is a good seed, so that worlds 1…200 are as different as worlds drawn at random. Not for keys: nothing
/// secret comes from here.
package struct SeededGenerator: RandomNumberGenerator, Codable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A generator of its own for a part of the world, so that one part drawing more does not change the
    /// others.
    package mutating func fork() -> SeededGenerator {
        SeededGenerator(seed: next())
    }
}
