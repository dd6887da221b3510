import Testing
@testable import GPIO
@Test func roomExists() { }
