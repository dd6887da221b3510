// GPIO lines of one chip through libgpiod, whichever of its two incompatible APIs this machine has: 1.x
// (libgpiod.so.2, Debian 12) or 2.x (libgpiod.so.3, Debian 13). One input line, and some output lines.
//
// Nothing here blocks and nothing here debounces: the kernel's debounce delays an edge by its whole period,
// and a press has to be heard at once. Functions return 0 or a count, or a negative errno. A chip belongs to
// one thread.
#ifndef CD_GPIO_H
#define CD_GPIO_H

#include <stdint.h>

/// An open chip and the lines requested on it.
struct cd_gpio;

enum {
    /// Size of the label and consumer buffers: the kernel's GPIO_MAX_NAME_SIZE, final zero included.
    CD_GPIO_TEXT = 32,
    /// The line reads 1 when it is electrically low: a button to ground is then "active" while pressed, and a
    /// press is a rising edge, because edges are logical too.
    CD_GPIO_ACTIVE_LOW = 1,
    CD_GPIO_PULL_UP = 2,
    /// Output lines of a chip: 0 to 7.
    CD_GPIO_OUTPUTS = 8,
};

/// One edge of the input line.
struct cd_gpio_event {
    /// CLOCK_MONOTONIC nanoseconds, taken by the kernel in the interrupt.
    int64_t at;
    /// 1: the line became active; 0: inactive.
    int32_t active;
};

/// The API this was compiled for: 1 or 2.
int cd_gpio_api(void);
/// The version of the library in use at run time, such as "1.6.3".
const char *cd_gpio_version(void);

/// The smallest N above `after` for which /dev/gpiochipN exists (start with -1). -ENOENT: there is none.
int cd_gpio_next_chip(int after);

/// Opens the chip at `path`.
/// -ENOENT, -ENODEV, -ENOTTY, -EISDIR: no GPIO chip there; -EACCES, -EPERM: not permitted; -ENOMEM.
int cd_gpio_open(const char *path, struct cd_gpio **chip);
/// Gives every line back and closes the chip. A null pointer is allowed.
void cd_gpio_close(struct cd_gpio *chip);

/// Copies the chip's label ("pinctrl-bcm2711"), which unlike its number is the same after every boot.
int cd_gpio_label(struct cd_gpio *chip, char text[CD_GPIO_TEXT]);
/// The number of lines of the chip.
int cd_gpio_lines(struct cd_gpio *chip);
/// Copies who uses a line. Empty when nobody does, or when the holder did not give a name.
int cd_gpio_consumer(struct cd_gpio *chip, uint32_t line, char text[CD_GPIO_TEXT]);
/// Copies the name that the board's device tree has for a line ("GPIO5"); empty without one.
int cd_gpio_line_name(struct cd_gpio *chip, uint32_t line, char text[CD_GPIO_TEXT]);

/// Requests the input line, once per chip. `flags` are CD_GPIO_*.
/// -ERANGE: no such line; -EBUSY: in use (cd_gpio_consumer says by whom) or requested already; -ENODEV.
int cd_gpio_request_input(struct cd_gpio *chip, uint32_t line, uint32_t flags, const char *consumer);
/// Requests a line as output `output`, driven to 0. Errors as above; -EINVAL: no such output.
int cd_gpio_request_output(struct cd_gpio *chip, int output, uint32_t line, const char *consumer);

/// Polls as POLLIN when edges wait, and as POLLERR | POLLHUP when the chip is gone. -EBADF before a request.
int cd_gpio_event_fd(struct cd_gpio *chip);
/// Takes up to `capacity` waiting edges, oldest first; 0 when none wait. -ENODEV: the chip was unplugged.
/// The kernel keeps 16 edges per line and drops the rest in silence: after a full batch, ask cd_gpio_value.
int cd_gpio_read_events(struct cd_gpio *chip, struct cd_gpio_event *events, int capacity);
/// The level of the input line now: 1 active, 0 inactive.
int cd_gpio_value(struct cd_gpio *chip);
/// Drives an output line. -EBADF before a request; -EINVAL: no such output.
int cd_gpio_set_output(struct cd_gpio *chip, int output, int active);

#endif
