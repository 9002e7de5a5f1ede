-- What a bank's provider gives no more, or not yet.

-- The day of the first sync in which the provider listed the account no more; NULL: it lists it.
ALTER TABLE connection_account ADD COLUMN unlisted_since INTEGER;

-- Whether the access is gone for good, so that only another one helps.
ALTER TABLE connection ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0;

-- What is still to come of the history, a sentence for people; NULL: all is there.
ALTER TABLE connection ADD COLUMN missing TEXT;

-- An account that a connection lists although its rows come with another one of the same provider.
CREATE TABLE spare_account (
    connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
    remote_id TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES account (id),
    PRIMARY KEY (connection_id, remote_id)
) STRICT, WITHOUT ROWID;
