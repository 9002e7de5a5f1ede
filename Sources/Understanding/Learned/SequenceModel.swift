import CNumerics
import Glibc
import Resources

/// Translates the symbols of a line into the symbols of a request: a small transformer, learned by `rag-index/readings/reader.py` from
/// lines of other people whose requests are known.
///
/// The file begins with the ASCII line `coach-reader WIDTH HEADS INNER ENCODERS DECODERS PIECES LONGEST WORDS SYMBOLS`, then come WORDS
/// words and SYMBOLS symbols, a line each, then the matrices in the order in which `init` takes them: for each row a scale as
/// a 32-bit float, then its weights as signed bytes, each to be multiplied by the scale of its row. A vector is a matrix of one column.
final class SequenceModel: Sendable {
    static let builtIn = SequenceModel(Resource.named("rag-index/readings/reader.bin"))

    private let width: Int
    private let heads: Int
    private let pieceCount: Int
    /// How many symbols a line or a request can have.
    let longest: Int
    private let wordPlaces: [String: Int]
    let symbols: [String]

    private let words: Matrix
    private let pieces: Matrix
    private let wordPositions: Matrix
    private let symbolVectors: Matrix
    private let symbolPositions: Matrix
    private let encoders: [Encoder]
    private let decoders: [Decoder]
    private let encoderEnd: Norm
    private let decoderEnd: Norm
    private let output: Linear

    /// Places of the words that stand for none, the beginning, the end, and unknown words.
    private static let (beginning, end, unknown) = (1, 2, 3)

    init(_ resource: Resource) {
        var file = WeightFile(resource.bytes)
        let head = file.line().split(separator: " ")
        let numbers = head.dropFirst().compactMap { Int($0) }
        precondition(head.first == "coach-reader" && numbers.count == 9, "a model begins with something else")
        let (width, inner) = (numbers[0], numbers[2])
        (self.width, heads, pieceCount, longest) = (width, numbers[1], numbers[5], numbers[6])
        wordPlaces = Dictionary((0..<numbers[7]).map { (file.line(), $0) }) { $1 }
        let symbols = (0..<numbers[8]).map { _ in file.line() }
        self.symbols = symbols
        words = file.matrix(numbers[7], width)
        pieces = file.matrix(pieceCount, width)
        wordPositions = file.matrix(longest, width)
        symbolVectors = file.matrix(numbers[8], width)
        symbolPositions = file.matrix(longest, width)
        encoders = (0..<numbers[3]).map { _ in Encoder(&file, width, inner) }
        encoderEnd = Norm(&file, width)
        decoders = (0..<numbers[4]).map { _ in Decoder(&file, width, inner) }
        decoderEnd = Norm(&file, width)
        output = Linear(&file, numbers[8], width)
    }

    /// The likeliest request for a line.
    ///
    /// - Parameters:
    ///   - line: its words and placeholders; not more than `longest`.
    ///   - isPossible: whether a symbol can stand in a request of this line.
    /// - Returns: the symbols without the end, and the logarithm of how likely they are; nil for a line that is too long, or
    ///   where no end comes.
    func translate(_ line: [String], _ isPossible: (String) -> Bool) -> (symbols: [String], likelihood: Double)? {
        guard var decoding = Decoding(line, self) else { return nil }
        let allowed = symbols.indices.filter { $0 == SequenceModel.end || $0 > 3 && isPossible(symbols[$0]) }
        var found: [String] = []
        var likelihood = 0.0
        var last = SequenceModel.beginning
        while found.count < longest {
            let scores = decoding.scores(after: last)
            guard let best = allowed.max(by: { scores[$0] < scores[$1] }) else { return nil }
            likelihood += SequenceModel.likelihood(of: best, scores)
            if best == SequenceModel.end { return (found, likelihood) }
            found.append(symbols[best])
            last = best
        }
        return nil
    }

    /// How likely a symbol is to begin the request for a line, from 0 to 1; nil for a line that is too long.
    func chance(of symbol: String, toBegin line: [String]) -> Double? {
        guard var decoding = Decoding(line, self), let place = symbols.firstIndex(of: symbol) else { return nil }
        return exp(SequenceModel.likelihood(of: place, decoding.scores(after: SequenceModel.beginning)))
    }

    private static func likelihood(of symbol: Int, _ scores: [Float]) -> Double {
        let most = scores.max() ?? 0
        return Double(scores[symbol] - most) - log(scores.reduce(0.0) { $0 + exp(Double($1 - most)) })
    }

    /// What was translated of a line so far.
    private struct Decoding {
        private let model: SequenceModel
        private var caches: [Decoder.Cache]
        private var count = 0

        init?(_ line: [String], _ model: SequenceModel) {
            guard !line.isEmpty, line.count <= model.longest else { return nil }
            var rows = line.enumerated().map { position, word in model.embedded(word, position) }
            for layer in model.encoders { layer.apply(to: &rows, heads: model.heads) }
            let memory = rows.map { model.encoderEnd.of($0) }
            (self.model, caches) = (model, model.decoders.map { Decoder.Cache(memory, $0) })
        }

        /// What speaks for each symbol after the last one, as a logarithm, but for a sum that is the same for all.
        mutating func scores(after last: Int) -> [Float] {
            var row = model.symbolVectors.row(last)
            row.add(model.symbolPositions.row(count))
            row.scale(Float(model.width).squareRoot())
            for place in model.decoders.indices {
                model.decoders[place].apply(to: &row, &caches[place], heads: model.heads)
            }
            count += 1
            return model.output.of(model.decoderEnd.of(row)).values
        }
    }

    private func embedded(_ word: String, _ position: Int) -> Vector {
        var row = words.row(wordPlaces[word] ?? SequenceModel.unknown)
        let parts = SequenceModel.pieces(of: word, among: pieceCount)
        for part in parts { row.add(pieces.row(part), times: 1 / Float(parts.count)) }
        row.add(wordPositions.row(position))
        row.scale(Float(width).squareRoot())
        return row
    }

    /// The hashes of three and of four letters in a row, so that other forms of a word and misspelt ones are like it.
    static func pieces(of word: String, among count: Int) -> [Int] {
        let letters = Array("<\(word)>".unicodeScalars)
        func hashes(_ size: Int) -> [Int] {
            guard letters.count >= size else { return [] }
            return (0...(letters.count - size)).map { start in
                var text = String.UnicodeScalarView()
                text.append(contentsOf: letters[start..<(start + size)])
                return Int(LinearModel.hash(String(text))) % count
            }
        }
        return hashes(3) + hashes(4)
    }
}

// MARK: Layers

extension SequenceModel {
    /// Rows of numbers in a row.
    struct Matrix: Sendable {
        let rows: Int
        let columns: Int
        let values: [Float]

        func row(_ place: Int) -> Vector { Vector(values: Array(values[(place * columns)..<((place + 1) * columns)])) }
    }

    struct Vector: Sendable {
        var values: [Float]

        mutating func add(_ other: Vector, times factor: Float = 1) {
            numerics_add(other.values, factor, &values, Int32(values.count))
        }

        mutating func scale(_ factor: Float) { for place in values.indices { values[place] *= factor } }
    }

    struct Linear: Sendable {
        let weights: Matrix
        let bias: Matrix

        init(_ file: inout WeightFile, _ rows: Int, _ columns: Int) {
            weights = file.matrix(rows, columns)
            bias = file.matrix(rows, 1)
        }

        func of(_ vector: Vector) -> Vector {
            var out = [Float](repeating: 0, count: weights.rows)
            numerics_multiply(
                weights.values, bias.values, vector.values, &out, Int32(weights.rows), Int32(weights.columns))
            return Vector(values: out)
        }
    }

    struct Norm: Sendable {
        let scale: Matrix
        let shift: Matrix

        init(_ file: inout WeightFile, _ width: Int) {
            scale = file.matrix(width, 1)
            shift = file.matrix(width, 1)
        }

        func of(_ vector: Vector) -> Vector {
            var out = vector.values
            numerics_normalize(vector.values, scale.values, shift.values, &out, Int32(out.count))
            return Vector(values: out)
        }
    }

    /// Queries, keys, and values of several heads.
    struct Attention: Sendable {
        let query: Linear
        let key: Linear
        let value: Linear
        let output: Linear

        init(_ file: inout WeightFile, _ width: Int) {
            query = Linear(&file, width, width)
            key = Linear(&file, width, width)
            value = Linear(&file, width, width)
            output = Linear(&file, width, width)
        }

        func of(_ row: Vector, keys: [Vector], values: [Vector], heads: Int) -> Vector {
            let query = query.of(row).values
            let size = query.count / heads
            var mixed = [Float](repeating: 0, count: query.count)
            for head in 0..<heads {
                let (start, count) = (head * size, Int32(size))
                var shares = keys.map { key in
                    query.withUnsafeBufferPointer { query in
                        key.values.withUnsafeBufferPointer { key in
                            numerics_dot(query.baseAddress! + start, key.baseAddress! + start, count)
                        }
                    } / Float(size).squareRoot()
                }
                let most = shares.max() ?? 0
                for place in shares.indices { shares[place] = exp(shares[place] - most) }
                let all = shares.reduce(0, +)
                mixed.withUnsafeMutableBufferPointer { mixed in
                    for (place, share) in shares.enumerated() {
                        values[place].values.withUnsafeBufferPointer { value in
                            numerics_add(value.baseAddress! + start, share / all, mixed.baseAddress! + start, count)
                        }
                    }
                }
            }
            return output.of(Vector(values: mixed))
        }
    }

    /// Two linear layers with nothing negative between them.
    struct Inner: Sendable {
        let first: Linear
        let second: Linear

        init(_ file: inout WeightFile, _ width: Int, _ inner: Int) {
            first = Linear(&file, inner, width)
            second = Linear(&file, width, inner)
        }

        func of(_ row: Vector) -> Vector {
            var hidden = first.of(row)
            for place in hidden.values.indices where hidden.values[place] < 0 { hidden.values[place] = 0 }
            return second.of(hidden)
        }
    }

    struct Encoder: Sendable {
        let attention: Attention
        let inner: Inner
        let norms: [Norm]

        init(_ file: inout WeightFile, _ width: Int, _ inner: Int) {
            attention = Attention(&file, width)
            self.inner = Inner(&file, width, inner)
            norms = (0..<2).map { _ in Norm(&file, width) }
        }

        func apply(to rows: inout [Vector], heads: Int) {
            let seen = rows.map { norms[0].of($0) }
            let (keys, values) = (seen.map { attention.key.of($0) }, seen.map { attention.value.of($0) })
            for place in rows.indices {
                rows[place].add(attention.of(seen[place], keys: keys, values: values, heads: heads))
                rows[place].add(inner.of(norms[1].of(rows[place])))
            }
        }
    }

    struct Decoder: Sendable {
        let own: Attention
        let line: Attention
        let inner: Inner
        let norms: [Norm]

        /// Keys and values of the line, and of the symbols so far.
        struct Cache {
            let line: (keys: [Vector], values: [Vector])
            var own: (keys: [Vector], values: [Vector]) = ([], [])

            init(_ memory: [Vector], _ decoder: Decoder) {
                line = (memory.map { decoder.line.key.of($0) }, memory.map { decoder.line.value.of($0) })
            }
        }

        init(_ file: inout WeightFile, _ width: Int, _ inner: Int) {
            own = Attention(&file, width)
            line = Attention(&file, width)
            self.inner = Inner(&file, width, inner)
            norms = (0..<3).map { _ in Norm(&file, width) }
        }

        func apply(to row: inout Vector, _ cache: inout Cache, heads: Int) {
            let seen = norms[0].of(row)
            cache.own.keys.append(own.key.of(seen))
            cache.own.values.append(own.value.of(seen))
            row.add(own.of(seen, keys: cache.own.keys, values: cache.own.values, heads: heads))
            row.add(line.of(norms[1].of(row), keys: cache.line.keys, values: cache.line.values, heads: heads))
            row.add(inner.of(norms[2].of(row)))
        }
    }
}

/// Reads lines and matrices one after the other.
struct WeightFile {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func line() -> String {
        let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.endIndex
        defer { place = end + 1 }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }

    mutating func matrix(_ rows: Int, _ columns: Int) -> SequenceModel.Matrix {
        let scales = (0..<rows).map { row in
            bytes.loadUnaligned(fromByteOffset: place + 4 * row, as: Float.self)
        }
        place += 4 * rows
        let values = [Float](unsafeUninitializedCapacity: rows * columns) { buffer, count in
            let weights = bytes.baseAddress!.advanced(by: place).assumingMemoryBound(to: Int8.self)
            numerics_widen(weights, scales, buffer.baseAddress!, Int32(rows), Int32(columns))
            count = rows * columns
        }
        place += rows * columns
        return SequenceModel.Matrix(rows: rows, columns: columns, values: values)
    }
}
