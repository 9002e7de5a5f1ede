#define _GNU_SOURCE
#include "creadline.h"
#include "guard.h"
#include "library.h"
#include "suggestion.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <langinfo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define LIBRARY "libreadline.so.8"

struct readline_api readline_api;

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

/// The terminal, opened once more so that reading it never waits, and the signals that may come while waiting for a key.
static int terminal = -1;
static sigset_t while_waiting;
/// Whether every key of the line so far was typed before it began.
static int is_typed_ahead;

/// The next byte that was typed. Ctrl-C takes away what was typed before it, so that a byte which was there may be gone.
static int typed_byte(FILE *input) {
    if (terminal < 0) return RL(rl_getc)(input);
    while (1) {
        unsigned char byte;
        ssize_t length = read(terminal, &byte, 1);
        if (length == 1) return byte;
        if (length == 0 || (errno != EAGAIN && errno != EINTR)) return EOF;
        struct pollfd keys = {.fd = terminal, .events = POLLIN};
        ppoll(&keys, 1, NULL, &while_waiting);
        // As Ctrl-G: whatever waits for a key is given up, and the line with it.
        if (guard_is_interrupted) return '\a';
    }
}

/// The key that ends the input of a terminal, as `stty` says it.
static int end_key(void) {
    struct termios settings;
    return tcgetattr(STDIN_FILENO, &settings) == 0 ? settings.c_cc[VEOF] : '\x04';
}

/// A character of the input; a zero byte in what is pasted would end the text there and is left out. Typed it is a key,
/// but ahead of the line it is Ctrl-D: so the terminal hands it over when its settings change after the key was pressed.
static int next_character(FILE *input) {
    static const char begin[] = "\033[200~", end[] = "\033[201~";
    static int matched, is_pasted;
    while (1) {
        int character = typed_byte(input);
        const char *wanted = is_pasted ? end : begin;
        if (character == wanted[matched]) {
            if (!wanted[++matched]) {
                is_pasted = !is_pasted;
                matched = 0;
            }
        } else {
            matched = character == wanted[0];
        }
        if (character == 0 && is_typed_ahead) return end_key();
        if (character != 0 || !is_pasted) return character;
    }
}

int creadline_open(void) {
    if (!open_library()) return 0;
    // Without a locale readline counts bytes, not characters.
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    RL(rl_readline_name) = "coach";
    RL(rl_catch_signals) = 0;
    RL(rl_catch_sigwinch) = 0;
    // LINES and COLUMNS would be wrong in programs that are started from here after a resize.
    RL(rl_change_environment) = 0;
    RL(rl_getc_function) = next_character;
    RL(rl_attempted_completion_function) = complete;
    RL(rl_completer_word_break_characters) = " \t\n\"";
    RL(rl_add_defun)("edit-line-in-editor", edit_line, -1);
    RL(rl_initialize)();
    const char *name = ttyname(STDIN_FILENO);
    if (name) terminal = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    RL(rl_bind_keyseq_if_unbound)("\\C-x\\C-e", edit_line);
    RL(rl_bind_keyseq_if_unbound)("\\e[5~", RL(rl_named_function)("history-search-backward"));
    guard_edits_lines = 1;
    RL(rl_bind_keyseq_if_unbound)("\\e[6~", RL(rl_named_function)("history-search-forward"));
    suggestion_bind_keys();
    return 1;
}

int library_width(const char *text, const char *end) {
    int columns = 0, is_hidden = 0;
    mbstate_t state = {0};
    while (text < end) {
        wchar_t character = 0;
        size_t length = mbrtowc(&character, text, (size_t)(end - text), &state);
        if (length == 0 || length > (size_t)(end - text)) {
            memset(&state, 0, sizeof state);
            length = 1;
        }
        // What stands between these two in a prompt takes no column.
        if (character == 1 || character == 2) {
            is_hidden = character == 1;
        } else if (!is_hidden) {
            int wide = wcwidth(character);
            // readline shows a control character as ^X.
            columns += wide < 0 ? 2 : wide;
        }
        text += length;
    }
    return columns;
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
    guard_stop(guard_on_stop);
    guard_is_stopping = 0;
    RL(rl_reset_after_signal)();
    RL(rl_reset_screen_size)();
    RL(rl_forced_update_display)();
}

/// Draws the line for another size of the window.
///
/// A terminal breaks what stands on it anew, so that the line begins as many rows above the cursor as it takes in the
/// new width; readline goes by the old one and leaves rows behind.
static void resize(void) {
    if (!guard_obeys_sequences()) {
        RL(rl_resize_terminal)();
        return;
    }
    RL(rl_reset_screen_size)();
    int rows = 0, columns = 0;
    RL(rl_get_screen_size)(&rows, &columns);
    const char *prompt = RL(rl_display_prompt), *line = RL(rl_line_buffer);
    int before = prompt ? library_width(prompt, prompt + strlen(prompt)) : 0;
    if (line) before += library_width(line, line + RL(rl_point));
    int above = columns > 0 ? before / columns : 0;
    if (above >= rows) above = rows - 1;
    if (above > 0) fprintf(RL(rl_outstream), "\033[%dA", above);
    fputs("\r\033[J", RL(rl_outstream));
    RL(rl_forced_update_display)();
}

enum creadline_result creadline_read(const char *prompt, char **line) {
    *line = NULL;
    finished_line = NULL;
    is_finished = 0;
    guard_is_interrupted = 0;
    // The signals come only while waiting, so that none is lost between looking for it and waiting.
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGWINCH);
    sigaddset(&blocked, SIGTSTP);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    while_waiting = before;
    guard_handle(SIGWINCH, guard_on_resize, 0);
    guard_handle(SIGTSTP, guard_on_stop, 0);
    // The window may have changed since the last line.
    RL(rl_reset_screen_size)();
    RL(rl_callback_handler_install)(prompt, on_line);
    is_typed_ahead = 1;
    guard_is_reading = 1;
    enum creadline_result result = CREADLINE_LINE;
    while (!is_finished) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        // Not between the bytes of a key or of what is pasted.
        if (!guard_is_interrupted && poll(&input, 1, 0) == 0) {
            is_typed_ahead = 0;
            suggestion_show();
        }
        int ready = guard_is_interrupted ? 0 : ppoll(&input, 1, NULL, &before);
        // What is only suggested is on the screen as long as nothing happens.
        suggestion_hide();
        if (guard_is_interrupted) {
            guard_is_interrupted = 0;
            give_up();
            result = CREADLINE_INTERRUPTED;
            break;
        }
        if (guard_is_resized) {
            guard_is_resized = 0;
            resize();
        }
        if (guard_is_stopping) stop();
        if (ready > 0) RL(rl_callback_read_char)();
    }
    guard_is_reading = 0;
    guard_handle(SIGTSTP, SIG_DFL, 0);
    guard_handle(SIGWINCH, SIG_DFL, 0);
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
    guard_is_interrupted = 0;
    ssize_t written = write(STDOUT_FILENO, prompt, strlen(prompt));
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (ppoll(&input, 1, NULL, &before) < 0 && errno == EINTR && !guard_is_interrupted) {}
    enum creadline_result result = CREADLINE_LINE;
    if (guard_is_interrupted) {
        guard_is_interrupted = 0;
        written = write(STDOUT_FILENO, "\n", 1);
        result = CREADLINE_INTERRUPTED;
    } else {
        ssize_t length = getline(line, &room, stdin), kept = 0;
        for (ssize_t i = 0; i < length; i++) {
            if ((*line)[i]) (*line)[kept++] = (*line)[i];
        }
        if (length >= 0) (*line)[kept] = 0;
        if (length < 0) {
            free(*line);
            *line = NULL;
            result = CREADLINE_END;
        }
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
