-- Words that a model wrote about a month's facts, so that asking again costs nothing and reads the same. Other facts,
-- another prompt or another model are another line.
CREATE TABLE summary_narrative (
    facts_hash TEXT NOT NULL,                   -- as in the JSON of the summary
    prompt_hash TEXT NOT NULL,                  -- of all that was sent
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (facts_hash, prompt_hash, model)
) STRICT, WITHOUT ROWID;
