// What every driver shim of this folder keeps to:
//   * symbols are cd_<device>_<verb>; they return 0 or a count, or a negative errno;
//   * no vendor type (BlueZ, libgpiod, ALSA) leaves a .c file; no callbacks, globals or logging.
#ifndef CD_COMMON_H
#define CD_COMMON_H

#include <stdint.h>

/// CLOCK_MONOTONIC in nanoseconds: the one clock of this project (libgpiod stamps its edges with it).
int64_t cd_monotonic_nanoseconds(void);

#endif
