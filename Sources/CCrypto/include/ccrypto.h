#ifndef COACH_CCRYPTO_H
#define COACH_CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// OpenSSL's libcrypto is opened only when a bank's secret is needed: linking it would cost every start of the program.

/// In bytes.
enum { ccrypto_key_size = 32, ccrypto_nonce_size = 12, ccrypto_tag_size = 16, ccrypto_sha256_size = 32,
       ccrypto_p256_size = 32 };

/// Opens libcrypto, which the first use would do otherwise; false where there is none.
bool ccrypto_open_library(void);

/// Unpredictable bytes.
bool ccrypto_random(uint8_t *out, size_t length);

bool ccrypto_sha256(const uint8_t *bytes, size_t length, uint8_t *out);

/// The process leaves no core dumps, and other processes of its user cannot read its memory.
void ccrypto_forbid_dumps(void);

/// AES-256-GCM (NIST SP 800-38D). `out` has room for the text and, behind it, the tag.
bool ccrypto_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_length,
                  const uint8_t *text, size_t length, uint8_t *out);

/// The inverse; `length` counts the tag. False, and nothing in `out`, where key, nonce, associated data or tag do not fit.
bool ccrypto_unseal(const uint8_t *key, const uint8_t *nonce, const uint8_t *associated, size_t associated_length,
                    const uint8_t *sealed, size_t length, uint8_t *out);

/// ES256 (RFC 7518, section 3.4): whether a signature of 64 bytes over a text is of the key whose point is given, in big-endian
/// bytes, 32 each.
bool ccrypto_es256_verify(const uint8_t *x, const uint8_t *y, const uint8_t *text, size_t length,
                          const uint8_t *signature);

/// RS256 (RFC 7518, section 3.3): whether a signature over a text is of the RSA key whose modulus and exponent are given, in
/// big-endian bytes.
bool ccrypto_rs256_verify(const uint8_t *modulus, size_t modulus_length, const uint8_t *exponent, size_t exponent_length,
                          const uint8_t *text, size_t length, const uint8_t *signature, size_t signature_length);

#endif
