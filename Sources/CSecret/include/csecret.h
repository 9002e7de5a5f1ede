#ifndef COACH_CSECRET_H
#define COACH_CSECRET_H

#include <stdbool.h>
#include <stddef.h>

// The secret service of the desktop (freedesktop.org), through libsecret, which is opened when it is first asked. Each secret is
// a text without zeros, kept for the application `coach` under a name.

typedef enum {
    CSECRET_OK,
    /// There is none of that name.
    CSECRET_NONE,
    /// No libsecret, no service, or it refuses.
    CSECRET_FAILED,
} csecret_result;

/// `*value` is for `csecret_free`.
csecret_result csecret_read(const char *name, char **value);
csecret_result csecret_write(const char *name, const char *value);
csecret_result csecret_remove(const char *name);

/// Overwrites it first.
void csecret_free(char *value);

#endif
