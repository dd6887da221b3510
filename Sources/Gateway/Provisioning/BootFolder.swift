import Glibc
import Runtime

/// The boot partition, as it is mounted.
struct BootFolder {
    let path: String

    /// The files that are there, and a sentence for each that is there and cannot be read.
    func read() -> (files: [Provisioning.Source: [UInt8]], problems: [SettingsProblem]) {
        var files: [Provisioning.Source: [UInt8]] = [:]
        var problems: [SettingsProblem] = []
        for source in Provisioning.Source.allCases {
            do throws(FileTrouble) {
                files[source] = try BoundedFile.read(
                    path + "/" + source.rawValue, atMost: Provisioning.bytesAtMost)
            } catch  where error.isMissing {
                continue
            } catch {
                problems.append(SettingsProblem(file: source.rawValue, advice: "\(error). It is not read."))
            }
        }
        return (files, problems + misnamed(files[.ours] == nil))
    }

    /// Windows hides the ends of names, and so makes "hotcold.toml.txt" without showing it.
    private func misnamed(_ isOursMissing: Bool) -> [SettingsProblem] {
        let name = Provisioning.Source.ours.rawValue
        let found = Folder.names(path).first { $0.lowercased() == name + ".txt" }
        guard isOursMissing, let found else { return [] }
        return [SettingsProblem(file: found, advice: "its name has to be \(name): take .txt away.")]
    }

    var isThere: Bool { unsafe access(path, F_OK) == 0 }
}

/// Where what has been decided is written: /run, which is memory, and empty at every start.
struct RunFolder {
    let path: String

    /// Writes the files, and takes away those of ours that an earlier run has written and this one has not.
    func write(_ files: [Provisioning.File]) throws(Failure) {
        for folder in [Provisioning.connections, Provisioning.boot] {
            let wanted = files.filter { $0.folder == folder }
            // Without a file to write there is no reason to make NetworkManager's folder.
            if !wanted.isEmpty { try make(folder) }
            for name in Folder.names(path + "/" + folder)
            where isOurs(name, in: folder) && !wanted.contains(where: { $0.name == name }) {
                unsafe unlink(path + "/" + folder + "/" + name)
            }
            for file in wanted {
                do throws(FileTrouble) {
                    try BoundedFile.write(
                        Array(file.text.utf8), as: file.name, in: path + "/" + folder, mode: file.mode)
                } catch {
                    throw Failure(description: "\(path)/\(folder)/\(file.name): \(error)")
                }
            }
        }
    }

    /// Of the folder that is ours alone, everything.
    private func isOurs(_ name: String, in folder: String) -> Bool {
        folder == Provisioning.boot || (name.hasPrefix("hotcold-") && name.hasSuffix(".nmconnection"))
    }

    private func make(_ folder: String) throws(Failure) {
        var made = path
        for name in folder.split(separator: "/") {
            made += "/" + name
            guard unsafe mkdir(made, 0o755) == 0 || errno == EEXIST else {
                throw Failure(description: "\(made): could not make the folder: \(FileTrouble.reason(errno))")
            }
        }
    }

    /// What could not be written, and why.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
