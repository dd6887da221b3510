import Runtime
import Testing

@Suite struct PermitsTests {
    @Test func soManyAtATimeAndNoMore() {
        let permits = Permits(2)
        #expect(
            [permits.take(), permits.take(), permits.take(), permits.take()] == [true, true, false, false])
        permits.give()
        #expect([permits.take(), permits.take()] == [true, false])
    }
}
