#ifndef COACH_RESOURCES_H
#define COACH_RESOURCES_H

#include <stddef.h>

// The files of rag-index/ and prompts/, put into the binary at compile time: Swift has no way to embed a file
// that compiles in reasonable time.

typedef struct {
    const char *name;           // the path below the repository, as `rag-index/taxonomy/categories.tsv`
    const unsigned char *bytes; // followed by a NUL that `count` does not include
    size_t count;
} coach_resource;

/// The file at `index`, NULL past the last one. Schema files come in the order in which they are applied.
const coach_resource *coach_resource_at(size_t index);

#endif
