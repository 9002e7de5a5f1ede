-- What an account held at the end of a day, as its bank stated it or its owner said it. Days without a line are
-- reckoned from the nearest one and the posted rows between.
CREATE TABLE balance (
    account_id INTEGER NOT NULL REFERENCES account (id),
    day INTEGER NOT NULL,
    amount INTEGER NOT NULL,                    -- as money the owner has: what is owed is negative
    source INTEGER NOT NULL CHECK (source BETWEEN 0 AND 2),  -- running balance of a row, statement, owner
    rows INTEGER NOT NULL,                      -- of that day in the file: tells half a day from a whole one
    PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
