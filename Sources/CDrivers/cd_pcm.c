#include "cd_pcm.h"

#include <alsa/asoundlib.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAME_STATE(state) \
    _Static_assert((int)CD_PCM_##state == (int)SND_PCM_STATE_##state, "a state is numbered as ALSA does")
SAME_STATE(OPEN);
SAME_STATE(SETUP);
SAME_STATE(PREPARED);
SAME_STATE(RUNNING);
SAME_STATE(XRUN);
SAME_STATE(DRAINING);
SAME_STATE(PAUSED);
SAME_STATE(SUSPENDED);
SAME_STATE(DISCONNECTED);

struct cd_pcm {
    snd_pcm_t *handle;
    uint32_t period_frames;
};

// alsa-lib explains every failed open on stderr unless it is given another place to put the explanation.
static void ignore(const char *file, int line, const char *function, int error, const char *format, ...)
{
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

static int describe(int number, struct cd_pcm_card *card)
{
    snd_ctl_card_info_t *info;
    snd_ctl_t *control;
    char name[16];
    int result;

    snprintf(name, sizeof name, "hw:%d", number);
    result = snd_ctl_open(&control, name, SND_CTL_NONBLOCK | SND_CTL_READONLY);
    if (result < 0)
        return result;
    snd_ctl_card_info_alloca(&info);
    result = snd_ctl_card_info(control, info);
    if (result >= 0) {
        memset(card, 0, sizeof *card);
        card->number = number;
        snprintf(card->id, sizeof card->id, "%s", snd_ctl_card_info_get_id(info));
        snprintf(card->driver, sizeof card->driver, "%s", snd_ctl_card_info_get_driver(info));
        snprintf(card->name, sizeof card->name, "%s", snd_ctl_card_info_get_name(info));
    }
    snd_ctl_close(control);
    return result;
}

// Not snd_card_next(): it passes over cards we may not open without a word, and "you are not in the group
// audio" is worth telling apart from "there is no sound card".
int cd_pcm_list(struct cd_pcm_card *cards, int capacity)
{
    int count = 0;
    int refused = 0;

    snd_lib_error_set_handler(ignore);
    for (int number = 0; number < CD_PCM_MAXIMUM_CARDS && count < capacity; number++) {
        char path[32];
        int result;

        snprintf(path, sizeof path, "/dev/snd/controlC%d", number);
        if (access(path, F_OK) != 0)
            continue;
        result = describe(number, &cards[count]);
        if (result >= 0)
            count++;
        else if (result == -EACCES || result == -EPERM)
            refused = -EACCES;
    }
    return count > 0 ? count : refused;
}

static int set_hardware(snd_pcm_t *handle, struct cd_pcm_shape *shape)
{
    snd_pcm_hw_params_t *params;
    snd_pcm_uframes_t period = shape->period_frames;
    snd_pcm_uframes_t buffer = shape->buffer_frames;
    int result;

    snd_pcm_hw_params_alloca(&params);
    if ((result = snd_pcm_hw_params_any(handle, params)) < 0)
        return result;
    if ((result = snd_pcm_hw_params_set_rate_resample(handle, params, 1)) < 0)
        return result;
    if ((result = snd_pcm_hw_params_set_access(handle, params, SND_PCM_ACCESS_RW_INTERLEAVED)) < 0)
        return result;
    if ((result = snd_pcm_hw_params_set_format(handle, params, SND_PCM_FORMAT_S16)) < 0)
        return result;
    if ((result = snd_pcm_hw_params_set_channels(handle, params, shape->channels)) < 0)
        return result;
    if ((result = snd_pcm_hw_params_set_rate(handle, params, shape->rate, 0)) < 0)
        return result;
    // The buffer first: it is the latency we promise; a device with long periods then gets fewer of them.
    if ((result = snd_pcm_hw_params_set_buffer_size_near(handle, params, &buffer)) < 0)
        return result;
    if ((result = snd_pcm_hw_params_set_period_size_near(handle, params, &period, NULL)) < 0)
        return result;
    if ((result = snd_pcm_hw_params(handle, params)) < 0)
        return result;
    if ((result = snd_pcm_get_params(handle, &buffer, &period)) < 0)
        return result;
    if (period == 0 || buffer < period)
        return -EINVAL;
    shape->buffer_frames = (uint32_t)buffer;
    shape->period_frames = (uint32_t)period;
    return 0;
}

static int set_software(snd_pcm_t *handle, const struct cd_pcm_shape *shape)
{
    snd_pcm_sw_params_t *params;
    int result;

    snd_pcm_sw_params_alloca(&params);
    if ((result = snd_pcm_sw_params_current(handle, params)) < 0)
        return result;
    if ((result = snd_pcm_sw_params_set_avail_min(handle, params, shape->period_frames)) < 0)
        return result;
    // By default a PCM starts once its whole buffer is full, so that less than that would never be heard.
    if ((result = snd_pcm_sw_params_set_start_threshold(handle, params, shape->period_frames)) < 0)
        return result;
    return snd_pcm_sw_params(handle, params);
}

int cd_pcm_open(struct cd_pcm **pcm, const char *name, struct cd_pcm_shape *shape)
{
    snd_pcm_t *handle;
    int result;

    snd_lib_error_set_handler(ignore);
    result = snd_pcm_open(&handle, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
    if (result < 0)
        return result == -EAGAIN ? -EBUSY : result;
    result = set_hardware(handle, shape);
    if (result >= 0)
        result = set_software(handle, shape);
    if (result >= 0)
        result = snd_pcm_prepare(handle);
    if (result >= 0 && (*pcm = malloc(sizeof **pcm)) == NULL)
        result = -ENOMEM;
    if (result < 0) {
        snd_pcm_close(handle);
        return result;
    }
    (*pcm)->handle = handle;
    (*pcm)->period_frames = shape->period_frames;
    return 0;
}

int cd_pcm_wait(struct cd_pcm *pcm, int milliseconds)
{
    snd_pcm_sframes_t room = snd_pcm_avail_update(pcm->handle);

    if (room < (snd_pcm_sframes_t)pcm->period_frames && room >= 0) {
        int result = snd_pcm_wait(pcm->handle, milliseconds);

        if (result < 0 && result != -EINTR)
            return result;
        room = snd_pcm_avail_update(pcm->handle);
    }
    return room >= 0 && room < (snd_pcm_sframes_t)pcm->period_frames ? 0 : (int)room;
}

int cd_pcm_write(struct cd_pcm *pcm, const int16_t *samples, uint32_t frames)
{
    return (int)snd_pcm_writei(pcm->handle, samples, frames);
}

int cd_pcm_recover(struct cd_pcm *pcm, int error)
{
    if (error == -ESTRPIPE) {
        int result = snd_pcm_resume(pcm->handle);

        // -ENOSYS: a device that cannot resume but can start afresh.
        return result == -EAGAIN || result == 0 ? result : snd_pcm_prepare(pcm->handle);
    }
    if (error == -EPIPE || (error == -EBADFD && snd_pcm_state(pcm->handle) == SND_PCM_STATE_SETUP))
        return snd_pcm_prepare(pcm->handle);
    return error;
}

int cd_pcm_state(struct cd_pcm *pcm)
{
    return (int)snd_pcm_state(pcm->handle);
}

int cd_pcm_number(struct cd_pcm *pcm)
{
    snd_pcm_info_t *info;
    int result;

    snd_pcm_info_alloca(&info);
    result = snd_pcm_info(pcm->handle, info);
    return result < 0 ? result : snd_pcm_info_get_card(info);
}

int cd_pcm_delay(struct cd_pcm *pcm, int32_t *frames)
{
    snd_pcm_sframes_t delay = 0;
    int result = snd_pcm_delay(pcm->handle, &delay);

    *frames = (int32_t)delay;
    return result;
}

int cd_pcm_drop(struct cd_pcm *pcm)
{
    return snd_pcm_drop(pcm->handle);
}

int cd_pcm_close(struct cd_pcm *pcm)
{
    int result = snd_pcm_close(pcm->handle);

    free(pcm);
    return result;
}
