#include "resources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char categories[] = {
#embed "../../rag-index/taxonomy/categories.tsv" suffix(, 0)
};
static const unsigned char schema_1[] = {
#embed "../../rag-index/schema/001-ledger.sql" suffix(, 0)
};

#define FILE_ENTRY(path, bytes) { path, bytes, sizeof bytes - 1 }

static const coach_resource resources[] = {
    FILE_ENTRY("rag-index/taxonomy/categories.tsv", categories),
    FILE_ENTRY("rag-index/schema/001-ledger.sql", schema_1),
};

const coach_resource *coach_resource_at(size_t index) {
    return index < sizeof resources / sizeof *resources ? &resources[index] : NULL;
}
