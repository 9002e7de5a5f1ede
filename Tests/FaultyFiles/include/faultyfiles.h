#ifndef COACH_FAULTY_FILES_H
#define COACH_FAULTY_FILES_H

/// How a write fails.
enum faulty_kind {
    faulty_full,  ///< the disk has no room
    faulty_error, ///< the disk reports an error
    faulty_short, ///< half of it is written, then the disk reports an error
};

/// Makes SQLite use files that can fail, where `/faulty/` is in their path; all others are as ever.
int faulty_install(void);

/// Lets this thread's write with this number fail, 1 for the next one, and all after it until `faulty_stop`.
void faulty_start(long number, enum faulty_kind kind);

/// Lets no write of this thread fail any more.
///
/// Returns how many writes of it there were since `faulty_start`.
long faulty_stop(void);

#endif
