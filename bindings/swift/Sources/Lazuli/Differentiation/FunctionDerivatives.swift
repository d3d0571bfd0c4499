// Derivatives of functions that consist of several ops, or that have attributes.
#if canImport(_Differentiation)
  import _Differentiation

  @derivative(of: exp2(_:file:line:))
  public func _vjpExp2<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { exp2($0, file: file, line: line) }
  }

  @derivative(of: log2(_:file:line:))
  public func _vjpLog2<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { log2($0, file: file, line: line) }
  }

  @derivative(of: log10(_:file:line:))
  public func _vjpLog10<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { log10($0, file: file, line: line) }
  }

  @derivative(of: relu(_:file:line:))
  public func _vjpRelu<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { relu($0, file: file, line: line) }
  }

  @derivative(of: relu6(_:file:line:))
  public func _vjpRelu6<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { relu6($0, file: file, line: line) }
  }

  @derivative(of: selu(_:file:line:))
  public func _vjpSelu<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { selu($0, file: file, line: line) }
  }

  @derivative(of: silu(_:file:line:))
  public func _vjpSilu<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { silu($0, file: file, line: line) }
  }

  @derivative(of: softplus(_:file:line:))
  public func _vjpSoftplus<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { softplus($0, file: file, line: line) }
  }

  @derivative(of: logSigmoid(_:file:line:))
  public func _vjpLogSigmoid<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { logSigmoid($0, file: file, line: line) }
  }

  @derivative(of: softsign(_:file:line:))
  public func _vjpSoftsign<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { softsign($0, file: file, line: line) }
  }

  @derivative(of: mish(_:file:line:))
  public func _vjpMish<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { mish($0, file: file, line: line) }
  }

  @derivative(of: hardSigmoid(_:file:line:))
  public func _vjpHardSigmoid<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { hardSigmoid($0, file: file, line: line) }
  }

  @derivative(of: hardSwish(_:file:line:))
  public func _vjpHardSwish<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { hardSwish($0, file: file, line: line) }
  }

  @derivative(of: cholesky(_:file:line:))
  public func _vjpCholesky<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { cholesky($0, file: file, line: line) }
  }

  @derivative(of: pow(_:_:file:line:), wrt: x)
  public func _vjpPowDouble<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ exponent: Double, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { pow($0, exponent, file: file, line: line) }
  }

  @derivative(of: leakyRelu(_:alpha:file:line:), wrt: x)
  public func _vjpLeakyRelu<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, alpha: Double, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { leakyRelu($0, alpha: alpha, file: file, line: line) }
  }

  @derivative(of: elu(_:alpha:file:line:), wrt: x)
  public func _vjpElu<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, alpha: Double, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { elu($0, alpha: alpha, file: file, line: line) }
  }

  @derivative(of: gelu(_:approximate:file:line:))
  public func _vjpGelu<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, approximate: Bool, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { gelu($0, approximate: approximate, file: file, line: line) }
  }

  @derivative(of: squaredDifference(_:_:file:line:))
  public func _vjpSquaredDifference<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { squaredDifference($0, $1, file: file, line: line) }
  }

  @derivative(of: hypot(_:_:file:line:))
  public func _vjpHypot<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { hypot($0, $1, file: file, line: line) }
  }

  @derivative(of: logAddExp(_:_:file:line:))
  public func _vjpLogAddExp<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { logAddExp($0, $1, file: file, line: line) }
  }

  @derivative(of: matmul(_:_:file:line:))
  public func _vjpMatmul<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { matmul($0, $1, file: file, line: line) }
  }

  @derivative(of: dotGeneral(_:_:contracting:batch:file:line:))
  public func _vjpDotGeneral<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, contracting: (x: [Int], y: [Int]), batch: (x: [Int], y: [Int]), file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, y) { dotGeneral($0, $1, contracting: contracting, batch: batch, file: file, line: line) }
  }

  @derivative(of: select(_:_:_:file:line:))
  public func _vjpSelect<Scalar: TensorFloatingPoint>(
    _ mask: Tensor<Bool>, _ yes: Tensor<Scalar>, _ no: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: yes, no) { select(mask, $0, $1, file: file, line: line) }
  }

  @derivative(of: conv2D(_:filter:strides:padding:dilations:groups:file:line:))
  public func _vjpConv2D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int), padding: Padding, dilations: (Int, Int), groups: Int, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, filter) { conv2D($0, filter: $1, strides: strides, padding: padding, dilations: dilations, groups: groups, file: file, line: line) }
  }

  @derivative(of: conv1D(_:filter:stride:padding:dilation:file:line:))
  public func _vjpConv1D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filter: Tensor<Scalar>, stride: Int, padding: Padding, dilation: Int, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, filter) { conv1D($0, filter: $1, stride: stride, padding: padding, dilation: dilation, file: file, line: line) }
  }

  @derivative(of: conv3D(_:filter:strides:padding:file:line:))
  public func _vjpConv3D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int, Int), padding: Padding, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, filter) { conv3D($0, filter: $1, strides: strides, padding: padding, file: file, line: line) }
  }

  @derivative(of: depthwiseConv2D(_:filter:strides:padding:file:line:))
  public func _vjpDepthwiseConv2D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int), padding: Padding, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, filter) { depthwiseConv2D($0, filter: $1, strides: strides, padding: padding, file: file, line: line) }
  }

  @derivative(of: transposedConv2D(_:filter:strides:padding:file:line:))
  public func _vjpTransposedConv2D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int), padding: Padding, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: x, filter) { transposedConv2D($0, filter: $1, strides: strides, padding: padding, file: file, line: line) }
  }

  @derivative(of: maxPool2D(_:filterSize:strides:padding:file:line:))
  public func _vjpMaxPool2D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filterSize: (Int, Int), strides: (Int, Int), padding: Padding, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { maxPool2D($0, filterSize: filterSize, strides: strides, padding: padding, file: file, line: line) }
  }

  @derivative(of: avgPool2D(_:filterSize:strides:padding:file:line:))
  public func _vjpAvgPool2D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filterSize: (Int, Int), strides: (Int, Int), padding: Padding, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { avgPool2D($0, filterSize: filterSize, strides: strides, padding: padding, file: file, line: line) }
  }

  @derivative(of: maxPool1D(_:filterSize:stride:padding:file:line:))
  public func _vjpMaxPool1D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filterSize: Int, stride: Int, padding: Padding, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { maxPool1D($0, filterSize: filterSize, stride: stride, padding: padding, file: file, line: line) }
  }

  @derivative(of: avgPool1D(_:filterSize:stride:file:line:))
  public func _vjpAvgPool1D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, filterSize: Int, stride: Int, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { avgPool1D($0, filterSize: filterSize, stride: stride, file: file, line: line) }
  }

  @derivative(of: globalAvgPool2D(_:file:line:))
  public func _vjpGlobalAvgPool2D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { globalAvgPool2D($0, file: file, line: line) }
  }

  @derivative(of: globalMaxPool2D(_:file:line:))
  public func _vjpGlobalMaxPool2D<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { globalMaxPool2D($0, file: file, line: line) }
  }

  @derivative(of: triangularSolve(_:_:lower:transposed:unitDiagonal:file:line:))
  public func _vjpTriangularSolve<Scalar: TensorFloatingPoint>(
    _ a: Tensor<Scalar>, _ b: Tensor<Scalar>, lower: Bool, transposed: Bool, unitDiagonal: Bool, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: a, b) { triangularSolve($0, $1, lower: lower, transposed: transposed, unitDiagonal: unitDiagonal, file: file, line: line) }
  }

  @derivative(of: choleskySolve(_:_:file:line:))
  public func _vjpCholeskySolve<Scalar: TensorFloatingPoint>(
    _ a: Tensor<Scalar>, _ b: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>)) {
    valueWithLibraryPullback(at: a, b) { choleskySolve($0, $1, file: file, line: line) }
  }

  @derivative(of: softmax(_:alongAxis:file:line:))
  public func _vjpSoftmax<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, alongAxis axis: Int, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { softmax($0, alongAxis: axis, file: file, line: line) }
  }

  @derivative(of: logSoftmax(_:alongAxis:file:line:))
  public func _vjpLogSoftmax<Scalar: TensorFloatingPoint>(
    _ x: Tensor<Scalar>, alongAxis axis: Int, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: x) { logSoftmax($0, alongAxis: axis, file: file, line: line) }
  }
#endif
