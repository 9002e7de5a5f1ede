-- What a connection's provider tells beside rows and balances.

-- What an investment account holds, as its bank last told it.
CREATE TABLE holding (
    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    security_id TEXT NOT NULL,                  -- the provider's own
    name TEXT NOT NULL,
    ticker TEXT,
    kind TEXT,                                  -- etf, equity, mutual fund, cash …
    quantity TEXT NOT NULL,                     -- a decimal number
    value INTEGER NOT NULL,                     -- minor units
    cost INTEGER,                               -- of all of it, minor units; NULL: the bank does not say
    currency TEXT NOT NULL,
    day INTEGER NOT NULL,                       -- of the price
    PRIMARY KEY (account_id, security_id)
) STRICT, WITHOUT ROWID;

-- Webhooks of banks that were taken, for as long as they would be taken again.
CREATE TABLE bank_webhook (
    hash TEXT PRIMARY KEY,                      -- SHA-256 of its signature, in hexadecimal digits
    seen_at INTEGER NOT NULL                    -- seconds since 1970-01-01 UTC
) STRICT, WITHOUT ROWID;

-- The name that a provider knows this household by: made at random, the same for all its connections.
CREATE TABLE provider_user (
    provider TEXT PRIMARY KEY,
    user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
