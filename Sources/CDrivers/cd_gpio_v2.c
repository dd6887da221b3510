// libgpiod 2.x (libgpiod.so.3). Empty when <gpiod.h> is of version 1, as cd_gpio_v1.c is when it is of 2.
#include "cd_gpio_private.h"

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES

/// As many events as the kernel keeps for a request of one line (gpiolib-cdev.c: 16 per line).
enum { FIFO_LENGTH = 16 };

struct cd_gpio {
    struct gpiod_chip *chip;
    struct gpiod_line_request *input;
    struct gpiod_line_request *outputs[CD_GPIO_OUTPUTS];
    struct gpiod_edge_event_buffer *events;
    uint32_t input_line;
    uint32_t output_lines[CD_GPIO_OUTPUTS];
};

int cd_gpio_api(void)
{
    return 2;
}

const char *cd_gpio_version(void)
{
    return gpiod_api_version();
}

int cd_gpio_open(const char *path, struct cd_gpio **chip)
{
    struct cd_gpio *opened = calloc(1, sizeof(*opened));
    int error;

    *chip = NULL;
    if (!opened)
        return -ENOMEM;
    opened->events = gpiod_edge_event_buffer_new(FIFO_LENGTH);
    if (opened->events)
        opened->chip = gpiod_chip_open(path);
    if (!opened->chip) {
        error = errno;
        gpiod_edge_event_buffer_free(opened->events);
        free(opened);
        return -error;
    }
    *chip = opened;
    return 0;
}

void cd_gpio_close(struct cd_gpio *chip)
{
    if (!chip)
        return;
    if (chip->input)
        gpiod_line_request_release(chip->input);
    for (int i = 0; i < CD_GPIO_OUTPUTS; i++)
        if (chip->outputs[i])
            gpiod_line_request_release(chip->outputs[i]);
    gpiod_edge_event_buffer_free(chip->events);
    gpiod_chip_close(chip->chip);
    free(chip);
}

int cd_gpio_label(struct cd_gpio *chip, char text[CD_GPIO_TEXT])
{
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip->chip);

    cd_gpio_copy_text(text, NULL);
    if (!info)
        return -errno;
    cd_gpio_copy_text(text, gpiod_chip_info_get_label(info));
    gpiod_chip_info_free(info);
    return 0;
}

int cd_gpio_lines(struct cd_gpio *chip)
{
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip->chip);
    int lines;

    if (!info)
        return -errno;
    lines = (int)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
    return lines;
}

// Copies what `text_of` says of a line.
static int copy_of_line(struct cd_gpio *chip, uint32_t line, const char *(*text_of)(struct gpiod_line_info *),
                        char text[CD_GPIO_TEXT])
{
    int lines = cd_gpio_lines(chip);
    struct gpiod_line_info *info;

    cd_gpio_copy_text(text, NULL);
    if (lines < 0)
        return lines;
    if (line >= (uint32_t)lines)
        return -ERANGE;
    info = gpiod_chip_get_line_info(chip->chip, line);
    if (!info)
        return -errno;
    cd_gpio_copy_text(text, text_of(info));
    gpiod_line_info_free(info);
    return 0;
}

int cd_gpio_consumer(struct cd_gpio *chip, uint32_t line, char text[CD_GPIO_TEXT])
{
    return copy_of_line(chip, line, gpiod_line_info_get_consumer, text);
}

int cd_gpio_line_name(struct cd_gpio *chip, uint32_t line, char text[CD_GPIO_TEXT])
{
    return copy_of_line(chip, line, gpiod_line_info_get_name, text);
}

/// Settings for the line; null with errno when there is no memory or a value is refused.
static struct gpiod_line_settings *make_settings(enum gpiod_line_direction direction, uint32_t flags)
{
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    enum gpiod_line_edge edges = GPIOD_LINE_EDGE_NONE;
    enum gpiod_line_bias bias = flags & CD_GPIO_PULL_UP ? GPIOD_LINE_BIAS_PULL_UP : GPIOD_LINE_BIAS_AS_IS;

    if (!settings)
        return NULL;
    if (direction == GPIOD_LINE_DIRECTION_INPUT)
        edges = GPIOD_LINE_EDGE_BOTH;
    gpiod_line_settings_set_active_low(settings, flags & CD_GPIO_ACTIVE_LOW);
    if (gpiod_line_settings_set_direction(settings, direction) == 0
        && gpiod_line_settings_set_edge_detection(settings, edges) == 0
        && gpiod_line_settings_set_bias(settings, bias) == 0
        && gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) == 0)
        return settings;
    gpiod_line_settings_free(settings);
    return NULL;
}

/// Requests one line. The four objects the library wants for that live only as long as this call.
static int request_line(struct cd_gpio *chip, uint32_t line, enum gpiod_line_direction direction,
                        uint32_t flags, const char *consumer, struct gpiod_line_request **request)
{
    int lines = cd_gpio_lines(chip);
    struct gpiod_line_settings *settings;
    struct gpiod_line_config *lines_wanted;
    struct gpiod_request_config *named;
    int result = 0;

    if (lines < 0)
        return lines;
    if (line >= (uint32_t)lines)
        return -ERANGE;
    settings = make_settings(direction, flags);
    lines_wanted = gpiod_line_config_new();
    named = gpiod_request_config_new();
    if (settings && lines_wanted && named
        && gpiod_line_config_add_line_settings(lines_wanted, &line, 1, settings) == 0) {
        gpiod_request_config_set_consumer(named, consumer);
        *request = gpiod_chip_request_lines(chip->chip, named, lines_wanted);
    }
    if (!*request)
        result = -errno;
    gpiod_request_config_free(named);
    gpiod_line_config_free(lines_wanted);
    gpiod_line_settings_free(settings);
    return result;
}

int cd_gpio_request_input(struct cd_gpio *chip, uint32_t line, uint32_t flags, const char *consumer)
{
    if (chip->input)
        return -EBUSY;
    chip->input_line = line;
    return request_line(chip, line, GPIOD_LINE_DIRECTION_INPUT, flags, consumer, &chip->input);
}

int cd_gpio_request_output(struct cd_gpio *chip, int output, uint32_t line, const char *consumer)
{
    if (output < 0 || output >= CD_GPIO_OUTPUTS)
        return -EINVAL;
    if (chip->outputs[output])
        return -EBUSY;
    chip->output_lines[output] = line;
    return request_line(chip, line, GPIOD_LINE_DIRECTION_OUTPUT, 0, consumer, &chip->outputs[output]);
}

int cd_gpio_event_fd(struct cd_gpio *chip)
{
    return chip->input ? gpiod_line_request_get_fd(chip->input) : -EBADF;
}

int cd_gpio_read_events(struct cd_gpio *chip, struct cd_gpio_event *events, int capacity)
{
    int fd = cd_gpio_event_fd(chip);
    int count;

    if (fd < 0)
        return fd;
    if (capacity <= 0 || !cd_gpio_is_readable(fd))
        return 0;
    count = gpiod_line_request_read_edge_events(chip->input, chip->events,
                                                capacity < FIFO_LENGTH ? capacity : FIFO_LENGTH);
    if (count < 0)
        return -errno;
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(chip->events, i);

        events[i].at = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
        events[i].active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    }
    return count;
}

int cd_gpio_value(struct cd_gpio *chip)
{
    if (!chip->input)
        return -EBADF;
    switch (gpiod_line_request_get_value(chip->input, chip->input_line)) {
    case GPIOD_LINE_VALUE_ACTIVE:
        return 1;
    case GPIOD_LINE_VALUE_INACTIVE:
        return 0;
    default:
        return -errno;
    }
}

int cd_gpio_set_output(struct cd_gpio *chip, int output, int active)
{
    enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    int result;

    if (output < 0 || output >= CD_GPIO_OUTPUTS)
        return -EINVAL;
    if (!chip->outputs[output])
        return -EBADF;
    result = gpiod_line_request_set_value(chip->outputs[output], chip->output_lines[output], value);
    return result < 0 ? -errno : 0;
}

#endif
