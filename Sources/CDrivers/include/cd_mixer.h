// A sound card's own loudness: the one control that its loudspeakers hang on, with a scale in decibels.
//
// Belongs to one thread, as the PCM beside it. What was found is put back when it is closed.
#ifndef CD_MIXER_H
#define CD_MIXER_H

#include <stdint.h>

/// An open control.
struct cd_mixer;

/// Finds the control of card `number` (of cd_pcm_number()). -ENOENT: it has none that says how loud it is, or
/// several of which nobody knows which one it is.
int cd_mixer_open(struct cd_mixer **mixer, int number);

/// What it is called: "PCM", "Headphone", "Master". Valid until it is closed.
const char *cd_mixer_name(const struct cd_mixer *mixer);

/// From how quiet to how loud it goes, in hundredths of a decibel.
void cd_mixer_range(const struct cd_mixer *mixer, int32_t *lowest, int32_t *highest);

/// Brings it to the first step that is not below `level` (hundredths of a decibel), and switches it on.
/// `level` is then what it was brought to. -ENODEV: the card is gone.
int cd_mixer_set(struct cd_mixer *mixer, int32_t *level);

/// Puts back what was found, and closes.
void cd_mixer_close(struct cd_mixer *mixer);

#endif
