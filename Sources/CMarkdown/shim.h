#ifndef COACH_CMARKDOWN_H
#define COACH_CMARKDOWN_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <string.h>

/// Reads Markdown with GitHub's tables; to be freed with `cmark_node_free`.
///
/// In C because what the library keeps of extensions is global, which Swift 6 refuses.
static inline cmark_node *cmarkdown_parse(const char *text, size_t length) {
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8);
    cmark_syntax_extension *table = cmark_find_syntax_extension("table");
    if (table) cmark_parser_attach_syntax_extension(parser, table);
    cmark_parser_feed(parser, text, length);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}

/// Whether a node is a table. Its kind is known by name only: it comes from an extension.
static inline int cmarkdown_is_table(cmark_node *node) {
    return strcmp(cmark_node_get_type_string(node), "table") == 0;
}

#endif
