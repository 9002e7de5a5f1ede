-- When it was learned that a charge went through: the same payment soon after that may be meant as the first one.
ALTER TABLE charge ADD COLUMN paid_at INTEGER;
