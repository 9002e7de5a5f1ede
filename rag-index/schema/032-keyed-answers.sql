-- Answers to writes of programs, by the key that came with each: written together with what they are the answers to, kept for a day.
CREATE TABLE keyed_answer (
    name TEXT PRIMARY KEY,                      -- a hash of the person and the key
    request TEXT NOT NULL,                      -- a hash that tells it from others with its key
    answer TEXT,                                -- sealed, in hexadecimal digits; NULL: begun, without an end so far
    at INTEGER NOT NULL                         -- seconds since 1970-01-01 UTC
) STRICT, WITHOUT ROWID;
CREATE INDEX keyed_answer_at ON keyed_answer (at);
