/// How a command ended (Core 5.3 Vol 1 Part F 1.3). Only what we act upon has a name.
package struct StatusCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The error code of the specification.
    package var rawValue: UInt8

    /// The code with that number, whether or not it has a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let success = StatusCode(rawValue: 0x00)
    package static let unknownCommand = StatusCode(rawValue: 0x01)
    package static let memoryCapacityExceeded = StatusCode(rawValue: 0x07)
    package static let connectionAlreadyExists = StatusCode(rawValue: 0x0B)
    package static let commandDisallowed = StatusCode(rawValue: 0x0C)
    package static let limitedResources = StatusCode(rawValue: 0x0D)
    package static let unsupportedValue = StatusCode(rawValue: 0x11)
    package static let invalidParameters = StatusCode(rawValue: 0x12)
    package static let unknownAdvertisingIdentifier = StatusCode(rawValue: 0x42)

    package var description: String {
        switch self {
        case .success: "success"
        case .unknownCommand: "unknown command"
        case .memoryCapacityExceeded: "memory capacity exceeded"
        case .connectionAlreadyExists: "connection already exists"
        case .commandDisallowed: "command disallowed"
        case .limitedResources: "limited resources"
        case .unsupportedValue: "unsupported value"
        case .invalidParameters: "invalid parameters"
        case .unknownAdvertisingIdentifier: "unknown advertising identifier"
        default: "status 0x" + hexadecimal(rawValue)
        }
    }
}
