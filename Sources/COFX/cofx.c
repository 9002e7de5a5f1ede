#define _GNU_SOURCE
#include "cofx.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Leaves out two tables that the header would define in every file that includes it.
#define OFX_AQUAMANIAC_UGLY_HACK1
#include <libofx/libofx.h>

enum { seconds_allowed = 20, exit_no_library = 3, exit_refused = 4 };
static const rlim_t memory_allowed = (rlim_t)2 << 30;

// ---- In the child: libofx and its callbacks ----

/// What is waiting to be written to the pipe.
struct output {
    int descriptor;
    size_t used;
    struct cofx_event events[64];
};

static void flush(struct output *output) {
    const char *bytes = (const char *)output->events;
    size_t left = output->used * sizeof(struct cofx_event);
    while (left > 0) {
        ssize_t written = write(output->descriptor, bytes, left);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) _exit(exit_refused);
        bytes += written;
        left -= (size_t)written;
    }
    output->used = 0;
}

static struct cofx_event *next_event(struct output *output, int32_t kind, const char *key) {
    if (output->used == sizeof output->events / sizeof output->events[0]) flush(output);
    struct cofx_event *event = &output->events[output->used++];
    *event = (struct cofx_event){
        .kind = kind,
        .key = (int32_t)strtol(key, NULL, 10),
        .amount = NAN,
        .available = NAN,
        .posted = COFX_NO_TIME,
        .initiated = COFX_NO_TIME,
    };
    return event;
}

#define COPY(field, text) snprintf(field, sizeof(field), "%s", text)

static int on_transaction(const struct OfxTransactionData data, void *output) {
    static const char *const types[] = {
        "CREDIT", "DEBIT", "INT", "DIV", "FEE", "SRVCHG", "DEP", "ATM", "POS", "XFER",
        "CHECK", "PAYMENT", "CASH", "DIRECTDEP", "DIRECTDEBIT", "REPEATPMT", "OTHER",
    };
    if (!data.fi_id_valid) return 0;
    struct cofx_event *event = next_event(output, COFX_TRANSACTION, data.fi_id);
    if (data.amount_valid) event->amount = data.amount;
    if (data.date_posted_valid) event->posted = data.date_posted;
    if (data.date_initiated_valid) event->initiated = data.date_initiated;
    if (data.transactiontype_valid && data.transactiontype <= OFX_OTHER) COPY(event->type, types[data.transactiontype]);
    if (data.check_number_valid) COPY(event->check_number, data.check_number);
    if (data.memo_valid) COPY(event->memo, data.memo);
    return 0;
}

static int on_statement(const struct OfxStatementData data, void *output) {
    if (data.account_ptr == NULL || !data.account_ptr->account_number_valid) return 0;
    struct cofx_event *event = next_event(output, COFX_STATEMENT, data.account_ptr->account_number);
    if (data.ledger_balance_valid) event->amount = data.ledger_balance;
    if (data.ledger_balance_date_valid) event->posted = data.ledger_balance_date;
    if (data.available_balance_valid) event->available = data.available_balance;
    if (data.currency_valid) COPY(event->currency, data.currency);
    return 0;
}

/// Opens libofx in the version whose structures this file was compiled with.
static void *open_library(void) {
    void *library = dlopen("libofx.so.7", RTLD_NOW);
    return library != NULL ? library : dlopen("libofx.so", RTLD_NOW);
}

int cofx_is_available(void) {
    void *library = open_library();
    if (library == NULL) return 0;
    dlclose(library);
    return 1;
}

static int parse(void *library, const char *path, int descriptor) {
    LibofxContextPtr (*new_context)(void) = dlsym(library, "libofx_get_new_context");
    void (*set_transaction)(LibofxContextPtr, LibofxProcTransactionCallback, void *) =
        dlsym(library, "ofx_set_transaction_cb");
    void (*set_statement)(LibofxContextPtr, LibofxProcStatementCallback, void *) =
        dlsym(library, "ofx_set_statement_cb");
    int (*process)(LibofxContextPtr, const char *, enum LibofxFileFormat) = dlsym(library, "libofx_proc_file");
    if (!new_context || !set_transaction || !set_statement || !process) return exit_no_library;

    static struct output output;
    output.descriptor = descriptor;
    LibofxContextPtr context = new_context();
    set_transaction(context, on_transaction, &output);
    set_statement(context, on_statement, &output);
    // 1 means that the document departs from the DTD somewhere, as those of many banks do.
    if (process(context, path, OFX) < 0) return exit_refused;
    flush(&output);
    return 0;
}

/// Bounds what the child may take, beyond what it has from its parent.
static void limit_resources(void) {
    rlim_t pages = 0;
    FILE *status = fopen("/proc/self/statm", "re");
    if (status != NULL) {
        unsigned long long read_pages = 0;
        if (fscanf(status, "%llu", &read_pages) == 1) pages = read_pages;
        fclose(status);
    }
    rlim_t bytes = pages * (rlim_t)sysconf(_SC_PAGESIZE) + memory_allowed;
    setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
    // The soft limit ends the child with SIGXCPU, which tells it from a crash.
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds_allowed, seconds_allowed + 1});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

static _Noreturn void run_child(void *library, int document, int events) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_RDWR);
    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
    limit_resources();

    // libofx turns dates into seconds with the local time zone, and writes a copy of what it reads into TMPDIR.
    static char folder[512] = "TMPDIR=/tmp";
    static char zone[] = "TZ=UTC0";
    static char *environment[] = {zone, folder, NULL};
    const char *wanted = getenv("TMPDIR");
    if (wanted != NULL && *wanted != 0) snprintf(folder, sizeof folder, "TMPDIR=%s", wanted);
    environ = environment;
    tzset();

    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", document);
    _exit(parse(library, path, events));
}

// ---- In the parent ----

static bool write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Reads until the child closes its end. The child's processor time is bounded; this bounds its sleep as well.
static enum cofx_result collect(int descriptor, struct cofx_event **events, size_t *count) {
    char *bytes = NULL;
    size_t used = 0, capacity = 0;
    const int64_t deadline = milliseconds() + 3 * seconds_allowed * 1000;
    for (;;) {
        if (capacity - used < sizeof(struct cofx_event)) {
            capacity = capacity == 0 ? 1 << 16 : capacity * 2;
            char *larger = realloc(bytes, capacity);
            if (larger == NULL) {
                free(bytes);
                return COFX_NO_RESOURCES;
            }
            bytes = larger;
        }
        const int64_t left = deadline - milliseconds();
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        const int state = left > 0 ? poll(&ready, 1, (int)left) : 0;
        if (state < 0 && errno == EINTR) continue;
        if (state == 0) {
            free(bytes);
            return COFX_TOO_SLOW;
        }
        ssize_t got = read(descriptor, bytes + used, capacity - used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += (size_t)got;
    }
    *events = (struct cofx_event *)bytes;
    *count = used / sizeof(struct cofx_event);
    return COFX_READ;
}

/// Waits for the child's end.
static enum cofx_result outcome(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return COFX_FAILED;
    }
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGXCPU ? COFX_TOO_SLOW : COFX_FAILED;
    switch (WEXITSTATUS(status)) {
        case 0: return COFX_READ;
        case exit_no_library: return COFX_NO_LIBRARY;
        default: return COFX_FAILED;
    }
}

enum cofx_result cofx_read(const void *document, size_t length, struct cofx_event **events, size_t *count) {
    // Opened before the fork: the child of a process with several threads must not load libraries, since another thread
    // may have held the loader's locks at that moment. It stays open for the next document.
    void *library = open_library();
    if (library == NULL) return COFX_NO_LIBRARY;
    enum cofx_result result = COFX_NO_RESOURCES;
    int ends[2] = {-1, -1};
    const int file = memfd_create("statement", MFD_CLOEXEC);
    if (file >= 0 && write_all(file, document, length) && pipe2(ends, O_CLOEXEC) == 0) {
        const pid_t child = fork();
        if (child == 0) run_child(library, file, ends[1]);
        if (child > 0) {
            close(ends[1]);
            ends[1] = -1;
            result = collect(ends[0], events, count);
            if (result != COFX_READ) {
                kill(child, SIGKILL);
                outcome(child);
            } else {
                result = outcome(child);
                if (result != COFX_READ) free(*events);
            }
        }
    }
    const int error = errno;
    if (file >= 0) close(file);
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
    errno = error;
    return result;
}
