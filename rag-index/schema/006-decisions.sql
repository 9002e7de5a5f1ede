-- What the user asked about buying, what coach said, and what came of it; and what the user saves for.

-- One row for each purchase and day on which it was assessed; asking again on the same day replaces it. Whether it was
-- bought after all is read from the transactions.
CREATE TABLE decision (
    id INTEGER PRIMARY KEY,
    day INTEGER NOT NULL,                       -- on which it was asked
    planned_day INTEGER NOT NULL,               -- on which it would be bought
    amount INTEGER NOT NULL CHECK (amount > 0), -- the whole cost
    payment INTEGER,                            -- each of instalments or of a subscription; NULL: paid at once
    payments INTEGER,                           -- how many; NULL for a subscription that goes on
    every_days INTEGER,                         -- between two payments: either days or months
    every_months INTEGER,
    currency TEXT NOT NULL,
    merchant TEXT,
    merchant_key TEXT,                          -- as merchant.key
    item TEXT,
    category TEXT,
    wish TEXT NOT NULL,                         -- what tells wishes apart: currency, keys of item and merchant
    verdict TEXT NOT NULL CHECK (verdict IN ('buy', 'wait', 'skip')),
    wait_until INTEGER,
    p_avoid REAL NOT NULL,
    features TEXT NOT NULL,                     -- of the score, so that the user's word can teach it
    word TEXT CHECK (word IN ('bought', 'skipped', 'worth_it', 'regret')),
    word_day INTEGER,
    online INTEGER NOT NULL CHECK (online IN (0, 1)),
    account TEXT,
    UNIQUE (day, wish, amount)
) STRICT;

-- An amount to be saved by a day. Goals share what is left of each month, the earliest day first.
CREATE TABLE goal (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    by_day INTEGER NOT NULL,
    set_on INTEGER NOT NULL                     -- what was saved before this day does not count
) STRICT;
