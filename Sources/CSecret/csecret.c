#define _DEFAULT_SOURCE
#include "csecret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// As libsecret's headers of version 0.20 declare them: the package with them is not needed to build.
typedef struct {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type;
    } attributes[32];
    int reserved;
    void *reserved_pointers[7];
} SecretSchema;
typedef void GError;

static const SecretSchema schema = {"coach.Secret", 0, {{"application", 0}, {"name", 0}, {NULL, 0}}, 0, {NULL}};

static char *(*lookup)(const SecretSchema *, void *cancellable, GError **, ...);
static int (*store)(const SecretSchema *, const char *collection, const char *label, const char *password, void *cancellable,
                    GError **, ...);
static int (*clear)(const SecretSchema *, void *cancellable, GError **, ...);
static void (*free_password)(char *);
static void (*free_error)(GError *);

static bool is_open;

static void open_library(void) {
    void *library = dlopen("libsecret-1.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
    *(void **)&lookup = dlsym(library, "secret_password_lookup_sync");
    *(void **)&store = dlsym(library, "secret_password_store_sync");
    *(void **)&clear = dlsym(library, "secret_password_clear_sync");
    // Overwrites what it frees.
    *(void **)&free_password = dlsym(library, "secret_password_free");
    *(void **)&free_error = dlsym(library, "g_error_free");
    is_open = lookup && store && clear && free_password && free_error;
}

static bool open_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return is_open;
}

static csecret_result ended(GError *error, bool is_there) {
    if (!error) return is_there ? CSECRET_OK : CSECRET_NONE;
    free_error(error);
    return CSECRET_FAILED;
}

csecret_result csecret_read(const char *name, char **value) {
    if (!open_once()) return CSECRET_FAILED;
    GError *error = NULL;
    *value = lookup(&schema, NULL, &error, "application", "coach", "name", name, NULL);
    return ended(error, *value != NULL);
}

csecret_result csecret_write(const char *name, const char *value) {
    if (!open_once()) return CSECRET_FAILED;
    GError *error = NULL;
    int is_kept = store(&schema, NULL, "coach: key of bank secrets", value, NULL, &error, "application", "coach", "name", name, NULL);
    return ended(error, true) == CSECRET_OK && is_kept ? CSECRET_OK : CSECRET_FAILED;
}

csecret_result csecret_remove(const char *name) {
    if (!open_once()) return CSECRET_FAILED;
    GError *error = NULL;
    int is_gone = clear(&schema, NULL, &error, "application", "coach", "name", name, NULL);
    return ended(error, is_gone);
}

void csecret_free(char *value) {
    if (value) free_password(value);
}
