import Foundation
import Testing

/// The program itself, built beside the test bundle, run as people run it.
enum HotcoldProgram {
    struct Ending: Equatable {
        var code: Int32
        var output: String
        var errors: String
    }

    private static let path: URL? = {
        // Debian's Foundation 6.2 for arm64 falls over Bundle.allBundles.
        var folder = URL(fileURLWithPath: CommandLine.arguments[0])
        for _ in 0..<4 {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("hotcold")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        }
        return nil
    }()

    /// No file takes a single byte, as on a full disk (but with EFBIG); pipes and devices do.
    private static let onFullDisk = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""

    /// Runs it to its end. What it prints must fit into a pipe's buffer, or be all on standard output.
    static func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
        diskIsFull: Bool = false
    ) throws -> Ending {
        let process = Process()
        let program: URL = try #require(path, "hotcold is not beside the tests")
        process.executableURL = diskIsFull ? URL(fileURLWithPath: "/bin/sh") : program
        process.arguments = (diskIsFull ? ["-c", onFullDisk, program.path] : []) + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors, source) = (Pipe(), Pipe(), Pipe())
        (process.standardOutput, process.standardError, process.standardInput) = (output, errors, source)
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: Data(input))
        try source.fileHandleForWriting.close()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ending(
            code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self))
    }

    /// Runs it until it has printed these words, and then presses Ctrl-C.
    static func interrupt(_ arguments: [String], after words: String) throws -> Ending {
        let process = Process()
        let program: URL = try #require(path, "hotcold is not beside the tests")
        process.executableURL = program
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var text = Data()
        while !String(decoding: text, as: UTF8.self).contains(words) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += more
        }
        process.interrupt()
        text += output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ending(
            code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self))
    }

    /// The same, with standard output on a disk that is full.
    static func runIntoFullDisk(_ arguments: [String]) throws -> Ending {
        let process = Process()
        let program: URL = try #require(path, "hotcold is not beside the tests")
        process.executableURL = program
        process.arguments = arguments
        let errors = Pipe()
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ending(
            code: process.terminationStatus, output: "", errors: String(decoding: complaints, as: UTF8.self))
    }
}
