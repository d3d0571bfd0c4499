// Elements at places that are computed.
import CLazuli

extension Tensor {
  /// The slices with these indices along an axis: the axis becomes the dimensions of `indices`. An
  /// index outside is moved to the nearest one inside.
  public func gathering<Index: TensorInteger>(
    atIndices indices: Tensor<Index>, alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let axis = normalized(axis, rank: rank), shape = self.shape, rows = indices.rank
    guard shape.indices.contains(axis) else {
      refuse(invalid("gathering", "axis \(axis) of a tensor of shape \(shape)"), Place(file, line))
      return self
    }
    var sizes = shape.dimensions
    sizes[axis] = 1
    let offsets = (0..<shape.rank + rows - 1).filter { $0 < axis || $0 >= axis + rows }, place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in
      try RawOp.gather(
        raw, indices.raw, offsetDims: offsets, collapsedSliceDims: [axis], startIndexMap: [axis], indexVectorDim: rows,
        sliceSizes: sizes, at: place)
    }
  }

  /// The elements with these indices along an axis, one for each element of `indices`, whose other
  /// sizes are this tensor's.
  public func gatheringElements<Index: TensorInteger>(
    atIndices indices: Tensor<Index>, alongAxis axis: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let axis = normalized(axis, rank: rank), others = (0..<rank).filter { $0 != axis }, place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in
      try RawOp.gather(
        raw, indices.raw, collapsedSliceDims: [axis], operandBatchingDims: others, startIndicesBatchingDims: others,
        startIndexMap: [axis], indexVectorDim: rank, sliceSizes: Array(repeating: 1, count: rank), at: place)
    }
  }

  /// The tensor with slices along the first dimension replaced: `updates` has the dimensions of
  /// `indices`, then the others.
  public func scattering<Index: TensorInteger>(
    _ updates: Tensor, atIndices indices: Tensor<Index>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { scatter(updates, at: indices, nil, Place(file, line)) }

  func scatter<Index>(
    _ updates: Tensor, at indices: Tensor<Index>, _ op: BinaryOp?, _ place: Place
  ) -> Tensor {
    let window = (0..<rank - 1).map { indices.rank + $0 }
    let device = deviceHandle(handle, place)
    return Tensor(place) { () throws(LazuliError) in
      let function =
        if let op { try combiner(op, Scalar.self, on: device) } else { try second(Scalar.dtype, on: device) }
      return try RawOp.scatter(
        [raw], indices.raw, [updates.raw], updateComputation: function.raw, updateWindowDims: window,
        insertedWindowDims: [0], scatterDimsToOperandDims: [0], indexVectorDim: indices.rank, at: place)[0]
    }
  }
}

extension Tensor where Scalar: TensorNumeric {
  /// The tensor with `updates` added to slices along the first dimension; those of one index are
  /// added up.
  public func scatterAdding<Index: TensorInteger>(
    _ updates: Tensor, atIndices indices: Tensor<Index>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { scatter(updates, at: indices, RawOp.add, Place(file, line)) }

  /// Sums of the rows that have each segment number: [n, ...] gives [count, ...].
  public func segmentSum<Index: TensorInteger>(
    segments: Tensor<Index>, count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line), shape = TensorShape([count] + self.shape.dimensions.dropFirst())
    let zeros: Tensor = spread(constant(0, like: self, place), to: shape, along: [], place)
    return zeros.scatter(self, at: segments, RawOp.add, place)
  }
}

/// The function (a, b) -> b of two scalars.
private func second(_ dtype: DType, on device: Object) throws(LazuliError) -> Object {
  try scalarFunction(on: device, [dtype, dtype]) { $0[1] }
}
