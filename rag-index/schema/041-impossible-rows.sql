-- Rows that no bank has, whose sums may be beyond 64 bits: none in an index that is whole, so that looking for one takes no time.
CREATE INDEX txn_impossible ON txn (id)
WHERE amount NOT BETWEEN -1000000000000000 AND 1000000000000000 OR day NOT BETWEEN -719162 AND 2932896;

-- Texts with notes are few, and every question looks for tags in them.
CREATE INDEX document_noted ON document (notes) WHERE notes IS NOT NULL;
