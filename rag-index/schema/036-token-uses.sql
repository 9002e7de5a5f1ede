-- Tokens that pages of banks gave, each of them good for access once. They are noted before they are used, so that it is known
-- what came of them whenever the program ends.
CREATE TABLE token_use (
    token TEXT PRIMARY KEY,                     -- a hash of it
    connection_id INTEGER REFERENCES connection (id), -- what it gave access to; NULL: nothing that was kept
    at INTEGER NOT NULL                         -- seconds since 1970-01-01 UTC
) STRICT, WITHOUT ROWID;
