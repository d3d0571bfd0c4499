// Ops of the table whose forms the public functions do not offer completely.
@testable import Lazuli

private let nowhere = Place.unknown
private typealias R = OpaquePointer

/// Records a function of the table.
private func function(_ f: Vector.Function) throws -> Object {
  let device = Device.default.object
  let like = zip(f.dtypes, f.dims).map { dtype, dims -> TensorHandle in
    func make<S: TensorScalar>(_: S.Type) -> TensorHandle { Tensor<S>(repeating: S(nearest: 0), shape: TensorShape(dims)).handle }
    return withScalar(dtype!) { make($0) }
  }
  return try traced(f.body, on: device, like: like) { x in try body(f.body, x).map { AnyTree(handle: $0) } }.function
}

private struct AnyTree: TensorTree {
  let handle: TensorHandle
  func collect(into handles: inout [TensorHandle]) { handles.append(handle) }
  func replacing(with handles: inout ArraySlice<TensorHandle>) -> AnyTree { AnyTree(handle: handles.removeFirst()) }
}

private func body(_ name: String, _ x: [TensorHandle]) throws -> [TensorHandle] {
  func compare(_ a: TensorHandle, _ b: TensorHandle, _ d: ComparisonDirection) throws -> TensorHandle {
    TensorHandle(try RawOp.compare(a.raw, b.raw, comparisonDirection: d, at: nowhere))
  }
  let binary: [String: (R, R, Place) throws -> R] = [
    "add": RawOp.add, "subtract": RawOp.subtract, "multiply": RawOp.multiply, "maximum": RawOp.maximum,
    "minimum": RawOp.minimum, "and": RawOp.and, "or": RawOp.or,
  ]
  switch name {
  case "less": return [try compare(x[0], x[1], .lt)]
  case "greater": return [try compare(x[0], x[1], .gt)]
  case "greater_equal": return [try compare(x[0], x[1], .ge)]
  case "first": return Array(x[..<(x.count / 2)])
  case "second": return Array(x[(x.count / 2)...])
  case "larger":
    let isFirst = try compare(x[0], x[2], .ge)
    return try (0..<2).map { TensorHandle(try RawOp.select(isFirst.raw, x[$0].raw, x[$0 + 2].raw, at: nowhere)) }
  case "count_below_5": return [try compare(x[0], Tensor<Int32>(5).handle, .lt)]
  case "count_and_double":
    return [(Tensor<Int32>(x[0]) + 1).handle, TensorHandle(try RawOp.add(x[1].raw, x[1].raw, at: nowhere))]
  default: return [TensorHandle(try binary[name]!(x[0].raw, x[1].raw, nowhere))]
  }
}

/// Records the op of a vector by the raw layer. Returns nil for an op that this function does not
/// have.
func raw(_ v: Vector, _ handles: [TensorHandle]) throws -> [TensorHandle]? {
  let x = handles.map(\.raw), n = x.count, half = n / 2
  let functions = try v.functions.map(function)
  let f = functions.map(\.raw)
  let dims = v.integers("dims")
  func one(_ raw: R) -> [TensorHandle] { [TensorHandle(raw)] }
  func all(_ raw: [R]) -> [TensorHandle] { raw.map { TensorHandle($0) } }
  return try withExtendedLifetime((handles, functions)) {
    switch v.op {
    case "add": return one(try RawOp.add(x[0], x[1], at: nowhere))
    case "multiply": return one(try RawOp.multiply(x[0], x[1], at: nowhere))
    case "xor": return one(try RawOp.xor(x[0], x[1], at: nowhere))
    case "real": return one(try RawOp.real(x[0], at: nowhere))
    case "imag": return one(try RawOp.imag(x[0], at: nowhere))
    case "abs": return one(try RawOp.abs(x[0], at: nowhere))
    case "shift_right_logical": return one(try RawOp.shiftRightLogical(x[0], x[1], at: nowhere))
    case "shift_right_arithmetic": return one(try RawOp.shiftRightArithmetic(x[0], x[1], at: nowhere))
    case "clamp": return one(try RawOp.clamp(x[0], x[1], x[2], at: nowhere))
    case "compare":
      let directions: [String: ComparisonDirection] = ["EQ": .eq, "NE": .ne, "GE": .ge, "GT": .gt, "LE": .le, "LT": .lt]
      return one(
        try RawOp.compare(
          x[0], x[1], comparisonDirection: directions[v.text("comparison_direction")]!,
          compareType: v.text("compare_type") == "TOTALORDER" ? .totalorder : .notype, at: nowhere))
    case "convert": return one(try RawOp.convert(x[0], dtype: v.dtype(), at: nowhere))
    case "bitcast_convert": return one(try RawOp.bitcastConvert(x[0], dtype: v.dtype(), at: nowhere))
    case "reduce_precision":
      return one(
        try RawOp.reducePrecision(
          x[0], exponentBits: v.integer("exponent_bits"), mantissaBits: v.integer("mantissa_bits"), at: nowhere))
    case "iota":
      return one(
        try RawOp.iota(
          Device.default.object.raw, iotaDimension: v.integer("iota_dimension"), dtype: v.dtype(), dims: dims, at: nowhere))
    case "reverse": return one(try RawOp.reverse(x[0], dimensions: v.integers("dimensions"), at: nowhere))
    case "pad":
      return one(
        try RawOp.pad(
          x[0], x[1], edgePaddingLow: v.integers("edge_padding_low"), edgePaddingHigh: v.integers("edge_padding_high"),
          interiorPadding: v.integers("interior_padding"), at: nowhere))
    case "dynamic_slice":
      return one(try RawOp.dynamicSlice(x[0], Array(x[1...]), sliceSizes: v.integers("slice_sizes"), at: nowhere))
    case "dynamic_update_slice": return one(try RawOp.dynamicUpdateSlice(x[0], x[1], Array(x[2...]), at: nowhere))
    case "gather":
      return one(
        try RawOp.gather(
          x[0], x[1], offsetDims: v.integers("offset_dims"), collapsedSliceDims: v.integers("collapsed_slice_dims"),
          operandBatchingDims: v.integers("operand_batching_dims"),
          startIndicesBatchingDims: v.integers("start_indices_batching_dims"),
          startIndexMap: v.integers("start_index_map"), indexVectorDim: v.integer("index_vector_dim"),
          sliceSizes: v.integers("slice_sizes"), at: nowhere))
    case "scatter":
      return all(
        try RawOp.scatter(
          Array(x[..<half]), x[half], Array(x[(half + 1)...]), updateComputation: f[0],
          updateWindowDims: v.integers("update_window_dims"), insertedWindowDims: v.integers("inserted_window_dims"),
          scatterDimsToOperandDims: v.integers("scatter_dims_to_operand_dims"),
          indexVectorDim: v.integer("index_vector_dim"), at: nowhere))
    case "select_and_scatter":
      return one(
        try RawOp.selectAndScatter(
          x[0], x[1], x[2], select: f[0], scatter: f[1], windowDimensions: v.integers("window_dimensions"),
          windowStrides: v.integers("window_strides"), padding: v.integers("padding"), at: nowhere))
    case "reduce":
      return all(
        try RawOp.reduce(
          Array(x[..<half]), Array(x[half...]), body: f[0], dimensions: v.integers("dimensions"), at: nowhere))
    case "reduce_window":
      return all(
        try RawOp.reduceWindow(
          Array(x[..<half]), Array(x[half...]), body: f[0], windowDimensions: v.integers("window_dimensions"),
          windowStrides: v.integers("window_strides"), baseDilations: v.integers("base_dilations"),
          windowDilations: v.integers("window_dilations"), padding: v.integers("padding"), at: nowhere))
    case "optimization_barrier": return all(try RawOp.optimizationBarrier(x, at: nowhere))
    case "call": return all(try RawOp.call(x, callee: f[0], at: nowhere))
    case "while": return all(try RawOp.while(x, cond: f[0], body: f[1], at: nowhere))
    case "sort":
      return all(
        try RawOp.sort(
          x, comparator: f[0], dimension: v.integer("dimension"), isStable: v.integer("is_stable") == 1, at: nowhere))
    case "top_k":
      let (values, indices) = try RawOp.topK(x[0], k: v.integer("k"), at: nowhere)
      return all([values, indices])
    default: return try linear(v, x)
    }
  }
}

private func linear(_ v: Vector, _ x: [R]) throws -> [TensorHandle]? {
  switch v.op {
  case "dot_general":
    return [
      TensorHandle(
        try RawOp.dotGeneral(
          x[0], x[1], lhsBatchingDimensions: v.integers("lhs_batching_dimensions"),
          rhsBatchingDimensions: v.integers("rhs_batching_dimensions"),
          lhsContractingDimensions: v.integers("lhs_contracting_dimensions"),
          rhsContractingDimensions: v.integers("rhs_contracting_dimensions"), dtype: v.dtype(), at: nowhere))
    ]
  case "convolution":
    return [
      TensorHandle(
        try RawOp.convolution(
          x[0], x[1], windowStrides: v.integers("window_strides"), padding: v.integers("padding"),
          lhsDilation: v.integers("lhs_dilation"), rhsDilation: v.integers("rhs_dilation"),
          windowReversal: v.integers("window_reversal"), inputBatchDimension: v.integer("input_batch_dimension"),
          inputFeatureDimension: v.integer("input_feature_dimension"),
          inputSpatialDimensions: v.integers("input_spatial_dimensions"),
          kernelInputFeatureDimension: v.integer("kernel_input_feature_dimension"),
          kernelOutputFeatureDimension: v.integer("kernel_output_feature_dimension"),
          kernelSpatialDimensions: v.integers("kernel_spatial_dimensions"),
          outputBatchDimension: v.integer("output_batch_dimension"),
          outputFeatureDimension: v.integer("output_feature_dimension"),
          outputSpatialDimensions: v.integers("output_spatial_dimensions"),
          featureGroupCount: max(1, v.integer("feature_group_count")), at: nowhere))
    ]
  case "fft":
    let kinds: [String: FFTType] = ["FFT": .fft, "IFFT": .ifft, "RFFT": .rfft, "IRFFT": .irfft]
    return [
      TensorHandle(
        try RawOp.fft(x[0], fftType: kinds[v.text("fft_type")]!, fftLength: v.integers("fft_length"), at: nowhere))
    ]
  case "cholesky": return [TensorHandle(try RawOp.cholesky(x[0], lower: v.integer("lower") == 1, at: nowhere))]
  case "triangular_solve":
    let kinds: [String: Transposition] = ["TRANSPOSE": .transpose, "ADJOINT": .adjoint]
    return [
      TensorHandle(
        try RawOp.triangularSolve(
          x[0], x[1], leftSide: v.integer("left_side") == 1, lower: v.integer("lower") == 1,
          unitDiagonal: v.integer("unit_diagonal") == 1, transposeA: kinds[v.text("transpose_a")] ?? .noTranspose,
          at: nowhere))
    ]
  case "rng_bit_generator":
    let kinds: [String: RNGAlgorithm] = ["THREE_FRY": .threeFry, "PHILOX": .philox]
    let (state, bits) = try RawOp.rngBitGenerator(
      x[0], rngAlgorithm: kinds[v.text("rng_algorithm")] ?? .default, dtype: v.dtype(), dims: v.integers("dims"),
      at: nowhere)
    return [TensorHandle(state), TensorHandle(bits)]
  default: return nil
  }
}
