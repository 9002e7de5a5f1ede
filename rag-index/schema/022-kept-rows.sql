-- Rows that stayed when their bank was disconnected, until a connection made again to their account takes them over.

-- The provider whose sync this was, where its connection ended and the rows stayed; NULL: a file, or a connection that is there.
ALTER TABLE import_file ADD COLUMN kept_from TEXT;

-- A row that no connection has told of again.
CREATE TABLE kept_row (
    txn_id INTEGER PRIMARY KEY REFERENCES txn (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    remote_id TEXT                              -- the provider's own id; NULL: not known
) STRICT;
CREATE INDEX kept_row_remote ON kept_row (remote_id);

-- Which account an account of such a provider was.
CREATE TABLE kept_account (
    provider TEXT NOT NULL,
    remote_id TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES account (id),
    PRIMARY KEY (provider, remote_id)
) STRICT, WITHOUT ROWID;

-- Syncs that were kept before this was noted: no file has this format.
UPDATE import_file SET kept_from = 'simplefin' WHERE format = 'simplefin' AND connection_id IS NULL;
INSERT INTO kept_row (txn_id, provider) SELECT t.id, f.kept_from FROM import_file f JOIN txn t ON t.file_id = f.id
WHERE f.kept_from IS NOT NULL AND t.parent_id IS NULL;
