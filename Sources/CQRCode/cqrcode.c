#define _DEFAULT_SOURCE
#include "cqrcode.h"

#include <dlfcn.h>
#include <stdlib.h>

// As qrencode.h of version 4 declares them: the package with that header is not needed to build.
typedef struct {
    int version;
    int width;
    unsigned char *data;
} QRcode;
typedef QRcode *encode_string(const char *text, int version, int level, int mode, int is_case_sensitive);
typedef void free_code(QRcode *code);

enum { any_version = 0, level_low = 0, mode_8_bits = 2 };

uint8_t *cqrcode_squares(const char *text, int *width) {
    void *library = dlopen("libqrencode.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return NULL;
    encode_string *encode = (encode_string *)dlsym(library, "QRcode_encodeString");
    free_code *release = (free_code *)dlsym(library, "QRcode_free");
    QRcode *code = encode && release ? encode(text, any_version, level_low, mode_8_bits, 1) : NULL;
    uint8_t *squares = NULL;
    if (code && (squares = malloc((size_t)code->width * (size_t)code->width))) {
        *width = code->width;
        for (int i = 0; i < code->width * code->width; i++) squares[i] = code->data[i] & 1;
    }
    if (code) release(code);
    dlclose(library);
    return squares;
}
