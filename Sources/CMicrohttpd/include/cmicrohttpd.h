#ifndef COACH_CMICROHTTPD_H
#define COACH_CMICROHTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libmicrohttpd is opened only by `coach serve`: linking it would cost every start of the program.

typedef struct chttp_server chttp_server;

/// Where an answer goes piece by piece, while it is made.
typedef struct chttp_stream chttp_stream;

/// One whole request, for as long as the handler runs.
typedef struct {
    const char *method;
    /// As it came, with its query, not decoded.
    const char *target;
    /// Lines `name:value`, each ended by `\n`; neither part holds one.
    const char *headers;
    const uint8_t *body;
    size_t length;
    /// The address of the other side, without port; on a Unix socket empty for its owner and root, else `uid:` and a number.
    const char *peer;
    /// NULL for a request without a thread of its own.
    chttp_stream *stream;
} chttp_request;

/// What the handler answers; the server frees `headers` and `body`.
typedef struct {
    unsigned status;
    char *headers;
    uint8_t *body;
    size_t length;
} chttp_response;

typedef void (*chttp_handler)(void *context, const chttp_request *request, chttp_response *response);

/// Whether a request may take long, such as one that asks a bank: it gets a thread of its own, so that nobody else waits for it.
typedef bool (*chttp_is_long)(void *context, const char *method, const char *target);

/// Makes the answer to what is refused without the handler. `trace` names it, as in `chttp_on_refusal`.
typedef void (*chttp_refuse)(void *context, unsigned status, uint64_t trace, chttp_response *response);

/// Told of what is refused here, without the handler: `method`, `target`, and `peer` are empty where they aren't known.
/// Nothing may have been answered; 408 then stands for what took too long to come in.
typedef void (*chttp_on_refusal)(void *context, const char *method, const char *target, const char *peer, unsigned status,
                                 uint64_t trace);

/// Sends status and headers now; what the handler returns is not sent then, but what it writes until it returns.
void chttp_begin(chttp_stream *stream, unsigned status, const char *headers);
/// Sends the next piece. False where nobody takes it any more.
bool chttp_write(chttp_stream *stream, const uint8_t *bytes, size_t length);

typedef struct {
    int socket;
    /// `longest` counts requests that may take long and run at the same time.
    unsigned threads, connections, longest;
    size_t largest_body;
    /// In seconds: of silence, and of what a request may take to come in.
    unsigned idle, patience;
    /// PEM; NULL without TLS.
    const char *certificate, *key;
} chttp_options;

/// Opens the library; false where there is none.
bool chttp_open_library(void);

/// A listening socket, or -1 with errno. `host` is a numeric address; EINVAL where it is none.
int chttp_listen(const char *host, uint16_t port);
/// The same at a path (mode 0600). A socket that nobody answers on is replaced.
int chttp_listen_path(const char *path);
/// The same of a socket that was handed over: the descriptor, or -1 with errno where it doesn't listen.
int chttp_adopt(int descriptor);
/// The port that a socket listens on; 0 for a Unix socket.
uint16_t chttp_port(int socket);

/// What a server calls, each with `context`.
typedef struct {
    chttp_handler handler;
    chttp_is_long is_long;
    chttp_refuse refuse;
    chttp_on_refusal on_refusal;
    void *context;
} chttp_callbacks;

/// Begins to answer, on threads of its own; NULL where that is not possible.
chttp_server *chttp_start(const chttp_options *options, const chttp_callbacks *callbacks);
/// Accepts nothing more, lets what runs come to its end for as many seconds, and stops.
void chttp_stop(chttp_server *server, unsigned seconds);

/// Keeps SIGTERM, SIGINT and SIGHUP for `chttp_wait`; before any thread begins.
void chttp_hold_signals(void);
/// Waits for one of them.
int chttp_wait(void);

#endif
