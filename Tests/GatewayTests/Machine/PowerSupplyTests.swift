import Testing

@testable import Gateway

struct PowerSupplyTests {
    @Test(arguments: [
        ("0\n", false), ("50005\n", true), ("0x50000\n", true), ("1", true), ("2", false), ("20002", false),
        ("e0000", false), ("80008\n", false),
    ])
    func undervoltageIsBitsZeroAndSixteen(text: String, isWeak: Bool) {
        #expect(PowerSupply.isWeak(text) == isWeak)
    }

    @Test(arguments: ["", "\n", "error", "0xg", "123456789012"])
    func whatIsNoNumberSaysNothing(text: String) {
        #expect(PowerSupply.isWeak(text) == nil)
    }
}
