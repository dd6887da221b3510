// libgpiod 1.x (libgpiod.so.2). Empty when <gpiod.h> is of version 2, as cd_gpio_v2.c is when it is of 1.
#include "cd_gpio_private.h"

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

// Both versions install the same header under the same name; this macro is only in the first.
#ifdef GPIOD_LINE_BULK_MAX_LINES

/// As many events as the kernel keeps for a line (gpiolib-cdev.c, DECLARE_KFIFO of 16).
enum { FIFO_LENGTH = 16 };

struct cd_gpio {
    struct gpiod_chip *chip;
    struct gpiod_line *input;
    struct gpiod_line *outputs[CD_GPIO_OUTPUTS];
};

int cd_gpio_api(void)
{
    return 1;
}

const char *cd_gpio_version(void)
{
    return gpiod_version_string();
}

int cd_gpio_open(const char *path, struct cd_gpio **chip)
{
    struct cd_gpio *opened = calloc(1, sizeof(*opened));

    *chip = NULL;
    if (!opened)
        return -ENOMEM;
    opened->chip = gpiod_chip_open(path);
    if (!opened->chip) {
        int error = errno;

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
        gpiod_line_release(chip->input);
    for (int i = 0; i < CD_GPIO_OUTPUTS; i++)
        if (chip->outputs[i])
            gpiod_line_release(chip->outputs[i]);
    gpiod_chip_close(chip->chip);
    free(chip);
}

int cd_gpio_label(struct cd_gpio *chip, char text[CD_GPIO_TEXT])
{
    cd_gpio_copy_text(text, gpiod_chip_label(chip->chip));
    return 0;
}

int cd_gpio_lines(struct cd_gpio *chip)
{
    return (int)gpiod_chip_num_lines(chip->chip);
}

/// Finds a line. gpiod_chip_get_line says EINVAL for a line beyond the chip, as for much else.
static int find_line(struct cd_gpio *chip, uint32_t offset, struct gpiod_line **line)
{
    if (offset >= gpiod_chip_num_lines(chip->chip))
        return -ERANGE;
    *line = gpiod_chip_get_line(chip->chip, offset);
    return *line ? 0 : -errno;
}

int cd_gpio_consumer(struct cd_gpio *chip, uint32_t line, char text[CD_GPIO_TEXT])
{
    struct gpiod_line *found;
    int result = find_line(chip, line, &found);

    cd_gpio_copy_text(text, NULL);
    if (result < 0)
        return result;
    // The library keeps what it read when the line was first asked for.
    if (gpiod_line_update(found) < 0)
        return -errno;
    cd_gpio_copy_text(text, gpiod_line_consumer(found));
    return 0;
}

int cd_gpio_line_name(struct cd_gpio *chip, uint32_t line, char text[CD_GPIO_TEXT])
{
    struct gpiod_line *found;
    int result = find_line(chip, line, &found);

    cd_gpio_copy_text(text, result < 0 ? NULL : gpiod_line_name(found));
    return result;
}

int cd_gpio_request_input(struct cd_gpio *chip, uint32_t line, uint32_t flags, const char *consumer)
{
    int vendor = 0;
    struct gpiod_line *found;
    int result = find_line(chip, line, &found);

    if (result < 0)
        return result;
    if (chip->input)
        return -EBUSY;
    if (flags & CD_GPIO_ACTIVE_LOW)
        vendor |= GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW;
    if (flags & CD_GPIO_PULL_UP)
        vendor |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    if (gpiod_line_request_both_edges_events_flags(found, consumer, vendor) < 0)
        return -errno;
    chip->input = found;
    return 0;
}

int cd_gpio_request_output(struct cd_gpio *chip, int output, uint32_t line, const char *consumer)
{
    struct gpiod_line *found;
    int result = find_line(chip, line, &found);

    if (result < 0)
        return result;
    if (output < 0 || output >= CD_GPIO_OUTPUTS)
        return -EINVAL;
    if (chip->outputs[output])
        return -EBUSY;
    if (gpiod_line_request_output(found, consumer, 0) < 0)
        return -errno;
    chip->outputs[output] = found;
    return 0;
}

int cd_gpio_event_fd(struct cd_gpio *chip)
{
    int fd = chip->input ? gpiod_line_event_get_fd(chip->input) : -1;

    return fd < 0 ? -EBADF : fd;
}

int cd_gpio_read_events(struct cd_gpio *chip, struct cd_gpio_event *events, int capacity)
{
    struct gpiod_line_event read[FIFO_LENGTH];
    int fd = cd_gpio_event_fd(chip);
    int count;

    if (fd < 0)
        return fd;
    if (capacity <= 0 || !cd_gpio_is_readable(fd))
        return 0;
    count = gpiod_line_event_read_fd_multiple(fd, read, capacity < FIFO_LENGTH ? capacity : FIFO_LENGTH);
    if (count < 0)
        return -errno;
    for (int i = 0; i < count; i++) {
        events[i].at = (int64_t)read[i].ts.tv_sec * 1000000000 + read[i].ts.tv_nsec;
        events[i].active = read[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    }
    return count;
}

int cd_gpio_value(struct cd_gpio *chip)
{
    int value;

    if (!chip->input)
        return -EBADF;
    value = gpiod_line_get_value(chip->input);
    return value < 0 ? -errno : value;
}

int cd_gpio_set_output(struct cd_gpio *chip, int output, int active)
{
    if (output < 0 || output >= CD_GPIO_OUTPUTS)
        return -EINVAL;
    if (!chip->outputs[output])
        return -EBADF;
    return gpiod_line_set_value(chip->outputs[output], active != 0) < 0 ? -errno : 0;
}

#endif
