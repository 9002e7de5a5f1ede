import LanguageModel
import Synchronization
import Understanding

/// What the first question needs and can be made while the index is opened.
extension Coach {
    private static let preparation = Mutex<Prepared<Void>?>(nil)

    /// Begins on a thread of its own: while the index is opened there is little else to do.
    ///
    /// - Parameter isForModel: whether a model will be asked and its words checked. What its connections need takes
    ///   longest; the lists of the check are wanted after them.
    public static func prepare(isForModel: Bool) {
        let begun = Prepared {
            guard isForModel else { return warmUp() }
            ModelConnections.prepare()
            _ = SentenceFrames.builtIn
        }
        preparation.withLock { $0 = begun }
    }

    /// Reads the tables that every line is read with.
    public static func warmUp() {
        _ = Understander()
        LineReader.prepare()
    }

    /// Waits for what `prepare` began: a process must not end while libraries are still being made ready.
    public static func settle() { preparation.withLock { $0 }?.value }
}
