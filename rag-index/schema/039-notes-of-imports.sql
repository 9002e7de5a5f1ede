-- What was taken for granted when a file was imported stays to be read, and what rows were before other rows decided for them.

-- A sentence a line; NULL: nothing was.
ALTER TABLE import_file ADD COLUMN notes TEXT;

-- What a row was by itself before its merchant's other rows, or what is usually paid there, decided its category: it is decided anew
-- when some of these rows go.
CREATE TABLE refiled (
    txn_id INTEGER PRIMARY KEY REFERENCES txn (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES category (id),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
    basis INTEGER NOT NULL
) STRICT;
