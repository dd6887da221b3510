import CFuzzer
import Foundation

// A trap or a broken promise ends the program; libFuzzer then keeps what did it.
private func oneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    // Half of what is tried goes to the gatekeeper, a quarter each to the broker's ears and to things.
    let rest = Array(bytes.dropFirst())
    let broken =
        switch bytes.first ?? 0 {
        case ..<128: FuzzRoom.play(bytes)
        case ..<192: FuzzBroker.play(rest)
        default: FuzzThings.play(rest)
        }
    precondition(broken == nil, broken ?? "")
    return 0
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "seeds" {
    for (name, bytes) in FuzzRoom.seeds {
        try Data(bytes).write(to: URL(fileURLWithPath: CommandLine.arguments[2] + "/" + name))
    }
} else {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, oneInput)
}
