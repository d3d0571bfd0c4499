// Random numbers. They depend only on a key, so drawing other numbers in between does not change
// them.
import CLazuli

/// A source of random numbers. One key always gives the same numbers. `split` makes new keys, whose
/// numbers are independent of each other.
public struct RandomKey: Hashable, Sendable {
  var first, second: UInt64

  public init(_ seed: UInt64) { self.init(first: seed, second: 0) }

  private init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Makes `count` new keys. Do not use this key afterwards.
  public func split(_ count: Int = 2) -> [RandomKey] {
    (0..<count).map { i in
      let mixed = RandomKey.mix(first ^ RandomKey.mix(second &+ UInt64(i) &+ 1))
      return RandomKey(first: mixed, second: RandomKey.mix(mixed &+ second))
    }
  }

  /// Returns a new key, and replaces this key by another one. Use it to draw repeatedly.
  public mutating func next() -> RandomKey {
    let keys = split(2)
    self = keys[0]
    return keys[1]
  }

  /// The finalizer of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Random bits of this shape, by the algorithm Threefry.
func randomBits<Scalar: TensorInteger>(
  _: Scalar.Type, _ shape: TensorShape, _ key: RandomKey, _ device: Device?, _ place: Place
) -> Tensor<Scalar> {
  let state = Tensor<UInt64>([key.first, key.second], on: device)
  return Tensor(place) { () throws(LazuliError) in
    let (next, bits) = try RawOp.rngBitGenerator(
      state.raw, rngAlgorithm: .threeFry, dtype: Scalar.dtype, dims: shape.dimensions, at: place)
    _ = TensorHandle(next)
    return bits
  }
}

/// Returns random bits of this shape from a state of two numbers, and the next state. Use it to
/// draw the same numbers as programs in other languages. Otherwise use a `RandomKey`.
public func randomBits<Scalar: TensorInteger>(
  _: Scalar.Type, shape: TensorShape, state: Tensor<UInt64>, file: StaticString = #fileID, line: UInt = #line
) -> (bits: Tensor<Scalar>, next: Tensor<UInt64>) {
  let place = Place(file, line)
  return trapping(place, or: (Tensor(TensorHandle.standIn(Scalar.dtype)), state)) {
    let (next, bits) = try RawOp.rngBitGenerator(
      state.raw, rngAlgorithm: .threeFry, dtype: Scalar.dtype, dims: shape.dimensions, at: place)
    return (Tensor(TensorHandle(bits)), Tensor(TensorHandle(next)))
  }
}

extension Tensor where Scalar: TensorFloatingPoint {
  /// Uniform numbers in [lowerBound, upperBound).
  public init(
    randomUniform shape: TensorShape, lowerBound: Double = 0, upperBound: Double = 1, key: RandomKey,
    on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line)
    let unit = Tensor.unit(shape, key, device, place)
    self = times(unit, upperBound - lowerBound, place) + constants(lowerBound, like: unit, place)
  }

  /// Uniform numbers in [0, 1) with 24 random bits, or 53 random bits for doubles.
  private static func unit(_ shape: TensorShape, _ key: RandomKey, _ device: Device?, _ place: Place) -> Tensor {
    if Scalar.dtype == Double.dtype {
      let bits = randomBits(UInt64.self, shape, key, device, place)
      return times(Tensor(bits >> constants(11, like: bits, place)), 0x1p-53, place)
    }
    let bits = randomBits(UInt32.self, shape, key, device, place)
    return Tensor(times(Tensor<Float>(bits >> constants(8, like: bits, place)), 0x1p-24, place))
  }

  /// Normally distributed numbers, by the inverse of the distribution function.
  public init(
    randomNormal shape: TensorShape, mean: Double = 0, standardDeviation: Double = 1, key: RandomKey,
    on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line)
    // Uniform numbers have equal steps. The middle of a step is never -1 or 1, where the inverse is
    // infinite.
    let centred = times(Tensor.unit(shape, key, device, place), 2, place)
    let inside = centred + constants(-1 + 0x1p-24, like: centred, place)
    let normal: Tensor = unary(RawOp.erfInv, inside, place)
    self = times(normal, 2.0.squareRoot() * standardDeviation, place) + constants(mean, like: normal, place)
  }

  /// Normally distributed numbers within two standard deviations of the mean.
  public init(
    randomTruncatedNormal shape: TensorShape, mean: Double = 0, standardDeviation: Double = 1, key: RandomKey,
    on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line), edge = 0.9544997361036416
    let inside = Tensor(
      randomUniform: shape, lowerBound: -edge, upperBound: edge, key: key, on: device, file: file, line: line)
    let normal: Tensor = unary(RawOp.erfInv, inside, place)
    self = times(normal, 2.0.squareRoot() * standardDeviation, place) + constants(mean, like: normal, place)
  }

  /// Uniform numbers with variance 2 / (inputs + outputs), the initialization of Glorot and Bengio.
  public init(
    glorotUniform shape: TensorShape, key: RandomKey, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let (inputs, outputs) = fans(shape)
    let limit = (6 / Double(inputs + outputs)).squareRoot()
    self.init(randomUniform: shape, lowerBound: -limit, upperBound: limit, key: key, on: device, file: file, line: line)
  }

  /// Normally distributed numbers with variance 2 / inputs, the initialization of He et al. for
  /// layers before a ReLU.
  public init(
    heNormal shape: TensorShape, key: RandomKey, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      randomNormal: shape, standardDeviation: (2 / Double(fans(shape).inputs)).squareRoot(), key: key, on: device,
      file: file, line: line)
  }
}

/// Returns the number of inputs of each output, and of outputs of each input, for weights
/// [..., in, out].
private func fans(_ shape: TensorShape) -> (inputs: Int, outputs: Int) {
  let field = shape.dropLast(2).reduce(1, *)
  return (field * (shape.dropLast().last ?? 1), field * (shape.last ?? 1))
}

extension Tensor where Scalar == Bool {
  /// Random elements that are true with this probability.
  public init(
    randomBernoulli shape: TensorShape, probability: Double, key: RandomKey, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let unit = Tensor<Float>(randomUniform: shape, key: key, on: device, file: file, line: line)
    self = compare(unit, constants(probability, like: unit, Place(file, line)), .lt, Place(file, line))
  }
}

extension Tensor where Scalar: TensorInteger {
  /// Uniform whole numbers in [lowerBound, upperBound). The bounds may differ by at most 2^24.
  public init(
    randomUniform shape: TensorShape, in range: Range<Int>, key: RandomKey, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let unit = Tensor<Double>(randomUniform: shape, key: key, on: device, file: file, line: line)
    let place = Place(file, line)
    let scaled = times(unit, Double(range.count), place) + constants(Double(range.lowerBound), like: unit, place)
    self.init(floor(scaled, file: file, line: line), file: file, line: line)
  }
}
