-- The index of one household. Amounts are integer minor units of the account's currency, negative = money out.
-- Days are day numbers since 1970-01-01.

CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    type TEXT NOT NULL,
    currency TEXT NOT NULL,
    institution TEXT,
    mask TEXT                                   -- the last digits only; a whole number is never stored
) STRICT;

CREATE TABLE category (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE merchant (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL                           -- letters and digits only, lower case: what lookups compare
) STRICT;
CREATE INDEX merchant_key ON merchant (key);

-- What can be searched of a transaction. Rows with the same text, merchant, category and notes share one.
CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    merchant_id INTEGER NOT NULL REFERENCES merchant (id),
    category_id INTEGER NOT NULL REFERENCES category (id),
    description TEXT NOT NULL,                  -- the bank's own text, unchanged
    notes TEXT,
    fingerprint INTEGER NOT NULL                -- of all four, to find it again
) STRICT;
CREATE INDEX document_fingerprint ON document (fingerprint);
CREATE INDEX document_merchant ON document (merchant_id);

CREATE VIRTUAL TABLE search USING fts5 (
    merchant, description, category, notes,
    content = '', detail = none, columnsize = 0, tokenize = "unicode61 remove_diacritics 2"
);

CREATE TABLE import_file (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,                         -- without its folder and the numbers of accounts
    format TEXT NOT NULL,
    imported_on INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    added INTEGER NOT NULL
) STRICT;

CREATE TABLE txn (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES account (id),
    document_id INTEGER NOT NULL REFERENCES document (id),
    merchant_id INTEGER NOT NULL REFERENCES merchant (id),
    category_id INTEGER NOT NULL REFERENCES category (id),
    day INTEGER NOT NULL,                       -- the day it was made, where known
    posted_day INTEGER,
    amount INTEGER NOT NULL,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),      -- expense, refund, income, transfer
    pending INTEGER NOT NULL CHECK (pending IN (0, 1)),
    counted INTEGER NOT NULL CHECK (counted IN (0, 1)),      -- 0: excluded by the user, or split into parts
    excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1)),
    parent_id INTEGER REFERENCES txn (id),      -- the row this is a part of
    pair_id INTEGER REFERENCES txn (id),        -- the other side of a transfer
    basis INTEGER NOT NULL,                     -- who decided kind and category: 0 rules of coach, 1 bank, 2 user's rule, 3 user
    transfer_hint INTEGER NOT NULL DEFAULT 0,    -- 0 none, 1 plausible, 2 possible, 3 certain
    bank_id TEXT,
    content_hash INTEGER NOT NULL,              -- of the bank's text
    occurrence INTEGER NOT NULL,                -- tells identical rows of one day apart
    file_id INTEGER REFERENCES import_file (id),
    line INTEGER
) STRICT;
-- The indexes are made anew after a bulk import, from these same statements.
CREATE UNIQUE INDEX txn_content ON txn (account_id, day, amount, content_hash, occurrence);
CREATE UNIQUE INDEX txn_bank_id ON txn (account_id, bank_id, amount, day) WHERE bank_id IS NOT NULL;
CREATE INDEX txn_day ON txn (day, counted, kind, pending, account_id, category_id, merchant_id, amount);
CREATE INDEX txn_document ON txn (document_id, day, counted, kind, pending, account_id, amount);
CREATE INDEX txn_parent ON txn (parent_id) WHERE parent_id IS NOT NULL;

-- What pending rows were known by before they were posted under another text or day: an older file brings them again.
CREATE TABLE settled (
    account_id INTEGER NOT NULL REFERENCES account (id),
    day INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    content_hash INTEGER NOT NULL,
    occurrence INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, amount, content_hash, occurrence)
) STRICT, WITHOUT ROWID;

-- The one definition of spending: `spent` is what purchases cost less what refunds gave back.
CREATE VIEW spending AS
SELECT *, -amount AS spent
FROM txn
WHERE counted = 1 AND kind IN (0, 1);

-- Sums over whole months, kept up to date on write: what a total over all history reads instead of every row.
CREATE TABLE month_total (
    month INTEGER NOT NULL,                     -- year * 12 + month - 1
    kind INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    account_id INTEGER NOT NULL REFERENCES account (id),
    category_id INTEGER NOT NULL REFERENCES category (id),
    amount INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    PRIMARY KEY (month, kind, pending, account_id, category_id)
) STRICT, WITHOUT ROWID;

-- The same by merchant and whole year.
CREATE TABLE year_total (
    year INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    account_id INTEGER NOT NULL REFERENCES account (id),
    merchant_id INTEGER NOT NULL REFERENCES merchant (id),
    amount INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    PRIMARY KEY (year, kind, pending, account_id, merchant_id)
) STRICT, WITHOUT ROWID;

-- What the user said of a merchant with `coach edit --always`: wins over everything that is imported later.
CREATE TABLE merchant_rule (
    id INTEGER PRIMARY KEY,
    merchant_id INTEGER NOT NULL UNIQUE REFERENCES merchant (id),   -- as coach cleaned the name
    renamed_to INTEGER REFERENCES merchant (id),
    category_id INTEGER REFERENCES category (id),
    kind INTEGER CHECK (kind BETWEEN 0 AND 3)
) STRICT;

-- Corrections, newest last, with what it takes to undo them.
CREATE TABLE correction (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,                     -- one user action
    txn_id INTEGER REFERENCES txn (id),         -- NULL: a merchant rule
    before TEXT NOT NULL,                       -- JSON of the changed columns
    summary TEXT NOT NULL                       -- what was done, for people
) STRICT;
