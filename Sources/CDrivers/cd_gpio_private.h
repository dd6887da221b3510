// Shared by the files of the GPIO shim; not part of its API.
#ifndef CD_GPIO_PRIVATE_H
#define CD_GPIO_PRIVATE_H

#include "cd_gpio.h"

/// Copies a text, cut to what fits; null becomes empty.
void cd_gpio_copy_text(char to[CD_GPIO_TEXT], const char *from);
/// Whether a read of `fd` returns at once, be it with an error.
int cd_gpio_is_readable(int fd);

#endif
