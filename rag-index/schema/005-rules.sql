-- Monthly limits and what was asked of them before paying. Amounts are minor units.

-- Every change of a limit, newest last; the last one of a category and currency is in force.
CREATE TABLE limit_change (
    id INTEGER PRIMARY KEY,
    changed_on INTEGER NOT NULL,
    category TEXT NOT NULL,                     -- a category, one of the wider ones, or several with + between them
    currency TEXT NOT NULL,
    monthly_limit INTEGER CHECK (monthly_limit > 0)          -- NULL: taken away
) STRICT;
CREATE INDEX limit_change_category ON limit_change (category, currency);

CREATE VIEW monthly_limit AS
SELECT category, currency, monthly_limit
FROM limit_change l
WHERE monthly_limit IS NOT NULL
AND id = (SELECT max(id) FROM limit_change WHERE category = l.category AND currency = l.currency);

-- Each time a payment was asked about, with the answer.
CREATE TABLE authorization_event (
    id INTEGER PRIMARY KEY,
    asked_at INTEGER NOT NULL,                  -- seconds since 1970-01-01 UTC
    day INTEGER NOT NULL,                       -- the day whose spending it was held against
    merchant TEXT NOT NULL,
    category TEXT,
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('ok', 'risky', 'override'))
) STRICT;

-- Payments that the user allowed beforehand, each for a few minutes and for one use.
CREATE TABLE payment_override (
    id INTEGER PRIMARY KEY,
    granted_at INTEGER NOT NULL,                -- seconds since 1970-01-01 UTC
    expires_at INTEGER NOT NULL,                -- from this second on it counts no more
    merchant_key TEXT NOT NULL,                 -- as merchant.key
    amount INTEGER NOT NULL CHECK (amount > 0), -- at most
    currency TEXT NOT NULL,
    used_by INTEGER REFERENCES authorization_event (id)      -- NULL until it is used
) STRICT;
CREATE INDEX payment_override_merchant ON payment_override (merchant_key) WHERE used_by IS NULL;
