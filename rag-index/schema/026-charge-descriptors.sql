-- What a charge is called on the card's statement, as its provider says: letters and digits only. NULL: it didn't say.
ALTER TABLE charge ADD COLUMN descriptor TEXT;
