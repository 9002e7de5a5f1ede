-- Whose card it is, where the file says so. Where it tells the holder and no digits, the holder stands for them.
ALTER TABLE card ADD COLUMN holder TEXT;
