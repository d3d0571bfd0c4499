// Functions that change the shape of a tensor or the order of its elements.
import CLazuli

extension Tensor {
  func reshaped(to shape: TensorShape, _ place: Place) -> Tensor {
    Tensor(place) { () throws(LazuliError) in try RawOp.reshape(raw, dims: shape.dimensions, at: place) }
  }

  /// The same elements, row-major, in another shape. One size may be -1, which stands for the size
  /// that follows from the others.
  public func reshaped(to shape: TensorShape, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    var shape = shape
    if let free = shape.firstIndex(of: -1) {
      let others = shape.enumerated().reduce(1) { $1.offset == free ? $0 : $0 * $1.element }
      shape[free] = others == 0 ? 0 : scalarCount / others
    }
    return reshaped(to: shape, Place(file, line))
  }

  /// The same elements in the shape of another tensor.
  public func reshaped<Other>(
    like other: Tensor<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { reshaped(to: other.shape, Place(file, line)) }

  /// All elements as a vector.
  public func flattened(file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    reshaped(to: [scalarCount], Place(file, line))
  }

  /// Joins all dimensions from `axis` to the last one into one dimension.
  public func flattened(fromAxis axis: Int, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    let kept = shape.dimensions.prefix(normalized(axis, rank: rank))
    let rest = shape.dimensions.dropFirst(kept.count).reduce(1, *)
    return reshaped(to: TensorShape(kept + [rest]), Place(file, line))
  }

  /// Adds a dimension of size 1, which becomes dimension `axis` of the result.
  public func expandingShape(at axis: Int, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    var shape = self.shape
    shape.insert(1, at: normalized(axis, rank: rank + 1))
    return reshaped(to: shape, Place(file, line))
  }

  /// Removes the dimensions `axes`, whose sizes must be 1. Without `axes`, removes all dimensions
  /// of size 1.
  public func squeezingShape(
    at axes: [Int] = [], file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let chosen = axes.isEmpty ? Set(shape.indices.filter { shape[$0] == 1 }) : Set(axes.map { normalized($0, rank: rank) })
    return reshaped(to: TensorShape(shape.indices.filter { !chosen.contains($0) }.map { shape[$0] }), Place(file, line))
  }

  /// Adds a leading dimension of size 1.
  public func rankLifted(file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    expandingShape(at: 0, file: file, line: line)
  }

  /// Dimension i of the result is dimension `permutation[i]`.
  public func transposed(
    permutation: [Int], file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let map = permutation.map { normalized($0, rank: rank) }, place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in try RawOp.transpose(raw, permutation: map, at: place) }
  }

  /// Reverses the order of the dimensions. For a matrix this is the transpose.
  public func transposed(file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    transposed(permutation: Array((0..<rank).reversed()), file: file, line: line)
  }

  /// Exchanges two dimensions.
  public func swappingAxes(
    _ first: Int, _ second: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    var order = Array(0..<rank)
    order.swapAt(normalized(first, rank: rank), normalized(second, rank: rank))
    return transposed(permutation: order, file: file, line: line)
  }

  /// Moves a dimension to another place. The other dimensions keep their order.
  public func movingAxis(
    _ source: Int, to destination: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    var order = Array(0..<rank)
    let axis = order.remove(at: normalized(source, rank: rank))
    order.insert(axis, at: normalized(destination, rank: rank))
    return transposed(permutation: order, file: file, line: line)
  }

  /// Repeats the tensor along new leading dimensions and along those of size 1.
  public func broadcasted(
    to shape: TensorShape, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { spread(self, to: shape, Place(file, line)) }

  /// Repeats the tensor along new leading dimensions and along those of size 1.
  public func broadcasted<Other>(
    like other: Tensor<Other>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { spread(self, to: other.handle.dims, Place(file, line)) }

  /// Repeats the whole tensor this many times along each dimension.
  public func tiled(
    multiples: [Int], file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line), shape = self.shape
    let wide = TensorShape(zip(multiples, shape).flatMap { [$0, $1] })
    let result = TensorShape(zip(multiples, shape).map { $0 * $1 })
    return spread(self, to: wide, along: shape.indices.map { 2 * $0 + 1 }, place).reshaped(to: result, place)
  }

  /// Repeats each element this many times along an axis.
  public func repeated(
    count: Int, alongAxis axis: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line), axis = normalized(axis, rank: rank)
    var wide = shape, result = shape
    wide.insert(count, at: axis + 1)
    result[axis] *= count
    let axes = (0...rank).filter { $0 != axis + 1 }
    return spread(self, to: wide, along: axes, place).reshaped(to: result, place)
  }

  /// Reverses the elements along these dimensions.
  public func reversed(
    inAxes axes: Int..., file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let dims = axes.map { normalized($0, rank: rank) }, place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in try RawOp.reverse(raw, dimensions: dims, at: place) }
  }

  /// Moves the elements along an axis by `shift`. Elements that leave at one end enter at the
  /// other.
  public func rolled(
    by shift: Int, alongAxis axis: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let axis = normalized(axis, rank: rank), size = shape[axis]
    guard size > 0 else { return self }
    let cut = ((-shift % size) + size) % size
    if cut == 0 { return self }
    let parts = [sliced(cut..<size, alongAxis: axis), sliced(0..<cut, alongAxis: axis)]
    return Tensor(concatenating: parts, alongAxis: axis, file: file, line: line)
  }

  /// The elements with indices in `range` along an axis.
  public func sliced(
    _ range: Range<Int>, alongAxis axis: Int, by stride: Int = 1, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let axis = normalized(axis, rank: handle.rank), place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in
      try cut(handle, range.lowerBound, range.upperBound, by: stride, along: axis, place)
    }
  }

  func slice(_ starts: [Int], _ ends: [Int], _ steps: [Int], _ place: Place) -> Tensor {
    Tensor(place) { () throws(LazuliError) in
      try RawOp.slice(raw, startIndices: starts, limitIndices: ends, strides: steps, at: place)
    }
  }

  /// The box of these sizes whose first element is at `lowerBounds`.
  public func slice(
    lowerBounds: [Int], sizes: [Int], file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let ends = zip(lowerBounds, sizes).map { $0 + $1 }
    return slice(lowerBounds, ends, lowerBounds.map { _ in 1 }, Place(file, line))
  }

  /// Joins tensors one after the other along a dimension.
  public init(
    concatenating tensors: [Tensor], alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) {
    let handles = handles(tensors), place = Place(file, line)
    self.init(place) { () throws(LazuliError) in try joined(handles, along: axis, place) }
  }

  /// Stacks tensors of one shape along a new dimension.
  public init(
    stacking tensors: [Tensor], alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      concatenating: tensors.map { $0.expandingShape(at: axis, file: file, line: line) },
      alongAxis: axis, file: file, line: line)
  }

  /// Joins this tensor and another one along a dimension.
  public func concatenated(
    with other: Tensor, alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { Tensor(concatenating: [self, other], alongAxis: axis, file: file, line: line) }

  /// Returns the slices along a dimension. The slices do not have this dimension.
  public func unstacked(
    alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> [Tensor] {
    let axis = normalized(axis, rank: rank)
    return (0..<shape[axis]).map {
      sliced($0..<$0 + 1, alongAxis: axis, file: file, line: line).squeezingShape(at: [axis], file: file, line: line)
    }
  }

  /// Splits the tensor along a dimension into parts of equal size.
  @specialized(where Scalar == Float)
  public func split(
    count: Int, alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> [Tensor] {
    let axis = normalized(axis, rank: rank), size = Int(handle.dims[axis]), part = count > 0 ? size / count : 0
    require(count > 0 && size % count == 0, "\(size) elements are not \(count) equal parts", file: file, line: line)
    return (0..<count).map { sliced($0 * part..<($0 + 1) * part, alongAxis: axis, file: file, line: line) }
  }

  /// Splits the tensor along a dimension into parts of these sizes.
  public func split(
    sizes: [Int], alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> [Tensor] {
    var start = 0
    return sizes.map { size in
      defer { start += size }
      return sliced(start..<start + size, alongAxis: axis, file: file, line: line)
    }
  }
}

private func joined(_ tensors: [TensorHandle], along axis: Int, _ place: Place) throws(LazuliError) -> Raw {
  let axis = normalized(axis, rank: tensors.first?.rank ?? 0)
  var options = place.options
  return try made(of: tensors) { lz_concatenate($0, $1, Int64(axis), &options, $2) }
}

/// Returns the slices start, start + step, ... before `end` along an axis.
func cut(
  _ x: TensorHandle, _ start: Int, _ end: Int, by step: Int, along axis: Int, _ place: Place
) throws(LazuliError) -> Raw {
  let dims = x.dims, rank = dims.count
  return try withNumbers(3 * rank) { (starts) throws(LazuliError) in
    let ends = starts + rank, steps = ends + rank
    for d in 0..<rank {
      (starts + d).initialize(to: d == axis ? Int64(start) : 0)
      (ends + d).initialize(to: d == axis ? Int64(end) : dims[d])
      (steps + d).initialize(to: d == axis ? Int64(step) : 1)
    }
    var options = place.options, out: Raw?
    try check(lz_slice(x.raw, starts, rank, ends, rank, steps, rank, &options, &out))
    return out!
  }
}

extension Tensor where Scalar: TensorNumeric {
  /// Surrounds the tensor by copies of `value`: in each dimension, this many before and after the
  /// elements.
  public func padded(
    forSizes sizes: [(before: Int, after: Int)], with value: Double = 0,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { pad(sizes.map { $0.before }, sizes.map { $0.after }, sizes.map { _ in 0 }, value, Place(file, line)) }

  func pad(_ low: [Int], _ high: [Int], _ between: [Int], _ value: Double, _ place: Place) -> Tensor {
    let value: Tensor = constant(value, like: self, place)
    return Tensor(place) { () throws(LazuliError) in
      try RawOp.pad(
        raw, value.raw, edgePaddingLow: low, edgePaddingHigh: high, interiorPadding: between, at: place)
    }
  }
}
