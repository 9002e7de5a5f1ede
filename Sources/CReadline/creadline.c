#define _GNU_SOURCE
#include "creadline.h"

#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

// Only the declarations of readline are used; what they stand for is looked up when the library is opened.
#define LIBRARY "libreadline.so.8"
#define FUNCTIONS(X)                                                                                                   \
    X(rl_callback_handler_install) X(rl_callback_handler_remove) X(rl_callback_read_char) X(rl_callback_sigcleanup)    \
    X(rl_cleanup_after_signal) X(rl_reset_after_signal) X(rl_resize_terminal) X(rl_forced_update_display)              \
    X(rl_completion_matches) X(rl_add_defun) X(rl_bind_keyseq_if_unbound) X(rl_bind_keyseq) X(rl_replace_line)         \
    X(rl_deprep_terminal) X(rl_prep_terminal) X(rl_variable_bind) X(rl_initialize) X(rl_reset_screen_size)             \
    X(rl_free_line_state) X(rl_named_function) X(rl_filename_completion_function) X(add_history) X(remove_history) X(free_history_entry) X(history_get)
#define VARIABLES(X)                                                                                                   \
    X(rl_readline_name) X(rl_catch_signals) X(rl_catch_sigwinch) X(rl_attempted_completion_function)                   \
    X(rl_attempted_completion_over) X(rl_completer_word_break_characters) X(rl_line_buffer) X(rl_end) X(rl_point)      \
    X(rl_change_environment) X(history_length) X(history_base)

static struct {
    void *library;
#define FIELD(name) __typeof__(name) *name;
    FUNCTIONS(FIELD)
    VARIABLES(FIELD)
#undef FIELD
} readline_api;
#define RL(name) (*readline_api.name)

// MARK: Signals

static struct termios saved_terminal;
static int has_saved_terminal, obeys_sequences;
static volatile sig_atomic_t is_interrupted, is_resized, is_stopping, is_reading;

/// Ends bracketed paste, shows the cursor, ends colours.
static const char reset_sequence[] = "\033[?2004l\033[?25h\033[0m";

/// Puts the terminal back; nothing in here that a signal handler may not call.
static void restore_terminal(void) {
    if (!has_saved_terminal) return;
    int error = errno;
    tcsetattr(STDIN_FILENO, TCSANOW, &saved_terminal);
    if (obeys_sequences) {
        ssize_t written = write(STDOUT_FILENO, reset_sequence, sizeof reset_sequence - 1);
        (void)written;
    }
    errno = error;
}

static void on_fatal(int number) {
    restore_terminal();
    // The shell's prompt is not to stand behind a half-typed line.
    if (is_reading && has_saved_terminal) {
        ssize_t written = write(STDOUT_FILENO, "\n", 1);
        (void)written;
    }
    // SA_RESETHAND has put the default action back, which ends the process as it should.
    raise(number);
}

static void on_interrupt(int number) {
    (void)number;
    is_interrupted = 1;
}

static void on_resize(int number) {
    (void)number;
    is_resized = 1;
}

static void on_stop(int number) {
    (void)number;
    is_stopping = 1;
}

static void handle(int number, void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void creadline_guard_terminal(void) {
    has_saved_terminal = tcgetattr(STDIN_FILENO, &saved_terminal) == 0;
    const char *terminal = getenv("TERM");
    obeys_sequences = isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    static const int fatal[] = {SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        struct sigaction now;
        // What the parent told the process to ignore stays ignored (nohup).
        if (sigaction(fatal[i], NULL, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        handle(fatal[i], on_fatal, (int)SA_RESETHAND | SA_NODEFER);
    }
    handle(SIGINT, on_interrupt, 0);
}

int creadline_take_interrupt(void) {
    int was = is_interrupted;
    is_interrupted = 0;
    return was;
}

int creadline_is_interrupted(void) { return is_interrupted; }

// MARK: Opening

static int open_library(void) {
    if (readline_api.library) return 1;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define LOOK_UP(name)                                                                                                  \
    if (!(readline_api.name = dlsym(library, #name))) return dlclose(library), 0;
    FUNCTIONS(LOOK_UP)
    VARIABLES(LOOK_UP)
#undef LOOK_UP
    readline_api.library = library;
    return 1;
}

int creadline_is_available(void) { return open_library(); }

static char **complete(const char *text, int start, int end);
static int edit_line(int count, int key);

int creadline_open(void) {
    if (!open_library()) return 0;
    // Without a locale readline counts bytes, not characters.
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    RL(rl_readline_name) = "coach";
    RL(rl_catch_signals) = 0;
    RL(rl_catch_sigwinch) = 0;
    // LINES and COLUMNS would be wrong in programs that are started from here after a resize.
    RL(rl_change_environment) = 0;
    RL(rl_attempted_completion_function) = complete;
    RL(rl_completer_word_break_characters) = " \t\n\"";
    RL(rl_add_defun)("edit-line-in-editor", edit_line, -1);
    RL(rl_initialize)();
    RL(rl_bind_keyseq_if_unbound)("\\C-x\\C-e", edit_line);
    RL(rl_bind_keyseq_if_unbound)("\\e[5~", RL(rl_named_function)("history-search-backward"));
    RL(rl_bind_keyseq_if_unbound)("\\e[6~", RL(rl_named_function)("history-search-forward"));
    return 1;
}

// MARK: Reading

static char *finished_line;
static int is_finished;

static void on_line(char *line) {
    finished_line = line;
    is_finished = 1;
    // Removed at once, or readline would show the prompt again.
    RL(rl_callback_handler_remove)();
}

/// The line is given up, and the terminal is as it was before.
static void give_up(void) {
    ssize_t written = write(STDOUT_FILENO, "^C\n", 3);
    (void)written;
    RL(rl_callback_sigcleanup)();
    RL(rl_free_line_state)();
    // What a search through the history had found is not to stand on the next line.
    RL(rl_replace_line)("", 1);
    RL(rl_callback_handler_remove)();
}

/// Stops the process as Ctrl-Z asks, with the terminal as the shell wants it, and goes on with the same line.
static void stop(void) {
    RL(rl_cleanup_after_signal)();
    handle(SIGTSTP, SIG_DFL, 0);
    sigset_t only, before;
    sigemptyset(&only);
    sigaddset(&only, SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &only, &before);
    raise(SIGTSTP);
    sigprocmask(SIG_SETMASK, &before, NULL);
    handle(SIGTSTP, on_stop, 0);
    is_stopping = 0;
    RL(rl_reset_after_signal)();
    RL(rl_reset_screen_size)();
    RL(rl_forced_update_display)();
}

enum creadline_result creadline_read(const char *prompt, char **line) {
    *line = NULL;
    finished_line = NULL;
    is_finished = 0;
    is_interrupted = 0;
    // The signals come only while waiting, so that none is lost between looking for it and waiting.
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGWINCH);
    sigaddset(&blocked, SIGTSTP);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    handle(SIGWINCH, on_resize, 0);
    handle(SIGTSTP, on_stop, 0);
    // The window may have changed since the last line.
    RL(rl_reset_screen_size)();
    RL(rl_callback_handler_install)(prompt, on_line);
    is_reading = 1;
    enum creadline_result result = CREADLINE_LINE;
    while (!is_finished) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = ppoll(&input, 1, NULL, &before);
        if (is_interrupted) {
            is_interrupted = 0;
            give_up();
            result = CREADLINE_INTERRUPTED;
            break;
        }
        if (is_resized) {
            is_resized = 0;
            RL(rl_resize_terminal)();
        }
        if (is_stopping) stop();
        if (ready > 0) RL(rl_callback_read_char)();
    }
    is_reading = 0;
    handle(SIGTSTP, SIG_DFL, 0);
    handle(SIGWINCH, SIG_DFL, 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (result == CREADLINE_LINE && !finished_line) result = CREADLINE_END;
    if (result == CREADLINE_LINE) *line = finished_line;
    return result;
}

enum creadline_result creadline_read_plain(const char *prompt, char **line) {
    *line = NULL;
    size_t room = 0;
    // As above: the signal comes only while waiting, or one that comes with the prompt would be lost.
    sigset_t only, before;
    sigemptyset(&only);
    sigaddset(&only, SIGINT);
    sigprocmask(SIG_BLOCK, &only, &before);
    is_interrupted = 0;
    ssize_t written = write(STDOUT_FILENO, prompt, strlen(prompt));
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (ppoll(&input, 1, NULL, &before) < 0 && errno == EINTR && !is_interrupted) {}
    enum creadline_result result = CREADLINE_LINE;
    if (is_interrupted) {
        is_interrupted = 0;
        written = write(STDOUT_FILENO, "\n", 1);
        result = CREADLINE_INTERRUPTED;
    } else if (getline(line, &room, stdin) < 0) {
        free(*line);
        *line = NULL;
        result = CREADLINE_END;
    }
    (void)written;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return result;
}

int creadline_has_input_error(void) { return ferror(stdin) != 0; }

// MARK: History

void creadline_add_history(const char *line) { RL(add_history)(line); }

void creadline_forget_history(const char *line) {
    for (int i = RL(history_length) - 1; i >= 0; i--) {
        HIST_ENTRY *entry = RL(history_get)(RL(history_base) + i);
        if (entry && strcmp(entry->line, line) == 0) RL(free_history_entry)(RL(remove_history)(i));
    }
}

// MARK: Completion

static creadline_completer completer;
static char **offers;
static size_t offer_count, offer_room, next_offer;
static int offers_files;

void creadline_set_completer(creadline_completer function) { completer = function; }

void creadline_offer_files(void) { offers_files = 1; }

void creadline_offer(const char *word) {
    if (offer_count == offer_room) {
        size_t room = offer_room ? 2 * offer_room : 64;
        char **larger = realloc(offers, room * sizeof *offers);
        if (!larger) return;
        offers = larger;
        offer_room = room;
    }
    char *copy = strdup(word);
    if (copy) offers[offer_count++] = copy;
}

static char *give_offer(const char *text, int state) {
    (void)text;
    if (state == 0) next_offer = 0;
    // readline frees what it is given.
    return next_offer < offer_count ? offers[next_offer++] : NULL;
}

static char **complete(const char *text, int start, int end) {
    // Names of files are no part of a question.
    RL(rl_attempted_completion_over) = 1;
    offer_count = 0;
    offers_files = 0;
    if (completer) completer(RL(rl_line_buffer), start, end);
    if (offers_files) return RL(rl_completion_matches)(text, RL(rl_filename_completion_function));
    return offer_count ? RL(rl_completion_matches)(text, give_offer) : NULL;
}

// MARK: The editor

static creadline_line_editor line_editor;

void creadline_set_line_editor(creadline_line_editor editor) { line_editor = editor; }

static int edit_line(int count, int key) {
    (void)count;
    (void)key;
    if (!line_editor) return 0;
    RL(rl_deprep_terminal)();
    char *line = line_editor(RL(rl_line_buffer));
    RL(rl_prep_terminal)(1);
    if (line) {
        RL(rl_replace_line)(line, 0);
        RL(rl_point) = RL(rl_end);
        free(line);
    }
    RL(rl_forced_update_display)();
    return 0;
}
