// Calls of Swift functions in the middle of a compiled program.
import CLazuli

private final class HostFunction: Sendable {
  let body: @Sendable ([UnsafeRawBufferPointer], [UnsafeMutableRawBufferPointer]) throws -> Void
  init(_ body: @escaping @Sendable ([UnsafeRawBufferPointer], [UnsafeMutableRawBufferPointer]) throws -> Void) {
    self.body = body
  }
}

extension Context {
  /// Registers `body` under `name`, for calls by programs. It gets the bytes of the operands and
  /// writes the bytes of the results, all row-major. It is called on the thread that runs the
  /// program, exactly as often as the program says. An error that it throws becomes the error of
  /// the results.
  public func register(
    hostCall name: String, hasEffects: Bool = false,
    _ body: @escaping @Sendable ([UnsafeRawBufferPointer], [UnsafeMutableRawBufferPointer]) throws -> Void
  ) throws {
    var options = lz_host_call_options()
    options.struct_size = MemoryLayout<lz_host_call_options>.size
    options.flags = hasEffects ? UInt64(LZ_HOST_CALL_HAS_EFFECTS) : 0
    options.user = Unmanaged.passRetained(HostFunction(body)).toOpaque()
    options.release = { Unmanaged<HostFunction>.fromOpaque($0!).release() }
    try check(lz_context_register_host_call(object.raw, name, callHost, &options))
  }
}

private let callHost: lz_host_call_fn = { user, args in
  let a = args.pointee
  let operands = UnsafeBufferPointer(start: a.operands, count: a.num_operands).map {
    UnsafeRawBufferPointer(start: $0.data, count: Int($0.nbytes))
  }
  let results = UnsafeBufferPointer(start: a.results, count: a.num_results).map {
    UnsafeMutableRawBufferPointer(start: $0.data, count: Int($0.nbytes))
  }
  do {
    try Unmanaged<HostFunction>.fromOpaque(user!).takeUnretainedValue().body(operands, results)
    return nil
  } catch {
    return lz_status_create(lz_code(LZ_UNKNOWN), "\(error)")
  }
}

/// Records a call of a registered function on tensors. The result has this shape and element type.
public func hostCall<Scalar: TensorScalar>(
  _ name: String, _ operands: any TensorProtocol..., shape: TensorShape, as _: Scalar.Type = Scalar.self,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line), dims = shape.int64
  var options = place.options
  let operands = operands.map { $0.handle }, device = deviceHandle(of: operands)
  return Tensor(place) { () throws(LazuliError) in
    try made(of: operands) { operands, count, out in
      dims.withUnsafeBufferPointer { dims in
        var type = lz_tensor_type(dtype: Scalar.dtype.rawValue, reserved: 0, rank: shape.rank, dims: dims.baseAddress)
        return lz_host_call(device.raw, name, operands, count, &type, nil, &options, out, 1)
      }
    }
  }
}
