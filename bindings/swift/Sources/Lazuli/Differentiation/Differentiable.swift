// Derivatives for the Swift compiler. The library has the derivative rules of all ops. So a
// pullback requests the gradient of its one op from the library. Sums, differences and products are
// recorded most often, so their derivatives are written in Swift.
#if canImport(_Differentiation)
  public import _Differentiation
  import CLazuli

  extension Tensor: Differentiable where Scalar: TensorFloatingPoint {
    public typealias TangentVector = Tensor
    public mutating func move(by offset: Tensor) { self += offset }
  }

  /// Returns the elements of `x` as a new tensor. No other op has this tensor as its operand, so
  /// the gradient of one op with respect to it can be requested.
  private func renamed<Scalar>(_ x: Tensor<Scalar>) -> Tensor<Scalar> {
    Tensor(.unknown) { () throws(LazuliError) in try renamed(x.handle) }
  }

  private func renamed(_ x: TensorHandle) throws(LazuliError) -> Raw {
    var options = Place.unknown.options
    return try made { lz_reshape(x.raw, x.dims.baseAddress, x.rank, &options, $0) }
  }

  private func gradient<In, Out: TensorFloatingPoint>(
    _ value: Tensor<Out>, _ v: Tensor<Out>, _ arguments: [Tensor<In>]
  ) throws(LazuliError) -> [Tensor<In>] {
    let cotangent = spread(v, to: value.handle.dims, .unknown)
    return tensors(try recordGradients(value.handle, cotangent.handle, handles(arguments), allowUnused: true))
  }

  /// Returns the value of `f` and its pullback, which requests gradients from the library. `f` may
  /// be any Swift function, even one that the compiler cannot differentiate. If there was a barrier
  /// between the call of `f` and that of the pullback, the pullback calls `f` once more.
  public func valueWithLibraryPullback<In: TensorFloatingPoint, Out: TensorFloatingPoint>(
    at arguments: [Tensor<In>], _ f: @escaping ([Tensor<In>]) -> Tensor<Out>
  ) -> (value: Tensor<Out>, pullback: (Tensor<Out>) -> [Tensor<In>]) {
    let own = arguments.map { renamed($0) }
    let value = f(own)
    return (
      value,
      { v in
        if v.handle.isZero { return own.map { _ in .zero } }
        do {
          return try gradient(value, v, own)
        } catch let error as LazuliError where error.code == .failedPrecondition {
          let again = arguments.map { renamed($0) }
          return trapping(.unknown, or: again) { try gradient(f(again), v, again) }
        } catch {
          refuse(error as? LazuliError ?? invalid("gradient", "\(error)"), .unknown)
          return own
        }
      }
    )
  }

  /// Does the same as `valueWithLibraryPullback(at:_:)` of an array, for a function of one tensor.
  public func valueWithLibraryPullback<In: TensorFloatingPoint, Out: TensorFloatingPoint>(
    at x: Tensor<In>, _ f: @escaping (Tensor<In>) -> Tensor<Out>
  ) -> (value: Tensor<Out>, pullback: (Tensor<Out>) -> Tensor<In>) {
    let (value, pullback) = valueWithLibraryPullback(at: [x]) { f($0[0]) }
    return (value, { pullback($0)[0] })
  }

  /// Does the same as `valueWithLibraryPullback(at:_:)` of an array, for a function of two tensors.
  public func valueWithLibraryPullback<In: TensorFloatingPoint, Out: TensorFloatingPoint>(
    at x: Tensor<In>, _ y: Tensor<In>, _ f: @escaping (Tensor<In>, Tensor<In>) -> Tensor<Out>
  ) -> (value: Tensor<Out>, pullback: (Tensor<Out>) -> (Tensor<In>, Tensor<In>)) {
    let (value, pullback) = valueWithLibraryPullback(at: [x, y]) { f($0[0], $0[1]) }
    return (
      value,
      {
        let gradients = pullback($0)
        return (gradients[0], gradients[1])
      }
    )
  }

  /// Reduces the cotangent of a result to the shape of an operand that was broadcast. It sums over
  /// the dimensions along which the operand was repeated.
  func reduced<Scalar: TensorFloatingPoint>(_ v: Tensor<Scalar>, to shape: TensorShape?) -> Tensor<Scalar> {
    guard let shape, !v.handle.isZero, v.shape != shape else { return v }
    if v.rank < shape.rank || (v.rank == shape.rank && v.scalarCount < shape.contiguousSize) {
      return spread(v, to: shape, .unknown)
    }
    let lead = v.rank - shape.rank, from = v.shape
    let axes = from.indices.filter { $0 < lead || (shape[$0 - lead] == 1 && from[$0] != 1) }
    let sum = v.sum(alongAxes: axes, file: "Lazuli", line: 0)
    return sum.shape == shape ? sum : sum.reshaped(to: shape, .unknown)
  }

  /// Returns the shapes of two operands, or nil for both if they are equal.
  private func shapes<Scalar>(_ x: Tensor<Scalar>, _ y: Tensor<Scalar>) -> (TensorShape?, TensorShape?) {
    haveSameShape(x.handle, y.handle) ? (nil, nil) : (x.shape, y.shape)
  }

  extension Tensor where Scalar: TensorFloatingPoint {
    @derivative(of: +)
    public static func _vjpAdd(
      lhs: Tensor, rhs: Tensor
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      let (a, b) = shapes(lhs, rhs)
      return (lhs + rhs, { v in (reduced(v, to: a), reduced(v, to: b)) })
    }

    @derivative(of: -)
    public static func _vjpSubtract(
      lhs: Tensor, rhs: Tensor
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      let (a, b) = shapes(lhs, rhs)
      return (lhs - rhs, { v in (reduced(v, to: a), reduced(v.handle.isZero ? v : -v, to: b)) })
    }

    @derivative(of: *)
    public static func _vjpMultiply(
      lhs: Tensor, rhs: Tensor
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      let (a, b) = shapes(lhs, rhs)
      return (
        lhs * rhs,
        { v in v.handle.isZero ? (v, v) : (reduced(v * rhs, to: a), reduced(v * lhs, to: b)) }
      )
    }

    @derivative(of: /)
    public static func _vjpDivide(
      lhs: Tensor, rhs: Tensor
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) { valueWithLibraryPullback(at: lhs, rhs) { $0 / $1 } }

    @derivative(of: -)
    public static func _vjpNegate(x: Tensor) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (-x, { v in v.handle.isZero ? v : -v })
    }
  }

  // Ops of a tensor and a scalar of the host. The scalar has no gradient.
  extension Tensor where Scalar: TensorFloatingPoint {
    @derivative(of: +, wrt: lhs)
    public static func _vjpAdd(lhs: Tensor, rhs: Scalar) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (lhs + rhs, { $0 })
    }

    @derivative(of: +, wrt: rhs)
    public static func _vjpAdd(lhs: Scalar, rhs: Tensor) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (lhs + rhs, { $0 })
    }

    @derivative(of: -, wrt: lhs)
    public static func _vjpSubtract(lhs: Tensor, rhs: Scalar) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (lhs - rhs, { $0 })
    }

    @derivative(of: -, wrt: rhs)
    public static func _vjpSubtract(lhs: Scalar, rhs: Tensor) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (lhs - rhs, { v in v.handle.isZero ? v : -v })
    }

    @derivative(of: *, wrt: lhs)
    public static func _vjpMultiply(lhs: Tensor, rhs: Scalar) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (lhs * rhs, { v in v.handle.isZero ? v : v * rhs })
    }

    @derivative(of: *, wrt: rhs)
    public static func _vjpMultiply(lhs: Scalar, rhs: Tensor) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (lhs * rhs, { v in v.handle.isZero ? v : v * lhs })
    }

    @derivative(of: /, wrt: lhs)
    public static func _vjpDivide(lhs: Tensor, rhs: Scalar) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (lhs / rhs, { v in v.handle.isZero ? v : v / rhs })
    }

    @derivative(of: /, wrt: rhs)
    public static func _vjpDivide(lhs: Scalar, rhs: Tensor) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: rhs) { lhs / $0 }
    }
  }
#endif
