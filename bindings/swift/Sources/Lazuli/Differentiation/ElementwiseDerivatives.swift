#if canImport(_Differentiation)
  import _Differentiation

  @derivative(of: abs)
  public func _vjpAbs<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { abs($0, file: file, line: line) }
  }

  @derivative(of: sign)
  public func _vjpSign<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { sign($0, file: file, line: line) }
  }

  @derivative(of: floor)
  public func _vjpFloor<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { floor($0, file: file, line: line) }
  }

  @derivative(of: ceil)
  public func _vjpCeil<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { ceil($0, file: file, line: line) }
  }

  @derivative(of: round)
  public func _vjpRound<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { round($0, file: file, line: line) }
  }

  @derivative(of: roundAwayFromZero)
  public func _vjpRoundAwayFromZero<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { roundAwayFromZero($0, file: file, line: line) }
  }

  @derivative(of: exp)
  public func _vjpExp<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { exp($0, file: file, line: line) }
  }

  @derivative(of: expm1)
  public func _vjpExpm1<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { expm1($0, file: file, line: line) }
  }

  @derivative(of: log)
  public func _vjpLog<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { log($0, file: file, line: line) }
  }

  @derivative(of: log1p)
  public func _vjpLog1p<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { log1p($0, file: file, line: line) }
  }

  @derivative(of: sigmoid)
  public func _vjpSigmoid<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { sigmoid($0, file: file, line: line) }
  }

  @derivative(of: tanh)
  public func _vjpTanh<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { tanh($0, file: file, line: line) }
  }

  @derivative(of: tan)
  public func _vjpTan<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { tan($0, file: file, line: line) }
  }

  @derivative(of: sin)
  public func _vjpSin<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { sin($0, file: file, line: line) }
  }

  @derivative(of: cos)
  public func _vjpCos<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { cos($0, file: file, line: line) }
  }

  @derivative(of: sqrt)
  public func _vjpSqrt<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { sqrt($0, file: file, line: line) }
  }

  @derivative(of: rsqrt)
  public func _vjpRsqrt<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { rsqrt($0, file: file, line: line) }
  }

  @derivative(of: cbrt)
  public func _vjpCbrt<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { cbrt($0, file: file, line: line) }
  }

  @derivative(of: square)
  public func _vjpSquare<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { square($0, file: file, line: line) }
  }

  @derivative(of: erf)
  public func _vjpErf<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { erf($0, file: file, line: line) }
  }

  @derivative(of: erfc)
  public func _vjpErfc<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { erfc($0, file: file, line: line) }
  }

  @derivative(of: erfInverse)
  public func _vjpErfInverse<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { erfInverse($0, file: file, line: line) }
  }

  @derivative(of: sinh)
  public func _vjpSinh<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { sinh($0, file: file, line: line) }
  }

  @derivative(of: cosh)
  public func _vjpCosh<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { cosh($0, file: file, line: line) }
  }

  @derivative(of: asin)
  public func _vjpAsin<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { asin($0, file: file, line: line) }
  }

  @derivative(of: acos)
  public func _vjpAcos<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { acos($0, file: file, line: line) }
  }

  @derivative(of: atan)
  public func _vjpAtan<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { atan($0, file: file, line: line) }
  }

  @derivative(of: asinh)
  public func _vjpAsinh<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { asinh($0, file: file, line: line) }
  }

  @derivative(of: acosh)
  public func _vjpAcosh<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { acosh($0, file: file, line: line) }
  }

  @derivative(of: atanh)
  public func _vjpAtanh<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { atanh($0, file: file, line: line) }
  }

  @derivative(of: lgamma)
  public func _vjpLgamma<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { lgamma($0, file: file, line: line) }
  }

  @derivative(of: digamma)
  public func _vjpDigamma<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { digamma($0, file: file, line: line) }
  }

  @derivative(of: besselI1e)
  public func _vjpBesselI1e<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { besselI1e($0, file: file, line: line) }
  }

  @derivative(of: pow)
  public func _vjpPow<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { pow($0, $1, file: file, line: line) }
  }

  @derivative(of: atan2)
  public func _vjpAtan2<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { atan2($0, $1, file: file, line: line) }
  }

  @derivative(of: min)
  public func _vjpMin<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { min($0, $1, file: file, line: line) }
  }

  @derivative(of: max)
  public func _vjpMax<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { max($0, $1, file: file, line: line) }
  }
#endif
