// Barriers compile recorded ops to programs, or find the programs in the cache, and run them.
import CLazuli

/// Numbers about a barrier.
public struct BarrierStatistics: Sendable {
  /// The number of ops in the cut, of tensors that it computes, and of tensors and scalars that it
  /// reads.
  public let ops, outputs, inputs: Int
  /// The number of inputs whose memory was given to results.
  public let donated: Int
  /// The number of programs into which the cut was split, and how many of them had to be compiled.
  public let segments, compiles: Int
}

/// Ends a step: submits everything that is pending and alive on the device. Its program is
/// compiled, or found in the cache. Results may take over the memory of values whose last tensor is
/// gone. Gradients cannot be requested across a barrier. If an op cannot be compiled, or if it
/// fails and `wait` is true, the process ends with an error. Inside of `checked` the error is
/// thrown.
///
/// - Parameters:
///   - device: nil means the default device.
///   - wait: whether the call returns when the work has ended.
@discardableResult
public func LazyTensorBarrier(
  on device: Device? = nil, wait: Bool = false, file: StaticString = #fileID, line: UInt = #line
) -> BarrierStatistics {
  let place = Place(file, line)
  let none = BarrierStatistics(ops: 0, outputs: 0, inputs: 0, donated: 0, segments: 0, compiles: 0)
  return trapping(place, or: none) { try barrier(on: device ?? .default, wait: wait) }
}

/// Submits only the ops that the tensors of these values need, as one program. No results take over
/// memory, and gradients through these tensors can still be requested.
public func evaluate<each Value: TensorTree>(
  _ values: repeat each Value, wait: Bool = false, file: StaticString = #fileID, line: UInt = #line
) {
  var handles: [TensorHandle] = []
  repeat (each values).collect(into: &handles)
  guard !handles.isEmpty else { return }
  trapping(Place(file, line), or: ()) {
    try withRaw(handles) { raw, count in
      try check(lz_evaluate(raw, count, UInt64(wait ? LZ_BARRIER_WAIT : 0), nil))
    }
  }
}

func barrier(on device: Device, wait: Bool) throws -> BarrierStatistics {
  let context = try object({ lz_context_release($0) }) { lz_device_context(device.object.raw, $0) }
  let barrier = try object({ lz_barrier_release($0) }) {
    lz_context_barrier(context.raw, device.object.raw, UInt64(wait ? LZ_BARRIER_WAIT : 0), $0)
  }
  var c = lz_barrier_statistics()
  c.struct_size = MemoryLayout<lz_barrier_statistics>.size
  try check(lz_barrier_get_statistics(barrier.raw, &c))
  return BarrierStatistics(
    ops: Int(c.ops), outputs: Int(c.outputs), inputs: Int(c.inputs), donated: Int(c.donated),
    segments: Int(c.segments), compiles: Int(c.compiles))
}
