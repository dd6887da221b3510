import Testing
@testable import HCI
@Test func roomExists() { }
