// The end of the process. While the process exits, its tasks still run, and the library refuses to
// compile for them. The error of such a refusal must not change how the process ends.
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum Exit {
  /// The thread that is ending the process, or nil.
  private static let thread = Mutex<pthread_t?>(nil)
  private static let isWatched: Bool = atexit { Exit.thread.withLock { $0 = pthread_self() } } == 0

  /// Registers the exit function. It is called after a context is made, because exit functions run
  /// in reverse order and the library's own must run later.
  static func watch() { _ = isWatched }

  /// Blocks forever if another thread is ending the process.
  static func stopIfEnding() {
    guard let ending = thread.withLock({ $0 }), pthread_equal(ending, pthread_self()) == 0 else { return }
    while true { sleep(1000) }
  }
}
