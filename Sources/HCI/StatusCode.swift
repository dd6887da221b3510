/// How a command ended (Core 5.3 Vol 1 Part F 1.3). Only what we act upon has a name.
public struct StatusCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public var rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let success = StatusCode(rawValue: 0x00)
    public static let unknownCommand = StatusCode(rawValue: 0x01)
    public static let memoryCapacityExceeded = StatusCode(rawValue: 0x07)
    public static let connectionAlreadyExists = StatusCode(rawValue: 0x0B)
    public static let commandDisallowed = StatusCode(rawValue: 0x0C)
    public static let limitedResources = StatusCode(rawValue: 0x0D)
    public static let unsupportedValue = StatusCode(rawValue: 0x11)
    public static let invalidParameters = StatusCode(rawValue: 0x12)
    public static let unknownAdvertisingIdentifier = StatusCode(rawValue: 0x42)

    public var description: String {
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
