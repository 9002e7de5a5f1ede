-- Where one is: circles that purchases are held against, and positions for as long as they are needed.

-- Degrees are kept as whole numbers of ten-millionths, a centimeter on the ground.
CREATE TABLE geofence (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    latitude INTEGER NOT NULL,
    longitude INTEGER NOT NULL,
    radius INTEGER NOT NULL CHECK (radius > 0), -- meters
    category TEXT,                              -- only purchases of this category; NULL: all
    policy TEXT NOT NULL CHECK (policy IN ('block', 'warn')),
    nudged_at INTEGER                           -- when staying there was last spoken of
) STRICT;

-- Overwritten when they are too old.
CREATE TABLE position (
    at INTEGER PRIMARY KEY,                     -- seconds since 1970-01-01 UTC
    latitude INTEGER NOT NULL,
    longitude INTEGER NOT NULL,
    accuracy INTEGER NOT NULL                   -- meters
) STRICT;

-- Wishes to be asked about again.
CREATE TABLE reminder (
    decision_id INTEGER PRIMARY KEY REFERENCES decision (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,                       -- on which to ask
    told_on INTEGER                             -- on which it was asked; NULL: not yet
) STRICT;
