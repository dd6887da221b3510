import Testing
@testable import Gateway
@Test func roomExists() { }
