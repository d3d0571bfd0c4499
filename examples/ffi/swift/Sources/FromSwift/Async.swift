// What Swift needs for asynchronous work: values to await, tasks whose cancellation ends the work,
// and promises that other code waits for. Also devices that can be compared.
import CLazuli

/// A device as a value: two handles of one device are equal.
struct Device: Equatable, CustomStringConvertible {
  let handle: Handle

  static func == (a: Device, b: Device) -> Bool {
    var same: Int32 = 0
    return lz_device_is_same(a.handle.raw, b.handle.raw, &same) == nil && same == 1
  }
  var description: String {
    "\(String(cString: lz_device_name(handle.raw)!)), number \(lz_device_index(handle.raw)) of its context, "
      + "a \(String(cString: lz_device_kind(handle.raw)!))"
  }
  func context() throws -> Handle {
    try made(lz_context_release) { lz_device_context(handle.raw, $0) }
  }
  func threads() throws -> Int32 {
    var count: Int32 = 0
    try check(lz_device_threads(handle.raw, &count))
    return count
  }
}

func devices(of context: Handle) throws -> [Device] {
  var count = 0
  try check(lz_context_num_devices(context.raw, &count))
  return try (0..<count).map { index in
    Device(handle: try made(lz_device_release) { lz_context_device(context.raw, index, $0) })
  }
}

func device(of tensor: Tensor) throws -> Device {
  Device(handle: try made(lz_device_release) { lz_tensor_device(tensor.raw, $0) })
}

/// Holds an object whose ownership passes to a C callback.
private final class Box<Content> {
  let content: Content
  init(_ content: Content) { self.content = content }
}

/// Resumes the task that `user` points to. It runs on the thread that makes the event happen, so it
/// does nothing else.
private let resume: lz_event_fn = { user, status in
  let waiting = Unmanaged<Box<CheckedContinuation<Void, Error>>>.fromOpaque(user!).takeRetainedValue().content
  guard let status else { return waiting.resume() }
  lz_status_retain(status)  // it belongs to the library, so the error takes a reference of its own
  waiting.resume(throwing: LazuliError(status))
}

typealias Event = Handle

extension Event {
  /// Suspends the task until the event has happened; no thread waits. If the task is cancelled, the
  /// work is cancelled too.
  func happened() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, Error>) in
        let box = Unmanaged.passRetained(Box(waiting))
        guard let status = lz_event_on_ready(raw, resume, box.toOpaque()) else { return }
        box.release()
        waiting.resume(throwing: LazuliError(status))
      }
    } onCancel: {
      lz_status_release(lz_event_cancel(raw))
    }
  }
}

extension Tensor {
  /// The bits of the floats. Computes them if needed, and suspends the task meanwhile.
  func value() async throws -> [UInt32] {
    let size = Int(lz_tensor_nbytes(raw))
    let bits = UnsafeMutablePointer<UInt32>.allocate(capacity: size / 4)
    defer { bits.deallocate() }
    let read = try made(lz_event_release) { lz_tensor_read_async(raw, bits, size, nil, $0) }
    try await read.happened()
    return Array(UnsafeBufferPointer(start: bits, count: size / 4))
  }

  /// Starts to compute the tensor. Returns an event that happens when the tensor is computed.
  func start() throws -> Event {
    try withExtendedLifetime(self) { try check(lz_evaluate([raw], 1, 0, nil)) }
    return try made(lz_event_release) { lz_tensor_event(raw, $0) }
  }
}

/// An event that the program sets. Waiting for it works as for events of the library.
final class Promise: Sendable {
  let event: Event
  init() throws { event = try made(lz_event_release, lz_event_create) }

  func keep() throws { try check(lz_event_set(event.raw, nil)) }
  func break_(_ code: Int, _ why: String) throws {
    let status = lz_status_create(lz_code(code), why)
    defer { lz_status_release(status) }
    try check(lz_event_set(event.raw, status))
  }
}

extension Recorder {
  /// while (x < 2) x = cos(x), which never ends.
  func endless() throws -> Tensor {
    let two = try scalar(2), start = try fromHost([], [1])
    let condition = try function("condition", [[]]) { x in
      try tensor { lz_compare(x[0].raw, two.raw, lz_comparison_direction(LZ_COMPARISON_DIRECTION_LT), 0, nil, $0) }
    }
    let body = try function("body", [[]]) { x in try tensor { lz_cosine(x[0].raw, nil, $0) } }
    return try withExtendedLifetime(start) {
      try tensor { lz_while([start.raw], 1, condition.raw, body.raw, nil, $0, 1) }
    }
  }
}

func showDevices(_ context: Handle, _ r: Recorder) throws -> Tensor {
  var options = lz_context_options()
  options.struct_size = MemoryLayout<lz_context_options>.size
  options.threads = 1
  let other = try made(lz_context_release) { lz_context_create(&options, $0) }
  let here = try devices(of: context)[0], there = try devices(of: other)[0]
  let x = try r.fromHost(block, points)
  print("devices: \(here), \(try here.threads()) threads; equal: \(try device(of: x) == here), \(here == there)")
  let copy = try tensor { lz_tensor_copy_to_device(x.raw, there.handle.raw, 0, $0) }
  print("a copy on the other device: \(try device(of: copy) == there), its bytes: \(try read(copy) == read(x))")
  // The context lives as long as anything that was made in it.
  let of = try there.context()
  print("handles of tensors there: \(try counter(of, LZ_COUNTER_LIVE_TENSORS))")
  return copy
}

func showAwaiting(_ r: Recorder, _ copy: Tensor) async throws {
  let x = try r.fromHost(block, points), sum = try add(x, x), onTheOther = try add(copy, copy)
  async let one = sum.value()
  async let other = onTheOther.value()
  let (a, b) = try await (one, other)
  print("two values awaited: \(a == b), the last is \(Float(bitPattern: a[7]))")
  do {
    _ = try await add(r.endlessCancelled(), r.scalar(1)).value()
  } catch let error as LazuliError {
    print("the value of what was cancelled: code \(error.code)")
  }
}

extension Recorder {
  /// A tensor whose work was cancelled by the task that waited for it.
  func endlessCancelled() async throws -> Tensor {
    let never = try endless(), end = try never.start()
    let waiting = Task { try await end.happened() }
    waiting.cancel()
    if case .failure(let error as LazuliError) = await waiting.result {
      print("a task was cancelled: code \(error.code)")
    }
    return never
  }
}

func showPromises() async throws {
  let kept = try Promise(), broken = try Promise()
  let waiting = Task {
    try await kept.event.happened()
    try await broken.event.happened()
  }
  try kept.keep()
  try broken.break_(LZ_DATA_LOSS, "the disk is gone")
  if case .failure(let error as LazuliError) = await waiting.result {
    print("a promise kept, another broken: code \(error.code), \(error.message)")
  }
  do {
    try kept.keep()
  } catch let error as LazuliError {
    print("kept twice: code \(error.code)")
  }
}

func showAsync(_ context: Handle, _ r: Recorder) async throws {
  let copy = try showDevices(context, r)
  try await showAwaiting(r, copy)
  try await showPromises()
}
