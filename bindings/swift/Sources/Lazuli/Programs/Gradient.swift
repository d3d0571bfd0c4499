// Gradients by the library. They are gradients of recorded ops, so any Swift code may have recorded
// these ops.
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

/// Returns the derivatives of `output`, which has one element, with respect to tensors from which
/// it was computed. The derivatives are ordinary tensors, and can be differentiated again. Request
/// them before the barrier that ends the step.
///
/// Throws if an argument is not a float, or if there was a barrier between the argument and the
/// output. Throws if the output does not depend on an argument, unless `allowUnused` is true. Then
/// the derivative is zeros. Also throws if an op has no derivative, with the line of the op.
public func gradients<Scalar: TensorFloatingPoint>(
  of output: Tensor<Scalar>, withRespectTo arguments: [Tensor<Scalar>], allowUnused: Bool = false
) throws -> [Tensor<Scalar>] {
  tensors(try recordGradients(output.handle, nil, handles(arguments), allowUnused: allowUnused))
}

/// Returns the gradients of the sum of `cotangent * output`.
public func gradients<Scalar: TensorFloatingPoint>(
  of output: Tensor<Scalar>, cotangent: Tensor<Scalar>, withRespectTo arguments: [Tensor<Scalar>],
  allowUnused: Bool = false
) throws -> [Tensor<Scalar>] {
  let spread = spread(cotangent, to: output.handle.dims, .unknown)
  return tensors(try recordGradients(output.handle, spread.handle, handles(arguments), allowUnused: allowUnused))
}

/// Returns a function that computes the gradient of `f`, in the structure of the argument of `f`.
/// The result of `f` must have one element. The library computes the gradient, so `f` may be any
/// Swift function, even one that the compiler cannot differentiate.
public func gradient<Value: TensorTree, Scalar: TensorFloatingPoint>(
  of f: @escaping (Value) -> Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> (Value) -> Value {
  { valueWithGradient(of: f, file: file, line: line)($0).gradient }
}

/// Returns a function that computes the value and the gradient of `f`. The gradients of tensors
/// that are not floats are zeros.
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

/// Returns the tensor itself. Gradients treat the result as a constant.
public func stopGradient<Scalar>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  var options = Place(file, line).options
  return Tensor(Place(file, line)) { () throws(LazuliError) in
    try made { lz_stop_gradient(x.raw, &options, $0) }
  }
}
