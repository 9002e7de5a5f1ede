// A layer of SQLite's files (VFS) between it and the system, in which every call that changes a file can fail.
#include "faultyfiles.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real;
};

static sqlite3_vfs *below;
static sqlite3_vfs layer;
static int installed = SQLITE_ERROR;
// Each thread's own, so that tests beside one another fail none of each other's writes.
static _Thread_local long count;
static _Thread_local long failing;
static _Thread_local enum faulty_kind failure;

static int fails(void) { return failing != 0 && ++count >= failing; }

static int code(int error) { return failure == faulty_full ? SQLITE_FULL : error; }

static sqlite3_file *real(sqlite3_file *file) { return ((struct faulty_file *)file)->real; }

static int faulty_close(sqlite3_file *file) {
    sqlite3_file *under = real(file);
    int rc = under->pMethods ? under->pMethods->xClose(under) : SQLITE_OK;
    free(under);
    return rc;
}

static int faulty_read(sqlite3_file *f, void *bytes, int size, sqlite3_int64 at) {
    return real(f)->pMethods->xRead(real(f), bytes, size, at);
}

static int faulty_write(sqlite3_file *f, const void *bytes, int size, sqlite3_int64 at) {
    if (fails()) {
        if (failure == faulty_short) real(f)->pMethods->xWrite(real(f), bytes, size / 2, at);
        return code(SQLITE_IOERR_WRITE);
    }
    return real(f)->pMethods->xWrite(real(f), bytes, size, at);
}

static int faulty_truncate(sqlite3_file *f, sqlite3_int64 size) {
    if (fails()) return SQLITE_IOERR_TRUNCATE;
    return real(f)->pMethods->xTruncate(real(f), size);
}

static int faulty_sync(sqlite3_file *f, int flags) {
    if (fails()) return SQLITE_IOERR_FSYNC;
    return real(f)->pMethods->xSync(real(f), flags);
}

static int faulty_size(sqlite3_file *f, sqlite3_int64 *size) { return real(f)->pMethods->xFileSize(real(f), size); }
static int faulty_lock(sqlite3_file *f, int kind) { return real(f)->pMethods->xLock(real(f), kind); }
static int faulty_unlock(sqlite3_file *f, int kind) { return real(f)->pMethods->xUnlock(real(f), kind); }
static int faulty_reserved(sqlite3_file *f, int *out) { return real(f)->pMethods->xCheckReservedLock(real(f), out); }
static int faulty_control(sqlite3_file *f, int op, void *arg) { return real(f)->pMethods->xFileControl(real(f), op, arg); }
static int faulty_sector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
static int faulty_device(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }

static int faulty_map(sqlite3_file *f, int region, int size, int extend, void volatile **out) {
    if (extend && fails()) return code(SQLITE_IOERR_SHMSIZE);
    return real(f)->pMethods->xShmMap(real(f), region, size, extend, out);
}

static int faulty_shm_lock(sqlite3_file *f, int offset, int n, int flags) {
    return real(f)->pMethods->xShmLock(real(f), offset, n, flags);
}

static void faulty_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
static int faulty_unmap(sqlite3_file *f, int removes) { return real(f)->pMethods->xShmUnmap(real(f), removes); }

static const sqlite3_io_methods methods = {
    2, faulty_close, faulty_read, faulty_write, faulty_truncate, faulty_sync, faulty_size, faulty_lock, faulty_unlock,
    faulty_reserved, faulty_control, faulty_sector, faulty_device, faulty_map, faulty_shm_lock, faulty_barrier,
    faulty_unmap, 0, 0,
};

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    if (!name || !strstr(name, "/faulty/")) return below->xOpen(below, name, file, flags, out);
    struct faulty_file *own = (struct faulty_file *)file;
    own->base.pMethods = 0;
    own->real = calloc(1, (size_t)below->szOsFile);
    if (!own->real) return SQLITE_NOMEM;
    int rc = below->xOpen(below, name, own->real, flags, out);
    if (rc != SQLITE_OK) {
        free(own->real);
        return rc;
    }
    own->base.pMethods = &methods;
    return SQLITE_OK;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    if (strstr(name, "/faulty/") && fails()) return SQLITE_IOERR_DELETE;
    return below->xDelete(below, name, sync);
}

static void install(void) {
    sqlite3_initialize();
    below = sqlite3_vfs_find(0);
    layer = *below;
    layer.zName = "faulty";
    if (layer.szOsFile < (int)sizeof(struct faulty_file)) layer.szOsFile = (int)sizeof(struct faulty_file);
    layer.xOpen = faulty_open;
    layer.xDelete = faulty_delete;
    installed = sqlite3_vfs_register(&layer, 1);
}

int faulty_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    return installed;
}

void faulty_start(long number, enum faulty_kind kind) {
    count = 0;
    failure = kind;
    failing = number;
}

long faulty_stop(void) {
    failing = 0;
    return count;
}
