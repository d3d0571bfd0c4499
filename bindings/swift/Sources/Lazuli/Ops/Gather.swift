// Functions that read or write elements at computed indices.
import CLazuli

extension Tensor {
  /// Returns the slices with these indices along an axis. In the result, the dimensions of
  /// `indices` replace the axis. An index out of range is replaced by the nearest valid one.
  public func gathering<Index: TensorInteger>(
    atIndices indices: Tensor<Index>, alongAxis axis: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let rank = handle.rank, axis = normalized(axis, rank: rank), place = Place(file, line)
    guard axis >= 0, axis < rank else {
      refuse(invalid("gathering", "axis \(axis) does not exist in shape \(shape)"), place)
      return self
    }
    return Tensor(place) { () throws(LazuliError) in try gather(handle, indices.handle, along: axis, place) }
  }

  /// Returns a tensor of the shape of `indices`. If an element of `indices` is i, the element at
  /// its place is the element of this tensor with index i along the axis, and the same indices
  /// along the other axes. The sizes of the other axes must be those of this tensor.
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

  /// Returns a copy of this tensor in which `updates` replace some slices along the first dimension.
  /// `indices` has the index of each replaced slice. The dimensions of `updates` are those of
  /// `indices`, followed by those of this tensor after the first.
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
        if let op { try combiner(op, Scalar.dtype, on: device) } else { try second(Scalar.dtype, on: device) }
      return try RawOp.scatter(
        [raw], indices.raw, [updates.raw], updateComputation: function.raw, updateWindowDims: window,
        insertedWindowDims: [0], scatterDimsToOperandDims: [0], indexVectorDim: indices.rank, at: place)[0]
    }
  }
}

extension Tensor where Scalar: TensorNumeric {
  /// Returns the tensor with `updates` added to the slices at these indices along the first
  /// dimension. All updates with the same index are added.
  public func scatterAdding<Index: TensorInteger>(
    _ updates: Tensor, atIndices indices: Tensor<Index>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { scatter(updates, at: indices, RawOp.add, Place(file, line)) }

  /// Sums the rows of each segment. `segments` has the segment number of each row. [n, ...] gives
  /// [count, ...].
  public func segmentSum<Index: TensorInteger>(
    segments: Tensor<Index>, count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line), shape = TensorShape([count] + self.shape.dimensions.dropFirst())
    let zeros: Tensor = spread(constant(0, like: self, place), to: shape, along: [], place)
    return zeros.scatter(self, at: segments, RawOp.add, place)
  }
}

/// Records a gather of the slices of `x` with these indices along an axis. In the result, the
/// dimensions of `indices` replace the axis.
private func gather(
  _ x: TensorHandle, _ indices: TensorHandle, along axis: Int, _ place: Place
) throws(LazuliError) -> Raw {
  let dims = x.dims, rank = dims.count, rows = indices.rank
  return try withNumbers(2 * rank) { (sizes) throws(LazuliError) in
    let offsets = sizes + rank, own = offsets + rank - 1
    for d in 0..<rank { (sizes + d).initialize(to: d == axis ? 1 : dims[d]) }
    for d in 0..<rank - 1 { (offsets + d).initialize(to: Int64(d < axis ? d : d + rows)) }
    own.initialize(to: Int64(axis))
    var attributes = lz_gather_attributes(), options = place.options
    attributes.struct_size = MemoryLayout<lz_gather_attributes>.size
    (attributes.offset_dims, attributes.num_offset_dims) = (UnsafePointer(offsets), rank - 1)
    (attributes.slice_sizes, attributes.num_slice_sizes) = (UnsafePointer(sizes), rank)
    (attributes.collapsed_slice_dims, attributes.num_collapsed_slice_dims) = (UnsafePointer(own), 1)
    (attributes.start_index_map, attributes.num_start_index_map) = (UnsafePointer(own), 1)
    attributes.index_vector_dim = Int64(rows)
    return try made { lz_gather(x.raw, indices.raw, &attributes, &options, $0) }
  }
}

/// Records the function (a, b) -> b of two scalars.
private func second(_ dtype: DType, on device: Object) throws(LazuliError) -> Object {
  try scalarFunction(on: device, [dtype, dtype]) { $0[1] }
}
