import Coaching
import Glibc
import Ledger
import Testing

/// The page in a real browser; skipped where there is none.
@Suite(.enabled(if: Browser.path != nil, "needs chromium"), .serialized)
struct SummaryBrowserTests {
    @Test(arguments: [320, 390, 800, 1280])
    func fitsTheWidth(_ width: Int) throws {
        let browser = try Browser()
        defer { browser.remove() }
        let page = SummaryPage(try SummaryHousehold.generated(seed: 7).report("2026-09", asOf: "2026-10-05")).html
        try browser.write(page, to: "page.html")
        // The page holds no script, so another one that frames it measures it.
        try browser.write(
            """
            <!DOCTYPE html><title>waiting</title><body style="margin:0">
            <iframe id="f" src="page.html" style="border:0;width:\(width)px;height:900px"></iframe>
            <script>
            document.getElementById('f').onload = function () {
              var d = this.contentDocument;
              document.title = 'fits=' + (d.documentElement.scrollWidth <= this.clientWidth) + ' svg=' + d.querySelectorAll('svg').length
                + ' text=' + (d.body.innerText.length > 1000) + ' cut=' + Array.from(d.querySelectorAll('dd')).filter(function (dd) {
                  var r = d.createRange();
                  r.selectNodeContents(dd.firstChild);
                  return r.getClientRects().length != 1 || r.getBoundingClientRect().right > dd.getBoundingClientRect().right + 0.5;
                }).length;
            };
            </script></body>
            """, to: "probe.html")
        let out = browser.run("--allow-file-access-from-files --virtual-time-budget=8000 --dump-dom", "probe.html")
        #expect(out.text.contains("<title>fits=true svg=4 text=true cut=0</title>"), "\(out.text.prefix(200))")
        #expect(!out.errors.contains("CONSOLE"), "\(out.errors)")
    }

    @Test(arguments: [0, 1])
    func isNotBlank(_ scheme: Int) throws {
        let browser = try Browser()
        defer { browser.remove() }
        try browser.write("<!DOCTYPE html><title>empty</title>", to: "empty.html")
        let page = SummaryPage(try SummaryHousehold.generated(seed: 7).report("2026-09", asOf: "2026-10-05")).html
        try browser.write(page, to: "page.html")
        func shot(_ name: String) -> Int {
            let out = browser.run(
                "--blink-settings=preferredColorScheme=\(scheme) --hide-scrollbars --window-size=1280,1600 "
                    + "--screenshot=\(browser.folder)/\(name).png", "\(name).html")
            #expect(!out.errors.contains("CONSOLE"), "\(out.errors)")
            return browser.size("\(name).png")
        }
        // A picture of nothing packs to almost nothing.
        let (empty, full) = (shot("empty"), shot("page"))
        #expect(empty > 0)
        #expect(full > 5 * empty, "\(full) bytes beside \(empty) of an empty page")
    }
}

/// Chromium without a window, in a folder of its own.
private struct Browser {
    static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        (path: String) in
        access(path, X_OK) == 0
    }

    let folder: String

    init() throws {
        var template = Array("/tmp/coach-page-XXXXXX".utf8CString)
        folder = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!).map { String(cString: $0) } ?? "" }
        try #require(!folder.isEmpty)
    }

    func remove() { _ = shell("rm -rf '\(folder)'") }

    private func shell(_ command: String) -> Int32 { system(command) }

    func write(_ text: String, to name: String) throws {
        let file = try #require(fopen("\(folder)/\(name)", "w"))
        fputs(text, file)
        fclose(file)
    }

    func read(_ name: String) -> String {
        guard let file = fopen("\(folder)/\(name)", "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: size(name))
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    func size(_ name: String) -> Int {
        var info = stat()
        return stat("\(folder)/\(name)", &info) == 0 ? Int(info.st_size) : 0
    }

    func run(_ options: String, _ page: String) -> (text: String, errors: String) {
        let command: String =
            "timeout 90 \(Browser.path ?? "false") --headless --no-sandbox --disable-gpu --enable-logging=stderr "
            + "--user-data-dir='\(folder)/profile' \(options) 'file://\(folder)/\(page)' "
            + "> '\(folder)/out' 2> '\(folder)/err' < /dev/null"
        _ = shell(command)
        return (read("out"), read("err"))
    }
}
