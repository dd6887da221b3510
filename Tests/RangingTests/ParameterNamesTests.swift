import Testing

@testable import Ranging

/// Parameters that are set by their names.
struct ParameterNamesTests {
    @Test func eachNameSetsOneParameterAndNoOther() throws {
        var seen: [RangingParameters] = []
        for name in RangingParameters.names {
            var parameters = RangingParameters()
            let isSet = parameters.set(name, to: 4_321.5)
            #expect(isSet, "\(name)")
            #expect(parameters != RangingParameters(), "\(name)")
            #expect(!seen.contains(parameters), "\(name)")
            seen.append(parameters)
        }
        #expect(Set(RangingParameters.names).count == RangingParameters.names.count)
    }

    @Test func durationsAreInSeconds() {
        var parameters = RangingParameters()
        for (name, value) in [("memory", 1.25), ("packetSpread", 4.5), ("homing", 0)] {
            let isSet = parameters.set(name, to: value)
            #expect(isSet)
        }
        #expect(parameters.memory == .milliseconds(1_250))
        #expect(parameters.packetSpread == 4.5)
        #expect(parameters.homing == 0)
    }

    @Test(arguments: [("memory", -1.0), ("memory", .nan), ("memory", .infinity), ("memory", 10_001), ("", 1)])
    func whatCannotBeIsRefused(name: String, value: Double) {
        var parameters = RangingParameters()
        let isSet = parameters.set(name, to: value)
        #expect(!isSet)
        #expect(parameters == RangingParameters())
    }
}
