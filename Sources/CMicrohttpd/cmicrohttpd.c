#define _GNU_SOURCE
#include "cmicrohttpd.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <microhttpd.h>

#define FUNCTIONS(X)                    \
    X(MHD_start_daemon)                 \
    X(MHD_stop_daemon)                  \
    X(MHD_quiesce_daemon)               \
    X(MHD_get_connection_values_n)      \
    X(MHD_get_connection_info)          \
    X(MHD_create_response_from_buffer)  \
    X(MHD_create_response_from_callback)\
    X(MHD_add_response_header)          \
    X(MHD_queue_response)               \
    X(MHD_suspend_connection)           \
    X(MHD_resume_connection)            \
    X(MHD_destroy_response)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static bool is_open;
/// `gnutls_record_send`, of the library that the library uses; NULL where it was built without.
static ssize_t (*send_by_tls)(void *session, const void *bytes, size_t length);

static bool resolve(void *library) {
#define RESOLVE(name) \
    if (!(p_##name = (__typeof__(&name))dlsym(library, #name))) return false;
    FUNCTIONS(RESOLVE)
    send_by_tls = (__typeof__(send_by_tls))dlsym(library, "gnutls_record_send");
    return true;
}

static void open_library(void) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_LAZY | RTLD_LOCAL);
    is_open = library && resolve(library);
}

bool chttp_open_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return is_open;
}

// ---- Sockets ----

static int failed(int descriptor) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

int chttp_listen(const char *host, uint16_t port) {
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(host, service, &hints, &found) != 0) {
        errno = EINVAL;
        return -1;
    }
    int one = 1, descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        freeaddrinfo(found);
        return -1;
    }
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    int result = bind(descriptor, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return result != 0 || listen(descriptor, 512) != 0 ? failed(descriptor) : descriptor;
}

int chttp_listen_path(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISSOCK(info.st_mode)) {
        int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool is_alive = probe >= 0 && connect(probe, (struct sockaddr *)&address, sizeof address) == 0;
        if (probe >= 0) close(probe);
        if (!is_alive) unlink(path);
    }
    mode_t mask = umask(0177);
    int result = bind(descriptor, (struct sockaddr *)&address, sizeof address);
    umask(mask);
    return result != 0 || listen(descriptor, 512) != 0 ? failed(descriptor) : descriptor;
}

int chttp_adopt(int descriptor) {
    int listens = 0, flags = fcntl(descriptor, F_GETFL);
    socklen_t length = sizeof listens;
    if (flags < 0 || getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) != 0) return -1;
    if (!listens) {
        errno = EINVAL;
        return -1;
    }
    // Whoever hands it over leaves it blocking, and each thread would wait in accept for its own connection.
    if (fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) return -1;
    return descriptor;
}

uint16_t chttp_port(int socket) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

// ---- Connections ----

/// A refusal, and what names it.
struct refusal {
    unsigned status;
    uint64_t trace;
};

/// A connection, for whoever looks after those that take too long.
struct connection {
    struct connection *next, *previous;
    int descriptor;
    /// Seconds of the monotonic clock; 0 while a request is answered.
    time_t deadline;
    char peer[INET6_ADDRSTRLEN];
    /// Whether a request is being taken in or answered, and whether it took too long to come in.
    bool has_request, is_late;
    /// What the library itself refused it with; its status is 0 for none.
    struct refusal refusal;
};

struct chttp_server {
    struct MHD_Daemon *daemon;
    chttp_options options;
    chttp_callbacks callbacks;
    pthread_mutex_t lock;
    pthread_t keeper;
    bool is_ending;
    unsigned connected;
    /// Requests that are being taken in or answered, and those among them that have a thread of their own.
    unsigned running, running_long;
    struct connection connections;
};

static time_t seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void set_deadline(chttp_server *server, struct connection *entry, unsigned seconds) {
    if (!entry) return;
    pthread_mutex_lock(&server->lock);
    entry->deadline = seconds ? seconds_now() + seconds : 0;
    pthread_mutex_unlock(&server->lock);
}

/// With the lock: where hardly any more find a place, whoever has kept silent for longest loses theirs.
static void make_room(chttp_server *server) {
    if (server->connected < server->options.connections - server->options.connections / 8) return;
    struct connection *silent = NULL;
    for (struct connection *entry = server->connections.next; entry; entry = entry->next)
        if (entry->deadline && (!silent || entry->deadline <= silent->deadline)) silent = entry;
    if (!silent) return;
    shutdown(silent->descriptor, SHUT_RDWR);
    silent->deadline = 0;
}

/// On a Unix socket: nothing for its owner and for root, who reach everything of the owner's anyway. A socket that was handed over may
/// let in others, too.
static void name_local_peer(int descriptor, char *out, size_t length) {
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) snprintf(out, length, "uid:?");
    else if (peer.uid != geteuid() && peer.uid != 0) snprintf(out, length, "uid:%u", peer.uid);
}

static void name_peer(struct MHD_Connection *connection, char *out, size_t length) {
    out[0] = 0;
    const union MHD_ConnectionInfo *place = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    int domain = AF_UNSPEC;
    socklen_t size = sizeof domain;
    if (place) getsockopt(place->connect_fd, SOL_SOCKET, SO_DOMAIN, &domain, &size);
    if (domain == AF_UNIX) return name_local_peer(place->connect_fd, out, length);
    // Whoever can't be told is nobody's owner.
    snprintf(out, length, "?");
    const union MHD_ConnectionInfo *info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr) return;
    const struct sockaddr *address = info->client_addr;
    if (address->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, out, (socklen_t)length);
    if (address->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, out, (socklen_t)length);
}

static struct refusal new_refusal(unsigned status) {
    struct refusal refusal = {.status = status};
    if (getrandom(&refusal.trace, sizeof refusal.trace, GRND_NONBLOCK) < 0) refusal.trace = 0;
    return refusal;
}

/// Of this thread: what the library has just refused, until it queues its page; the status is 0 for none.
static _Thread_local struct {
    struct refusal refusal;
    chttp_server *server;
} heard;

/// Takes what the library has to say. Of all that, only the number of a status leaves here.
static void hear(void *context, const char *format, va_list values) {
    if (!strstr(format, "HTTP response code is %u")) return;
    unsigned status = va_arg(values, unsigned);
    // It finds itself at fault where it has no room for a line within a body, such as the size of a chunk.
    heard.refusal = new_refusal(status == 500 ? 400 : status);
    heard.server = context;
}

static struct connection *entry_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static struct refusal take_own_refusal(struct connection *entry) {
    if (!entry) return (struct refusal){0};
    struct refusal refusal = entry->refusal;
    entry->refusal = (struct refusal){0};
    return refusal;
}

static void send_bytes(struct MHD_Connection *connection, const char *bytes, size_t length) {
    const union MHD_ConnectionInfo *info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    if (info && info->tls_session) {
        if (send_by_tls) send_by_tls(info->tls_session, bytes, length);
        return;
    }
    info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (!info) return;
    send(info->connect_fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    // Whoever closes on bytes that are not taken in takes back what was sent.
    char rest[4096];
    for (int count = 0; count < 64 && recv(info->connect_fd, rest, sizeof rest, MSG_DONTWAIT) > 0;) count++;
}

/// Sends what is answered to a refusal of the library's own. It is short: whoever has no room for it never reads.
static void send_own_refusal(chttp_server *server, struct MHD_Connection *connection, struct refusal refusal) {
    chttp_response response = {0};
    server->callbacks.refuse(server->callbacks.context, refusal.status, refusal.trace, &response);
    char date[64];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &(struct tm){0}));
    char *whole = NULL;
    int length = asprintf(&whole, "HTTP/1.1 %u Refused\r\nDate: %s\r\nConnection: close\r\nContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n%.*s", response.status, date, response.length, (int)response.length,
                          response.body ? (char *)response.body : "");
    if (length > 0) send_bytes(connection, whole, (size_t)length);
    if (length >= 0) free(whole);
    free(response.headers);
    free(response.body);
}

/// The library refuses with pages of HTML, some of which have their head twice, and has no option for others. It queues them by this
/// function, which it finds here before its own, since the program exports it (Package.swift). Told that a page can't be queued, it
/// ends the connection.
__attribute__((visibility("default"))) enum MHD_Result
MHD_queue_response(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
    chttp_server *server = heard.server;
    if (!server) return p_MHD_queue_response(connection, status, response);
    heard.server = NULL;
    // It is told once the connection ends, which may be after others on this thread were refused.
    struct connection *entry = entry_of(connection);
    if (entry) entry->refusal = heard.refusal;
    send_own_refusal(server, connection, heard.refusal);
    return MHD_NO;
}

static void tell(chttp_server *server, const char *method, const char *target, const char *peer, struct refusal refusal) {
    server->callbacks.on_refusal(server->callbacks.context, method, target, peer, refusal.status, refusal.trace);
}

static void notice(void *context, struct MHD_Connection *connection, void **socket_context,
                   enum MHD_ConnectionNotificationCode code) {
    chttp_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        struct connection *entry = calloc(1, sizeof *entry);
        *socket_context = entry;
        if (!entry || !info) return;
        entry->descriptor = info->connect_fd;
        name_peer(connection, entry->peer, sizeof entry->peer);
        entry->deadline = seconds_now() + server->options.patience;
        pthread_mutex_lock(&server->lock);
        make_room(server);
        server->connected++;
        entry->next = server->connections.next;
        entry->previous = &server->connections;
        if (entry->next) entry->next->previous = entry;
        server->connections.next = entry;
        pthread_mutex_unlock(&server->lock);
        return;
    }
    struct connection *entry = *socket_context;
    if (!entry) return;
    // What it sent was no request.
    struct refusal refusal = entry->has_request ? (struct refusal){0} : take_own_refusal(entry);
    if (refusal.status) tell(server, "", "", entry->peer, refusal);
    pthread_mutex_lock(&server->lock);
    if (entry->previous) {
        server->connected--;
        entry->previous->next = entry->next;
        if (entry->next) entry->next->previous = entry->previous;
    }
    pthread_mutex_unlock(&server->lock);
    free(entry);
}

/// The library only ends connections that are silent: who sends a byte now and then would stay for ever.
static void *keep(void *context) {
    chttp_server *server = context;
    for (bool is_ending = false; !is_ending;) {
        usleep(250000);
        time_t now = seconds_now();
        pthread_mutex_lock(&server->lock);
        for (struct connection *entry = server->connections.next; entry; entry = entry->next)
            if (entry->deadline && entry->deadline < now) {
                entry->is_late = true;
                shutdown(entry->descriptor, SHUT_RDWR);
            }
        is_ending = server->is_ending;
        pthread_mutex_unlock(&server->lock);
    }
    return NULL;
}

// ---- Requests ----

struct request {
    char *target;
    /// For the log; what is longer is none that is known.
    char method[8];
    bool is_answered;
    uint8_t *body;
    size_t length, capacity;
    struct connection *entry;
    bool has_begun;
    struct refusal refusal;
    /// Of one with a thread of its own: what came in, and what is answered once it is there.
    struct job *job;
};

/// Held by its thread and by its request, whichever lives longer.
struct job {
    chttp_server *server;
    struct MHD_Connection *connection;
    /// As long as it may take; NULL once it has to come to its end.
    struct connection *entry;
    chttp_request whole;
    chttp_response response;
    char *method, *target, *headers;
    uint8_t *body;
    char peer[INET6_ADDRSTRLEN];
    pthread_mutex_t lock;
    unsigned holders;
    /// What was written and is not sent yet.
    uint8_t *pieces;
    size_t length, capacity;
    /// Whether it is sent as it is made, the connection waits for more, all is written, and nobody is there any more.
    bool is_stream, is_waiting, is_over, is_gone;
};

static void let_go(struct job *job) {
    if (!job) return;
    pthread_mutex_lock(&job->lock);
    bool is_last = --job->holders == 0;
    pthread_mutex_unlock(&job->lock);
    if (!is_last) return;
    pthread_mutex_destroy(&job->lock);
    free(job->method);
    free(job->target);
    free(job->headers);
    free(job->body);
    free(job->pieces);
    free(job->response.headers);
    free(job->response.body);
    free(job);
}

/// With the lock: has the connection go on, where it waits.
static void wake(struct job *job) {
    if (job->is_waiting) p_MHD_resume_connection(job->connection);
    job->is_waiting = false;
}

/// More parameters than any address has.
static const unsigned most_parameters = 100;

/// Whether an address has so many parameters that the library, which takes each of them apart although it is read here, would have
/// no room left to answer in. It finds none then: what stands behind the question mark is cut off for it.
static bool has_too_many_parameters(const char *target) {
    char *query = strchr(target, '?');
    unsigned count = 0;
    for (const char *place = query; place; place = strchr(place + 1, '&')) count++;
    if (count <= most_parameters) return false;
    query[1] = 0;
    return true;
}

static void *take_target(void *context, const char *target, struct MHD_Connection *connection) {
    chttp_server *server = context;
    struct request *request = calloc(1, sizeof *request);
    if (!request) return NULL;
    request->target = strdup(target);
    if (has_too_many_parameters(target)) request->refusal = new_refusal(414);
    if (strchr(target, ' ')) request->refusal = new_refusal(400);
    request->entry = entry_of(connection);
    if (request->entry) request->entry->has_request = true;
    pthread_mutex_lock(&server->lock);
    server->running++;
    pthread_mutex_unlock(&server->lock);
    return request;
}

/// Tells of a request that ended before anything here answered it, unless its client has left.
static void tell_unanswered(chttp_server *server, struct request *request, enum MHD_RequestTerminationCode code) {
    struct refusal refusal = take_own_refusal(request->entry);
    if (request->refusal.status) refusal = request->refusal;
    pthread_mutex_lock(&server->lock);
    bool is_late = code == MHD_REQUEST_TERMINATED_TIMEOUT_REACHED || (request->entry && request->entry->is_late);
    pthread_mutex_unlock(&server->lock);
    if (!refusal.status && is_late) refusal = new_refusal(408);
    if (refusal.status)
        tell(server, request->method, request->target ? request->target : "", request->entry ? request->entry->peer : "",
             refusal);
}

static void complete(void *context, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode code) {
    (void)connection;
    chttp_server *server = context;
    struct request *request = *state;
    if (!request) return;
    if (!request->is_answered) tell_unanswered(server, request, code);
    if (request->entry) request->entry->has_request = false;
    set_deadline(server, request->entry, server->options.idle + server->options.patience);
    pthread_mutex_lock(&server->lock);
    server->running--;
    pthread_mutex_unlock(&server->lock);
    if (request->job) {
        pthread_mutex_lock(&request->job->lock);
        request->job->is_gone = true;
        pthread_mutex_unlock(&request->job->lock);
        let_go(request->job);
    }
    free(request->target);
    free(request->body);
    free(request);
    *state = NULL;
}

struct head {
    char *text;
    size_t length, capacity;
    unsigned lengths, codings, hosts;
    unsigned long long stated;
    /// Bytes of it that are seen, and where the last line's end.
    size_t seen;
    const char *end;
    bool is_bad;
};

static void add(struct head *head, const char *text, size_t length) {
    if (head->capacity - head->length < length + 1) {
        head->capacity = (head->capacity + length + 1) * 2;
        char *grown = realloc(head->text, head->capacity);
        if (!grown) {
            head->is_bad = true;
            head->capacity = head->length;
            return;
        }
        head->text = grown;
    }
    memcpy(head->text + head->length, text, length);
    head->length += length;
    head->text[head->length] = 0;
}

static enum MHD_Result take_header(void *context, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                   const char *value, size_t value_length) {
    (void)kind;
    struct head *head = context;
    if (!value) value = "";
    if (strlen(name) != name_length || strlen(value) != value_length) head->is_bad = true;
    // Both lie where they came in, with what stood between them; a line that ended with a mere LF begins right behind the last one.
    bool is_in_place = value > name + name_length && value < name + name_length + 65536;
    head->seen += (is_in_place ? (size_t)(value - name) : name_length + strlen(": ")) + value_length + strlen("\r\n");
    if (head->end && name == head->end + 1) head->is_bad = true;
    head->end = value + value_length;
    if (strcasecmp(name, "Content-Length") == 0) {
        head->lengths++;
        char *end = NULL;
        errno = 0;
        head->stated = strtoull(value, &end, 10);
        if (!*value || *end || errno || value[strspn(value, "0123456789")]) head->is_bad = true;
    }
    if (strcasecmp(name, "Transfer-Encoding") == 0) {
        head->codings++;
        if (strcasecmp(value, "chunked") != 0) head->is_bad = true;
    }
    if (strcasecmp(name, "Host") == 0) head->hosts++;
    if (!*name || name[strcspn(name, "\r\n: \t")] || value[strcspn(value, "\r\n")]) head->is_bad = true;
    if (head->is_bad) return MHD_NO;
    add(head, name, strlen(name));
    add(head, ":", 1);
    add(head, value, strlen(value));
    add(head, "\n", 1);
    return MHD_YES;
}

/// Why a head cannot be meant: a length that is said twice, or in two ways, is how one request is smuggled in another.
static unsigned fault(const struct head *head, size_t largest) {
    if (head->is_bad || head->lengths > 1 || head->codings > 1 || (head->lengths && head->codings)) return 400;
    if (head->hosts != 1) return 400;
    return head->stated > largest ? 413 : 0;
}

static void add_headers(struct MHD_Response *sent, chttp_response *response) {
    char *rest = NULL;
    for (char *line = response->headers ? strtok_r(response->headers, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *colon = strchr(line, ':');
        if (!colon) continue;
        *colon = 0;
        p_MHD_add_response_header(sent, line, colon + 1);
    }
    free(response->headers);
    response->headers = NULL;
}

static enum MHD_Result queue(struct MHD_Connection *connection, struct MHD_Response *sent, unsigned status) {
    enum MHD_Result result = p_MHD_queue_response(connection, status, sent);
    p_MHD_destroy_response(sent);
    return result;
}

/// Takes over what `response` holds; NULL where there is no memory for it.
static struct MHD_Response *make_response(chttp_response *response) {
    struct MHD_Response *sent =
        p_MHD_create_response_from_buffer(response->length, response->body, MHD_RESPMEM_MUST_FREE);
    if (sent) add_headers(sent, response);
    else free(response->body);
    free(response->headers);
    response->body = NULL;
    response->headers = NULL;
    return sent;
}

static enum MHD_Result send_response(struct MHD_Connection *connection, chttp_response *response) {
    struct MHD_Response *sent = make_response(response);
    return sent ? queue(connection, sent, response->status) : MHD_NO;
}

/// Gives what was written meanwhile; puts the connection aside where that is nothing.
static ssize_t next_piece(void *context, uint64_t position, char *out, size_t most) {
    (void)position;
    struct job *job = context;
    pthread_mutex_lock(&job->lock);
    // Whoever makes it may take their time; whoever reads it may not.
    if (job->is_over && job->entry) {
        set_deadline(job->server, job->entry, job->server->options.idle + job->server->options.patience);
        job->entry = NULL;
    }
    ssize_t count = (ssize_t)(job->length < most ? job->length : most);
    if (count) {
        memcpy(out, job->pieces, (size_t)count);
        job->length -= (size_t)count;
        memmove(job->pieces, job->pieces + count, job->length);
    } else if (job->is_over) {
        count = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        job->is_waiting = true;
        p_MHD_suspend_connection(job->connection);
    }
    pthread_mutex_unlock(&job->lock);
    return count;
}

static enum MHD_Result send_stream(struct MHD_Connection *connection, struct job *job) {
    struct MHD_Response *sent =
        p_MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, next_piece, job, NULL);
    if (!sent) return MHD_NO;
    add_headers(sent, &job->response);
    return queue(connection, sent, job->response.status);
}

/// A stream is a job, as who writes it sees it.
static struct job *job_of(chttp_stream *stream) { return (struct job *)stream; }

void chttp_begin(chttp_stream *stream, unsigned status, const char *headers) {
    struct job *job = job_of(stream);
    pthread_mutex_lock(&job->lock);
    if (!job->is_stream) {
        job->is_stream = true;
        job->response = (chttp_response){.status = status, .headers = strdup(headers)};
        wake(job);
    }
    pthread_mutex_unlock(&job->lock);
}

bool chttp_write(chttp_stream *stream, const uint8_t *bytes, size_t length) {
    struct job *job = job_of(stream);
    pthread_mutex_lock(&job->lock);
    bool is_taken = !job->is_gone;
    if (is_taken && job->capacity - job->length < length) {
        size_t capacity = (job->length + length) * 2;
        uint8_t *grown = realloc(job->pieces, capacity);
        is_taken = grown != NULL;
        if (grown) {
            job->pieces = grown;
            job->capacity = capacity;
        }
    }
    if (is_taken && length) {
        memcpy(job->pieces + job->length, bytes, length);
        job->length += length;
        wake(job);
    }
    pthread_mutex_unlock(&job->lock);
    return is_taken;
}

static enum MHD_Result refuse(chttp_server *server, struct MHD_Connection *connection, struct request *request,
                              struct refusal refusal) {
    request->refusal = refusal;
    chttp_response response = {0};
    server->callbacks.refuse(server->callbacks.context, refusal.status, refusal.trace, &response);
    struct MHD_Response *sent = make_response(&response);
    // What is refused for what it is may have more behind it than was read.
    if (sent && refusal.status != 503) p_MHD_add_response_header(sent, "Connection", "close");
    return sent ? queue(connection, sent, refusal.status) : MHD_NO;
}

/// A body that is too large is read on for so many times what may be, so that its client gets an answer, and not kept.
static const size_t read_beyond = 8;

/// - Returns: false where the connection is to end.
static bool take_body(struct request *request, const char *bytes, size_t length, size_t largest) {
    if (request->refusal.status || request->length + length > largest) {
        if (!request->refusal.status) request->refusal = new_refusal(413);
        free(request->body);
        request->body = NULL;
        request->capacity = 0;
        request->length += length;
        return request->length <= read_beyond * largest;
    }
    if (request->capacity - request->length < length) {
        size_t capacity = (request->capacity + length) * 2;
        uint8_t *grown = realloc(request->body, capacity);
        if (!grown) return false;
        request->body = grown;
        request->capacity = capacity;
    }
    memcpy(request->body + request->length, bytes, length);
    request->length += length;
    return true;
}

/// Answers on a thread of its own, and has the connection go on when that is done.
static void *work(void *context) {
    struct job *job = context;
    chttp_server *server = job->server;
    chttp_response response = {.status = 500};
    server->callbacks.handler(server->callbacks.context, &job->whole, &response);
    pthread_mutex_lock(&job->lock);
    if (job->is_stream) {
        free(response.headers);
        free(response.body);
    } else {
        job->response = response;
    }
    job->is_over = true;
    wake(job);
    pthread_mutex_unlock(&job->lock);
    let_go(job);
    pthread_mutex_lock(&server->lock);
    server->running_long--;
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

static struct job *make_job(chttp_server *server, struct MHD_Connection *connection, struct request *request,
                            const char *method, char *headers) {
    struct job *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    pthread_mutex_init(&job->lock, NULL);
    job->holders = 2;
    job->server = server;
    job->connection = connection;
    job->entry = request->entry;
    job->method = strdup(method);
    job->headers = headers;
    job->target = request->target;
    job->body = request->body;
    name_peer(connection, job->peer, sizeof job->peer);
    job->whole = (chttp_request){job->method ? job->method : "", job->target ? job->target : "", headers ? headers : "",
                                 job->body, request->length, job->peer, (chttp_stream *)job};
    request->target = NULL;
    request->body = NULL;
    request->length = request->capacity = 0;
    request->job = job;
    return job;
}

static enum MHD_Result begin_job(chttp_server *server, struct MHD_Connection *connection, struct request *request,
                                 const char *method, char *headers) {
    pthread_mutex_lock(&server->lock);
    bool has_room = server->running_long < server->options.longest;
    if (has_room) server->running_long++;
    pthread_mutex_unlock(&server->lock);
    struct job *job = has_room ? make_job(server, connection, request, method, headers) : NULL;
    if (!job) {
        free(headers);
        pthread_mutex_lock(&server->lock);
        if (has_room) server->running_long--;
        pthread_mutex_unlock(&server->lock);
        return refuse(server, connection, request, new_refusal(503));
    }
    request->is_answered = true;
    set_deadline(server, request->entry, 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, (size_t)8 << 20);
    job->is_waiting = true;
    p_MHD_suspend_connection(connection);
    pthread_t thread;
    bool has_begun = pthread_create(&thread, &attributes, work, job) == 0;
    pthread_attr_destroy(&attributes);
    if (!has_begun) work(job);
    return MHD_YES;
}

static enum MHD_Result answer(chttp_server *server, struct MHD_Connection *connection, struct request *request,
                              const char *method) {
    if (request->job) {
        if (request->job->is_stream) return send_stream(connection, request->job);
        set_deadline(server, request->entry, server->options.idle + server->options.patience);
        return send_response(connection, &request->job->response);
    }
    struct head head = {0};
    add(&head, "", 0);
    p_MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_header, &head);
    if (server->callbacks.is_long(server->callbacks.context, method, request->target ? request->target : ""))
        return begin_job(server, connection, request, method, head.text);
    char peer[INET6_ADDRSTRLEN];
    name_peer(connection, peer, sizeof peer);
    chttp_request whole = {method, request->target ? request->target : "", head.text ? head.text : "",
                           request->body, request->length, peer, NULL};
    chttp_response response = {.status = 500};
    request->is_answered = true;
    set_deadline(server, request->entry, 0);
    server->callbacks.handler(server->callbacks.context, &whole, &response);
    set_deadline(server, request->entry, server->options.idle + server->options.patience);
    free(head.text);
    return send_response(connection, &response);
}

/// The library cuts addresses and headers at a NUL and glues lines that go on together: more came in than is seen then.
static size_t size_of_head(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_length, void **state) {
    (void)url;
    chttp_server *server = context;
    struct request *request = *state;
    if (!request || (!request->target && !request->job)) return MHD_NO;
    if (!request->has_begun) {
        request->has_begun = true;
        if (strlen(method) < sizeof request->method) strcpy(request->method, method);
        struct head head = {.end = version + strlen(version)};
        p_MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_header, &head);
        head.seen += strlen(method) + strlen(request->target) + strlen(version) + strlen("  \r\n\r\n");
        if (size_of_head(connection) > head.seen) head.is_bad = true;
        struct refusal refusal = request->refusal;
        unsigned status = refusal.status ? 0 : fault(&head, server->options.largest_body);
        if (status) refusal = new_refusal(status);
        free(head.text);
        return refusal.status ? refuse(server, connection, request, refusal) : MHD_YES;
    }
    if (*upload_length) {
        bool goes_on = take_body(request, upload, *upload_length, server->options.largest_body);
        *upload_length = 0;
        // A body without a length that goes on and on is not taken in to its end.
        return goes_on ? MHD_YES : MHD_NO;
    }
    if (request->refusal.status) return refuse(server, connection, request, request->refusal);
    return answer(server, connection, request, method);
}

// ---- The server ----

chttp_server *chttp_start(const chttp_options *options, const chttp_callbacks *callbacks) {
    if (!chttp_open_library()) return NULL;
    chttp_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->options = *options;
    server->callbacks = *callbacks;
    pthread_mutex_init(&server->lock, NULL);
    bool has_tls = options->certificate && options->key;
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->key},
        {MHD_OPTION_END, 0, NULL},
    };
    server->daemon = p_MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | (has_tls ? MHD_USE_TLS : 0), 0, NULL, NULL, handle, server,
        MHD_OPTION_EXTERNAL_LOGGER, hear, server, MHD_OPTION_LISTEN_SOCKET, options->socket, MHD_OPTION_THREAD_POOL_SIZE, options->threads,
        MHD_OPTION_CONNECTION_LIMIT, options->connections, MHD_OPTION_CONNECTION_TIMEOUT, options->idle,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768,
        MHD_OPTION_NOTIFY_COMPLETED, complete, server, MHD_OPTION_URI_LOG_CALLBACK, take_target, server,
        MHD_OPTION_NOTIFY_CONNECTION, notice, server, MHD_OPTION_ARRAY, has_tls ? tls : none, MHD_OPTION_END);
    if (!server->daemon || pthread_create(&server->keeper, NULL, keep, server) != 0) {
        if (server->daemon) p_MHD_stop_daemon(server->daemon);
        free(server);
        return NULL;
    }
    return server;
}

/// Whether requests are answered, or wait with their bytes for a thread that is busy.
static bool has_requests(chttp_server *server) {
    pthread_mutex_lock(&server->lock);
    bool has_some = server->running > 0;
    for (struct connection *entry = server->connections.next; entry && !has_some; entry = entry->next) {
        int waiting = 0;
        has_some = !entry->has_request && ioctl(entry->descriptor, FIONREAD, &waiting) == 0 && waiting > 0;
    }
    pthread_mutex_unlock(&server->lock);
    return has_some;
}

void chttp_stop(chttp_server *server, unsigned seconds) {
    unsigned left = seconds * 100;
    // Who has connected already is still let in: closing the socket would cut them off.
    struct pollfd door = {.fd = server->options.socket, .events = POLLIN};
    for (; left && poll(&door, 1, 0) > 0; left--) usleep(10000);
    int listening = p_MHD_quiesce_daemon(server->daemon);
    for (; left && has_requests(server); left--) usleep(10000);
    pthread_mutex_lock(&server->lock);
    server->is_ending = true;
    bool is_waiting = server->running_long > 0;
    pthread_mutex_unlock(&server->lock);
    pthread_join(server->keeper, NULL);
    // The library can't be stopped while a connection is put aside; the process ends now, and with it what still runs.
    if (is_waiting) return;
    p_MHD_stop_daemon(server->daemon);
    if (listening >= 0) close(listening);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

static sigset_t ending(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    return set;
}

void chttp_hold_signals(void) {
    sigset_t set = ending();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int chttp_wait(void) {
    sigset_t set = ending();
    int number = 0;
    sigwait(&set, &number);
    return number;
}
