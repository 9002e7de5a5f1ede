#ifndef COACH_SUGGESTION_H
#define COACH_SUGGESTION_H

// How the line may go on, dim behind the cursor, and the search through earlier lines.

/// Keys that mean the end of the line take over what is suggested there, and the key of the search is coach's own; unless
/// the user's inputrc has bound them to something else.
void suggestion_bind_keys(void);
/// Writes what is suggested behind the cursor, which stays where it is; nothing where there is no room.
void suggestion_show(void);
/// Takes it off the screen again.
void suggestion_hide(void);

#endif
