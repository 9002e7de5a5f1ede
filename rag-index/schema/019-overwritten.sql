-- Whether the log beside the index is still to be emptied of what was overwritten: somebody read from it at that moment.
CREATE TABLE log_to_empty (
    since INTEGER PRIMARY KEY                   -- seconds since 1970-01-01 UTC
) STRICT;
