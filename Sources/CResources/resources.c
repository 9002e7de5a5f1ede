#include "resources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char categories[] = {
#embed "../../rag-index/taxonomy/categories.tsv" suffix(, 0)
};
static const unsigned char schema_1[] = {
#embed "../../rag-index/schema/001-ledger.sql" suffix(, 0)
};
static const unsigned char synonym_words[] = {
#embed "../../rag-index/synonyms/words.tsv" suffix(, 0)
};
static const unsigned char intent_concepts[] = {
#embed "../../rag-index/intents/concepts.tsv" suffix(, 0)
};
static const unsigned char intent_readings[] = {
#embed "../../rag-index/intents/readings.tsv" suffix(, 0)
};
static const unsigned char intent_common[] = {
#embed "../../rag-index/intents/common.txt" suffix(, 0)
};
static const unsigned char intent_weights[] = {
#embed "../../rag-index/intents/weights.bin" suffix(, 0)
};

#define FILE_ENTRY(path, bytes) { path, bytes, sizeof bytes - 1 }

static const coach_resource resources[] = {
    FILE_ENTRY("rag-index/taxonomy/categories.tsv", categories),
    FILE_ENTRY("rag-index/schema/001-ledger.sql", schema_1),
    FILE_ENTRY("rag-index/synonyms/words.tsv", synonym_words),
    FILE_ENTRY("rag-index/intents/concepts.tsv", intent_concepts),
    FILE_ENTRY("rag-index/intents/readings.tsv", intent_readings),
    FILE_ENTRY("rag-index/intents/common.txt", intent_common),
    FILE_ENTRY("rag-index/intents/weights.bin", intent_weights),
};

const coach_resource *coach_resource_at(size_t index) {
    return index < sizeof resources / sizeof *resources ? &resources[index] : NULL;
}
