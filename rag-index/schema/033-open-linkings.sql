-- Pages to connect a bank on that were opened, so that what came of one is known although coach ended meanwhile.
CREATE TABLE open_linking (
    id INTEGER PRIMARY KEY,
    provider TEXT NOT NULL,                     -- as in connection
    reference TEXT NOT NULL UNIQUE,             -- made at random; no secret
    secret TEXT NOT NULL,                       -- what tells what came of it: sealed, in hexadecimal digits
    begun_at INTEGER NOT NULL                   -- seconds since 1970-01-01 UTC
) STRICT;

-- A bank that could not be read in full listed the account by another id than before: the next full answer tells whether it is the same.
ALTER TABLE connection_account ADD COLUMN doubted_id TEXT;      -- the id before; NULL: nothing is in doubt
ALTER TABLE connection_account ADD COLUMN doubted_since INTEGER; -- the day
ALTER TABLE connection_account ADD COLUMN doubted_after INTEGER; -- the last row, by its id, that there was before
