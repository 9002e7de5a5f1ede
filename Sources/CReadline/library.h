#ifndef COACH_LIBRARY_H
#define COACH_LIBRARY_H

// What of readline is used, and where it stands once the library is opened.

#include <stdio.h>

#include <readline/history.h>
#include <readline/readline.h>

// Only the declarations of readline are used; what they stand for is looked up when the library is opened.
#define FUNCTIONS(X)                                                                                                   \
    X(rl_callback_handler_install) X(rl_callback_handler_remove) X(rl_callback_read_char) X(rl_callback_sigcleanup)    \
    X(rl_cleanup_after_signal) X(rl_reset_after_signal) X(rl_resize_terminal) X(rl_forced_update_display)              \
    X(rl_completion_matches) X(rl_add_defun) X(rl_bind_keyseq_if_unbound) X(rl_bind_keyseq) X(rl_replace_line)         \
    X(rl_deprep_terminal) X(rl_prep_terminal) X(rl_variable_bind) X(rl_initialize) X(rl_reset_screen_size)             \
    X(rl_get_screen_size) X(rl_getc) X(rl_free_line_state) X(rl_named_function) X(rl_filename_completion_function)     \
    X(rl_function_of_keyseq) X(rl_insert_text) X(rl_save_prompt) X(rl_restore_prompt) X(rl_message)                    \
    X(rl_clear_message) X(rl_read_key) X(rl_execute_next) X(rl_ding)                                                   \
    X(add_history) X(remove_history) X(free_history_entry) X(history_get)
#define VARIABLES(X)                                                                                                   \
    X(rl_readline_name) X(rl_catch_signals) X(rl_catch_sigwinch) X(rl_attempted_completion_function)                   \
    X(rl_attempted_completion_over) X(rl_completer_word_break_characters) X(rl_line_buffer) X(rl_end) X(rl_point)      \
    X(rl_change_environment) X(rl_display_prompt) X(rl_outstream) X(rl_getc_function) X(rl_readline_state)             \
    X(history_length) X(history_base)

struct readline_api {
    void *library;
#define FIELD(name) __typeof__(name) *name;
    FUNCTIONS(FIELD)
    VARIABLES(FIELD)
#undef FIELD
};
extern struct readline_api readline_api;
#define RL(name) (*readline_api.name)

/// The columns that a text takes on the screen, up to `end`.
int library_width(const char *text, const char *end);

#endif
