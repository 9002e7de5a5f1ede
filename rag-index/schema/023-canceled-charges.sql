-- When somebody asked for a charge to be canceled; from then on it is only asked about and canceled. NULL: nobody did.
ALTER TABLE charge ADD COLUMN cancel_asked_at INTEGER;
