// Sums of products of vectors, compiled with optimization in every build: what a line is read with must not be a hundred times
// slower in tests.
#ifndef CNUMERICS_H
#define CNUMERICS_H
#include <stdint.h>

/// out[r] = bias[r] + Σ weights[r][c] · vector[c]; `bias` may be null.
void numerics_multiply(
    const float *weights, const float *bias, const float *vector, float *out, int32_t rows, int32_t columns);

/// The sum of the products of two vectors.
float numerics_dot(const float *one, const float *other, int32_t count);

/// out[i] += factor · vector[i]
void numerics_add(const float *vector, float factor, float *out, int32_t count);

/// Values of mean 0 and variance 1, scaled and shifted.
void numerics_normalize(const float *vector, const float *scale, const float *shift, float *out, int32_t count);

/// out[r][c] = scales[r] · bytes[r][c]
void numerics_widen(const int8_t *bytes, const float *scales, float *out, int32_t rows, int32_t columns);

#endif
