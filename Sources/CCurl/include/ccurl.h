#ifndef COACH_CCURL_H
#define COACH_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcurl is called from C, not Swift, for two reasons: it is opened only when a model or a bank is asked, since linking it would
// cost every start of the program about five milliseconds; and its options are set through a function with a variable
// number of arguments, which Swift cannot call.

/// How a request ended, as far as callers tell cases apart.
enum ccurl_result {
    CCURL_OK,
    CCURL_RUNNING,
    CCURL_NO_HOST,
    /// The proxy of the environment is not there, or does not lead to the host.
    CCURL_NO_PROXY,
    CCURL_NO_CONNECTION,
    CCURL_CONNECT_TIMEOUT,
    CCURL_CERTIFICATE,
    CCURL_TLS,
    /// The connection was closed or reset after it was made.
    CCURL_BROKEN,
    CCURL_TOO_LARGE,
    CCURL_OTHER
};

/// One request. Nothing in it is kept after the call.
struct ccurl_request {
    const char *url;
    /// GET, without a body; else POST.
    bool is_get;
    /// `Name: value`, count of them.
    const char *const *headers;
    size_t header_count;
    const uint8_t *body;
    size_t body_length;
    /// Whether the body stays where it is until `ccurl_client_stop`; else it is copied.
    bool is_body_kept;
    long connect_timeout_milliseconds;
    /// The largest body of a reply, in bytes.
    uint64_t largest_reply;
    /// The proxies of the environment are not used.
    bool is_direct;
    /// A file of certificates to trust instead of the system's; may be NULL.
    const char *certificates;
};

/// Sends one request at a time and keeps connections between them.
typedef struct ccurl_client ccurl_client;

/// Opens libcurl, which the first client would do else; false where there is none.
bool ccurl_open(void);

/// Opens libcurl and makes a client; NULL where there is no libcurl.
ccurl_client *ccurl_client_new(void);
void ccurl_client_free(ccurl_client *client);

/// Begins a request, which `ccurl_client_step` carries on.
bool ccurl_client_start(ccurl_client *client, const struct ccurl_request *request);
/// Sends and receives what can be, waiting at most so long when there is nothing yet.
enum ccurl_result ccurl_client_step(ccurl_client *client, int milliseconds);
/// Ends a request; a connection in the middle of a reply is closed.
void ccurl_client_stop(ccurl_client *client);

/// Whether the connection is made, encryption included.
bool ccurl_client_is_connected(const ccurl_client *client);
/// 0 until the head of a reply is there.
long ccurl_client_status(const ccurl_client *client);
/// The head of the last reply, ended by a NUL.
const char *ccurl_client_head(ccurl_client *client);
/// What came of the body since it was cleared. Good until the next call.
const uint8_t *ccurl_client_body(const ccurl_client *client, size_t *length);
void ccurl_client_clear_body(ccurl_client *client);

#endif
