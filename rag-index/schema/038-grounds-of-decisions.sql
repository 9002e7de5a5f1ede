-- What a verdict stood on when it was given, so that a wish that comes back can be told what changed since: what was in the way and
-- the figures of the money then, as `VerdictBasis.text` writes them. NULL for decisions of before.

ALTER TABLE decision ADD COLUMN basis TEXT;
