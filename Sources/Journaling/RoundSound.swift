import Audio
import Game
package import Speech

/// What a station said and played in a round, found in its journal: a WAV file that is never there as a whole
/// but made as it is sent, so that ten minutes of it take the memory of a second.
package struct RoundSound: Equatable, Sendable {
    /// What the clips are recorded with: more would make it larger, and no clearer.
    static let format = PCMFormat(sampleRate: 22_050, channels: 1)
    /// Longer rounds, and busier ones, are cut off there.
    static let lastsAtMost = Duration.seconds(1_800)
    static let momentsAtMost = 20_000
    /// After the last event, for what is still being said.
    private static let tail = Duration.seconds(4)
    /// Before a place in the middle: what was begun there may still sound, or wait for its turn.
    private static let before = Duration.seconds(30)

    package struct Moment: Equatable, Sendable {
        /// Since the beginning.
        var at: Duration
        /// Something that is heard, or ends it.
        var effect: Effect
    }

    let moments: [Moment]
    let lasts: Duration

    /// - Returns: nil when nothing was said; and whether the journal goes to the end of its round.
    static func find(_ journal: [UInt8]) throws(JournalTrouble) -> (sound: RoundSound, isWhole: Bool)? {
        var moments: [Moment] = []
        var began: Duration?
        var last = Duration.zero
        var replay = try JournalReplay(journal)
        let verdict = replay.run(goesOn: true) { moment, _ in
            let start = began ?? moment.at
            began = start
            let at = min(max(.zero, moment.at - start), lastsAtMost)
            last = max(last, at)
            guard at < lastsAtMost else { return }
            for effect in moment.effects where isHeard(effect) && moments.count < momentsAtMost {
                moments.append(Moment(at: at, effect: effect))
            }
        }
        guard !moments.isEmpty else { return nil }
        return (RoundSound(moments: moments, lasts: last + tail), verdict.isWhole)
    }

    private static func isHeard(_ effect: Effect) -> Bool {
        switch effect {
        case .say, .play, .stop, .silence: true
        case .send, .unicast, .authenticate, .keys, .radio, .light, .volume, .adjusted, .save, .switchOff,
            .update,
            .log:
            false
        }
    }

    /// Of the whole file.
    package var byteCount: Int { Self.head.count + 2 * frames }

    private var frames: Int { Self.format.frames(in: lasts) }

    private var head: [UInt8] { wavHead(samples: frames, format: Self.format) }

    private static let head = wavHead(samples: 0, format: format)

    /// The file, or a part of it.
    ///
    /// - Parameter bytes: within the file.
    package func reel(_ bytes: Range<Int>, in voice: Voice) -> Reel {
        let sound = max(0, bytes.lowerBound - Self.head.count) / 2
        let first = max(0, sound - Self.format.frames(in: Self.before))
        let at = Self.format.duration(ofFrames: first)
        let passed = moments.firstIndex { $0.at >= at } ?? moments.count
        var reel = Reel(
            moments: moments[passed...], voice: voice, frame: first, left: bytes.count,
            skips: bytes.lowerBound, begun: [])
        if bytes.lowerBound < Self.head.count {
            reel.begun = head
        } else {
            reel.skips -= Self.head.count + 2 * first
        }
        return reel
    }

    /// A part of the file that is being played off.
    package struct Reel: Sendable {
        fileprivate var moments: ArraySlice<Moment>
        fileprivate let voice: Voice
        fileprivate var frame: Int
        /// Bytes that are still to come.
        package fileprivate(set) var left: Int
        /// Bytes that are made and not wanted.
        fileprivate var skips: Int
        fileprivate var begun: [UInt8]
        private var mixer = Mixer(format: RoundSound.format)

        fileprivate init(
            moments: ArraySlice<Moment>, voice: Voice, frame: Int, left: Int, skips: Int, begun: [UInt8]
        ) {
            self.moments = moments
            self.voice = voice
            self.frame = frame
            self.left = left
            self.skips = skips
            self.begun = begun
        }

        /// The next second of it, or less; nil at the end. Reads clips: not for a loop that must not wait.
        package mutating func next() -> [UInt8]? {
            while left > 0 {
                var bytes = begun
                begun = []
                second(into: &bytes)
                let skipped = min(skips, bytes.count)
                skips -= skipped
                let wanted = bytes.dropFirst(skipped).prefix(left)
                left -= wanted.count
                if !wanted.isEmpty { return Array(wanted) }
            }
            return nil
        }

        private mutating func second(into bytes: inout [UInt8]) {
            let end = frame + RoundSound.format.sampleRate
            while frame < end {
                let due = moments.first.map { RoundSound.format.frames(in: $0.at) } ?? end
                let count = min(end, max(due, frame)) - frame
                bytes += wavBody(mixer.render(frames: count))
                frame += count
                while let moment = moments.first, RoundSound.format.frames(in: moment.at) <= frame {
                    moments.removeFirst()
                    begin(moment.effect)
                }
            }
        }

        private mutating func begin(_ effect: Effect) {
            switch effect {
            case .say(let phrase): mixer.play(voice.utterance(phrase))
            case .play(let sound): mixer.play(voice.utterance(sound))
            case .stop(let sound): mixer.stop(label: sound.rawValue)
            case .silence: mixer.silence()
            case .send, .unicast, .authenticate, .keys, .radio, .light, .volume, .adjusted, .save, .switchOff,
                .update, .log:
                break
            }
        }
    }
}
