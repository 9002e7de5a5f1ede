#define _GNU_SOURCE
#include "suggestion.h"
#include "creadline.h"
#include "guard.h"
#include "library.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

// MARK: Behind the cursor

static creadline_suggester suggester;
/// What is suggested, and for which line; NULL for nothing.
static char *suggestion, *suggested_line;
static int is_shown;

void creadline_set_suggester(creadline_suggester function) { suggester = function; }

static int is_at_end(void) { return RL(rl_point) == RL(rl_end); }

static void forget(void) {
    free(suggestion);
    free(suggested_line);
    suggestion = suggested_line = NULL;
}

/// As much of a text as fits in so many columns, in bytes.
static size_t fitting(const char *text, int columns) {
    mbstate_t state = {0};
    size_t used = 0, size = strlen(text);
    while (used < size) {
        wchar_t character = 0;
        size_t length = mbrtowc(&character, text + used, size - used, &state);
        if (length == 0 || length > size - used) break;
        columns -= wcwidth(character) < 0 ? 2 : wcwidth(character);
        if (columns < 0) break;
        used += length;
    }
    return used;
}

void suggestion_show(void) {
    // While a search or a key of several strokes goes on the line is not what will be asked.
    static const unsigned long busy = RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_SEARCH | RL_STATE_METANEXT
        | RL_STATE_MULTIKEY | RL_STATE_NUMERICARG | RL_STATE_VIMOTION | RL_STATE_COMPLETING;
    forget();
    if (is_shown || !suggester || !guard_obeys_sequences() || !is_at_end() || RL(rl_readline_state) & busy) return;
    suggestion = suggester(RL(rl_line_buffer));
    if (!suggestion || !(suggested_line = strdup(RL(rl_line_buffer)))) return;
    int rows = 0, columns = 0;
    RL(rl_get_screen_size)(&rows, &columns);
    const char *prompt = RL(rl_display_prompt), *line = RL(rl_line_buffer);
    int before = (prompt ? library_width(prompt, prompt + strlen(prompt)) : 0) + library_width(line, line + RL(rl_end));
    // The last column stays free: behind it the cursor would be in the next row.
    size_t size = columns > 0 ? fitting(suggestion, columns - before % columns - 1) : 0;
    if (size == 0) return;
    fprintf(RL(rl_outstream), "\033[2m%.*s\033[0m\033[%dD", (int)size, suggestion,
            library_width(suggestion, suggestion + size));
    fflush(RL(rl_outstream));
    is_shown = 1;
}

void suggestion_hide(void) {
    if (!is_shown) return;
    fputs("\033[K", RL(rl_outstream));
    fflush(RL(rl_outstream));
    is_shown = 0;
}

/// Takes over what is suggested at the end of the line; else does what the key did before.
static int take_or(const char *name, int count, int key) {
    // Only what was seen: more may have been typed since.
    if (is_at_end() && suggested_line && strcmp(suggested_line, RL(rl_line_buffer)) == 0) {
        RL(rl_insert_text)(suggestion);
        forget();
        return 0;
    }
    rl_command_func_t *before = RL(rl_named_function)(name);
    return before ? before(count, key) : 0;
}

static int take_or_forward(int count, int key) { return take_or("forward-char", count, key); }
static int take_or_end(int count, int key) { return take_or("end-of-line", count, key); }

// MARK: Searching

static creadline_searcher searcher;

void creadline_set_searcher(creadline_searcher function) { searcher = function; }

static int has_input(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

/// Finds an earlier line by a few of its letters: each key finds anew, Ctrl-R the next best, Enter asks what was found,
/// Ctrl-G gives back what was typed before.
static int search(int count, int key) {
    (void)count;
    (void)key;
    if (!searcher) return 0;
    char query[256] = "";
    size_t size = 0;
    int place = 0;
    char *before = strdup(RL(rl_line_buffer));
    // Its header declares it without parameters.
    int (*show_message)(const char *, ...) = (int (*)(const char *, ...))RL(rl_message);
    RL(rl_save_prompt)();
    while (1) {
        char *found = searcher(query, place);
        if (!found && place > 0) {
            RL(rl_ding)();
            found = searcher(query, --place);
        }
        RL(rl_replace_line)(found ? found : size ? "" : before ? before : "", 0);
        RL(rl_point) = RL(rl_end);
        show_message("(search%s) %s: ", found || !size ? "" : ", nothing found", query);
        free(found);
        int typed = RL(rl_read_key)();
        if (typed == 18) {
            place++;
        } else if (typed == 19) {
            place -= place > 0;
        } else if (typed == 127 || typed == 8) {
            while (size > 0 && (query[--size] & 0xC0) == 0x80) {}
            query[size] = 0;
            place = 0;
        } else if (typed == 21) {
            query[size = 0] = 0;
            place = 0;
        } else if (typed >= 32 && size + 1 < sizeof query) {
            query[size++] = (char)typed;
            query[size] = 0;
            // A character of several bytes is searched for when it is whole.
            for (int rest = typed >= 0xF0 ? 3 : typed >= 0xE0 ? 2 : typed >= 0xC0 ? 1 : 0; rest > 0; rest--) {
                if (size + 1 < sizeof query) query[size++] = (char)RL(rl_read_key)();
                query[size] = 0;
            }
            place = 0;
        } else if (typed == 7 || typed < 0) {
            RL(rl_replace_line)(before ? before : "", 0);
            RL(rl_point) = RL(rl_end);
            break;
        } else {
            // Escape alone stays with what was found; any other key does with it what it always does.
            if (typed != 27 || has_input()) RL(rl_execute_next)(typed);
            break;
        }
    }
    free(before);
    RL(rl_restore_prompt)();
    RL(rl_clear_message)();
    return 0;
}

// MARK: Keys

/// Binds a key in the place of a function that it has now.
static void bind(const char *keys, const char *name, rl_command_func_t *function) {
    rl_command_func_t *now = RL(rl_function_of_keyseq)(keys, NULL, NULL);
    if (now && now == RL(rl_named_function)(name)) RL(rl_bind_keyseq)(keys, function);
}

void suggestion_bind_keys(void) {
    // As the terminal sends them: looking up a key knows no other form.
    static const char *const forward[] = {"\006", "\033[C", "\033OC"};
    static const char *const end[] = {"\005", "\033[F", "\033OF", "\033[4~"};
    RL(rl_add_defun)("take-suggestion-or-forward", take_or_forward, -1);
    RL(rl_add_defun)("take-suggestion-or-end", take_or_end, -1);
    RL(rl_add_defun)("fuzzy-search-history", search, -1);
    for (size_t i = 0; i < sizeof forward / sizeof *forward; i++) bind(forward[i], "forward-char", take_or_forward);
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) bind(end[i], "end-of-line", take_or_end);
    bind("\022", "reverse-search-history", search);
}
