-- Conversations that were held on a terminal, or by a pipe that asked for one by name, so that they can be gone on with.
CREATE TABLE conversation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,       -- never given again: a number written down means one conversation only
    title TEXT NOT NULL,                        -- the first question, cut
    started INTEGER NOT NULL,                   -- seconds since 1970-01-01 UTC, as is used
    used INTEGER NOT NULL
) STRICT;

-- A question and what was answered. Turns are dropped from the end only, so the numbers have no gaps.
CREATE TABLE conversation_turn (
    id INTEGER PRIMARY KEY,
    conversation_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,                    -- from 1
    day INTEGER NOT NULL,                       -- that counted as today: "last month" is read again by it
    question TEXT NOT NULL,
    reply TEXT NOT NULL,
    model TEXT,                                 -- that wrote the reply; NULL where the program composed it
    evidence TEXT NOT NULL,                     -- JSON: the query, the figures and rows that the reply rests on
    UNIQUE (conversation_id, number)
) STRICT;
