#ifndef COACH_CSQLITE_SHIM_H
#define COACH_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast to a function pointer, which Swift does not import.

/// Binds text that SQLite copies.
static inline int coach_bind_text_copy(sqlite3_stmt *s, int i, const char *text, int bytes) {
    return sqlite3_bind_text(s, i, text, bytes, SQLITE_TRANSIENT);
}

// SQLITE_CORRUPT_VTAB is computed, which Swift does not import.
static const int coach_sqlite_corrupt_table = SQLITE_CORRUPT_VTAB;

// sqlite3_config and sqlite3_db_config are variadic, which Swift does not import.

/// Turns off per-allocation statistics (a mutex on each malloc). Call before the first connection.
static inline int coach_sqlite_disable_memstatus(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Refuses SQL that writes to the schema table or uses double-quoted strings by mistake.
static inline int coach_sqlite_defensive(sqlite3 *db) {
    int rc = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (rc == SQLITE_OK) rc = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    if (rc == SQLITE_OK) rc = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return rc;
}

/// Lets SQL write to the schema table, or no longer.
static inline int coach_sqlite_open_schema(sqlite3 *db, int open) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, !open, (int *)0);
}

/// Leaves the log as it is when the last connection closes.
static inline int coach_sqlite_keep_log(sqlite3 *db) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
