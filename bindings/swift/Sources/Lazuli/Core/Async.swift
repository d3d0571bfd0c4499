// Asynchronous reads. While a task waits for a value, no thread is blocked. Cancelling the task
// cancels the work.
import CLazuli

/// The argument of a C callback. The callback takes over the reference to it.
private final class Waiting: Sendable {
  let continuation: CheckedContinuation<Void, Error>
  init(_ continuation: CheckedContinuation<Void, Error>) { self.continuation = continuation }
}

/// Suspends the task until the event has happened.
func happened(_ event: Object) async throws {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      let waiting = Unmanaged.passRetained(Waiting(continuation))
      let status = lz_event_on_ready(
        event.raw,
        { user, status in
          let waiting = Unmanaged<Waiting>.fromOpaque(user!).takeRetainedValue().continuation
          guard let status else { return waiting.resume() }
          // The library owns the status, so the error needs a reference of its own.
          lz_status_retain(status)
          waiting.resume(throwing: LazuliError(status))
        }, waiting.toOpaque())
      guard let status else { return }
      waiting.release()
      continuation.resume(throwing: LazuliError(status))
    }
  } onCancel: {
    lz_status_release(lz_event_cancel(event.raw))
  }
}

extension Tensor {
  /// The elements, row-major. The task is suspended until they are computed, without blocking a
  /// thread.
  public var values: [Scalar] {
    get async throws {
      let size = handle.bytes, count = scalarCount
      try checkMemory(for: handle, copies: 2, "values")
      let memory = Memory(size)
      let read = try object({ lz_event_release($0) }) {
        lz_tensor_read_async(handle.raw, memory.address, size, nil, $0)
      }
      try await happened(read)
      return withExtendedLifetime(memory) {
        Array(UnsafeRawBufferPointer(start: memory.address, count: size).bindMemory(to: Scalar.self).prefix(count))
      }
    }
  }
}

/// Memory to which the library writes. It must not be read before the write has ended.
private final class Memory: Sendable {
  nonisolated(unsafe) let address: UnsafeMutableRawPointer
  init(_ size: Int) { address = .allocate(byteCount: max(size, 1), alignment: 64) }
  deinit { address.deallocate() }
}
