#ifndef COACH_CREADLINE_H
#define COACH_CREADLINE_H

// GNU readline is called from C, not Swift, for three reasons: its state is global variables, which Swift 6 refuses;
// it is opened only for a conversation on a terminal, since linking it costs every start of the program; and what
// restores the terminal runs in signal handlers, where nothing of Swift may run.

/// How a line ended.
enum creadline_result {
    /// Enter.
    CREADLINE_LINE,
    /// Ctrl-C: the line was given up.
    CREADLINE_INTERRUPTED,
    /// Ctrl-D on an empty line, or the terminal went away.
    CREADLINE_END,
};

/// Opens the library and takes over the terminal's signals: 1, or 0 where readline is not installed.
///
/// The user's inputrc is read; within it `$if coach` holds.
int creadline_open(void);

/// Whether the library can be opened: 1 or 0.
int creadline_is_available(void);

/// Reads one line. `*line` is UTF-8 as it was typed or pasted, to be freed with `free`; NULL unless CREADLINE_LINE.
///
/// What in the prompt takes no column stands between the characters 1 and 2.
enum creadline_result creadline_read(const char *prompt, char **line);

/// The same as the terminal itself edits it, without readline; the line has its line break.
enum creadline_result creadline_read_plain(const char *prompt, char **line);
/// Whether standard input ended since it could not be read on: 1 or 0.
int creadline_has_input_error(void);

/// Adds to what the arrow keys and Ctrl-R go through.
void creadline_add_history(const char *line);
/// Removes every entry with this text.
void creadline_forget_history(const char *line);

/// Called when nothing is typed for a moment: the line, and how it may go on, made with `malloc`; NULL for nothing.
typedef char *(*creadline_suggester)(const char *line);
void creadline_set_suggester(creadline_suggester suggester);

/// Called in a search: what was typed of an earlier line, and which of those that match is wanted, the best being 0. The
/// line, made with `malloc`; NULL where there are no more.
typedef char *(*creadline_searcher)(const char *query, int place);
void creadline_set_searcher(creadline_searcher searcher);

/// Called when Tab is pressed: the whole line, and where in it the word before the cursor begins and ends, in bytes.
/// It offers words by `creadline_offer`, or names of files by `creadline_offer_files`. NULL offers nothing.
typedef void (*creadline_completer)(const char *line, int start, int end);
void creadline_set_completer(creadline_completer completer);
/// Offers `word` in the place of the word before the cursor.
void creadline_offer(const char *word);
/// Offers the files whose names the word before the cursor begins.
void creadline_offer_files(void);

/// Called when the key for the editor is pressed: the line, and a place for the new one, made with `malloc`; NULL
/// leaves the line as it is.
typedef char *(*creadline_line_editor)(const char *line);
void creadline_set_line_editor(creadline_line_editor editor);

/// Remembers how the terminal is now and puts it back whenever the process ends by a signal, a crash among them.
/// From then on Ctrl-C only sets a mark.
void creadline_guard_terminal(void);
/// Whether Ctrl-C was pressed since the last call: 1 or 0.
int creadline_take_interrupt(void);
/// The same without taking the mark away.
int creadline_is_interrupted(void);


/// While a reply is waited for and shown, what is typed ahead is kept for the next line and not shown, and Ctrl-Z leaves
/// the terminal in order.
void creadline_begin_reply(void);
void creadline_end_reply(void);
/// Whether a sign of waiting stands on standard error's line, to be erased when a signal ends or stops the process.
void creadline_set_sign(int is_shown);

#endif
