#include "CNumerics.h"

#include <math.h>

float numerics_dot(const float *one, const float *other, int32_t count) {
    float sum = 0;
    for (int32_t i = 0; i < count; i++) sum += one[i] * other[i];
    return sum;
}

void numerics_multiply(
    const float *weights, const float *bias, const float *vector, float *out, int32_t rows, int32_t columns) {
    for (int32_t r = 0; r < rows; r++) {
        out[r] = numerics_dot(weights + (int64_t)r * columns, vector, columns) + (bias ? bias[r] : 0);
    }
}

void numerics_add(const float *vector, float factor, float *out, int32_t count) {
    for (int32_t i = 0; i < count; i++) out[i] += factor * vector[i];
}

void numerics_normalize(const float *vector, const float *scale, const float *shift, float *out, int32_t count) {
    float mean = 0, variance = 0;
    for (int32_t i = 0; i < count; i++) mean += vector[i];
    mean /= (float)count;
    for (int32_t i = 0; i < count; i++) variance += (vector[i] - mean) * (vector[i] - mean);
    float factor = 1 / sqrtf(variance / (float)count + 1e-5f);
    for (int32_t i = 0; i < count; i++) out[i] = (vector[i] - mean) * factor * scale[i] + shift[i];
}

void numerics_widen(const int8_t *bytes, const float *scales, float *out, int32_t rows, int32_t columns) {
    for (int32_t r = 0; r < rows; r++) {
        for (int32_t c = 0; c < columns; c++) {
            out[(int64_t)r * columns + c] = scales[r] * (float)bytes[(int64_t)r * columns + c];
        }
    }
}
