#ifndef COACH_GUARD_H
#define COACH_GUARD_H

// What the reading of lines and the guarding of the terminal know of each other.

#include <signal.h>

extern volatile sig_atomic_t guard_is_interrupted, guard_is_resized, guard_is_stopping;
/// Whether a half-typed line stands on the screen.
extern volatile sig_atomic_t guard_is_reading;
/// Whether readline shows what was typed ahead once it reads; the terminal itself does not.
extern volatile sig_atomic_t guard_edits_lines;

void guard_handle(int number, void (*handler)(int), int flags);
void guard_on_resize(int number);
void guard_on_stop(int number);
/// Stops the process as Ctrl-Z asks and comes back when it goes on; `handler` is in force again then.
void guard_stop(void (*handler)(int));
/// Whether the terminal moves its cursor by escape sequences.
int guard_obeys_sequences(void);

#endif
