#define _DEFAULT_SOURCE
#include "ccrypto.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <openssl/evp.h>
#include <openssl/rand.h>

#define FUNCTIONS(X)        \
    X(RAND_bytes)           \
    X(EVP_Digest)           \
    X(EVP_sha256)           \
    X(EVP_aes_256_gcm)      \
    X(EVP_CIPHER_CTX_new)   \
    X(EVP_CIPHER_CTX_free)  \
    X(EVP_CIPHER_CTX_ctrl)  \
    X(EVP_EncryptInit_ex)   \
    X(EVP_EncryptUpdate)    \
    X(EVP_EncryptFinal_ex)  \
    X(EVP_DecryptInit_ex)   \
    X(EVP_DecryptUpdate)    \
    X(EVP_DecryptFinal_ex)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static bool is_open;

static bool resolve(void *library) {
#define RESOLVE(name) \
    if (!(p_##name = (__typeof__(&name))dlsym(library, #name))) return false;
    FUNCTIONS(RESOLVE)
    return true;
}

static void open_library(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
    is_open = library && resolve(library);
}

bool ccrypto_open_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return is_open;
}

void ccrypto_forbid_dumps(void) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

bool ccrypto_random(uint8_t *out, size_t length) {
    return ccrypto_open_library() && length <= INT_MAX && p_RAND_bytes(out, (int)length) == 1;
}

bool ccrypto_sha256(const uint8_t *bytes, size_t length, uint8_t *out) {
    unsigned int size = 0;
    return ccrypto_open_library() && p_EVP_Digest(bytes, length, out, &size, p_EVP_sha256(), NULL) == 1;
}

static bool encrypt(EVP_CIPHER_CTX *context, const uint8_t *key, const uint8_t *nonce, const uint8_t *associated,
                    int associated_length, const uint8_t *text, int length, uint8_t *out) {
    int count = 0, rest = 0;
    return p_EVP_EncryptInit_ex(context, p_EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
           p_EVP_EncryptUpdate(context, NULL, &count, associated, associated_length) == 1 &&
           p_EVP_EncryptUpdate(context, out, &count, text, length) == 1 &&
           p_EVP_EncryptFinal_ex(context, out + count, &rest) == 1 &&
           p_EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, ccrypto_tag_size, out + length) == 1;
}

static bool decrypt(EVP_CIPHER_CTX *context, const uint8_t *key, const uint8_t *nonce, const uint8_t *associated,
                    int associated_length, const uint8_t *sealed, int length, uint8_t *out) {
    int count = 0, rest = 0, text = length - ccrypto_tag_size;
    uint8_t tag[ccrypto_tag_size];
    memcpy(tag, sealed + text, sizeof tag);
    return p_EVP_DecryptInit_ex(context, p_EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
           p_EVP_DecryptUpdate(context, NULL, &count, associated, associated_length) == 1 &&
           p_EVP_DecryptUpdate(context, out, &count, sealed, text) == 1 &&
           p_EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, sizeof tag, tag) == 1 &&
           p_EVP_DecryptFinal_ex(context, out + count, &rest) == 1;
}

static const size_t longest = 1 << 20;

bool ccrypto_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_length,
                  const uint8_t *text, size_t length, uint8_t *out) {
    if (length > longest || associated_length > longest || !ccrypto_open_library()) return false;
    EVP_CIPHER_CTX *context = p_EVP_CIPHER_CTX_new();
    if (!context) return false;
    bool is_done = encrypt(context, key, nonce, associated, (int)associated_length, text, (int)length, out);
    // Frees the schedule of the key after overwriting it.
    p_EVP_CIPHER_CTX_free(context);
    return is_done;
}

bool ccrypto_unseal(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_length,
                    const uint8_t *sealed, size_t length, uint8_t *out) {
    if (length < ccrypto_tag_size || length > longest || associated_length > longest) return false;
    if (!ccrypto_open_library()) return false;
    EVP_CIPHER_CTX *context = p_EVP_CIPHER_CTX_new();
    if (!context) return false;
    bool is_done = decrypt(context, key, nonce, associated, (int)associated_length, sealed, (int)length, out);
    p_EVP_CIPHER_CTX_free(context);
    if (!is_done) explicit_bzero(out, length - ccrypto_tag_size);
    return is_done;
}
