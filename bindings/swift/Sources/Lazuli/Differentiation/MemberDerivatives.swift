#if canImport(_Differentiation)
  public import _Differentiation

  extension Tensor where Scalar: TensorFloatingPoint {
    @derivative(of: init(concatenating:alongAxis:file:line:))
    public static func _vjpConcatenating(
      concatenating tensors: [Tensor], alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Array<Tensor>.TangentVector) {
      let (value, pullback) = valueWithLibraryPullback(at: tensors) { Tensor(concatenating: $0, alongAxis: axis, file: file, line: line) }
      return (value, { Array<Tensor>.TangentVector(pullback($0)) })
    }

    @derivative(of: init(stacking:alongAxis:file:line:))
    public static func _vjpStacking(
      stacking tensors: [Tensor], alongAxis axis: Int, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Array<Tensor>.TangentVector) {
      let (value, pullback) = valueWithLibraryPullback(at: tensors) { Tensor(stacking: $0, alongAxis: axis, file: file, line: line) }
      return (value, { Array<Tensor>.TangentVector(pullback($0)) })
    }

    @derivative(of: subscript(_:).get)
    public func _vjpRow(_ index: Int) -> (value: Tensor, pullback: (Tensor) -> Tensor) {
      valueWithLibraryPullback(at: self) { $0[index] }
    }

    @derivative(of: init(_:file:line:))
    public static func _vjpConvert<Other: TensorFloatingPoint>(
      _ other: Tensor<Other>, file: StaticString, line: UInt
    ) -> (value: Tensor, pullback: (Tensor) -> Tensor<Other>) {
      valueWithLibraryPullback(at: other) { Tensor($0, file: file, line: line) }
    }
  }
#endif
