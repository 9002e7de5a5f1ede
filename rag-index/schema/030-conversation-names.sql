-- What an app calls a conversation that it began itself: an id of its own making. The number stays what coach calls it.
ALTER TABLE conversation ADD COLUMN name TEXT;
CREATE UNIQUE INDEX conversation_name ON conversation (name) WHERE name IS NOT NULL;
