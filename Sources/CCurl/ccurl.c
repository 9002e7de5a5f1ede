#define _DEFAULT_SOURCE
#include "ccurl.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The checks of curl.h are macros around the functions that are reached through pointers here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo

// ---- The functions of libcurl that are used ----

#define FUNCTIONS(X)        \
    X(curl_global_init_mem) \
    X(curl_easy_init)       \
    X(curl_easy_setopt)     \
    X(curl_easy_getinfo)    \
    X(curl_easy_pause)      \
    X(curl_easy_cleanup)    \
    X(curl_slist_append)    \
    X(curl_slist_free_all)  \
    X(curl_multi_init)      \
    X(curl_multi_cleanup)   \
    X(curl_multi_add_handle)    \
    X(curl_multi_remove_handle) \
    X(curl_multi_perform)   \
    X(curl_multi_poll)      \
    X(curl_multi_info_read)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static bool is_open;

static bool resolve(void *library) {
#define RESOLVE(name) \
    if (!(p_##name = (__typeof__(&name))dlsym(library, #name))) return false;
    FUNCTIONS(RESOLVE)
    return true;
}

// What libcurl gives back may have held a token: a request that is sent is copied into its buffers.
static void wipe_and_free(void *memory) {
    if (memory) explicit_bzero(memory, malloc_usable_size(memory));
    free(memory);
}

static void *grow(void *memory, size_t size) {
    void *grown = malloc(size);
    if (!grown || !memory) return grown;
    size_t held = malloc_usable_size(memory);
    memcpy(grown, memory, held < size ? held : size);
    wipe_and_free(memory);
    return grown;
}

static void open_library(void) {
    // Debian's flavours of TLS have libraries of their own with the same functions.
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !is_open; i++) {
        // Lazily: of the libraries that it needs few functions are ever called.
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (!library || !resolve(library)) continue;
        is_open = p_curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, wipe_and_free, grow, strdup, calloc) == CURLE_OK;
    }
}

bool ccurl_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return is_open;
}

// ---- What comes in ----

enum { largest_head = 65536, enough_body = 262144 };

struct buffer {
    uint8_t *bytes;
    size_t length, capacity;
};

static bool append(struct buffer *buffer, const void *bytes, size_t length) {
    if (buffer->capacity - buffer->length < length) {
        size_t capacity = buffer->capacity ? buffer->capacity : 32768;
        while (capacity - buffer->length < length) capacity *= 2;
        uint8_t *grown = realloc(buffer->bytes, capacity);
        if (!grown) return false;
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

struct ccurl_client {
    CURLM *multi;
    CURL *easy;
    struct curl_slist *headers;
    struct buffer head, body;
    uint64_t received, largest;
    bool is_too_large;
    /// Enough was received for one look; the rest waits where it is.
    bool is_paused;
    enum ccurl_result result;
};

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    ccurl_client *client = context;
    size_t length = size * count;
    if (client->body.length >= enough_body) {
        client->is_paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    client->received += length;
    if (client->received > client->largest) {
        client->is_too_large = true;
        return 0;
    }
    return append(&client->body, bytes, length) ? length : 0;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
    ccurl_client *client = context;
    size_t length = size * count;
    // Each reply has its own head: of an interim reply, then of the final one.
    if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) client->head.length = 0;
    if (client->head.length + length > largest_head) {
        client->is_too_large = true;
        return 0;
    }
    return append(&client->head, bytes, length) ? length : 0;
}

// ---- The client ----

ccurl_client *ccurl_client_new(void) {
    if (!ccurl_open()) return NULL;
    ccurl_client *client = calloc(1, sizeof *client);
    if (client && !(client->multi = p_curl_multi_init())) {
        free(client);
        client = NULL;
    }
    return client;
}

void ccurl_client_free(ccurl_client *client) {
    ccurl_client_stop(client);
    p_curl_multi_cleanup(client->multi);
    ccurl_client_clear_body(client);
    free(client->head.bytes);
    free(client->body.bytes);
    free(client);
}

void ccurl_client_stop(ccurl_client *client) {
    if (client->easy) {
        p_curl_multi_remove_handle(client->multi, client->easy);
        p_curl_easy_cleanup(client->easy);
        client->easy = NULL;
    }
    // They may hold a key.
    for (struct curl_slist *line = client->headers; line; line = line->next) {
        explicit_bzero(line->data, strlen(line->data));
    }
    p_curl_slist_free_all(client->headers);
    client->headers = NULL;
}

static bool add_header(ccurl_client *client, const char *header) {
    struct curl_slist *longer = p_curl_slist_append(client->headers, header);
    if (longer) client->headers = longer;
    return longer != NULL;
}

static bool set_options(ccurl_client *client, const struct ccurl_request *request) {
    CURL *easy = client->easy;
    bool is_set = true;
#define SET(option, value) is_set = p_curl_easy_setopt(easy, option, value) == CURLE_OK && is_set
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_HTTPHEADER, client->headers);
    if (request->is_get) {
        SET(CURLOPT_HTTPGET, 1L);
    } else {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
        // Without a body there must be an empty one, or it would be read from standard input.
        const char *body = request->body_length ? (const char *)request->body : "";
        // A copy would be freed as it is: a body with a token is read where it stands.
        if (request->is_body_kept) {
            SET(CURLOPT_POSTFIELDS, body);
        } else {
            SET(CURLOPT_COPYPOSTFIELDS, body);
        }
    }
    SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout_milliseconds);
    SET(CURLOPT_WRITEFUNCTION, take_body);
    SET(CURLOPT_WRITEDATA, client);
    SET(CURLOPT_HEADERFUNCTION, take_head);
    SET(CURLOPT_HEADERDATA, client);
    // A redirection could lead the key to another host: it is reported, not followed.
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // What comes compressed, although requests ask for it not to be, is still understood.
    SET(CURLOPT_ACCEPT_ENCODING, "");
    // No signal for name lookups: they would end up in any thread.
    SET(CURLOPT_NOSIGNAL, 1L);
    if (request->is_direct) SET(CURLOPT_NOPROXY, "*");
    if (request->certificates) SET(CURLOPT_CAINFO, request->certificates);
#undef SET
#if LIBCURL_VERSION_NUM >= 0x075700
    // A name lookup runs on a thread of libcurl's, which giving up would else wait for. An older libcurl does not know this.
    p_curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    return is_set;
}

bool ccurl_client_start(ccurl_client *client, const struct ccurl_request *request) {
    ccurl_client_stop(client);
    client->head.length = client->body.length = 0;
    client->received = 0;
    client->largest = request->largest_reply;
    client->is_too_large = client->is_paused = false;
    client->result = CCURL_RUNNING;
    client->easy = p_curl_easy_init();
    if (!client->easy) return false;
    bool is_ready = true;
    for (size_t i = 0; i < request->header_count; i++) is_ready = add_header(client, request->headers[i]) && is_ready;
    is_ready = is_ready && set_options(client, request) &&
               p_curl_multi_add_handle(client->multi, client->easy) == CURLM_OK;
    if (!is_ready) ccurl_client_stop(client);
    return is_ready;
}

static enum ccurl_result result_of(const ccurl_client *client, CURLcode code) {
    if (client->is_too_large) return CCURL_TOO_LARGE;
    // What a proxy says to being asked for a tunnel; 0 where none was asked.
    long connected = 0;
    p_curl_easy_getinfo(client->easy, CURLINFO_HTTP_CONNECTCODE, &connected);
    if (code != CURLE_OK && connected >= 300) return CCURL_NO_PROXY;
    switch (code) {
        case CURLE_OK: return CCURL_OK;
        case CURLE_COULDNT_RESOLVE_HOST: return CCURL_NO_HOST;
        case CURLE_PROXY:
        case CURLE_COULDNT_RESOLVE_PROXY: return CCURL_NO_PROXY;
        case CURLE_COULDNT_CONNECT: return CCURL_NO_CONNECTION;
        // The only time limit that libcurl is given is that of connecting.
        case CURLE_OPERATION_TIMEDOUT: return CCURL_CONNECT_TIMEOUT;
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_ISSUER_ERROR:
        case CURLE_SSL_INVALIDCERTSTATUS: return CCURL_CERTIFICATE;
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_SSL_CIPHER: return CCURL_TLS;
        case CURLE_GOT_NOTHING:
        case CURLE_SEND_ERROR:
        case CURLE_RECV_ERROR:
        case CURLE_PARTIAL_FILE:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM: return CCURL_BROKEN;
        default: return CCURL_OTHER;
    }
}

/// Lets libcurl work, and notes the end of the request.
static void perform(ccurl_client *client) {
    int running = 0, left = 0;
    if (p_curl_multi_perform(client->multi, &running) != CURLM_OK) client->result = CCURL_OTHER;
    for (CURLMsg *message; (message = p_curl_multi_info_read(client->multi, &left));) {
        if (message->msg == CURLMSG_DONE) client->result = result_of(client, message->data.result);
    }
}

enum ccurl_result ccurl_client_step(ccurl_client *client, int milliseconds) {
    if (!client->easy || client->result != CCURL_RUNNING) return client->result;
    if (client->is_paused) {
        client->is_paused = false;
        p_curl_easy_pause(client->easy, CURLPAUSE_CONT);
    }
    perform(client);
    if (client->result == CCURL_RUNNING && client->body.length == 0) {
        int ready = 0;
        if (p_curl_multi_poll(client->multi, NULL, 0, milliseconds, &ready) != CURLM_OK) client->result = CCURL_OTHER;
        if (client->result == CCURL_RUNNING) perform(client);
    }
    return client->result;
}

long ccurl_client_status(const ccurl_client *client) {
    long status = 0;
    if (client->easy) p_curl_easy_getinfo(client->easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

bool ccurl_client_is_connected(const ccurl_client *client) {
    curl_off_t microseconds = 0;
    if (client->easy) p_curl_easy_getinfo(client->easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    return microseconds > 0;
}

const char *ccurl_client_head(ccurl_client *client) {
    if (!append(&client->head, "", 1)) return "";
    // The NUL stands behind the head and is no part of it.
    client->head.length--;
    return (const char *)client->head.bytes;
}

const uint8_t *ccurl_client_body(const ccurl_client *client, size_t *length) {
    *length = client->body.length;
    return client->body.bytes;
}

void ccurl_client_clear_body(ccurl_client *client) {
    // A reply may hold a token.
    if (client->body.length) explicit_bzero(client->body.bytes, client->body.length);
    client->body.length = 0;
}
