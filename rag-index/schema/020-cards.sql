-- Which card of an account with several a row was paid with: its last digits, where the file says so.
ALTER TABLE txn ADD COLUMN card TEXT;
CREATE TABLE card (
    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    mask TEXT NOT NULL,
    PRIMARY KEY (account_id, mask)
) STRICT, WITHOUT ROWID;
