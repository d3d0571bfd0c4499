// Shows recorded ops as text.
import CLazuli

/// Returns the program that a read of these tensors would run, as text. Computes nothing.
public func trace(of tensors: any TensorProtocol..., as format: RecordingFormat = .function) throws -> String {
  try withRaw(tensors.map(\.handle)) { raw, count in
    try text { lz_recording_write(raw, count, lz_recording_format(format.rawValue), $0) }
  }
}

extension TensorProtocol {
  /// The ops that a read would compute, one per line, with shape and place. Read this first when a
  /// program computes something unexpected.
  public var irText: String {
    trapping(.unknown, or: "") {
      try withRaw([handle]) { raw, count in try text { lz_recording_print(raw, count, $0) } }
    }
  }

  /// Whether the tensor is recorded but not submitted yet.
  public var isPending: Bool {
    var pending: Int32 = 0
    trapping(.unknown, or: ()) { try check(lz_tensor_is_pending(handle.raw, &pending)) }
    return pending == 1
  }
}

/// Computes these tensors twice, as one program and with each op as a program of its own. Returns a
/// description of the first difference, or "" if there is none. Use it for debugging.
public func firstDifference(of tensors: any TensorProtocol...) throws -> String {
  var difference = lz_op_difference()
  difference.struct_size = MemoryLayout<lz_op_difference>.size
  return try withRaw(tensors.map(\.handle)) { raw, count in
    try text { lz_recording_compare(raw, count, &difference, $0) }
  }
}
