// Cholesky factorization, systems of equations, sorting, Fourier transforms.
import CLazuli

/// Returns the lower triangular L with x = L L^T. The last two dimensions of x are the matrices,
/// which must be positive definite. For any other matrix, the result contains NaN.
public func cholesky<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  return Tensor(place) { () throws(LazuliError) in try RawOp.cholesky(x.raw, lower: true, at: place) }
}

/// Solves a x = b for x, or a^T x = b if `transposed`. a is triangular. The last two dimensions of
/// a and b are the matrices.
public func triangularSolve<Scalar: TensorNumeric>(
  _ a: Tensor<Scalar>, _ b: Tensor<Scalar>, lower: Bool = true, transposed: Bool = false, unitDiagonal: Bool = false,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  return Tensor(place) { () throws(LazuliError) in
    try RawOp.triangularSolve(
      a.raw, b.raw, leftSide: true, lower: lower, unitDiagonal: unitDiagonal,
      transposeA: transposed ? .transpose : .noTranspose, at: place)
  }
}

/// Solves a x = b for x by a Cholesky factorization. a is symmetric and positive definite.
public func choleskySolve<Scalar: TensorFloatingPoint>(
  _ a: Tensor<Scalar>, _ b: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let factor = cholesky(a, file: file, line: line)
  let half = triangularSolve(factor, b, file: file, line: line)
  return triangularSolve(factor, half, transposed: true, file: file, line: line)
}

// MARK: - Order

extension Tensor where Scalar: TensorReal {
  /// Sorts the elements along an axis. Equal elements keep their order, and NaN comes last.
  public func sorted(
    alongAxis axis: Int = -1, descending: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { ordered([handle], axis, descending, Place(file, line))[0] }

  /// Returns the indices that sort: the elements at these indices along the axis are `sorted`.
  public func argsort(
    alongAxis axis: Int = -1, descending: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Int32> {
    let place = Place(file, line), index = Tensor<Int32>(iota: shape, along: normalized(axis, rank: rank), like: self, place)
    return Tensor<Int32>(ordered([handle, index.handle], axis, descending, place)[1].handle)
  }

  private func ordered(_ handles: [TensorHandle], _ axis: Int, _ descending: Bool, _ place: Place) -> [Tensor] {
    trapping(place, or: [self, self]) {
      let comparator = try comparator(handles.map(\.dtype), descending)
      let outs = try withExtendedLifetime(handles) {
        try RawOp.sort(handles.map(\.raw), comparator: comparator.raw, dimension: axis, isStable: true, at: place)
      }
      return outs.map { Tensor(TensorHandle($0)) }
    }
  }

  /// Records a comparator: a function that returns true if the first of two elements comes first.
  private func comparator(_ dtypes: [DType], _ descending: Bool) throws -> Object {
    let isFloat = Scalar.self is any TensorFloatingPoint.Type
    return try scalarFunction(on: deviceHandle(handle, .unknown), dtypes.flatMap { [$0, $0] }) { p throws(LazuliError) in
      let result = try withExtendedLifetime(p) { () throws(LazuliError) in
        try RawOp.compare(
          p[0].raw, p[1].raw, comparisonDirection: descending ? .gt : .lt,
          compareType: isFloat ? .totalorder : .notype, at: .unknown)
      }
      return TensorHandle(result)
    }
  }

  /// Returns the k greatest elements along the last dimension in descending order, and their
  /// indices.
  public func topK(
    _ k: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> (values: Tensor, indices: Tensor<Int32>) {
    let place = Place(file, line)
    return trapping(place, or: (self, Tensor<Int32>(TensorHandle.standIn(.s32)))) {
      let (values, indices) = try RawOp.topK(raw, k: k, at: place)
      return (Tensor(TensorHandle(values)), Tensor<Int32>(TensorHandle(indices)))
    }
  }
}

// MARK: - Fourier transforms

private func transformed<From, To>(
  _ x: Tensor<From>, _ kind: FFTType, _ lengths: [Int], _ place: Place
) -> Tensor<To> {
  Tensor<To>(place) { () throws(LazuliError) in
    try RawOp.fft(x.raw, fftType: kind, fftLength: lengths, at: place)
  }
}

/// The discrete Fourier transform along the last one, two or three dimensions.
public func fft<Part>(
  _ x: Tensor<Complex<Part>>, dimensions: Int = 1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Complex<Part>> {
  transformed(x, .fft, Array(x.shape.suffix(dimensions)), Place(file, line))
}

/// The inverse of `fft`, which includes the division by the number of transformed elements.
public func inverseFFT<Part>(
  _ x: Tensor<Complex<Part>>, dimensions: Int = 1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Complex<Part>> {
  transformed(x, .ifft, Array(x.shape.suffix(dimensions)), Place(file, line))
}

/// The Fourier transform of real numbers. The second half is left out, because its values are the
/// conjugates of the first half: n numbers in the last dimension give n / 2 + 1.
public func realFFT<Part: ComplexPart>(
  _ x: Tensor<Part>, dimensions: Int = 1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Complex<Part>> {
  transformed(x, .rfft, Array(x.shape.suffix(dimensions)), Place(file, line))
}

/// The inverse of `realFFT`. `count` is the last size of the result. It is needed because operands
/// of `realFFT` with 2 n and 2 n + 1 elements give results of the same size.
public func inverseRealFFT<Part: ComplexPart>(
  _ x: Tensor<Complex<Part>>, count: Int, dimensions: Int = 1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Part> {
  let lengths = Array(x.shape.suffix(dimensions).dropLast()) + [count]
  return transformed(x, .irfft, lengths, Place(file, line))
}
