import CDrivers

extension Duration {
    /// Time since boot on CLOCK_MONOTONIC. Only edges ask; everything that decides is told.
    static func monotonic() -> Duration {
        .nanoseconds(cd_monotonic_nanoseconds())
    }
}
