-- Banks that coach asks by itself.

-- A consent to read one or several accounts.
CREATE TABLE connection (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,   -- what `coach disconnect` takes
    provider TEXT NOT NULL,                     -- simplefin, plaid, demo
    reference TEXT NOT NULL UNIQUE,             -- the provider's own id for it, or one made at random; no secret
    institution TEXT,                           -- NULL: its accounts say theirs
    secret TEXT,                                -- sealed, in hexadecimal digits; NULL: it needs none
    cursor TEXT,                                -- where the next pull goes on, in the provider's own words
    tried_at INTEGER,                           -- seconds since 1970-01-01 UTC
    synced_at INTEGER,                          -- of the last pull that was kept
    health TEXT NOT NULL,                       -- ok, attention, relink, failed
    problem TEXT,                               -- why it is not ok, a sentence for people
    requests_day INTEGER,                       -- the day, in UTC, whose requests are counted
    requests INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Which account an account of a connection is.
CREATE TABLE connection_account (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connection (id),
    remote_id TEXT NOT NULL,                    -- the provider's id, unique within the connection
    account_id INTEGER NOT NULL REFERENCES account (id),
    institution TEXT,
    known_through INTEGER,                      -- the last day that the bank was asked about
    health TEXT NOT NULL,
    problem TEXT,
    UNIQUE (connection_id, remote_id)
) STRICT;
CREATE INDEX connection_account_account ON connection_account (account_id);

-- Which row a row of a connection is. Files have their own ids for the same rows, in txn.bank_id.
CREATE TABLE connection_row (
    link_id INTEGER NOT NULL REFERENCES connection_account (id),
    remote_id TEXT NOT NULL,
    txn_id INTEGER NOT NULL REFERENCES txn (id) ON DELETE CASCADE,
    PRIMARY KEY (link_id, remote_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX connection_row_txn ON connection_row (txn_id);

-- The connection that an import is a sync of; NULL for files.
ALTER TABLE import_file ADD COLUMN connection_id INTEGER REFERENCES connection (id);
