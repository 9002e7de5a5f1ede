import CMarkdown
import Glibc
import Testing

@testable import Coaching

/// Names as GitHub's own reader shows them, bare addresses included.
@Suite struct InertMarkdownTests {
    private func rendered(_ markdown: String) -> String {
        cmark_gfm_core_extensions_ensure_registered()
        let parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8)!
        defer { cmark_parser_free(parser) }
        for name in ["autolink", "table", "strikethrough", "tagfilter"] {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        cmark_parser_feed(parser, markdown, markdown.utf8.count)
        let document = cmark_parser_finish(parser)!
        defer { cmark_node_free(document) }
        let html = cmark_render_html(document, CMARK_OPT_UNSAFE, cmark_parser_get_syntax_extensions(parser))!
        defer { free(html) }
        return String(cString: html)
    }

    @Test(arguments: [
        "www.evil.example", "WWW.Evil.example", "http://evil.example/x_y", "HTTPS://evil.example", "ftp://evil.example",
        "pay www.evil.example now", "xhttp://evil.example", "http:http://evil.example", "[a](http://evil.example)",
        "![a](http://evil.example/p.png)", "<img src=x>", "<script>x</script>", "<http://evil.example>", "a|b",
        "*a* _b_ ~~c~~",
        "`a`", "&lt;b&gt;", "\\", "# a", "a\\www.evil.example",
    ]) func aNameIsNothingButText(name: String) throws {
        let escaped = InertMarkdown.line(name)
        let text = rendered("is \(escaped) it")
        let table = rendered("| a |\n| --- |\n| \(escaped) |\n")
        for html in [text, table] {
            for tag in ["<a", "<img", "<script", "<em", "<strong", "<code", "<del"] {
                #expect(!html.contains(tag), "\(html)")
            }
        }
        let shown = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        #expect(text == "<p>is \(shown) it</p>\n")
        #expect(table.contains("<td>\(shown)</td>"))
    }

    @Test func aModelsMarkdownKeepsItsEmphasisAndLosesItsLinks() {
        let html = rendered(InertMarkdown.withoutLinks("**Less** at [x](http://evil.example) or www.evil.example"))
        #expect(html == "<p><strong>Less</strong> at [x](http://evil.example) or www.evil.example</p>\n")
    }
}
