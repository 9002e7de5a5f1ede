#ifndef COACH_CZLIB_SHIM_H
#define COACH_CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 is a macro, which Swift does not import.

/// Begins to unpack a gzip file (31) or the bare data of a ZIP entry (-15).
static inline int coach_inflate_begin(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
