/// The covariance of a hypothesis's four estimates: four variances and the six entries above the diagonal.
///
/// Written out in scalars: a matrix type would be shorter here and slower where it counts, six times for
/// every packet.
struct Covariance: Codable, Equatable, Sendable {
    /// A vector of the same four, in the same order.
    struct Column {
        var loss: Double
        var speed: Double
        var shadow: Double
        var recent: Double
    }

    var loss = 0.0
    var speed = 0.0
    var shadow = 0.0
    var recent = 0.0
    var lossSpeed = 0.0
    var lossShadow = 0.0
    var lossRecent = 0.0
    var speedShadow = 0.0
    var speedRecent = 0.0
    var shadowRecent = 0.0

    /// How each of the four goes with what is measured, which is the loss and the shadow: P Hᵀ.
    var gain: Column {
        Column(
            loss: loss + lossShadow, speed: lossSpeed + speedShadow, shadow: lossShadow + shadow,
            recent: lossRecent + shadowRecent)
    }

    /// F P Fᵀ for F = [1 reach 0 0; 0 1 0 0; 0 0 kept 0; 1−follows 0 0 follows].
    mutating func advance(reach: Double, kept: Double, follows: Double) {
        let catches = 1 - follows
        recent = follows * follows * recent + 2 * follows * catches * lossRecent + catches * catches * loss
        shadowRecent = kept * (follows * shadowRecent + catches * lossShadow)
        lossRecent =
            follows * (lossRecent + reach * speedRecent) + catches * (loss + reach * lossSpeed)
        speedRecent = follows * speedRecent + catches * lossSpeed
        lossShadow = kept * (lossShadow + reach * speedShadow)
        speedShadow *= kept
        shadow *= kept * kept
        loss += reach * (2 * lossSpeed + reach * speed)
        lossSpeed += reach * speed
    }

    /// Takes on a speed that has nothing to do with where somebody is.
    mutating func forgetSpeed(_ variance: Double) {
        speed = variance
        (lossSpeed, speedShadow, speedRecent) = (0, 0, 0)
    }

    /// Adds the outer product of a vector with itself, so many times.
    mutating func add(_ vector: Column, times factor: Double) {
        let scaled = vector.loss * factor
        loss += scaled * vector.loss
        lossSpeed += scaled * vector.speed
        lossShadow += scaled * vector.shadow
        lossRecent += scaled * vector.recent
        let quick = vector.speed * factor
        speed += quick * vector.speed
        speedShadow += quick * vector.shadow
        speedRecent += quick * vector.recent
        let dark = vector.shadow * factor
        shadow += dark * vector.shadow
        shadowRecent += dark * vector.recent
        recent += vector.recent * factor * vector.recent
    }

    mutating func add(_ other: Covariance, times factor: Double) {
        loss += factor * other.loss
        speed += factor * other.speed
        shadow += factor * other.shadow
        recent += factor * other.recent
        lossSpeed += factor * other.lossSpeed
        lossShadow += factor * other.lossShadow
        lossRecent += factor * other.lossRecent
        speedShadow += factor * other.speedShadow
        speedRecent += factor * other.speedRecent
        shadowRecent += factor * other.shadowRecent
    }
}
