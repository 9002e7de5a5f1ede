#define _DEFAULT_SOURCE
#include "ccrypto.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
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
    X(EVP_DecryptFinal_ex)  \
    X(EVP_PKEY_CTX_new_from_name) \
    X(EVP_PKEY_CTX_free)    \
    X(EVP_PKEY_fromdata_init) \
    X(EVP_PKEY_fromdata)    \
    X(EVP_PKEY_free)        \
    X(EVP_MD_CTX_new)       \
    X(EVP_MD_CTX_free)      \
    X(EVP_DigestVerifyInit) \
    X(EVP_DigestVerify)     \
    X(OSSL_PARAM_construct_utf8_string) \
    X(OSSL_PARAM_construct_octet_string) \
    X(OSSL_PARAM_construct_BN) \
    X(OSSL_PARAM_construct_end)

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

// One half of a signature as DER's INTEGER: without zeros before it, but not negative.
static size_t put_integer(uint8_t *out, const uint8_t *half) {
    size_t start = 0;
    while (start < ccrypto_p256_size - 1 && half[start] == 0) start++;
    size_t length = ccrypto_p256_size - start, zero = half[start] >> 7;
    out[0] = 0x02;
    out[1] = (uint8_t)(length + zero);
    out[2] = 0;
    memcpy(out + 2 + zero, half + start, length);
    return 2 + zero + length;
}

// OpenSSL wants SEQUENCE { r, s }; JSON Web Signatures are r and s one after the other.
static size_t put_signature(uint8_t *out, const uint8_t *signature) {
    size_t length = put_integer(out + 2, signature);
    length += put_integer(out + 2 + length, signature + ccrypto_p256_size);
    out[0] = 0x30;
    out[1] = (uint8_t)length;
    return length + 2;
}

static EVP_PKEY *public_key(const char *kind, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = p_EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
    if (context && p_EVP_PKEY_fromdata_init(context) == 1 &&
        p_EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        key = NULL;
    p_EVP_PKEY_CTX_free(context);
    return key;
}

enum { longest_modulus = 1024, longest_exponent = 8 };

static void put_native(uint8_t *out, const uint8_t *bytes, size_t length) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (size_t place = 0; place < length; place++) out[place] = bytes[length - 1 - place];
#else
    memcpy(out, bytes, length);
#endif
}

static EVP_PKEY *p256_key(const uint8_t *x, const uint8_t *y) {
    uint8_t point[1 + 2 * ccrypto_p256_size] = {0x04};
    memcpy(point + 1, x, ccrypto_p256_size);
    memcpy(point + 1 + ccrypto_p256_size, y, ccrypto_p256_size);
    char group[] = "P-256";
    OSSL_PARAM parameters[] = {
        p_OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        p_OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point),
        p_OSSL_PARAM_construct_end(),
    };
    // A point that is not on the curve is refused here.
    return public_key("EC", parameters);
}

static EVP_PKEY *rsa_key(const uint8_t *modulus, size_t modulus_length, const uint8_t *exponent, size_t exponent_length) {
    // OSSL_PARAM has numbers in the machine's own order of bytes.
    uint8_t n[longest_modulus], e[longest_exponent];
    if (!modulus_length || modulus_length > sizeof n || !exponent_length || exponent_length > sizeof e) return NULL;
    put_native(n, modulus, modulus_length);
    put_native(e, exponent, exponent_length);
    OSSL_PARAM parameters[] = {
        p_OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_N, n, modulus_length),
        p_OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_E, e, exponent_length),
        p_OSSL_PARAM_construct_end(),
    };
    return public_key("RSA", parameters);
}

/// Takes the key over.
static bool verify(EVP_PKEY *key, const uint8_t *text, size_t length, const uint8_t *signature, size_t size) {
    if (!key) return false;
    EVP_MD_CTX *context = p_EVP_MD_CTX_new();
    bool is_right = context && p_EVP_DigestVerifyInit(context, NULL, p_EVP_sha256(), NULL, key) == 1 &&
                    p_EVP_DigestVerify(context, signature, size, text, length) == 1;
    p_EVP_MD_CTX_free(context);
    p_EVP_PKEY_free(key);
    return is_right;
}

bool ccrypto_es256_verify(const uint8_t *x, const uint8_t *y, const uint8_t *text, size_t length,
                          const uint8_t *signature) {
    if (!ccrypto_open_library()) return false;
    uint8_t encoded[2 + 2 * (3 + ccrypto_p256_size)];
    size_t size = put_signature(encoded, signature);
    return verify(p256_key(x, y), text, length, encoded, size);
}

bool ccrypto_rs256_verify(const uint8_t *modulus, size_t modulus_length, const uint8_t *exponent, size_t exponent_length,
                          const uint8_t *text, size_t length, const uint8_t *signature, size_t signature_length) {
    if (!ccrypto_open_library()) return false;
    // The padding of RFC 8017, section 8.2 is what OpenSSL checks unless told otherwise.
    return verify(rsa_key(modulus, modulus_length, exponent, exponent_length), text, length, signature, signature_length);
}
