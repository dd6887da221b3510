import Support
import Testing

@testable import Gateway
@testable import Runtime

/// What is asked for when nothing but a power cut helps, and the script of the package that does it.
struct PowerSwitchTests {
    @Test func whatIsAskedForIsTheAdaptersName() throws {
        let folder = try TemporaryFolder()
        #expect(PowerSwitch.cut("hci0", in: folder.path) == nil)
        #expect(try BoundedFile.read("\(folder.path)/radio-power", atMost: 100) == Array("hci0".utf8))
        let complaint = PowerSwitch.cut("hci0", in: "\(folder.path)/nowhere")
        #expect(complaint?.contains("pull its plug") == true)
    }

    /// /sys and /run of a machine with one adapter, as far as the script looks at them.
    private struct Machine {
        let folder: TemporaryFolder

        init(subsystem: String) throws {
            folder = try TemporaryFolder()
            let (driver, device) = ("sys/bus/\(subsystem)/drivers/some", "sys/devices/board/serial0-0")
            shell(
                """
                mkdir -p run/hotcold \(driver) \(device) sys/class/bluetooth/hci0 sys/bus/\(subsystem)
                ln -s ../../../devices/board/serial0-0 sys/class/bluetooth/hci0/device
                ln -s ../../../bus/\(subsystem) \(device)/subsystem
                ln -s ../../../bus/\(subsystem)/drivers/some \(device)/driver
                """)
        }

        @discardableResult
        func shell(_ script: String) -> String {
            var says = ""
            _ = Companion(["/bin/sh", "-c", "cd \(folder.path) && {\n\(script)\n}"]).run {
                says += $0 + "\n"
            }
            return says
        }

        /// - Returns: what it says, and what it has written to driver and device.
        func cut(_ request: String, uptime: Int) -> String {
            shell(
                """
                printf '%s' '\(request)' >run/hotcold/radio-power
                RUN=$PWD/run SYS=$PWD/sys UPTIME=\(uptime) PAUSE=0 \\
                    sh \(Checkout.path)/deploy/deb/lib/radio-power 2>&1
                echo "code $?"
                ls run/hotcold
                cd sys && for file in bus/*/drivers/some/* devices/board/authorized; do
                    [ ! -f "$file" ] || echo "$file $(cat $file)"
                done
                """)
        }
    }

    @Test func aBuiltInChipIsUnboundAndBound() throws {
        let says = try Machine(subsystem: "serial").cut("hci0", uptime: 100)
        #expect(says.contains("its power was cut") && says.contains("code 0"))
        #expect(
            says.contains("drivers/some/unbind serial0-0") && says.contains("drivers/some/bind serial0-0"))
        #expect(!says.contains("radio-power\n"), "the request is taken away")
    }

    @Test func aUSBAdapterIsAuthorizedAnew() throws {
        let says = try Machine(subsystem: "usb").cut("hci0", uptime: 100)
        #expect(says.contains("devices/board/authorized 1") && says.contains("code 0"))
    }

    @Test func onceAMinuteAtMost() throws {
        let machine = try Machine(subsystem: "serial")
        #expect(machine.cut("hci0", uptime: 100).contains("code 0"))
        #expect(machine.cut("hci0", uptime: 159).contains("less than a minute ago"))
        #expect(machine.cut("hci0", uptime: 160).contains("code 0"))
    }

    @Test(arguments: ["", "hci", "hci0/../../x", "hci1", "hci100", "../hci0", "hci0;reboot"])
    func whatIsNoAdapterIsLeftAlone(request: String) throws {
        let says = try Machine(subsystem: "serial").cut(request, uptime: 100)
        #expect(says.contains("code 1") && !says.contains("unbind"))
    }

    @Test func aDeviceOfAnotherKindIsLeftAlone() throws {
        let says = try Machine(subsystem: "sdio").cut("hci0", uptime: 100)
        #expect(says.contains("no way is known") && says.contains("code 1"))
    }
}
