// Functions that record ops on one operand, on two operands that may have to be broadcast, and with
// scalars of the host.
import CLazuli

typealias UnaryOp = (Raw, Place) throws(LazuliError) -> Raw
typealias BinaryOp = (Raw, Raw, Place) throws(LazuliError) -> Raw

@inline(__always)
func unary<Scalar, Result>(_ op: UnaryOp, _ x: Tensor<Scalar>, _ place: Place) -> Tensor<Result> {
  Tensor<Result>(place) { () throws(LazuliError) in try op(x.raw, place) }
}

/// Records an op on two operands. Operands of different shapes are broadcast first. If the shapes
/// do not fit, the op refuses them.
@inline(__always)
func binary<Scalar, Result>(
  _ op: BinaryOp, _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, _ place: Place
) -> Tensor<Result> {
  if haveSameShape(x.handle, y.handle) {
    return Tensor<Result>(place) { () throws(LazuliError) in try op(x.raw, y.raw, place) }
  }
  let (x, y) = broadcastTogether(x, y, place)
  return Tensor<Result>(place) { () throws(LazuliError) in try op(x.raw, y.raw, place) }
}

@inline(__always)
func haveSameShape(_ x: TensorHandle, _ y: TensorHandle) -> Bool {
  let rank = lz_tensor_rank(x.raw)
  guard rank == lz_tensor_rank(y.raw) else { return false }
  guard rank > 0, let a = lz_tensor_dims(x.raw), let b = lz_tensor_dims(y.raw) else { return true }
  for d in 0..<rank where a[d] != b[d] { return false }
  return true
}

/// Broadcasts both to one shape by the rules of NumPy. Returns them unchanged if they do not fit.
@inline(never)
func broadcastTogether<A, B>(_ x: Tensor<A>, _ y: Tensor<B>, _ place: Place) -> (Tensor<A>, Tensor<B>) {
  let a = x.handle.dims, b = y.handle.dims
  let long = a.count >= b.count ? a : b, short = a.count >= b.count ? b : a
  return withUnsafeTemporaryAllocation(of: Int64.self, capacity: long.count) { dims in
    _ = dims.initialize(from: long)
    let skip = long.count - short.count
    for d in 0..<short.count where dims[skip + d] != short[d] {
      if dims[skip + d] != 1, short[d] != 1 { return (x, y) }
      dims[skip + d] = dims[skip + d] == 1 ? short[d] : dims[skip + d]
    }
    let shape = UnsafeBufferPointer(dims)
    return (spread(x, to: shape, place), spread(y, to: shape, place))
  }
}

/// Broadcasts `x` to a shape, whose last dimensions correspond to those of `x`. Dimensions of size
/// 1 are repeated.
func spread<Scalar>(_ x: Tensor<Scalar>, to dims: UnsafeBufferPointer<Int64>, _ place: Place) -> Tensor<Scalar> {
  let rank = x.handle.rank
  if rank == dims.count, x.handle.dims.elementsEqual(dims) { return x }
  var options = place.options, raw: Raw?
  let status = withUnsafeTemporaryAllocation(of: Int64.self, capacity: rank) { map in
    for d in 0..<rank { map.initializeElement(at: d, to: Int64(dims.count - rank + d)) }
    return lz_broadcast_in_dim(x.raw, map.baseAddress, rank, dims.baseAddress, dims.count, &options, &raw)
  }
  return Tensor(place) { () throws(LazuliError) in
    try check(status)
    return raw!
  }
}

/// Broadcasts `x` to a shape, whose last dimensions correspond to those of `x`.
func spread<Scalar>(_ x: Tensor<Scalar>, to shape: TensorShape, _ place: Place) -> Tensor<Scalar> {
  shape.int64.withUnsafeBufferPointer { spread(x, to: $0, place) }
}

/// Broadcasts `x` to a shape. Dimension i of `x` becomes dimension `axes[i]`.
func spread<Scalar>(
  _ x: Tensor<Scalar>, to shape: TensorShape, along axes: [Int], _ place: Place
) -> Tensor<Scalar> {
  Tensor(place) { () throws(LazuliError) in
    try RawOp.broadcastInDim(x.raw, broadcastDimensions: axes, dims: shape.dimensions, at: place)
  }
}

/// Broadcasts `x` to the shape of `like`. `x` has all its dimensions except `axis`.
func spread<Scalar>(
  _ x: Tensor<Scalar>, alongAxis axis: Int, like: Tensor<Scalar>, _ place: Place
) -> Tensor<Scalar> {
  let dims = like.handle.dims, rank = x.handle.rank, axis = normalized(axis, rank: dims.count)
  return Tensor(place) { () throws(LazuliError) in
    try withNumbers(rank) { (map) throws(LazuliError) in
      for d in 0..<rank { (map + d).initialize(to: Int64(d < axis ? d : d + 1)) }
      var options = place.options
      return try made { lz_broadcast_in_dim(x.raw, map, rank, dims.baseAddress, dims.count, &options, $0) }
    }
  }
}

/// Makes a tensor of rank 0 from a number that is an input of the program.
func hostScalar<Scalar>(_ value: Scalar, on device: Object, _ place: Place) -> Tensor<Scalar> {
  var options = place.options
  return Tensor(place) { () throws(LazuliError) in
    try made { out in
      withUnsafePointer(to: value) { lz_scalar(device.raw, Scalar.dtype.rawValue, $0, &options, out) }
    }
  }
}

/// Makes a tensor of rank 0 from a number that is part of the program, so the compiler can fold it.
func constant<Scalar>(_ value: Scalar, on device: Object, _ place: Place) -> Tensor<Scalar> {
  var options = place.options
  return Tensor(place) { () throws(LazuliError) in
    try made { out in
      withUnsafePointer(to: value) { lz_constant(device.raw, Scalar.dtype.rawValue, nil, 0, $0, &options, out) }
    }
  }
}

/// Makes a tensor of rank 0 from a number that is part of the program, on the device of `like`.
func constant<Scalar, Like>(_ value: Double, like x: Tensor<Like>, _ place: Place) -> Tensor<Scalar> {
  let value = Scalar(nearest: value), dtype = Scalar.dtype
  return Tensor(place) { () throws(LazuliError) in
    try withUnsafePointer(to: value) { (bytes) throws(LazuliError) in
      try number(bytes, dtype, isConstant: true, like: x.handle, place)
    }
  }
}

/// Repeats a number that is part of the program to the shape of `like`.
func constants<Scalar>(_ value: Double, like x: Tensor<Scalar>, _ place: Place) -> Tensor<Scalar> {
  numbers(Scalar(nearest: value), isConstant: true, like: x, place)
}

/// Repeats a number that is an input of the program to the shape of `like`.
func spreadScalar<Scalar>(_ value: Scalar, like x: Tensor<Scalar>, _ place: Place) -> Tensor<Scalar> {
  numbers(value, isConstant: false, like: x, place)
}

@inline(__always)
private func numbers<Scalar>(
  _ value: Scalar, isConstant: Bool, like x: Tensor<Scalar>, _ place: Place
) -> Tensor<Scalar> {
  let dtype = Scalar.dtype
  return Tensor(place) { () throws(LazuliError) in
    try withUnsafePointer(to: value) { (bytes) throws(LazuliError) in
      try repeated(number(bytes, dtype, isConstant: isConstant, like: x.handle, place), like: x.handle, place)
    }
  }
}

/// Makes a number on the device of `like`: a part of the program or an input of the program.
private func number(
  _ bytes: UnsafeRawPointer, _ dtype: DType, isConstant: Bool, like x: TensorHandle, _ place: Place
) throws(LazuliError) -> Raw {
  var options = place.options
  let device = try made { lz_tensor_device(x.raw, $0) }
  defer { lz_device_release(device) }
  return try made {
    isConstant
      ? lz_constant(device, dtype.rawValue, nil, 0, bytes, &options, $0)
      : lz_scalar(device, dtype.rawValue, bytes, &options, $0)
  }
}

/// Takes over a number, and repeats it to the shape of `like`.
private func repeated(_ number: Raw, like x: TensorHandle, _ place: Place) throws(LazuliError) -> Raw {
  guard x.rank > 0 else { return number }
  defer { lz_tensor_release(number) }
  var options = place.options
  return try made { lz_broadcast_in_dim(number, nil, 0, x.dims.baseAddress, x.rank, &options, $0) }
}

func deviceHandle(_ x: TensorHandle, _ place: Place) -> Object {
  do {
    return try object({ lz_device_release($0) }) { lz_tensor_device(x.raw, $0) }
  } catch {
    fatalError("\(error)")
  }
}

/// Records a function of scalars for a reduction, a scatter or a sort. `body` gets the
/// placeholders.
func scalarFunction(
  on device: Object, _ dtypes: [DType], _ body: ([TensorHandle]) throws(LazuliError) -> TensorHandle
) throws(LazuliError) -> Object {
  let function = try object({ lz_function_release($0) }) { lz_function_begin(device.raw, nil, $0) }
  var parameters: [TensorHandle] = []
  for dtype in dtypes {
    parameters.append(TensorHandle(try made { lz_function_parameter(function.raw, dtype.rawValue, nil, 0, $0) }))
  }
  let result = try body(parameters)
  try check(withExtendedLifetime(result) { lz_function_finish(function.raw, [result.raw], 1) })
  return function
}

/// Records the function (a, b) -> op(a, b) of two scalars.
func combiner(_ op: BinaryOp, _ dtype: DType, on device: Object) throws(LazuliError) -> Object {
  let function = try object({ lz_function_release($0) }) { lz_function_begin(device.raw, nil, $0) }
  let a = try made { lz_function_parameter(function.raw, dtype.rawValue, nil, 0, $0) }
  defer { lz_tensor_release(a) }
  let b = try made { lz_function_parameter(function.raw, dtype.rawValue, nil, 0, $0) }
  defer { lz_tensor_release(b) }
  var result: Raw? = try op(a, b, .unknown)
  defer { lz_tensor_release(result) }
  try check(lz_function_finish(function.raw, &result, 1))
  return function
}

/// Makes an error of this package with a message like those of the library.
func invalid(_ op: String, _ message: String) -> LazuliError {
  LazuliError(.invalidArgument, op: op, "[\(op)] \(message)")
}
