#ifndef COACH_CQRCODE_H
#define COACH_CQRCODE_H

#include <stdbool.h>
#include <stdint.h>

// libqrencode is opened only when a code is shown; without it there is none.

/// The squares of a code for a text, 1 dark and 0 light, row by row; the caller frees them.
///
/// Returns NULL where there is no libqrencode or the text is too long. `width` is the number of squares in a row.
uint8_t *cqrcode_squares(const char *text, int *width);

#endif
