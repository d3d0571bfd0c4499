// Derivatives of methods. Each requests the gradient of its op from the library.
#if canImport(_Differentiation)
  import _Differentiation

  extension Tensor where Scalar: TensorFloatingPoint {
    @derivative(of: sum(alongAxes:keepDims:file:line:))
    public func _vjpSum(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.sum(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: product(alongAxes:keepDims:file:line:))
    public func _vjpProduct(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.product(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: max(alongAxes:keepDims:file:line:))
    public func _vjpMax(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.max(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: min(alongAxes:keepDims:file:line:))
    public func _vjpMin(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.min(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: mean(alongAxes:keepDims:file:line:))
    public func _vjpMean(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.mean(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: variance(alongAxes:keepDims:file:line:))
    public func _vjpVariance(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.variance(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: standardDeviation(alongAxes:keepDims:file:line:))
    public func _vjpStandardDeviation(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.standardDeviation(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: logSumExp(alongAxes:keepDims:file:line:))
    public func _vjpLogSumExp(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.logSumExp(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: norm(alongAxes:keepDims:file:line:))
    public func _vjpNorm(
      alongAxes axes: [Int]?, keepDims: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.norm(alongAxes: axes, keepDims: keepDims, file: file, line: line) }
    }

    @derivative(of: cumulativeSum(alongAxis:file:line:))
    public func _vjpCumulativeSum(
      alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.cumulativeSum(alongAxis: axis, file: file, line: line) }
    }

    @derivative(of: cumulativeProduct(alongAxis:file:line:))
    public func _vjpCumulativeProduct(
      alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.cumulativeProduct(alongAxis: axis, file: file, line: line) }
    }

    @derivative(of: reciprocal(file:line:))
    public func _vjpReciprocal(
      file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.reciprocal(file: file, line: line) }
    }

    @derivative(of: scaled(by:file:line:), wrt: self)
    public func _vjpScaled(
      by factor: Double, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      (
        scaled(by: factor, file: file, line: line),
        { v in v.handle.isZero ? v : v.scaled(by: factor, file: file, line: line) }
      )
    }

    @derivative(of: clamped(to:file:line:))
    public func _vjpClamped(
      to range: ClosedRange<Double>, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.clamped(to: range, file: file, line: line) }
    }

    @derivative(of: reshaped(to:file:line:))
    public func _vjpReshaped(
      to shape: TensorShape, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.reshaped(to: shape, file: file, line: line) }
    }

    @derivative(of: flattened(file:line:))
    public func _vjpFlattened(
      file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.flattened(file: file, line: line) }
    }

    @derivative(of: flattened(fromAxis:file:line:))
    public func _vjpFlattenedFrom(
      fromAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.flattened(fromAxis: axis, file: file, line: line) }
    }

    @derivative(of: expandingShape(at:file:line:))
    public func _vjpExpandingShape(
      at axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.expandingShape(at: axis, file: file, line: line) }
    }

    @derivative(of: squeezingShape(at:file:line:))
    public func _vjpSqueezingShape(
      at axes: [Int], file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.squeezingShape(at: axes, file: file, line: line) }
    }

    @derivative(of: rankLifted(file:line:))
    public func _vjpRankLifted(
      file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.rankLifted(file: file, line: line) }
    }

    @derivative(of: transposed(permutation:file:line:))
    public func _vjpPermuted(
      permutation: [Int], file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.transposed(permutation: permutation, file: file, line: line) }
    }

    @derivative(of: transposed(file:line:))
    public func _vjpTransposed(
      file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.transposed(file: file, line: line) }
    }

    @derivative(of: swappingAxes(_:_:file:line:))
    public func _vjpSwappingAxes(
      _ first: Int, _ second: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.swappingAxes(first, second, file: file, line: line) }
    }

    @derivative(of: movingAxis(_:to:file:line:))
    public func _vjpMovingAxis(
      _ source: Int, to destination: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.movingAxis(source, to: destination, file: file, line: line) }
    }

    @derivative(of: broadcasted(to:file:line:))
    public func _vjpBroadcasted(
      to shape: TensorShape, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.broadcasted(to: shape, file: file, line: line) }
    }

    @derivative(of: tiled(multiples:file:line:))
    public func _vjpTiled(
      multiples: [Int], file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.tiled(multiples: multiples, file: file, line: line) }
    }

    @derivative(of: repeated(count:alongAxis:file:line:))
    public func _vjpRepeated(
      count: Int, alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.repeated(count: count, alongAxis: axis, file: file, line: line) }
    }

    @derivative(of: rolled(by:alongAxis:file:line:))
    public func _vjpRolled(
      by shift: Int, alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.rolled(by: shift, alongAxis: axis, file: file, line: line) }
    }

    @derivative(of: sliced(_:alongAxis:by:file:line:))
    public func _vjpSliced(
      _ range: Range<Int>, alongAxis axis: Int, by stride: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.sliced(range, alongAxis: axis, by: stride, file: file, line: line) }
    }

    @derivative(of: slice(lowerBounds:sizes:file:line:))
    public func _vjpSlice(
      lowerBounds: [Int], sizes: [Int], file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.slice(lowerBounds: lowerBounds, sizes: sizes, file: file, line: line) }
    }

    @derivative(of: concatenated(with:alongAxis:file:line:))
    public func _vjpConcatenated(
      with other: Tensor, alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      valueWithLibraryPullback(at: self, other) { $0.concatenated(with: $1, alongAxis: axis, file: file, line: line) }
    }

    @derivative(of: elements(at:file:line:))
    public func _vjpElements(
      at indices: [TensorIndex], file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.elements(at: indices, file: file, line: line) }
    }

    @derivative(of: replacing(at:with:file:line:))
    public func _vjpReplacingElements(
      at indices: [TensorIndex], with value: Tensor, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      valueWithLibraryPullback(at: self, value) { $0.replacing(at: indices, with: $1, file: file, line: line) }
    }

    @derivative(of: gathering(atIndices:alongAxis:file:line:))
    public func _vjpGathering<Index: TensorInteger>(
      atIndices indices: Tensor<Index>, alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.gathering(atIndices: indices, alongAxis: axis, file: file, line: line) }
    }

    @derivative(of: gatheringElements(atIndices:alongAxis:file:line:))
    public func _vjpGatheringElements<Index: TensorInteger>(
      atIndices indices: Tensor<Index>, alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.gatheringElements(atIndices: indices, alongAxis: axis, file: file, line: line) }
    }

    @derivative(of: scatterAdding(_:atIndices:file:line:))
    public func _vjpScatterAdding<Index: TensorInteger>(
      _ updates: Tensor, atIndices indices: Tensor<Index>, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      valueWithLibraryPullback(at: self, updates) { $0.scatterAdding($1, atIndices: indices, file: file, line: line) }
    }

    @derivative(of: scattering(_:atIndices:file:line:))
    public func _vjpScattering<Index: TensorInteger>(
      _ updates: Tensor, atIndices indices: Tensor<Index>, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      valueWithLibraryPullback(at: self, updates) { $0.scattering($1, atIndices: indices, file: file, line: line) }
    }

    @derivative(of: padded(forSizes:with:file:line:), wrt: self)
    public func _vjpPadded(
      forSizes sizes: [(before: Int, after: Int)], with value: Double, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.padded(forSizes: sizes, with: value, file: file, line: line) }
    }

    @derivative(of: lowerTriangle(offset:file:line:))
    public func _vjpLowerTriangle(
      offset: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.lowerTriangle(offset: offset, file: file, line: line) }
    }

    @derivative(of: upperTriangle(offset:file:line:))
    public func _vjpUpperTriangle(
      offset: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.upperTriangle(offset: offset, file: file, line: line) }
    }

    @derivative(of: replacing(with:where:file:line:))
    public func _vjpReplacing(
      with other: Tensor, where mask: Tensor<Bool>, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      valueWithLibraryPullback(at: self, other) { $0.replacing(with: $1, where: mask, file: file, line: line) }
    }

    @derivative(of: sorted(alongAxis:descending:file:line:))
    public func _vjpSorted(
      alongAxis axis: Int, descending: Bool, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.sorted(alongAxis: axis, descending: descending, file: file, line: line) }
    }

    @derivative(of: outer(_:file:line:))
    public func _vjpOuter(
      _ other: Tensor, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      valueWithLibraryPullback(at: self, other) { $0.outer($1, file: file, line: line) }
    }

    @derivative(of: dot(_:file:line:))
    public func _vjpDot(
      _ other: Tensor, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> (Tensor, Tensor)) {
      valueWithLibraryPullback(at: self, other) { $0.dot($1, file: file, line: line) }
    }

    @derivative(of: rounded(exponentBits:mantissaBits:file:line:))
    public func _vjpRounded(
      exponentBits: Int, mantissaBits: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0.rounded(exponentBits: exponentBits, mantissaBits: mantissaBits, file: file, line: line) }
    }
  }
#endif
