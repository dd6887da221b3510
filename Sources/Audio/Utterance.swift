/// Something to be heard: a sentence made of clips, or a sound.
package struct Utterance: Sendable, Equatable {
    /// Where it sounds.
    package enum Track: Sendable {
        /// One voice: sentences wait for one another.
        case speech
        /// Mixed at once with whatever sounds.
        case effect
    }

    /// What a sentence does to those before it. Effects never wait, so to them it means nothing.
    package enum Urgency: Sendable {
        /// Waits for its turn.
        case queue
        /// Cuts off what is being said and what waits: for words that are only true now.
        case bargeIn
        /// Said only when nobody speaks, otherwise never.
        case ifIdle
    }

    /// Names it in `Mixer.stop(label:)`.
    package var label: String
    /// Played one after the other without a pause.
    package var clips: [Clip]
    /// Where it sounds.
    package var track: Track
    /// How it takes its turn.
    package var urgency: Urgency
    /// Amplitude, 0…4; 1 plays the clips as they are.
    package var gain: Float

    /// Clips that are said without a gap.
    package init(
        label: String, clips: [Clip], track: Track = .speech, urgency: Urgency = .queue, gain: Float = 1
    ) {
        self.label = label
        self.clips = clips
        self.track = track
        self.urgency = urgency
        self.gain = gain.isFinite ? max(0, min(gain, 4)) : 1
    }

    /// How long it sounds.
    package var duration: Duration { clips.reduce(.zero) { $0 + $1.duration } }
}

/// How loud a station may be.
package struct Volume: Sendable, Equatable {
    /// What the player has set, 0…1.
    package var level: Float
    /// What the parent allows, 0…1: no sample ever exceeds `highestAmplitude`, whatever is mixed.
    package var ceiling: Float

    /// A volume below its ceiling.
    package init(level: Float = 0.8, ceiling: Float = 1) {
        self.level = level
        self.ceiling = ceiling
    }

    /// The amplitude asked for, 0…1. Squared, because an ear takes that for even steps.
    package var amplitude: Float { min(Volume.squared(level), highestAmplitude) }
    /// What no sample may exceed, 0…1.
    package var highestAmplitude: Float { Volume.squared(ceiling) }

    /// How much of what the ceiling allows, 0…1: what may be left to a device to do.
    var share: Float { highestAmplitude > 0 ? amplitude / highestAmplitude : 0 }

    /// Nonsense is silence.
    private static func squared(_ value: Float) -> Float {
        guard value.isFinite else { return 0 }
        let allowed = max(0, min(value, 1))
        return allowed * allowed
    }
}
