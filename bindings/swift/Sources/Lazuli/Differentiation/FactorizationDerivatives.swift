// Derivatives of factorizations, as formulas. Factorizations are recorded as custom calls, for
// which the library has no derivatives.
#if canImport(_Differentiation)
  import _Differentiation

  extension Tensor {
    /// The transposes of the matrices in the last two dimensions.
    fileprivate var turned: Tensor { swappingAxes(-1, -2, file: "Lazuli", line: 0) }
  }

  @derivative(of: solve)
  public func _vjpSolve<Scalar: TensorFloatingPoint>(
    _ a: Tensor<Scalar>, _ b: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    let x = solve(a, b, file: file, line: line)
    return (
      x,
      { v in
        let ofB = solve(a.turned, spread(v, to: x.shape, .unknown), file: file, line: line)
        return (-matmul(ofB, x.turned, file: file, line: line), ofB)
      }
    )
  }

  @derivative(of: inverse)
  public func _vjpInverse<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    let y = inverse(x, file: file, line: line)
    return (
      y,
      { v in
        let inner = matmul(y.turned, spread(v, to: y.shape, .unknown), file: file, line: line)
        return -matmul(inner, y.turned, file: file, line: line)
      }
    )
  }

  @derivative(of: determinant)
  public func _vjpDeterminant<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    let value = determinant(x, file: file, line: line)
    return (
      value,
      { v in
        let factor = (spread(v, to: value.shape, .unknown) * value).reshaped(
          to: TensorShape(value.shape.dimensions + [1, 1]), .unknown)
        return inverse(x, file: file, line: line).turned * factor
      }
    )
  }
#endif
