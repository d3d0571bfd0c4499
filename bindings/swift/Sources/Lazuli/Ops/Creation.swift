// Functions that make tensors whose elements follow a rule.
import CLazuli

extension Tensor {
  /// Makes a tensor of rank 0 from a number that is part of the program. In contrast to
  /// `Tensor(value)`, the compiler can fold the number, and another number needs another program.
  public init(constant value: Scalar, on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line) {
    self = Lazuli.constant(value, on: (device ?? .default).object, Place(file, line))
  }

  /// Makes a tensor in which all elements have one value.
  public init(
    repeating value: Scalar, shape: TensorShape, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line)
    self = spread(Tensor(value, on: device, file: file, line: line), to: shape, along: [], place)
  }

  /// Makes a tensor with the index of each element along an axis, on the device of `like`.
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

  /// Makes a tensor of the shape of another one, in which each element is a number that is part of
  /// the program. The compiler can fold the number, but another number needs another program.
  public init(
    repeatingInProgram value: Double, like other: Tensor, file: StaticString = #fileID, line: UInt = #line
  ) { self = constants(value, like: other, Place(file, line)) }

  /// The product with a number that is part of the program, so another number needs another
  /// program.
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

  /// The numbers start, start + stride, ... that are less than `end`, or greater than `end` if the
  /// stride is negative.
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

  /// `count` numbers at equal distances, from `start` to `end` inclusive.
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

  /// One-hot vectors: each index gives a vector of `depth` elements with 1 at the index and 0
  /// elsewhere. Indices [...] give [..., depth]. An index out of range gives zeros.
  public init<Index: TensorInteger>(
    oneHotAtIndices indices: Tensor<Index>, depth: Int, file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line), shape = TensorShape(indices.shape.dimensions + [depth])
    let column = Tensor<Index>(iota: shape, along: shape.rank - 1, like: indices, place)
    let wide = spread(indices, to: shape, along: Array(0..<indices.rank), place)
    self.init(compare(wide, column, .eq, place), file: file, line: line)
  }

  /// A matrix with this vector as its diagonal and zeros elsewhere.
  public init(diagonal: Tensor, file: StaticString = #fileID, line: UInt = #line) {
    let place = Place(file, line), size = diagonal.scalarCount
    let row = Tensor<Int32>(iota: [size, size], along: 0, like: diagonal, place)
    let column = Tensor<Int32>(iota: [size, size], along: 1, like: diagonal, place)
    let isOn = compare(row, column, .eq, place)
    self = select(isOn, spread(diagonal, to: [size, size], place), constant(0, like: diagonal, place), place)
  }

  /// Replaces the elements above diagonal `offset` by zeros, in the matrices of the last two
  /// dimensions.
  public func lowerTriangle(offset: Int = 0, file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    triangle(.le, offset, Place(file, line))
  }

  /// Replaces the elements below diagonal `offset` by zeros, in the matrices of the last two
  /// dimensions.
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
