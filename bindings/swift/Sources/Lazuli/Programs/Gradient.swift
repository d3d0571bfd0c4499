// Gradients by the library, of the recorded program, whatever Swift code recorded it.
import CLazuli

func recordGradients(
  _ output: TensorHandle, _ cotangent: TensorHandle?, _ arguments: [TensorHandle], allowUnused: Bool
) throws(LazuliError) -> [TensorHandle] {
  var options = lz_gradient_options()
  options.struct_size = MemoryLayout<lz_gradient_options>.size
  options.allow_unused = allowUnused ? 1 : 0
  return try made(arguments.count, of: arguments) { arguments, count, out in
    withExtendedLifetime((output, cotangent)) {
      var output: Raw? = output.raw
      guard let cotangent else { return lz_gradients(&output, 1, nil, arguments, count, &options, out) }
      var given: Raw? = cotangent.raw
      return lz_gradients(&output, 1, &given, arguments, count, &options, out)
    }
  }
}

/// The derivatives of `output`, which has one element, with respect to tensors from which it was
/// computed. They are tensors like any other, and can be differentiated again. Request them before
/// the barrier that ends the step.
///
/// Throws if an argument is not a float, if the output was computed from it before a barrier, or if
/// the output does not depend on it (unless `allowUnused`, which returns zeros); and for ops
/// without a derivative, with their line.
public func gradients<Scalar: TensorFloatingPoint>(
  of output: Tensor<Scalar>, withRespectTo arguments: [Tensor<Scalar>], allowUnused: Bool = false
) throws -> [Tensor<Scalar>] {
  tensors(try recordGradients(output.handle, nil, handles(arguments), allowUnused: allowUnused))
}

/// The gradients of the sum of `cotangent * output`.
public func gradients<Scalar: TensorFloatingPoint>(
  of output: Tensor<Scalar>, cotangent: Tensor<Scalar>, withRespectTo arguments: [Tensor<Scalar>],
  allowUnused: Bool = false
) throws -> [Tensor<Scalar>] {
  let spread = spread(cotangent, to: output.handle.dims, .unknown)
  return tensors(try recordGradients(output.handle, spread.handle, handles(arguments), allowUnused: allowUnused))
}

/// The function that returns the gradient of `f`, whose result must have one element, in the
/// structure of its argument. The library computes it, so `f` may be any Swift function, even one
/// that the compiler cannot differentiate.
public func gradient<Value: TensorTree, Scalar: TensorFloatingPoint>(
  of f: @escaping (Value) -> Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> (Value) -> Value {
  { valueWithGradient(of: f, file: file, line: line)($0).gradient }
}

/// The function that returns value and gradient of `f`. Tensors that are not floats have zeros as
/// gradients.
public func valueWithGradient<Value: TensorTree, Scalar: TensorFloatingPoint>(
  of f: @escaping (Value) -> Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> (Value) -> (value: Tensor<Scalar>, gradient: Value) {
  { x in
    let value = f(x)
    let gradient = trapping(Place(file, line), or: x) {
      x.replacing(with: try recordGradients(value.handle, nil, x.tensorHandles, allowUnused: true))
    }
    return (value, gradient)
  }
}

/// The tensor itself, which gradients treat as a constant.
public func stopGradient<Scalar>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  var options = Place(file, line).options
  return Tensor(Place(file, line)) { () throws(LazuliError) in
    try made { lz_stop_gradient(x.raw, &options, $0) }
  }
}
