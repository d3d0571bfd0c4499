// Tensors that are made by a rule.
import CLazuli

extension Tensor {
  /// A number that is part of the program, as a tensor of rank 0. Unlike `Tensor(value)` it may be
  /// folded, and another number needs another program.
  public init(constant value: Scalar, on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line) {
    self = Lazuli.constant(value, on: (device ?? .default).object, Place(file, line))
  }

  /// One value everywhere.
  public init(
    repeating value: Scalar, shape: TensorShape, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line)
    self = spread(Tensor(value, on: device, file: file, line: line), to: shape, along: [], place)
  }

  /// The index of each element along an axis, on the device of another tensor.
  init<Like>(iota shape: TensorShape, along axis: Int, like x: Tensor<Like>, _ place: Place) {
    self.init(iota: shape, along: axis, on: deviceHandle(x.handle, place), place)
  }

  init(iota shape: TensorShape, along axis: Int, on device: Object, _ place: Place) {
    self.init(place) { () throws(LazuliError) in
      try RawOp.iota(device.raw, iotaDimension: axis, dtype: Scalar.dtype, dims: shape.dimensions, at: place)
    }
  }
}

extension Tensor where Scalar: TensorNumeric {
  /// Zeros of this shape.
  public init(
    zeros shape: TensorShape, on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(repeating: Scalar(nearest: 0), shape: shape, on: device, file: file, line: line) }

  /// Ones of this shape.
  public init(
    ones shape: TensorShape, on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(repeating: Scalar(nearest: 1), shape: shape, on: device, file: file, line: line) }

  /// Zeros of the shape of another tensor.
  public init(zerosLike other: Tensor, file: StaticString = #fileID, line: UInt = #line) {
    self = constants(0, like: other, Place(file, line))
  }

  /// Ones of the shape of another tensor.
  public init(onesLike other: Tensor, file: StaticString = #fileID, line: UInt = #line) {
    self = constants(1, like: other, Place(file, line))
  }

  /// A number that is part of the program, in the shape of another tensor. Unlike a scalar it may
  /// be folded, and another number needs another program.
  public init(
    repeatingInProgram value: Double, like other: Tensor, file: StaticString = #fileID, line: UInt = #line
  ) { self = constants(value, like: other, Place(file, line)) }

  /// The product with a number that is part of the program.
  public func scaled(by factor: Double, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    times(self, factor, Place(file, line))
  }

  /// The index of each element along an axis: 0, 1, 2, ...
  public init(
    iota shape: TensorShape, along axis: Int = 0, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let axis = normalized(axis, rank: shape.rank)
    self.init(iota: shape, along: axis, on: (device ?? .default).object, Place(file, line))
  }

  /// The numbers start, start + stride, ... below `end` (above it if the stride is negative).
  public init(
    rangeFrom start: Double, to end: Double, stride: Double = 1, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    require(stride != 0, "a range without a stride has no end", file: file, line: line)
    let count = Swift.max(0, Int(((end - start) / stride).rounded(.up)))
    let place = Place(file, line)
    let index = Tensor(iota: [count], along: 0, on: (device ?? .default).object, place)
    self = times(index, stride, place) + constants(start, like: index, place)
  }

  /// `count` numbers from `start` to `end`, at equal distances.
  public init(
    linearSpaceFrom start: Double, to end: Double, count: Int, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let stride = count > 1 ? (end - start) / Double(count - 1) : 0
    let place = Place(file, line)
    let index = Tensor(iota: [count], along: 0, on: (device ?? .default).object, place)
    self = times(index, stride, place) + constants(start, like: index, place)
  }

  /// The identity matrix.
  public init(
    identity size: Int, on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line), device = (device ?? .default).object
    let row = Tensor<Int32>(iota: [size, size], along: 0, on: device, place)
    let column = Tensor<Int32>(iota: [size, size], along: 1, on: device, place)
    self.init(compare(row, column, .eq, place), file: file, line: line)
  }

  /// 1 where the last dimension is the index, otherwise 0: [...] gives [..., depth]. An index out
  /// of range gives zeros.
  public init<Index: TensorInteger>(
    oneHotAtIndices indices: Tensor<Index>, depth: Int, file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line), shape = TensorShape(indices.shape.dimensions + [depth])
    let column = Tensor<Index>(iota: shape, along: shape.rank - 1, like: indices, place)
    let wide = spread(indices, to: shape, along: Array(0..<indices.rank), place)
    self.init(compare(wide, column, .eq, place), file: file, line: line)
  }

  /// A matrix with this vector as its diagonal, zeros elsewhere.
  public init(diagonal: Tensor, file: StaticString = #fileID, line: UInt = #line) {
    let place = Place(file, line), size = diagonal.scalarCount
    let row = Tensor<Int32>(iota: [size, size], along: 0, like: diagonal, place)
    let column = Tensor<Int32>(iota: [size, size], along: 1, like: diagonal, place)
    let isOn = compare(row, column, .eq, place)
    self = select(isOn, spread(diagonal, to: [size, size], place), constant(0, like: diagonal, place), place)
  }

  /// The matrices of the last two dimensions with zeros above diagonal `offset`.
  public func lowerTriangle(offset: Int = 0, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    triangle(.le, offset, Place(file, line))
  }

  /// The matrices of the last two dimensions with zeros below diagonal `offset`.
  public func upperTriangle(offset: Int = 0, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    triangle(.ge, offset, Place(file, line))
  }

  private func triangle(_ direction: ComparisonDirection, _ offset: Int, _ place: Place) -> Tensor {
    let row = Tensor<Int32>(iota: shape, along: rank - 2, like: self, place)
    let column = Tensor<Int32>(iota: shape, along: rank - 1, like: self, place)
    let isKept = compare(column, row + constants(Double(offset), like: row, place), direction, place)
    return select(isKept, self, constant(0, like: self, place), place)
  }
}
