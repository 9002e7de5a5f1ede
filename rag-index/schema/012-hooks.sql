-- Addresses that are told of what happened.

CREATE TABLE hook (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    events TEXT NOT NULL,                       -- names, one space between them
    secret TEXT NOT NULL,                       -- what signs, sealed, in hexadecimal digits
    made_at INTEGER NOT NULL                    -- seconds since 1970-01-01 UTC
) STRICT;

-- What happened, once: nobody is told twice.
CREATE TABLE hook_event (
    key TEXT PRIMARY KEY,                       -- says of what it is, such as `limit/groceries/USD/60000/2026-10`
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One event on its way to one address.
CREATE TABLE hook_delivery (
    id INTEGER PRIMARY KEY,
    hook_id INTEGER NOT NULL REFERENCES hook (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,                   -- the same in each attempt
    event TEXT NOT NULL,
    body TEXT NOT NULL,                         -- the very bytes; emptied when it is through
    made_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER,                            -- when it is tried again; NULL: it is through
    tried_at INTEGER,
    status INTEGER,                             -- of HTTP, the last one; NULL: no answer
    outcome TEXT NOT NULL                       -- waiting, delivered, failed
) STRICT;
CREATE INDEX hook_delivery_next ON hook_delivery (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX hook_delivery_hook ON hook_delivery (hook_id);
