// `gradient`, `valueWithGradient` and the like for functions whose result is a tensor of one
// element. The Swift compiler differentiates these functions.
#if canImport(_Differentiation)
  public import _Differentiation

  /// The cotangent 1, for a result of one element.
  @usableFromInline
  func one<Scalar: TensorFloatingPoint>(_ value: Tensor<Scalar>) -> Tensor<Scalar> {
    if value.scalarCount != 1 {
      refuse(
        invalid("gradient", "the function gives a tensor of shape \(value.shape), not one element: reduce it"), .unknown)
    }
    return Tensor(onesLike: value)
  }

  /// The value of `f` at `x`, and its gradient there.
  @inlinable
  public func valueWithGradient<T: Differentiable, Scalar: TensorFloatingPoint>(
    at x: T, in f: @differentiable(reverse) (T) -> Tensor<Scalar>
  ) -> (value: Tensor<Scalar>, gradient: T.TangentVector) {
    let (value, pullback) = valueWithPullback(at: x, of: f)
    return (value, pullback(one(value)))
  }

  /// The value of `f` at `x` and `y`, and its gradient there.
  @inlinable
  public func valueWithGradient<T: Differentiable, U: Differentiable, Scalar: TensorFloatingPoint>(
    at x: T, _ y: U, in f: @differentiable(reverse) (T, U) -> Tensor<Scalar>
  ) -> (value: Tensor<Scalar>, gradient: (T.TangentVector, U.TangentVector)) {
    let (value, pullback) = valueWithPullback(at: x, y, of: f)
    return (value, pullback(one(value)))
  }

  /// The value of `f` at `x`, and its gradient there.
  @inlinable
  @_disfavoredOverload
  public func valueWithGradient<T: Differentiable, Scalar: TensorFloatingPoint>(
    at x: T, of f: @differentiable(reverse) (T) -> Tensor<Scalar>
  ) -> (value: Tensor<Scalar>, gradient: T.TangentVector) { valueWithGradient(at: x, in: f) }

  /// The gradient of `f` at `x`.
  @inlinable
  public func gradient<T: Differentiable, Scalar: TensorFloatingPoint>(
    at x: T, in f: @differentiable(reverse) (T) -> Tensor<Scalar>
  ) -> T.TangentVector { valueWithGradient(at: x, in: f).gradient }

  /// The gradient of `f` at `x` and `y`.
  @inlinable
  public func gradient<T: Differentiable, U: Differentiable, Scalar: TensorFloatingPoint>(
    at x: T, _ y: U, in f: @differentiable(reverse) (T, U) -> Tensor<Scalar>
  ) -> (T.TangentVector, U.TangentVector) { valueWithGradient(at: x, y, in: f).gradient }

  /// The gradient of `f` at `x`.
  @inlinable
  @_disfavoredOverload
  public func gradient<T: Differentiable, Scalar: TensorFloatingPoint>(
    at x: T, of f: @differentiable(reverse) (T) -> Tensor<Scalar>
  ) -> T.TangentVector { valueWithGradient(at: x, in: f).gradient }

  /// The value of `f` at `x`, and its pullback, which maps a cotangent of the value to one of `x`.
  @inlinable
  @_disfavoredOverload
  public func valueWithPullback<T: Differentiable, R: Differentiable>(
    at x: T, in f: @differentiable(reverse) (T) -> R
  ) -> (value: R, pullback: (R.TangentVector) -> T.TangentVector) { valueWithPullback(at: x, of: f) }
#endif
