-- Which days the history that is still to come is of.

ALTER TABLE connection ADD COLUMN missing_since INTEGER;    -- the first of them; NULL: as far back as there is anything
ALTER TABLE connection ADD COLUMN missing_before INTEGER;   -- the day after the last of them; NULL: that of the oldest row
