import Glibc
import Testing

@testable import GPIO

/// The real edge where there is nothing to open, which is how most machines that build this are.
@Suite struct GPIOChipTests {
    /// The other tests make chips where they can, at the same time as these.
    static let hasNoChip = GPIOChip.all().isEmpty && !KernelChip.isAvailable

    @Test func theLibraryIsTheOneThisWasBuiltFor() throws {
        let library = GPIOChip.library
        #expect(library.hasPrefix("libgpiod "))
        // .ci/gpio-variants builds twice and says each time which API it means to have linked.
        if let wanted = unsafe getenv("HOTCOLD_GPIOD_API") {
            #expect(try library.hasSuffix("(API \(#require(unsafe String(validatingCString: wanted))))"))
            #expect(library.hasPrefix(library.hasSuffix("(API 1)") ? "libgpiod 1." : "libgpiod 2."))
        }
    }

    @Test(
        .enabled(if: hasNoChip, "this machine has GPIO chips, or gpio-sim to make some"),
        arguments: [
            ChipSelector.automatic, .label("pinctrl-rp1"), .name("gpiochip0"), .path("/dev/gpiochip0"),
            .path("/dev/null"), .path("/"), .path(""),
        ])
    func withoutAnyChip(selector: ChipSelector) {
        #expect(throws: LineTrouble.noChip) {
            try GPIOChip.open(LinesConfiguration(chip: selector))
        }
    }

    /// The lab runs this as nobody, beside a chip that belongs to root.
    @Test(.enabled(if: GPIOChip.all().contains { $0.trouble != nil }, "every GPIO chip here may be opened"))
    func aChipThatMayNotBeOpened() {
        for selector in [ChipSelector.automatic, .label("pinctrl-rp1")] {
            #expect(throws: LineTrouble.notPermitted) {
                try GPIOChip.open(LinesConfiguration(chip: selector))
            }
        }
    }

    @Test(
        .enabled(if: hasNoChip, "this machine has GPIO chips, or gpio-sim to make some"),
        .timeLimit(.minutes(10)))
    func aStationWithoutGPIOIsToldOnceAndStopsWhenAsked() async {
        let configuration = LinesConfiguration(reopening: .milliseconds(1) ... .milliseconds(1))
        let session = LinesTests.Session(configuration, source: GPIOChip.open)
        var events = session.events.makeAsyncIterator()
        #expect(await events.next() == .trouble(.noChip))
        await session.stop()
        #expect(await events.next() == nil)
    }
}
