#ifndef COACH_COFX_H
#define COACH_COFX_H

#include <stddef.h>
#include <stdint.h>

// libofx is called from C, not Swift, for three reasons: its callbacks take structures of several kilobytes by value;
// it is opened only when an OFX file is read, since its C++ libraries would cost every start of the program some
// milliseconds; and it parses files from outside with code that is known to crash, so it runs in a process of its own.

/// What a `cofx_event` tells of.
enum { COFX_TRANSACTION = 1, COFX_STATEMENT = 2 };

/// Stands for a date that the document does not give.
static const int64_t COFX_NO_TIME = INT64_MIN;

/// A transaction or the end of a statement, as libofx understood it. Texts are UTF-8 ended by a NUL.
struct cofx_event {
    int32_t kind;
    /// The number in the place of the FITID of a transaction or of the ACCTID of a statement.
    int32_t key;
    /// The amount of a transaction, the ledger balance of a statement; NaN when there is none.
    double amount;
    /// The available balance of a statement; NaN when there is none.
    double available;
    /// Seconds since 1970: DTPOSTED of a transaction, the day of a ledger balance; or COFX_NO_TIME.
    int64_t posted;
    /// Seconds since 1970: DTUSER of a transaction; or COFX_NO_TIME.
    int64_t initiated;
    char type[16];
    /// The currency of a statement.
    char currency[4];
    char check_number[16];
    /// libofx keeps 390 bytes of a memo.
    char memo[392];
};

/// How a reading ended.
enum cofx_result {
    COFX_READ,
    /// libofx is not installed.
    COFX_NO_LIBRARY,
    /// libofx crashed on the document or refused it.
    COFX_FAILED,
    /// libofx needed more than its 20 seconds.
    COFX_TOO_SLOW,
    /// The system gave no memory, file or process: see errno.
    COFX_NO_RESOURCES,
};

/// Lets libofx read a document in a process of its own.
///
/// - document, length: OFX in UTF-8, with numbers for FITID and ACCTID and dates without time and zone.
/// - events, count: receive the events in the order of the document, to be freed with `free`; only for COFX_READ.
enum cofx_result cofx_read(const void *document, size_t length, struct cofx_event **events, size_t *count);

/// Whether libofx can be opened: 1 or 0.
int cofx_is_available(void);

// Swift sees an array in a structure as a tuple; these hand it out as the text it is.
static inline const char *cofx_type(const struct cofx_event *event) { return event->type; }
static inline const char *cofx_currency(const struct cofx_event *event) { return event->currency; }
static inline const char *cofx_check_number(const struct cofx_event *event) { return event->check_number; }
static inline const char *cofx_memo(const struct cofx_event *event) { return event->memo; }

#endif
