import Testing
@testable import Audio
@Test func roomExists() { }
