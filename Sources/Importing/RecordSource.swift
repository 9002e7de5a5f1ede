import Glibc
import Ledger
import Store

/// Records with what their texts say, a batch at a time.
struct RecordBatch: Sendable {
    var records: [ImportedRecord] = []
    var problems: [RowProblem] = []
    var readings: [TextReading] = []
    /// `ImportSession.contentHash` of each record's text.
    var hashes: [Int64] = []
    /// `ContentHash.of` each record's text.
    var textHashes: [Int64] = []
    /// How much of the file has been read, 0...1.
    var progress: Double = 0
}

/// Reads records and their texts, for a large file on a thread of its own, so that the next batch is being read while
/// the last one is written.
final class RecordSource: @unchecked Sendable {
    // One thread at a time uses `reader` and `texts`: the reading one until it ends, then the caller's.
    private(set) var reader: any StatementReader
    private var texts: TextReader
    private let channel = Channel<Result<RecordBatch, ImportError>>(capacity: 4)
    private static let batchSize = 4096

    init(_ reader: any StatementReader, _ texts: TextReader) {
        self.reader = reader
        self.texts = texts
    }

    /// - Returns: nil at the end of the file.
    private func nextBatch(_ goesOn: inout Bool) throws(ImportError) -> RecordBatch? {
        guard goesOn else { return nil }
        var batch = RecordBatch()
        goesOn = try reader.read(upTo: RecordSource.batchSize, into: &batch.records, problems: &batch.problems)
        texts.learnTowns(from: batch.records.lazy.map(\.description))
        batch.readings.reserveCapacity(batch.records.count)
        batch.hashes.reserveCapacity(batch.records.count)
        for record in batch.records {
            batch.readings.append(texts.reading(of: record.description, payee: record.payee))
            batch.hashes.append(ImportSession.contentHash(record.description))
            batch.textHashes.append(ContentHash.of(record.description))
        }
        batch.progress = reader.progress
        return batch
    }

    func forEachBatch(onOwnThread: Bool, _ body: (RecordBatch) throws -> Void) throws {
        var goesOn = true
        guard onOwnThread else {
            while let batch = try nextBatch(&goesOn) { try body(batch) }
            return
        }
        let thread = startReading()
        defer {
            // A body that throws leaves the reading thread behind a full channel: it is told to stop, then awaited.
            channel.close()
            pthread_join(thread, nil)
        }
        while let result = channel.take() { try body(try result.get()) }
    }

    private func startReading() -> pthread_t {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<RecordSource>.fromOpaque(context).takeRetainedValue().readAll()
                return nil
            }, context)
        precondition(status == 0, "no thread can be made")
        return thread
    }

    private func readAll() {
        var goesOn = true
        do {
            while let batch = try nextBatch(&goesOn) { guard channel.put(.success(batch)) else { return } }
        } catch {
            _ = channel.put(.failure(error))
        }
        channel.finish()
    }
}

/// A queue of limited length between two threads.
private final class Channel<Element: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var elements: [Element] = []
    private let capacity: Int
    private var isFinished = false
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    private func locked<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return body()
    }

    /// Waits for room.
    ///
    /// - Returns: false when nobody takes any more.
    func put(_ element: Element) -> Bool {
        locked {
            while elements.count >= capacity, !isClosed { pthread_cond_wait(changed, mutex) }
            if !isClosed { elements.append(element) }
            return !isClosed
        }
    }

    /// Waits for an element.
    ///
    /// - Returns: nil when there will be none.
    func take() -> Element? {
        locked {
            while elements.isEmpty, !isFinished { pthread_cond_wait(changed, mutex) }
            return elements.isEmpty ? nil : elements.removeFirst()
        }
    }

    /// The writing side is done.
    func finish() { locked { isFinished = true } }

    /// The reading side wants no more.
    func close() { locked { isClosed = true } }
}
