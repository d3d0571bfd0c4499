// Reductions over some or all dimensions. A negative axis counts from the end. With `keepDims` the
// reduced dimensions have size 1 in the result. Otherwise they are removed.
import CLazuli

/// Reduces over the dimensions `axes`, or over all dimensions if `axes` is nil.
func reduced<Scalar: TensorScalar>(
  _ x: Tensor<Scalar>, _ op: BinaryOp, from start: Scalar, along axes: [Int]?, keepDims: Bool, _ place: Place
) -> Tensor<Scalar> {
  let rank = x.handle.rank, axes = axes?.map { normalized($0, rank: rank) } ?? Array(0..<rank)
  let device = deviceHandle(x.handle, place)
  let initial = constant(start, on: device, place)
  let result = Tensor<Scalar>(place) { () throws(LazuliError) in
    let function = try combiner(op, Scalar.dtype, on: device)
    var options = place.options, input: Raw? = x.raw, start: Raw? = initial.raw, out: Raw?
    try check(lz_reduce(&input, 1, &start, 1, numbers(axes), axes.count, function.raw, &options, &out, 1))
    return out!
  }
  guard keepDims else { return result }
  let shape = x.shape
  var kept = shape
  for axis in axes where shape.indices.contains(axis) { kept[axis] = 1 }
  return result.reshaped(to: kept, place)
}

extension Tensor where Scalar: TensorNumeric {
  /// The sum over `axes`, or over all dimensions if `axes` is nil.
  public func sum(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    reduced(self, RawOp.add, from: Scalar(nearest: 0), along: axes, keepDims: keepDims, Place(file, line))
  }

  /// The product over `axes`, or over all dimensions if `axes` is nil.
  public func product(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    reduced(self, RawOp.multiply, from: Scalar(nearest: 1), along: axes, keepDims: keepDims, Place(file, line))
  }
}

/// The neutral element of a maximum: -infinity, or the least number of an integer type.
func least<Scalar: TensorReal>(_: Scalar.Type) -> Scalar { Scalar(nearest: -.infinity) }
func greatest<Scalar: TensorReal>(_: Scalar.Type) -> Scalar { Scalar(nearest: .infinity) }

extension Tensor where Scalar: TensorReal {
  /// The greatest element over `axes`, or NaN if an element is NaN. If there are no elements, it is
  /// the least number of the type.
  public func max(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    reduced(self, RawOp.maximum, from: least(Scalar.self), along: axes, keepDims: keepDims, Place(file, line))
  }

  /// The least element over `axes`, or NaN if an element is NaN. If there are no elements, it is
  /// the greatest number of the type.
  public func min(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    reduced(self, RawOp.minimum, from: greatest(Scalar.self), along: axes, keepDims: keepDims, Place(file, line))
  }

  /// The index of the greatest element along an axis. The first of equal elements counts. NaN
  /// counts as greater than all numbers.
  public func argmax(
    squeezingAxis axis: Int = -1, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Int32> { extremePlace(of: self, axis, isMaximum: true, Place(file, line)) }

  /// The index of the least element along an axis. The first of equal elements counts.
  public func argmin(
    squeezingAxis axis: Int = -1, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Int32> { extremePlace(of: self, axis, isMaximum: false, Place(file, line)) }
}

/// The first index along an axis with the greatest or least element.
private func extremePlace<Scalar: TensorReal>(
  of x: Tensor<Scalar>, _ axis: Int, isMaximum: Bool, _ place: Place
) -> Tensor<Int32> {
  let axis = normalized(axis, rank: x.rank)
  let extreme =
    isMaximum
    ? reduced(x, RawOp.maximum, from: least(Scalar.self), along: [axis], keepDims: true, place)
    : reduced(x, RawOp.minimum, from: greatest(Scalar.self), along: [axis], keepDims: true, place)
  let spreadExtreme = spread(extreme, to: x.shape, place)
  let isEqual = compare(x, spreadExtreme, .eq, place)
  let isNaN = compare(x, x, .ne, place)
  let isHere: Tensor<Bool> = binary(RawOp.or, isEqual, isNaN, place)
  let index = Tensor<Int32>(iota: x.shape, along: axis, like: x, place)
  let last: Tensor<Int32> = spread(constant(Double(Int32.max), like: x, place), to: x.shape, along: [], place)
  return reduced(select(isHere, index, last, place), RawOp.minimum, from: Int32.max, along: [axis], keepDims: false, place)
}

extension Tensor where Scalar == Bool {
  /// True if all elements over `axes` are true.
  public func all(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { reduced(self, RawOp.and, from: true, along: axes, keepDims: keepDims, Place(file, line)) }

  /// True if any element over `axes` is true.
  public func any(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { reduced(self, RawOp.or, from: false, along: axes, keepDims: keepDims, Place(file, line)) }
}

extension Tensor where Scalar: TensorFloatingPoint {
  /// The mean over `axes`, computed as the sum times the reciprocal of the number of elements.
  public func mean(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line), shape = self.shape
    let all = (axes ?? Array(0..<rank)).map { normalized($0, rank: rank) }
    let count = all.reduce(1.0) { $0 * Double(shape.indices.contains($1) ? shape[$1] : 1) }
    let total = sum(alongAxes: axes, keepDims: keepDims, file: file, line: line)
    return times(total, 1 / count, place)
  }

  /// The variance over `axes`: the mean of the squared differences from the mean.
  public func variance(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { moments(alongAxes: axes, keepDims: keepDims, file: file, line: line).variance }

  /// The square root of the variance over `axes`.
  public func standardDeviation(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { sqrt(variance(alongAxes: axes, keepDims: keepDims, file: file, line: line), file: file, line: line) }

  /// The mean and the variance over `axes`.
  public func moments(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Moments<Scalar> {
    let mean = self.mean(alongAxes: axes, keepDims: true, file: file, line: line)
    let squares = squaredDifference(self, mean, file: file, line: line)
    let variance = squares.mean(alongAxes: axes, keepDims: keepDims, file: file, line: line)
    return Moments(mean: keepDims ? mean : mean.reshaped(to: variance.shape, Place(file, line)), variance: variance)
  }

  /// log(sum(e^x)) over `axes`, without overflow.
  public func logSumExp(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let top = max(alongAxes: axes, keepDims: true, file: file, line: line)
    let total = exp(self - top).sum(alongAxes: axes, keepDims: true, file: file, line: line)
    let result = log(total, file: file, line: line) + top
    return keepDims ? result : result.reshaped(to: squeezed(result.shape, axes), Place(file, line))
  }

  private func squeezed(_ shape: TensorShape, _ axes: [Int]?) -> TensorShape {
    let axes = Set((axes ?? Array(0..<rank)).map { normalized($0, rank: rank) })
    return TensorShape(shape.indices.filter { !axes.contains($0) }.map { shape[$0] })
  }

  /// The square root of the sum of squares over `axes`.
  public func norm(
    alongAxes axes: [Int]? = nil, keepDims: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { sqrt(square(self).sum(alongAxes: axes, keepDims: keepDims, file: file, line: line)) }
}

/// A mean and a variance.
public struct Moments<Scalar: TensorFloatingPoint>: Sendable {
  public var mean, variance: Tensor<Scalar>
}

// MARK: - Running totals

extension Tensor where Scalar: TensorNumeric {
  /// For each element, the sum of all elements up to it along an axis.
  public func cumulativeSum(
    alongAxis axis: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { running(self, RawOp.add, from: Scalar(nearest: 0), axis, Place(file, line)) }

  /// For each element, the product of all elements up to it along an axis.
  public func cumulativeProduct(
    alongAxis axis: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { running(self, RawOp.multiply, from: Scalar(nearest: 1), axis, Place(file, line)) }
}

extension Tensor where Scalar: TensorReal {
  /// For each element, the greatest of all elements up to it along an axis.
  public func cumulativeMax(
    alongAxis axis: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { running(self, RawOp.maximum, from: least(Scalar.self), axis, Place(file, line)) }

  /// For each element, the least of all elements up to it along an axis.
  public func cumulativeMin(
    alongAxis axis: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { running(self, RawOp.minimum, from: greatest(Scalar.self), axis, Place(file, line)) }
}

/// Combines, for each element, all elements up to it along an axis. The window is as long as the
/// axis and ends at the element. Padding fills the part before the first element.
private func running<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ op: BinaryOp, from start: Scalar, _ axis: Int, _ place: Place
) -> Tensor<Scalar> {
  let axis = normalized(axis, rank: x.rank), shape = x.shape
  guard shape.indices.contains(axis), shape[axis] > 0 else { return x }
  var window = Window(rank: shape.rank)
  window.size[axis] = shape[axis]
  window.padding[2 * axis] = shape[axis] - 1
  return windowed(x, op, from: start, window, place)
}
