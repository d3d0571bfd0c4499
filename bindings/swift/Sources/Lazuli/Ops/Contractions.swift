// Products of matrices, and convolutions.
import CLazuli

/// Sums products over the pairs of contracting dimensions, separately for each index of the pairs
/// of batch dimensions. The result has the batch dimensions, then the other dimensions of `x`, then
/// the other dimensions of `y`.
public func dotGeneral<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, contracting: (x: [Int], y: [Int]), batch: (x: [Int], y: [Int]) = ([], []),
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  return Tensor(place) { () throws(LazuliError) in
    try RawOp.dotGeneral(
      x.raw, y.raw, lhsBatchingDimensions: batch.x, rhsBatchingDimensions: batch.y,
      lhsContractingDimensions: contracting.x, rhsContractingDimensions: contracting.y, at: place)
  }
}

/// The product of matrices in the last two dimensions. Leading dimensions are broadcast. A vector
/// on the left is used as a row and a vector on the right as a column. The result does not have the
/// dimension of size 1 that this adds.
public func matmul<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let a = x.handle.rank, b = y.handle.rank
  guard a > 0, b > 0 else {
    refuse(invalid("matmul", "shapes \(x.shape) and \(y.shape): a scalar is not a matrix: multiply by it with *"), Place(file, line))
    return x
  }
  if b <= 2 {
    let place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in try contract(x.raw, a - 1, y.raw, 0, place) }
  }
  return batchedMatmul(x, y, file, line)
}

/// Sums products over dimension `last` of `x` and dimension `first` of `y`.
private func contract(_ x: Raw, _ last: Int, _ y: Raw, _ first: Int, _ place: Place) throws(LazuliError) -> Raw {
  try withNumbers(2) { (pair) throws(LazuliError) in
    pair.initialize(to: Int64(last))
    (pair + 1).initialize(to: Int64(first))
    var attributes = lz_dot_general_attributes(), options = place.options
    attributes.struct_size = MemoryLayout<lz_dot_general_attributes>.size
    (attributes.lhs_contracting_dimensions, attributes.num_lhs_contracting_dimensions) = (UnsafePointer(pair), 1)
    (attributes.rhs_contracting_dimensions, attributes.num_rhs_contracting_dimensions) = (UnsafePointer(pair + 1), 1)
    return try made { lz_dot_general(x, y, &attributes, &options, $0) }
  }
}

private func batchedMatmul<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, _ file: StaticString, _ line: UInt
) -> Tensor<Scalar> {
  let place = Place(file, line), xs = x.shape, ys = y.shape
  if x.rank == 1 {
    let row = batchedMatmul(x.reshaped(to: [1, xs[0]], place), y, file, line)
    return row.squeezingShape(at: [-2], file: file, line: line)
  }
  let lead = TensorShape.broadcast(TensorShape(xs.dropLast(2).map { $0 }), TensorShape(ys.dropLast(2).map { $0 }))
  guard let lead else {
    refuse(invalid("matmul", "shapes \(xs) and \(ys) have leading dimensions that do not broadcast"), place)
    return x
  }
  let wideX = spread(x, to: TensorShape(lead.dimensions + xs.suffix(2)), place)
  let wideY = spread(y, to: TensorShape(lead.dimensions + ys.suffix(2)), place)
  let batch = Array(0..<lead.rank)
  return dotGeneral(
    wideX, wideY, contracting: ([lead.rank + 1], [lead.rank]), batch: (batch, batch), file: file, line: line)
}

infix operator • : MultiplicationPrecedence

extension Tensor where Scalar: TensorNumeric {
  /// The same as `matmul`.
  public static func • (lhs: Tensor, rhs: Tensor) -> Tensor { matmul(lhs, rhs, file: "Lazuli", line: 0) }

  /// The products of all pairs of elements of two vectors.
  public func outer(_ other: Tensor, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    dotGeneral(self, other, contracting: ([], []), file: file, line: line)
  }

  /// The sum of the products of the elements of two vectors.
  public func dot(_ other: Tensor, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    dotGeneral(self, other, contracting: ([0], [0]), file: file, line: line)
  }
}

// MARK: - Convolution

/// The padding around an image.
public enum Padding: Sendable, Equatable {
  /// No padding. Windows lie inside of the image.
  case valid
  /// Adds as many zeros as are needed for a result of ceil(size / stride) pixels.
  case same
  /// Adds the given numbers of zeros before and after the image, along each dimension of the window.
  case explicit([(before: Int, after: Int)])

  public static func == (a: Padding, b: Padding) -> Bool {
    switch (a, b) {
    case (.valid, .valid), (.same, .same): true
    case (.explicit(let x), .explicit(let y)): x.elementsEqual(y, by: ==)
    default: false
    }
  }

  /// Returns two numbers for each dimension of the window: the zeros before the image and those after it.
  func sizes(input: [Int], window: [Int], strides: [Int], dilations: [Int]) -> [Int] {
    switch self {
    case .valid: return input.flatMap { _ in [0, 0] }
    case .explicit(let sizes): return sizes.flatMap { [$0.before, $0.after] }
    case .same:
      return input.indices.flatMap { d in
        let reach = (window[d] - 1) * dilations[d] + 1, steps = (input[d] + strides[d] - 1) / strides[d]
        let total = Swift.max((steps - 1) * strides[d] + reach - input[d], 0)
        return [total / 2, total - total / 2]
      }
    }
  }
}

/// Convolves images with filters: sums the products of a filter and a window that slides over an
/// image. x[n, h, w, i] and filter[h, w, i / groups, o] give [n, h', w', o].
public func conv2D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int) = (1, 1), padding: Padding = .valid,
  dilations: (Int, Int) = (1, 1), groups: Int = 1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  convolution(
    x, filter, strides: [strides.0, strides.1], padding, dilations: [dilations.0, dilations.1], groups: groups,
    Place(file, line))
}

/// Like `conv2D` in one direction: x[n, w, i] and filter[w, i, o] give [n, w', o].
public func conv1D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, filter: Tensor<Scalar>, stride: Int = 1, padding: Padding = .valid, dilation: Int = 1,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  convolution(x, filter, strides: [stride], padding, dilations: [dilation], groups: 1, Place(file, line))
}

/// Like `conv2D` in three directions: x[n, d, h, w, i] and filter[d, h, w, i, o] give
/// [n, d', h', w', o].
public func conv3D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int, Int) = (1, 1, 1), padding: Padding = .valid,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  convolution(
    x, filter, strides: [strides.0, strides.1, strides.2], padding, dilations: [1, 1, 1], groups: 1, Place(file, line))
}

/// Convolves each channel with its own filters: x[n, h, w, i] and filter[h, w, i, m] give
/// [n, h', w', i * m].
public func depthwiseConv2D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int) = (1, 1), padding: Padding = .valid,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line), f = filter.shape
  guard f.rank == 4 else {
    refuse(invalid("depthwiseConv2D", "the filter has shape \(f): it needs [height, width, channels, multiplier]"), place)
    return x
  }
  return convolution(
    x, filter.reshaped(to: [f[0], f[1], 1, f[2] * f[3]], place), strides: [strides.0, strides.1], padding,
    dilations: [1, 1], groups: f[2], place)
}

/// The transpose of `conv2D`. It enlarges images by the strides. The filter is filter[h, w, o, i].
public func transposedConv2D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, filter: Tensor<Scalar>, strides: (Int, Int) = (1, 1), padding: Padding = .valid,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  guard x.rank == 4, filter.rank == 4 else {
    refuse(invalid("transposedConv2D", "shapes \(x.shape) and \(filter.shape): images and filter need four dimensions"), place)
    return x
  }
  let (h, w) = (filter.shape[0], filter.shape[1]), s = [strides.0, strides.1]
  let sizes = [h, w].enumerated().flatMap { d, size -> [Int] in
    if padding == .valid { return [size - 1, size - 1 + Swift.max(s[d] - size, 0)] }
    let cut = Swift.max(size - s[d], 0)
    return [size - 1 - cut / 2, size - 1 - (cut - cut / 2) + Swift.max(s[d] - size, 0)]
  }
  let turned = filter.reversed(inAxes: 0, 1, file: file, line: line)
    .transposed(permutation: [0, 1, 3, 2], file: file, line: line)
  return convolution(x, turned, strides: [1, 1], sizes, spacing: s, dilations: [1, 1], groups: 1, place)
}

private func convolution<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ filter: Tensor<Scalar>, strides: [Int], _ padding: Padding, dilations: [Int], groups: Int,
  _ place: Place
) -> Tensor<Scalar> {
  let n = strides.count
  guard x.rank == n + 2, filter.rank == n + 2 else {
    refuse(
      invalid("convolution", "shapes \(x.shape) and \(filter.shape): images and filter need \(n + 2) dimensions"), place)
    return x
  }
  let sizes = padding.sizes(
    input: Array(x.shape[1...n]), window: Array(filter.shape[0..<n]), strides: strides, dilations: dilations)
  return convolution(
    x, filter, strides: strides, sizes, spacing: strides.map { _ in 1 }, dilations: dilations, groups: groups, place)
}

/// Convolves [n, spatial..., i] with a filter [spatial..., i, o].
private func convolution<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ filter: Tensor<Scalar>, strides: [Int], _ padding: [Int], spacing: [Int], dilations: [Int],
  groups: Int, _ place: Place
) -> Tensor<Scalar> {
  let n = strides.count
  return Tensor(place) { () throws(LazuliError) in
    try RawOp.convolution(
      x.raw, filter.raw, windowStrides: strides, padding: padding, lhsDilation: spacing, rhsDilation: dilations,
      inputBatchDimension: 0, inputFeatureDimension: n + 1, inputSpatialDimensions: Array(1...n),
      kernelInputFeatureDimension: n, kernelOutputFeatureDimension: n + 1, kernelSpatialDimensions: Array(0..<n),
      outputBatchDimension: 0, outputFeatureDimension: n + 1, outputSpatialDimensions: Array(1...n),
      featureGroupCount: groups, at: place)
  }
}
