-- Posted rows that a connection lists no more, more of them than go unasked.
CREATE TABLE withheld_row (
    txn_id INTEGER PRIMARY KEY REFERENCES txn (id) ON DELETE CASCADE,
    connection_id INTEGER NOT NULL REFERENCES connection (id),
    stays INTEGER NOT NULL DEFAULT 0            -- 1: their owner said that they stay
) STRICT;
CREATE INDEX withheld_row_connection ON withheld_row (connection_id);

-- What pending rows were called by their bank before they were posted: an older answer of its may tell of them again.
CREATE TABLE posted_hold (
    link_id INTEGER NOT NULL REFERENCES connection_account (id),
    remote_id TEXT NOT NULL,
    txn_id INTEGER NOT NULL REFERENCES txn (id) ON DELETE CASCADE,
    PRIMARY KEY (link_id, remote_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX posted_hold_txn ON posted_hold (txn_id);
