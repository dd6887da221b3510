// Playback through ALSA: which sound cards there are, and one open PCM that takes 16-bit interleaved
// frames.
//
// A PCM is opened non-blocking and belongs to one thread. The only call that waits is cd_pcm_wait(), and it
// waits no longer than it is told to. alsa-lib is kept from writing to stderr: what went wrong is in what
// is returned.
#ifndef CD_PCM_H
#define CD_PCM_H

#include <stddef.h>
#include <stdint.h>

/// Most sound cards Linux numbers (SNDRV_CARDS of an ordinary kernel).
#define CD_PCM_MAXIMUM_CARDS 32

/// The kernel's ENOTSUPP, which libc has no name for: vc4-hdmi refuses with it when no monitor listens.
#define CD_PCM_ENOTSUPP 524

/// One sound card as its control device describes it; zero-terminated, cut when longer.
struct cd_pcm_card {
    int32_t number;   // N of hw:N; changes from boot to boot
    char id[16];      // "Headphones", "vc4hdmi0", "Device": the name to address it by
    char driver[16];  // "USB-Audio", "vc4-hdmi", "bcm2835_headpho", "Loopback"
    char name[80];    // for people
};

/// States of a PCM, numbered as ALSA does.
enum cd_pcm_state {
    CD_PCM_OPEN = 0,
    CD_PCM_SETUP = 1,
    CD_PCM_PREPARED = 2,
    CD_PCM_RUNNING = 3,
    CD_PCM_XRUN = 4,
    CD_PCM_DRAINING = 5,
    CD_PCM_PAUSED = 6,
    CD_PCM_SUSPENDED = 7,
    CD_PCM_DISCONNECTED = 8,
};

/// What is asked of a device, and after opening what it gave: it may round both counts.
struct cd_pcm_shape {
    uint32_t rate;           // frames per second
    uint32_t channels;       // samples in a frame
    uint32_t period_frames;  // the device wakes us this often
    uint32_t buffer_frames;  // what it holds ahead of the loudspeaker, and so the latency
};

/// An open PCM.
struct cd_pcm;

/// Fills `cards` with at most `capacity` cards in the order of their numbers; returns how many. -EACCES:
/// there are cards, but none that we may use.
int cd_pcm_list(struct cd_pcm_card *cards, int capacity);

/// Opens the PCM called `name` ("plughw:CARD=Headphones", "default") for playback and prepares it. Never
/// waits for a busy device: -EBUSY. -ENOENT: no PCM of that name; -ENODEV: no such card any more;
/// -CD_PCM_ENOTSUPP: HDMI without a monitor.
int cd_pcm_open(struct cd_pcm **pcm, const char *name, struct cd_pcm_shape *shape);

/// Waits for room of at least one period, at most `milliseconds`. Returns the frames there is room for, 0
/// when there is none yet, -EPIPE after an underrun, -ESTRPIPE when suspended, -EBADFD or -ENODEV when the
/// card is gone.
int cd_pcm_wait(struct cd_pcm *pcm, int milliseconds);

/// Hands over at most `frames` frames; returns how many were taken (-EAGAIN: none), or as cd_pcm_wait().
int cd_pcm_write(struct cd_pcm *pcm, const int16_t *samples, uint32_t frames);

/// Makes the PCM playable again after `error` (-EPIPE, -ESTRPIPE, or -EBADFD in state SETUP). Returns
/// `error` itself when it is not one that can be recovered from, and -EAGAIN while a suspended device is
/// still waking up.
int cd_pcm_recover(struct cd_pcm *pcm, int error);

/// See cd_pcm_state; negative never.
int cd_pcm_state(struct cd_pcm *pcm);

/// The number of the card that is heard; negative for a PCM without one (a file, a network).
int cd_pcm_number(struct cd_pcm *pcm);

/// Frames written now would be heard after this many frames.
int cd_pcm_delay(struct cd_pcm *pcm, int32_t *frames);

/// Forgets what has not been heard yet and stops. cd_pcm_recover(-EBADFD) makes it playable again.
int cd_pcm_drop(struct cd_pcm *pcm);

/// Closes; `pcm` is invalid afterwards whatever is returned (a card that is gone answers -ENODEV, yet is
/// freed).
int cd_pcm_close(struct cd_pcm *pcm);

#endif
