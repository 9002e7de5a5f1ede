-- A limit of 0 is one too: nothing at all may be spent. A table's check can't be changed, so it's made anew.
DROP VIEW monthly_limit;
CREATE TABLE limit_change_anew (
    id INTEGER PRIMARY KEY,
    changed_on INTEGER NOT NULL,
    category TEXT NOT NULL,                     -- a category, one of the wider ones, or several with + between them
    currency TEXT NOT NULL,
    monthly_limit INTEGER CHECK (monthly_limit >= 0)         -- NULL: taken away
) STRICT;
INSERT INTO limit_change_anew SELECT id, changed_on, category, currency, monthly_limit FROM limit_change;
DROP TABLE limit_change;
ALTER TABLE limit_change_anew RENAME TO limit_change;
CREATE INDEX limit_change_category ON limit_change (category, currency);

CREATE VIEW monthly_limit AS
SELECT category, currency, monthly_limit
FROM limit_change l
WHERE monthly_limit IS NOT NULL
AND id = (SELECT max(id) FROM limit_change WHERE category = l.category AND currency = l.currency);
