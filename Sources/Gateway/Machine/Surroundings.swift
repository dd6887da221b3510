import Game
import Glibc
import HCI
import Runtime
import StationNode
import Things

/// What a station cannot feel by its button or its radio: what time of day it is, whether its power supply
/// keeps up, and whether Wi-Fi uses its antenna. An edge: looks every few seconds and tells what has changed.
struct Surroundings: Sendable {
    private static let looksEvery = Duration.seconds(10)

    var quiet = QuietPlan()
    /// Minutes after midnight; nil when the clock cannot be believed.
    var minuteOfDay: @Sendable () -> Int? = WallClock.minuteOfDay
    var localTime: @Sendable () -> LocalTime? = WallClock.localTime
    /// Where somebody may have put records of people's things; nil where nobody does.
    var brought: @Sendable () -> [ThingsRecord]? = { nil }
    /// Nil where nothing can be known of it.
    var isPowerWeak: @Sendable () -> Bool? = PowerSupply.isWeak
    /// Nil where the kernel does not say.
    var wifi: @Sendable () -> WiFiUse? = WirelessNetworks.use

    /// Whether it is quiet at this moment: what a station has to know before its first word.
    var isQuiet: Bool { quiet.hours?.isQuiet(at: minuteOfDay()) ?? false }

    /// Lives until cancelled.
    func run(from wasQuiet: Bool, deliver: (NodeInput) -> Void) async {
        var wasQuiet = wasQuiet
        var wasWeak = false
        var before: WiFiUse?
        var told: LocalTime??
        while !Task.isCancelled {
            let isQuiet = isQuiet
            if isQuiet != wasQuiet {
                wasQuiet = isQuiet
                deliver(.event(.quiet(isQuiet)))
            }
            let time = localTime()
            if told != .some(time) {
                told = .some(time)
                deliver(.clock(time))
            }
            if let records = brought() { deliver(.things(.take(records))) }
            if let isWeak = isPowerWeak(), isWeak != wasWeak {
                wasWeak = isWeak
                deliver(.event(.power(isWeak: isWeak)))
            }
            if let use = wifi(), use != before {
                before = use
                deliver(.wifi(use))
            }
            try? await Task.sleep(for: Self.looksEvery, tolerance: .seconds(1))
        }
    }
}

/// The time of day, as far as it can be believed. Nothing in a game goes by it.
enum WallClock {
    /// Sets the zone for the whole program; before anything else of it runs.
    /// - Parameter zone: a name of the tz database, such as "Europe/Berlin".
    static func use(zone: String) {
        unsafe setenv("TZ", zone, 1)
        tzset()
    }

    /// Whether this machine's list has it: the C library takes a zone that it does not know for UTC.
    static func knows(zone: String) -> Bool {
        unsafe access("/usr/share/zoneinfo/\(zone)", R_OK) == 0
    }

    /// Minutes after midnight; nil when this machine has no clock that anybody has set.
    static let minuteOfDay: @Sendable () -> Int? = { localTime()?.minute }

    /// The same, with the day.
    static let localTime: @Sendable () -> LocalTime? = {
        guard isBelieved else { return nil }
        return local(at: time(nil))
    }

    /// What the clock on the wall shows, so many seconds after the beginning of 1970 (UTC); nil before.
    static func local(at seconds: time_t) -> LocalTime? {
        var seconds = seconds
        var local = unsafe tm()
        guard unsafe localtime_r(&seconds, &local) != nil,
            let day = unsafe CivilDay(
                year: Int(local.tm_year) + 1_900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
        else { return nil }
        return unsafe LocalTime(day: day, minute: Int(local.tm_hour) * 60 + Int(local.tm_min))
    }

    /// What says that somebody has set the clock: systemd-timesyncd, since the start; chrony, which keeps its
    /// papers there while it runs; or a clock with a battery.
    private static let witnesses = [
        "/run/systemd/timesync/synchronized", "/run/chrony/chronyd.pid", "/dev/rtc0",
    ]

    /// A Raspberry Pi without network begins where it was switched off, or in 1970.
    private static var isBelieved: Bool {
        witnesses.contains { path in unsafe access(path, F_OK) == 0 }
    }
}

/// What the firmware of a Raspberry Pi says of its power supply.
enum PowerSupply {
    /// The kernel driver raspberrypi-firmware shows the mailbox's "get throttled" (0x0003_0046) here: up to
    /// the Raspberry Pi 4, and on the 5, whose device tree gives the bus an address.
    static let paths = [
        "/sys/devices/platform/soc/soc:firmware/get_throttled",
        "/sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled",
    ]

    /// Nil where neither file exists: no Raspberry Pi.
    static let isWeak: @Sendable () -> Bool? = {
        for path in paths {
            guard let bytes = try? BoundedFile.read(path, atMost: 64) else { continue }
            return isWeak(String(decoding: bytes, as: UTF8.self))
        }
        return nil
    }

    /// Bit 0: undervoltage now; bit 16: it was seen since the machine was switched on. Nil for what is no
    /// hexadecimal number.
    static func isWeak(_ text: String) -> Bool? {
        guard let word = text.split(whereSeparator: \.isWhitespace).first,
            let flags = UInt32(word.hasPrefix("0x") ? word.dropFirst(2) : word, radix: 16)
        else { return nil }
        return flags & 0x1_0001 != 0
    }
}
