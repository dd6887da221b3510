#include "cd_mixer.h"

#include <alsa/asoundlib.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define CHANNELS (SND_MIXER_SCHN_LAST + 1)

struct cd_mixer {
    snd_mixer_t *handle;
    snd_mixer_elem_t *control;
    int32_t lowest;
    int32_t highest;
    // What was found, for each channel that there is.
    long found[CHANNELS];
    int found_switch[CHANNELS];
};

// What a loudspeaker hangs on, by what drivers call it; the most telling first. A card that has only one
// control may call it as it likes.
static const char *const NAMES[] = {
    "Master", "PCM", "Digital", "Speaker", "Headphone", "Headphones", "Playback", "Line Out", "HDMI",
};

static int rank(snd_mixer_elem_t *control)
{
    const char *name = snd_mixer_selem_get_name(control);
    const int count = sizeof NAMES / sizeof NAMES[0];

    for (int place = 0; place < count; place++)
        if (snd_mixer_selem_get_index(control) == 0 && strcmp(name, NAMES[place]) == 0)
            return place;
    return count;
}

static int is_usable(snd_mixer_elem_t *control)
{
    long lowest, highest;

    return snd_mixer_selem_is_active(control) && snd_mixer_selem_has_playback_volume(control) &&
           snd_mixer_selem_get_playback_dB_range(control, &lowest, &highest) >= 0 && lowest < highest;
}

static snd_mixer_elem_t *choose(snd_mixer_t *handle)
{
    const int unknown = sizeof NAMES / sizeof NAMES[0];
    snd_mixer_elem_t *best = NULL;
    int usable = 0;

    for (snd_mixer_elem_t *control = snd_mixer_first_elem(handle); control;
         control = snd_mixer_elem_next(control)) {
        if (!is_usable(control))
            continue;
        usable++;
        if (best == NULL || rank(control) < rank(best))
            best = control;
    }
    return best != NULL && (usable == 1 || rank(best) < unknown) ? best : NULL;
}

static void remember(struct cd_mixer *mixer)
{
    long lowest, highest;

    snd_mixer_selem_get_playback_dB_range(mixer->control, &lowest, &highest);
    // The lowest step of many is silence, and is numbered far below all others.
    mixer->lowest = lowest < -20000 ? -20000 : (int32_t)lowest;
    mixer->highest = highest > 20000 ? 20000 : (int32_t)highest;
    for (int channel = 0; channel < CHANNELS; channel++) {
        if (!snd_mixer_selem_has_playback_channel(mixer->control, channel))
            continue;
        snd_mixer_selem_get_playback_volume(mixer->control, channel, &mixer->found[channel]);
        if (snd_mixer_selem_has_playback_switch(mixer->control))
            snd_mixer_selem_get_playback_switch(mixer->control, channel, &mixer->found_switch[channel]);
    }
}

int cd_mixer_open(struct cd_mixer **mixer, int number)
{
    struct cd_mixer *opened = calloc(1, sizeof *opened);
    char card[16];
    int result;

    if (opened == NULL)
        return -ENOMEM;
    snprintf(card, sizeof card, "hw:%d", number);
    if ((result = snd_mixer_open(&opened->handle, 0)) < 0) {
        free(opened);
        return result;
    }
    if ((result = snd_mixer_attach(opened->handle, card)) >= 0 &&
        (result = snd_mixer_selem_register(opened->handle, NULL, NULL)) >= 0 &&
        (result = snd_mixer_load(opened->handle)) >= 0) {
        opened->control = choose(opened->handle);
        result = opened->control == NULL ? -ENOENT : 0;
    }
    if (result < 0) {
        snd_mixer_close(opened->handle);
        free(opened);
        return result;
    }
    remember(opened);
    *mixer = opened;
    return 0;
}

const char *cd_mixer_name(const struct cd_mixer *mixer)
{
    return snd_mixer_selem_get_name(mixer->control);
}

void cd_mixer_range(const struct cd_mixer *mixer, int32_t *lowest, int32_t *highest)
{
    *lowest = mixer->lowest;
    *highest = mixer->highest;
}

int cd_mixer_set(struct cd_mixer *mixer, int32_t *level)
{
    long reached = *level;
    int result;

    // What others have changed since is read first, or alsa-lib would take the old value for the present one.
    snd_mixer_handle_events(mixer->handle);
    if ((result = snd_mixer_selem_set_playback_dB_all(mixer->control, *level, 1)) < 0)
        return result;
    if (snd_mixer_selem_has_playback_switch(mixer->control) &&
        (result = snd_mixer_selem_set_playback_switch_all(mixer->control, 1)) < 0)
        return result;
    if ((result = snd_mixer_selem_get_playback_dB(mixer->control, SND_MIXER_SCHN_FRONT_LEFT, &reached)) < 0)
        return result;
    *level = reached < -20000 ? -20000 : (int32_t)reached;
    return 0;
}

void cd_mixer_close(struct cd_mixer *mixer)
{
    for (int channel = 0; channel < CHANNELS; channel++) {
        if (!snd_mixer_selem_has_playback_channel(mixer->control, channel))
            continue;
        snd_mixer_selem_set_playback_volume(mixer->control, channel, mixer->found[channel]);
        if (snd_mixer_selem_has_playback_switch(mixer->control))
            snd_mixer_selem_set_playback_switch(mixer->control, channel, mixer->found_switch[channel]);
    }
    snd_mixer_close(mixer->handle);
    free(mixer);
}
