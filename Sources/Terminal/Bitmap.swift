import Ledger

/// A picture of one color, for terminals that show pictures; what isn't set stays the background.
public struct Bitmap: Sendable {
    public let width: Int
    public let height: Int
    private var dots: [Bool]

    /// - Parameters: in pixels, each at least 1.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (max(1, width), max(1, height))
        dots = [Bool](repeating: false, count: self.width * self.height)
    }

    public subscript(x: Int, y: Int) -> Bool { dots[y * width + x] }

    /// Sets all dots of a rectangle, as far as it lies within.
    public mutating func fill(x: Range<Int>, y: Range<Int>) {
        for row in y.clamped(to: 0..<height) {
            for column in x.clamped(to: 0..<width) { dots[row * width + column] = true }
        }
    }

    /// Red, green, and blue from 0 to 255: one that shows on light and on dark.
    static let color: (red: Int, green: Int, blue: Int) = (46, 150, 184)

    /// As DEC's VT340 and its successors draw it: bands of six rows, a letter for each column of one.
    public var sixel: String {
        func percent(_ part: Int) -> Int { (part * 100 + 127) / 255 }
        let color = Bitmap.color
        var out = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
        out += "#0;2;\(percent(color.red));\(percent(color.green));\(percent(color.blue))#0"
        for top in stride(from: 0, to: height, by: 6) {
            if top > 0 { out += "-" }
            var run: (letter: UInt8, count: Int) = (0, 0)
            func put() {
                let letter = String(UnicodeScalar(run.letter))
                out += run.count > 3 ? "!\(run.count)\(letter)" : String(repeating: letter, count: run.count)
            }
            for x in 0..<width {
                let bits = (0..<min(6, height - top)).reduce(0) { $0 | (self[x, top + $1] ? 1 << $1 : 0) }
                let letter = UInt8(63 + bits)
                if letter != run.letter {
                    put()
                    run = (letter, 0)
                }
                run.count += 1
            }
            put()
        }
        return out + "\u{1B}\\"
    }

    /// Bytes of a picture that kitty takes at a time.
    private static let chunk = 4096

    /// By kitty's graphics protocol, over so many cells of the terminal.
    public func kitty(columns: Int, rows: Int) -> String {
        let color = Bitmap.color
        let set = [UInt8(color.red), UInt8(color.green), UInt8(color.blue), 255]
        let pixels = dots.flatMap { $0 ? set : [0, 0, 0, 0] }
        let data = Array(Base64.text(pixels).utf8)
        let parts = stride(from: 0, to: data.count, by: Bitmap.chunk).map {
            data[$0..<min($0 + Bitmap.chunk, data.count)]
        }
        return parts.enumerated().map { place, part in
            let head = place == 0 ? "a=T,f=32,s=\(width),v=\(height),c=\(columns),r=\(rows),q=2," : ""
            let more = place + 1 < parts.count ? 1 : 0
            return "\u{1B}_G\(head)m=\(more);\(String(decoding: part, as: UTF8.self))\u{1B}\\"
        }.joined()
    }
}
