// Elementwise functions that consist of other functions. Their derivatives follow from those of
// these functions.
import CLazuli

extension Tensor where Scalar: TensorNumeric {
  /// 1 / x
  public func reciprocal(file: StaticString = #fileID, line: UInt = #line) -> Tensor {
    let place = Place(file, line)
    return binary(RawOp.divide, constants(1, like: self, place), self, place)
  }
}

/// (x - y)^2
public func squaredDifference<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  let difference: Tensor<Scalar> = binary(RawOp.subtract, x, y, place)
  return unary(RawOp.square, difference, place)
}

/// x^power. The exponent is part of the program, so each exponent needs its own program.
public func pow<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ exponent: Double, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  if exponent == 2 { return unary(RawOp.square, x, place) }
  return binary(RawOp.power, x, constants(exponent, like: x, place), place)
}

/// 2^x
public func exp2<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { scaled(x, by: 0.693147180559945309, Place(file, line)) { unary(RawOp.exponential, $0, $1) } }

/// The logarithm to the base 2.
public func log2<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { logarithm(x, perUnit: 1.44269504088896341, Place(file, line)) }

/// The logarithm to the base 10.
public func log10<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { logarithm(x, perUnit: 0.434294481903251828, Place(file, line)) }

private func scaled<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, by factor: Double, _ place: Place, _ op: (Tensor<Scalar>, Place) -> Tensor<Scalar>
) -> Tensor<Scalar> { op(binary(RawOp.multiply, x, constants(factor, like: x, place), place), place) }

private func logarithm<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, perUnit factor: Double, _ place: Place
) -> Tensor<Scalar> {
  let natural: Tensor<Scalar> = unary(RawOp.log, x, place)
  return binary(RawOp.multiply, natural, constants(factor, like: x, place), place)
}

/// sqrt(x^2 + y^2)
public func hypot<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { sqrt(square(x) + square(y), file: file, line: line) }

/// log(e^x + e^y) without overflow.
public func logAddExp<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  max(x, y, file: file, line: line) + log1p(exp(-abs(x - y)), file: file, line: line)
}

// MARK: - Activations

/// max(x, 0)
public func relu<Scalar: TensorReal>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  return binary(RawOp.maximum, x, constants(0, like: x, place), place)
}

/// min(max(x, 0), 6)
public func relu6<Scalar: TensorReal>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { x.clamped(to: 0...6, file: file, line: line) }

/// x where x is positive, and alpha x elsewhere.
public func leakyRelu<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, alpha: Double = 0.2, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { chosen(x, Place(file, line)) { x, place in times(x, alpha, place) } }

/// x where x is positive, and alpha (e^x - 1) elsewhere.
public func elu<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, alpha: Double = 1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  chosen(x, Place(file, line)) { x, place in
    let smallest: Tensor<Scalar> = binary(RawOp.minimum, x, constants(0, like: x, place), place)
    return times(unary(RawOp.exponentialMinusOne, smallest, place), alpha, place)
  }
}

/// The self-normalizing ELU of Klambauer et al.
public func selu<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  times(elu(x, alpha: 1.6732632423543772, file: file, line: line), 1.0507009873554805, Place(file, line))
}

/// x times the cumulative distribution function of the normal distribution at x, computed by `erf`
/// or by an approximation with `tanh`.
public func gelu<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, approximate: Bool = false, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  let half = times(x, 0.5, place)
  let inner: Tensor<Scalar>
  if approximate {
    let cube = times(x * square(x), 0.044715, place)
    inner = tanh(times(x + cube, 0.7978845608028654, place), file: file, line: line)
  } else {
    inner = erf(times(x, 0.7071067811865476, place), file: file, line: line)
  }
  return half * (inner + constants(1, like: x, place))
}

/// x sigmoid(x), also called swish.
public func silu<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.multiply, x, sigmoid(x, file: file, line: line), Place(file, line)) }

/// log(1 + e^x) without overflow.
public func softplus<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { relu(x, file: file, line: line) + log1p(exp(-abs(x)), file: file, line: line) }

/// log(sigmoid(x)) without overflow.
public func logSigmoid<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { -softplus(-x, file: file, line: line) }

/// x / (1 + |x|)
public func softsign<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  return binary(RawOp.divide, x, abs(x) + constants(1, like: x, place), place)
}

/// x tanh(softplus(x))
public func mish<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { x * tanh(softplus(x, file: file, line: line), file: file, line: line) }

/// min(max(x / 6 + 1/2, 0), 1)
public func hardSigmoid<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  return times(relu6(x + constants(3, like: x, place), file: file, line: line), 1.0 / 6, place)
}

/// x hardSigmoid(x)
public func hardSwish<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { x * hardSigmoid(x, file: file, line: line) }

func times<Scalar: TensorNumeric>(_ x: Tensor<Scalar>, _ factor: Double, _ place: Place) -> Tensor<Scalar> {
  binary(RawOp.multiply, x, constants(factor, like: x, place), place)
}

/// x where x is positive, and the value of `other` elsewhere.
private func chosen<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ place: Place, else other: (Tensor<Scalar>, Place) -> Tensor<Scalar>
) -> Tensor<Scalar> {
  let isPositive = compare(x, constants(0, like: x, place), .gt, place)
  return select(isPositive, x, other(x, place), place)
}

// MARK: - Choice

func select<Scalar>(
  _ mask: Tensor<Bool>, _ yes: Tensor<Scalar>, _ no: Tensor<Scalar>, _ place: Place
) -> Tensor<Scalar> {
  let shape = [mask.shape, yes.shape, no.shape].reduce(TensorShape([])) { TensorShape.broadcast($0, $1) ?? $0 }
  let (mask, yes, no) = (spread(mask, to: shape, place), spread(yes, to: shape, place), spread(no, to: shape, place))
  return Tensor(place) { () throws(LazuliError) in
    try RawOp.select(mask.raw, yes.raw, no.raw, at: place)
  }
}

/// Takes elements of `yes` where the mask is true, and elements of `no` elsewhere. All three
/// operands are broadcast to one shape.
public func select<Scalar>(
  _ mask: Tensor<Bool>, _ yes: Tensor<Scalar>, _ no: Tensor<Scalar>,
  file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { select(mask, yes, no, Place(file, line)) }

extension Tensor {
  /// Returns the tensor with its elements replaced by those of `other` where the mask is true.
  public func replacing(
    with other: Tensor, where mask: Tensor<Bool>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { select(mask, other, self, Place(file, line)) }
}

extension Tensor where Scalar: TensorReal {
  /// min(max(x, low), high)
  public func clamped(
    to range: ClosedRange<Double>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line)
    let low: Tensor = constant(range.lowerBound, like: self, place)
    let high: Tensor = constant(range.upperBound, like: self, place)
    return Tensor(place) { () throws(LazuliError) in try RawOp.clamp(low.raw, raw, high.raw, at: place) }
  }

  /// min(max(x, low), high), where `low` and `high` are scalars or have the shape of this tensor.
  public func clamped(
    min low: Tensor, max high: Tensor, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in try RawOp.clamp(low.raw, raw, high.raw, at: place) }
  }
}

// MARK: - Element types

extension Tensor {
  /// Converts values to this element type. They are rounded to the nearest float. Floats become
  /// integers by rounding toward zero, and values out of range give the nearest integer of the
  /// type.
  public init<Other>(_ other: Tensor<Other>, file: StaticString = #fileID, line: UInt = #line) {
    let place = Place(file, line)
    self.init(place) { () throws(LazuliError) in
      try RawOp.convert(other.raw, dtype: Scalar.dtype, at: place)
    }
  }

  /// Interprets the bits of another tensor as this element type. If this type is narrower, a
  /// dimension is appended.
  public init<Other>(bitPattern other: Tensor<Other>, file: StaticString = #fileID, line: UInt = #line) {
    let place = Place(file, line)
    self.init(place) { () throws(LazuliError) in
      try RawOp.bitcastConvert(other.raw, dtype: Scalar.dtype, at: place)
    }
  }
}

extension Tensor where Scalar: TensorFloatingPoint {
  /// Rounds to floats with fewer bits. The element type does not change.
  public func rounded(
    exponentBits: Int, mantissaBits: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in
      try RawOp.reducePrecision(raw, exponentBits: exponentBits, mantissaBits: mantissaBits, at: place)
    }
  }
}

extension Tensor where Scalar: ComplexPart {
  /// Returns complex numbers with this tensor as real part.
  public func withImaginary(
    _ imaginary: Tensor, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Complex<Scalar>> { binary(RawOp.complex, self, imaginary, Place(file, line)) }
}

/// The real parts.
public func real<Part>(
  _ x: Tensor<Complex<Part>>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Part> { unary(RawOp.real, x, Place(file, line)) }

/// The imaginary parts.
public func imaginary<Part>(
  _ x: Tensor<Complex<Part>>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Part> { unary(RawOp.imag, x, Place(file, line)) }

/// The magnitudes.
public func abs<Part>(
  _ x: Tensor<Complex<Part>>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Part> { unary(RawOp.abs, x, Place(file, line)) }

// MARK: - Softmax

/// e^x / sum(e^x) along an axis, without overflow.
public func softmax<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, alongAxis axis: Int = -1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  let top = x.max(alongAxes: [axis], file: file, line: line)
  let powers = exp(x - spread(top, alongAxis: axis, like: x, place), file: file, line: line)
  return powers / spread(powers.sum(alongAxes: [axis], file: file, line: line), alongAxis: axis, like: x, place)
}

/// log(softmax(x)) along an axis, without overflow.
public func logSoftmax<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, alongAxis axis: Int = -1, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line)
  let top = x.max(alongAxes: [axis], file: file, line: line)
  let shifted = x - spread(top, alongAxis: axis, like: x, place)
  let total = exp(shifted, file: file, line: line).sum(alongAxes: [axis], file: file, line: line)
  return shifted - spread(log(total, file: file, line: line), alongAxis: axis, like: x, place)
}
