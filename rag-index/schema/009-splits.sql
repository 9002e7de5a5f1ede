-- Parts of split rows go with the row they are parts of, and a posted row may have another amount than its pending one.

-- What the row's amount was before the import changed it; NULL: it did not.
ALTER TABLE revision ADD COLUMN amount INTEGER;

CREATE TRIGGER txn_parts AFTER UPDATE OF day, posted_day, pending ON txn WHEN NEW.parent_id IS NULL
BEGIN
    UPDATE txn SET day = NEW.day, posted_day = NEW.posted_day, pending = NEW.pending WHERE parent_id = NEW.id;
END;
