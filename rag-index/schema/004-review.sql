-- What a person answers when asked about what is uncertain, and what it takes to bring an answer, a rule or an import back.

-- Questions that were answered: none is asked twice.
CREATE TABLE review_answer (
    kind TEXT NOT NULL,                         -- duplicate, pending, transfer, category
    first INTEGER NOT NULL,                     -- a row; of a category its merchant
    second INTEGER NOT NULL,                    -- the other row; 0 without one
    choice TEXT NOT NULL,
    PRIMARY KEY (kind, first, second)
) STRICT, WITHOUT ROWID;

-- Rows that are another one once more, or were never charged: unlike rows that are only left out of totals, they moved
-- no money.
CREATE TABLE duplicate (
    txn_id INTEGER PRIMARY KEY REFERENCES txn (id) ON DELETE CASCADE,
    of_id INTEGER REFERENCES txn (id) ON DELETE SET NULL      -- NULL: a pending row that was never charged
) STRICT;

-- What rows were before they became a side of a transfer, for when its other side goes away.
CREATE TABLE unpaired (
    txn_id INTEGER PRIMARY KEY REFERENCES txn (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES category (id),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3)
) STRICT;

-- What rows would be without the rules of the user that they were imported under, for when a rule is taken back.
CREATE TABLE unruled (
    txn_id INTEGER PRIMARY KEY REFERENCES txn (id) ON DELETE CASCADE,
    merchant_id INTEGER NOT NULL REFERENCES merchant (id),
    category_id INTEGER NOT NULL REFERENCES category (id),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
    basis INTEGER NOT NULL,
    transfer_hint INTEGER NOT NULL
) STRICT;
CREATE INDEX unruled_merchant ON unruled (merchant_id);

-- What an import found in a row of an earlier one and changed: a pending row that is posted now, a bank's number for it.
CREATE TABLE revision (
    file_id INTEGER NOT NULL REFERENCES import_file (id),
    txn_id INTEGER NOT NULL REFERENCES txn (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    posted_day INTEGER,
    pending INTEGER NOT NULL CHECK (pending IN (0, 1)),
    bank_id TEXT,
    content_hash INTEGER NOT NULL,
    occurrence INTEGER NOT NULL,
    earlier_file_id INTEGER REFERENCES import_file (id),      -- NULL: that import was removed
    line INTEGER,
    PRIMARY KEY (file_id, txn_id)
) STRICT, WITHOUT ROWID;

-- The import that stated a balance; NULL for the owner's word and for what was stated before imports were noted.
ALTER TABLE balance ADD COLUMN file_id INTEGER REFERENCES import_file (id);

-- Names that an account had before it was renamed or merged: files that say them still find it.
CREATE TABLE account_alias (
    name TEXT PRIMARY KEY COLLATE NOCASE,
    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What the files of an account look like, to know the next one where nothing in it names the account.
CREATE TABLE account_layout (
    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    layout TEXT NOT NULL,
    PRIMARY KEY (account_id, layout)
) STRICT, WITHOUT ROWID;
