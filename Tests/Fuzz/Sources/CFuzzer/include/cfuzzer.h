/* libFuzzer's entry for programs with a main of their own: compiler-rt/lib/fuzzer/FuzzerInterface.h. */
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one_input)(const uint8_t *data, size_t size));

#endif
