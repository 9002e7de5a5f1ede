-- What a person said of themselves to an app; each may be left out.
CREATE TABLE profile (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    display_name TEXT,
    currency TEXT,                              -- counts where the household has money in it
    onboarding_completed INTEGER CHECK (onboarding_completed IN (0, 1))
) STRICT;
