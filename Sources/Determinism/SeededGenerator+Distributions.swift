import Glibc

extension SeededGenerator {
    /// A number from 0 up to, but not including, 1, of 53 random bits.
    package mutating func share() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A deviate of the standard normal distribution (Box and Muller, 1958).
    package mutating func normal() -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
