-- Own cards that are charged through a payment provider, where one is set up.

-- The provider that is asked; one row or none.
CREATE TABLE payment_account (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    provider TEXT NOT NULL,                     -- stripe, mock
    is_live INTEGER NOT NULL CHECK (is_live IN (0, 1)),
    secret TEXT,                                -- the key, sealed, in hexadecimal digits; NULL: it needs none
    webhook_secret TEXT,                        -- what signs its webhooks, likewise
    address TEXT,                               -- of a server on this machine to ask in its place; NULL: the provider's own
    customer TEXT                               -- what the provider calls this household; NULL: not yet
) STRICT;

-- Cards, known by the provider's ids only.
CREATE TABLE funding_source (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    provider TEXT NOT NULL,
    is_live INTEGER NOT NULL,
    external_id TEXT NOT NULL,
    customer TEXT,
    brand TEXT,
    mask TEXT,                                  -- the last four digits
    account_id INTEGER NOT NULL,                -- where its charges are rows
    made_at INTEGER NOT NULL,                   -- seconds since 1970-01-01 UTC, as all times here
    is_default INTEGER NOT NULL DEFAULT 0,
    removed_at INTEGER,
    UNIQUE (provider, is_live, external_id)
) STRICT;

-- A payment on its way, written down before anybody is asked for it. One for each approval.
CREATE TABLE charge (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,                   -- at random; tells it from all others at the provider
    request_key TEXT UNIQUE,                    -- the Idempotency-Key that it was asked for with
    authorization_id INTEGER NOT NULL UNIQUE REFERENCES authorization_event (id),
    funding_id INTEGER NOT NULL REFERENCES funding_source (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    merchant TEXT NOT NULL,
    merchant_key TEXT NOT NULL,
    category TEXT,
    made_at INTEGER NOT NULL,
    day INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,                -- from then on it is not begun any more
    state TEXT NOT NULL,                        -- new, sent, requires_action, processing, succeeded, declined, canceled
    intent TEXT UNIQUE,                         -- the provider's id
    problem TEXT,                               -- why it came to nothing, a sentence
    txn_id INTEGER                              -- the row that it is
) STRICT;
CREATE INDEX charge_open ON charge (id) WHERE state IN ('new', 'sent', 'requires_action', 'processing');
CREATE INDEX charge_txn ON charge (txn_id);

CREATE TABLE charge_refund (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,                   -- as that of the charge; of one made elsewhere the provider's id
    charge_id INTEGER NOT NULL REFERENCES charge (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    made_at INTEGER NOT NULL,
    day INTEGER NOT NULL,
    state TEXT NOT NULL,                        -- sent, pending, succeeded, failed
    external_id TEXT UNIQUE,
    txn_id INTEGER
) STRICT;
CREATE INDEX charge_refund_charge ON charge_refund (charge_id);
CREATE INDEX charge_refund_txn ON charge_refund (txn_id);

-- What was offered at the counter, to be done when it is confirmed. Never with a position.
CREATE TABLE offer (
    id INTEGER PRIMARY KEY,
    made_at INTEGER NOT NULL,
    kind TEXT NOT NULL,                         -- set_limit, geofence, cooling_off, request
    body TEXT NOT NULL,                         -- what it takes to do it, as JSON
    done_at INTEGER
) STRICT;
