-- What the user said of streams and rows that coach had found.

-- Streams that are none to the user. One is known again by its merchant, account and amount, or by its row.
CREATE TABLE dismissed_stream (
    id INTEGER PRIMARY KEY,
    merchant_id INTEGER NOT NULL REFERENCES merchant (id),
    account_id INTEGER NOT NULL REFERENCES account (id),
    amount INTEGER NOT NULL,
    txn_id INTEGER REFERENCES txn (id) ON DELETE SET NULL
) STRICT;

-- Unusual rows that the user has looked at and found in order.
CREATE TABLE confirmed_row (
    txn_id INTEGER PRIMARY KEY REFERENCES txn (id) ON DELETE CASCADE
) STRICT;
