-- A file that comes again corrected changes the rows of the one before, and the last import can be undone like a correction.

-- The number of the last correction when the import was made: those that came later are undone before it.
ALTER TABLE import_file ADD COLUMN after_batch INTEGER NOT NULL DEFAULT 0;

-- The row's text and what was decided of it before the import changed its text; NULL: it did not.
ALTER TABLE revision ADD COLUMN description TEXT;
ALTER TABLE revision ADD COLUMN decision TEXT;
