// The end of the process. Tasks run on while it ends, and the library refuses what they would
// compile: that must not end the process in another way than it does.
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum Exit {
  /// The thread that ends the process, once it does.
  private static let thread = Mutex<pthread_t?>(nil)
  private static let isWatched: Bool = atexit { Exit.thread.withLock { $0 = pthread_self() } } == 0

  /// Called when a context has been made, so that the library's own function is called later.
  static func watch() { _ = isWatched }

  /// Does not return when another thread is ending the process.
  static func stopIfEnding() {
    guard let ending = thread.withLock({ $0 }), pthread_equal(ending, pthread_self()) == 0 else { return }
    while true { sleep(1000) }
  }
}
