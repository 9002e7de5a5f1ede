#define _GNU_SOURCE
#include "guard.h"
#include "creadline.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

volatile sig_atomic_t guard_is_interrupted, guard_is_resized, guard_is_stopping, guard_is_reading, guard_edits_lines;

static struct termios saved_terminal;
static int has_saved_terminal, obeys_sequences;

/// Ends bracketed paste, shows the cursor, ends colours.
static const char reset_sequence[] = "\033[?2004l\033[?25h\033[0m";

static void say(int stream, const char *text) {
    ssize_t written = write(stream, text, strlen(text));
    (void)written;
}

int guard_obeys_sequences(void) { return obeys_sequences; }

void guard_handle(int number, void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

// MARK: The sign of waiting

static volatile sig_atomic_t has_sign;

void creadline_set_sign(int is_shown) { has_sign = is_shown; }

static void erase_sign(void) {
    if (has_sign) say(STDERR_FILENO, "\r\033[K\033[?25h");
}

// MARK: The end

/// Puts the terminal back; nothing in here that a signal handler may not call.
static void restore_terminal(void) {
    if (!has_saved_terminal) return;
    int error = errno;
    tcsetattr(STDIN_FILENO, TCSANOW, &saved_terminal);
    if (obeys_sequences) say(STDOUT_FILENO, reset_sequence);
    errno = error;
}

static void on_fatal(int number) {
    erase_sign();
    restore_terminal();
    // The shell's prompt is not to stand behind a half-typed line.
    if (guard_is_reading && has_saved_terminal) say(STDOUT_FILENO, "\n");
    // SA_RESETHAND has put the default action back, which ends the process as it should.
    raise(number);
}

static pthread_t reader;

/// Whether this is the thread that reads lines. While that holds signals back, another one gets them, which would not
/// wake it: it hands them on.
static int is_for_reader(int number) {
    if (pthread_equal(pthread_self(), reader)) return 1;
    pthread_kill(reader, number);
    return 0;
}

static void on_interrupt(int number) {
    if (is_for_reader(number)) guard_is_interrupted = 1;
}

void guard_on_resize(int number) {
    if (is_for_reader(number)) guard_is_resized = 1;
}

void guard_on_stop(int number) {
    if (is_for_reader(number)) guard_is_stopping = 1;
}

/// Every signal that ends a process and can be caught, but for those that are ignored (SIGPIPE, SIGXFSZ) or a mark
/// (SIGINT).
static const int fatal[] = {
    SIGTERM, SIGHUP,  SIGQUIT, SIGSEGV, SIGABRT,   SIGBUS,  SIGILL, SIGFPE, SIGTRAP,  SIGUSR1,
    SIGUSR2, SIGALRM, SIGXCPU, SIGSYS,  SIGVTALRM, SIGPROF, SIGIO,  SIGPWR, SIGSTKFLT};

void creadline_guard_terminal(void) {
    reader = pthread_self();
    has_saved_terminal = tcgetattr(STDIN_FILENO, &saved_terminal) == 0;
    const char *terminal = getenv("TERM");
    obeys_sequences = isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        struct sigaction now;
        // What the parent told the process to ignore stays ignored (nohup).
        if (sigaction(fatal[i], NULL, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        guard_handle(fatal[i], on_fatal, (int)SA_RESETHAND | SA_NODEFER);
    }
    guard_handle(SIGINT, on_interrupt, 0);
}

int creadline_take_interrupt(void) {
    int was = guard_is_interrupted;
    guard_is_interrupted = 0;
    return was;
}

int creadline_is_interrupted(void) { return guard_is_interrupted; }

// MARK: Stopping

void guard_stop(void (*handler)(int)) {
    guard_handle(SIGTSTP, SIG_DFL, 0);
    sigset_t only, before;
    sigemptyset(&only);
    sigaddset(&only, SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &only, &before);
    raise(SIGTSTP);
    sigprocmask(SIG_SETMASK, &before, NULL);
    guard_handle(SIGTSTP, handler, 0);
}

// MARK: Replies

static struct termios loud_terminal;
static volatile sig_atomic_t is_quiet;

/// What is typed ahead does not stand in the middle of a reply: readline shows it behind the next prompt.
static void hide_typing(void) {
    // A process in the background that changes the terminal is stopped.
    if (!guard_edits_lines || tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
    if (!is_quiet && tcgetattr(STDIN_FILENO, &loud_terminal) != 0) return;
    struct termios quiet = loud_terminal;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    is_quiet = tcsetattr(STDIN_FILENO, TCSANOW, &quiet) == 0;
}

static void show_typing(void) {
    if (is_quiet) tcsetattr(STDIN_FILENO, TCSANOW, &loud_terminal);
    is_quiet = 0;
}

static void on_stop_within_reply(int number) {
    (void)number;
    int error = errno;
    erase_sign();
    show_typing();
    guard_stop(on_stop_within_reply);
    hide_typing();
    errno = error;
}

void creadline_begin_reply(void) {
    struct sigaction now;
    if (sigaction(SIGTSTP, NULL, &now) != 0 || now.sa_handler != SIG_IGN) {
        guard_handle(SIGTSTP, on_stop_within_reply, SA_RESTART);
    }
    hide_typing();
}

void creadline_end_reply(void) {
    struct sigaction now;
    if (sigaction(SIGTSTP, NULL, &now) == 0 && now.sa_handler == on_stop_within_reply) {
        guard_handle(SIGTSTP, SIG_DFL, 0);
    }
    show_typing();
}
