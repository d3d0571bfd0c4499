// Pooling: functions of windows that slide over a tensor.
import CLazuli

/// A window. Each list has one number for each dimension, and `padding` has two.
struct Window {
  var size, strides, dilations, padding: [Int]

  init(rank: Int) {
    size = Array(repeating: 1, count: rank)
    (strides, dilations) = (size, size)
    padding = Array(repeating: 0, count: 2 * rank)
  }
}

/// Combines the elements of each window.
func windowed<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ op: BinaryOp, from start: Scalar, _ window: Window, _ place: Place
) -> Tensor<Scalar> {
  let device = deviceHandle(x.handle, place)
  let initial = constant(start, on: device, place)
  return Tensor(place) { () throws(LazuliError) in
    let function = try combiner(op, Scalar.dtype, on: device)
    return try RawOp.reduceWindow(
      [x.raw], [initial.raw], body: function.raw, windowDimensions: window.size, windowStrides: window.strides,
      windowDilations: window.dilations, padding: window.padding, at: place)[0]
  }
}

/// Returns a window over the spatial dimensions of [n, spatial..., channels].
private func spatialWindow(_ shape: TensorShape, _ size: [Int], _ strides: [Int], _ padding: Padding) -> Window {
  var window = Window(rank: shape.rank)
  let n = size.count
  guard shape.rank == n + 2 else { return window }
  window.size.replaceSubrange(1...n, with: size)
  window.strides.replaceSubrange(1...n, with: strides)
  let sizes = padding.sizes(
    input: Array(shape[1...n]), window: size, strides: strides, dilations: size.map { _ in 1 })
  window.padding.replaceSubrange(2..<2 * n + 2, with: sizes)
  return window
}

private func isImage<Scalar>(_ op: String, _ x: Tensor<Scalar>, _ n: Int, _ place: Place) -> Bool {
  if x.rank == n + 2 { return true }
  refuse(invalid(op, "shape \(x.shape): \(n + 2) dimensions are needed, for batch, pixels and channels"), place)
  return false
}

/// The greatest element of each window: [n, h, w, c] gives [n, h', w', c].
public func maxPool2D<Scalar: TensorReal>(
  _ x: Tensor<Scalar>, filterSize: (Int, Int) = (2, 2), strides: (Int, Int) = (2, 2), padding: Padding = .valid,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  guard isImage("maxPool2D", x, 2, place) else { return x }
  let window = spatialWindow(x.shape, [filterSize.0, filterSize.1], [strides.0, strides.1], padding)
  return windowed(x, RawOp.maximum, from: least(Scalar.self), window, place)
}

/// The mean of each window. Padding does not count.
public func avgPool2D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, filterSize: (Int, Int) = (2, 2), strides: (Int, Int) = (2, 2), padding: Padding = .valid,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  guard isImage("avgPool2D", x, 2, place) else { return x }
  let window = spatialWindow(x.shape, [filterSize.0, filterSize.1], [strides.0, strides.1], padding)
  let total = windowed(x, RawOp.add, from: Scalar(nearest: 0), window, place)
  if padding == .valid { return times(total, 1 / Double(filterSize.0 * filterSize.1), place) }
  let counts = windowed(constants(1, like: x, place), RawOp.add, from: Scalar(nearest: 0), window, place)
  return binary(RawOp.divide, total, counts, place)
}

/// The greatest element of each window of a sequence: [n, w, c] gives [n, w', c].
public func maxPool1D<Scalar: TensorReal>(
  _ x: Tensor<Scalar>, filterSize: Int = 2, stride: Int = 2, padding: Padding = .valid,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  guard isImage("maxPool1D", x, 1, place) else { return x }
  return windowed(x, RawOp.maximum, from: least(Scalar.self), spatialWindow(x.shape, [filterSize], [stride], padding), place)
}

/// The mean of each window of a sequence. Windows lie inside.
public func avgPool1D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, filterSize: Int = 2, stride: Int = 2, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  guard isImage("avgPool1D", x, 1, place) else { return x }
  let window = spatialWindow(x.shape, [filterSize], [stride], .valid)
  return times(windowed(x, RawOp.add, from: Scalar(nearest: 0), window, place), 1 / Double(filterSize), place)
}

/// The mean of all pixels in each channel: [n, h, w, c] gives [n, c].
public func globalAvgPool2D<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { x.mean(alongAxes: [1, 2], file: file, line: line) }

/// The greatest value of all pixels in each channel: [n, h, w, c] gives [n, c].
public func globalMaxPool2D<Scalar: TensorReal>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { x.max(alongAxes: [1, 2], file: file, line: line) }
