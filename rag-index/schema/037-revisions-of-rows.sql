-- What was, or is, said of a row by other imports is looked up by the row.

CREATE INDEX revision_row ON revision (txn_id);
