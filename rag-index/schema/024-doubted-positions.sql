-- Whether a position cannot be, going by the ones before it: it counts once the next one is near it, and never where that isn't.
ALTER TABLE position ADD COLUMN doubted INTEGER NOT NULL DEFAULT 0;
