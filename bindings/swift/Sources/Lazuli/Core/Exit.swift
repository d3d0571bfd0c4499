// The end of the process. Tasks continue while the process ends, and the library refuses to compile
// for them. That refusal must not change how the process ends.
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum Exit {
  /// The thread that ends the process, once there is one.
  private static let thread = Mutex<pthread_t?>(nil)
  private static let isWatched: Bool = atexit { Exit.thread.withLock { $0 = pthread_self() } } == 0

  /// Called after a context is made, so that the library's own exit function runs later.
  static func watch() { _ = isWatched }

  /// Does not return if another thread is ending the process.
  static func stopIfEnding() {
    guard let ending = thread.withLock({ $0 }), pthread_equal(ending, pthread_self()) == 0 else { return }
    while true { sleep(1000) }
  }
}
