/// Which of the machine's Bluetooth adapters to use. Never by number: a dongle that is plugged in again may
/// get another one.
package enum AdapterSelector: Sendable, Equatable {
    /// The first that can be opened.
    case any
    /// The one with this public address.
    case address(DeviceAddress)
    /// The first whose sysfs device path contains this text, such as `usb` or `serial0`.
    case path(String)

    /// `any`, an address such as `00:1A:7D:DA:71:13`, or a part of a device path; nil for an empty text.
    package init?(_ text: String) {
        if text == "any" {
            self = .any
        } else if let address = DeviceAddress(text) {
            self = .address(address)
        } else if !text.isEmpty {
            self = .path(text)
        } else {
            return nil
        }
    }
}
