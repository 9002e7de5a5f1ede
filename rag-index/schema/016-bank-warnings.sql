-- What banks' providers warn of, such as a consent that ends soon. Syncs say nothing of it.
CREATE TABLE connection_warning (
    connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
    code TEXT NOT NULL,                         -- the provider's own
    message TEXT NOT NULL,                      -- a sentence for people
    until INTEGER NOT NULL,                     -- seconds since 1970-01-01 UTC; then it is forgotten
    PRIMARY KEY (connection_id, code)
) STRICT, WITHOUT ROWID;
