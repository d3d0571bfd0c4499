// Barriers compile what is recorded, or find it in the cache, and run it.
import CLazuli

/// What a barrier did.
public struct BarrierStatistics: Sendable {
  /// Ops in the cut, tensors that it computes, tensors and scalars that it reads.
  public let ops, outputs, inputs: Int
  /// Inputs whose memory results have taken over.
  public let donated: Int
  /// Programs that the cut was split into, and how many of them were compiled now.
  public let segments, compiles: Int
}

/// Ends a step: everything pending and alive on the device is compiled, or found in the cache, and
/// submitted. Results may take over the memory of values whose last tensor is gone, and gradients
/// do not reach past the barrier. An op that cannot be compiled, and with `wait` one that fails,
/// ends the program; inside of `checked` it is thrown.
///
/// - Parameters:
///   - device: nil is the default device.
///   - wait: whether the call returns when the work has ended.
@discardableResult
public func LazyTensorBarrier(
  on device: Device? = nil, wait: Bool = false, file: StaticString = #fileID, line: UInt = #line
) -> BarrierStatistics {
  let place = Place(file, line)
  let none = BarrierStatistics(ops: 0, outputs: 0, inputs: 0, donated: 0, segments: 0, compiles: 0)
  return trapping(place, or: none) { try barrier(on: device ?? .default, wait: wait) }
}

/// Submits the ops that the tensors of these values need, and nothing else, as one program. No
/// memory is taken over, and gradients can still pass through these tensors.
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
