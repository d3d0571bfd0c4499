// Elementwise functions. Two operands of different shapes are broadcast, as in operators.
import CLazuli

/// |x|. The least integer of a signed type does not change, because its magnitude is out of range.
public func abs<Scalar: TensorReal>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.abs, x, Place(file, line)) }

/// -1, 0 or 1, by the sign of x. For -0 and NaN the result is x.
public func sign<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.sign, x, Place(file, line)) }

/// The greatest whole number that is not greater than x.
public func floor<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.floor, x, Place(file, line)) }

/// The least whole number that is not less than x.
public func ceil<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.ceil, x, Place(file, line)) }

/// The nearest whole number. Ties are rounded to even.
public func round<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.roundNearestEven, x, Place(file, line)) }

/// The nearest whole number. Ties are rounded away from zero.
public func roundAwayFromZero<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.roundNearestAfz, x, Place(file, line)) }

/// e^x, of floats and complex numbers.
public func exp<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.exponential, x, Place(file, line)) }

/// e^x - 1, without cancellation near 0.
public func expm1<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.exponentialMinusOne, x, Place(file, line)) }

/// The natural logarithm. It is NaN for negative x.
public func log<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.log, x, Place(file, line)) }

/// log(1 + x), without cancellation near 0.
public func log1p<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.logPlusOne, x, Place(file, line)) }

/// 1 / (1 + e^-x)
public func sigmoid<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.logistic, x, Place(file, line)) }

/// The hyperbolic tangent.
public func tanh<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.tanh, x, Place(file, line)) }

/// The tangent of x radians.
public func tan<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.tan, x, Place(file, line)) }

/// The sine of x radians.
public func sin<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.sine, x, Place(file, line)) }

/// The cosine of x radians.
public func cos<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.cosine, x, Place(file, line)) }

/// The square root. It is NaN for negative x.
public func sqrt<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.sqrt, x, Place(file, line)) }

/// 1 / sqrt(x)
public func rsqrt<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.rsqrt, x, Place(file, line)) }

/// The cube root.
public func cbrt<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.cbrt, x, Place(file, line)) }

/// x * x
public func square<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.square, x, Place(file, line)) }

/// The error function.
public func erf<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.erf, x, Place(file, line)) }

/// 1 - erf(x), without cancellation for large x.
public func erfc<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.erfc, x, Place(file, line)) }

/// The number whose error function is x.
public func erfInverse<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.erfInv, x, Place(file, line)) }

/// The hyperbolic sine.
public func sinh<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.sinh, x, Place(file, line)) }

/// The hyperbolic cosine.
public func cosh<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.cosh, x, Place(file, line)) }

/// The angle in [-pi/2, pi/2] whose sine is x.
public func asin<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.asin, x, Place(file, line)) }

/// The angle in [0, pi] whose cosine is x.
public func acos<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.acos, x, Place(file, line)) }

/// The angle in [-pi/2, pi/2] whose tangent is x.
public func atan<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.atan, x, Place(file, line)) }

/// The number whose hyperbolic sine is x.
public func asinh<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.asinh, x, Place(file, line)) }

/// The nonnegative number whose hyperbolic cosine is x.
public func acosh<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.acosh, x, Place(file, line)) }

/// The number whose hyperbolic tangent is x.
public func atanh<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.atanh, x, Place(file, line)) }

/// The logarithm of the magnitude of the gamma function.
public func lgamma<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.lgamma, x, Place(file, line)) }

/// The derivative of `lgamma`.
public func digamma<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.digamma, x, Place(file, line)) }

/// e^-|x| I1(x), where I1 is the modified Bessel function of the first kind of order 1.
public func besselI1e<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { unary(RawOp.besselI1e, x, Place(file, line)) }

/// x to the power y. Integers wrap.
public func pow<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.power, x, y, Place(file, line)) }

/// The angle of the point (x, y), in radians. The first operand is y.
public func atan2<Scalar: TensorNumeric>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.atan2, x, y, Place(file, line)) }

/// The lesser of two elements, or NaN if either is NaN.
public func min<Scalar: TensorScalar>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.minimum, x, y, Place(file, line)) }

/// The greater of two elements, or NaN if either is NaN.
public func max<Scalar: TensorScalar>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.maximum, x, y, Place(file, line)) }

/// The Hurwitz zeta function, the sum of (y + k)^-x over k = 0, 1, ...
public func zeta<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.zeta, x, y, Place(file, line)) }

/// The derivative of order x of `digamma` at y.
public func polygamma<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.polygamma, x, y, Place(file, line)) }

/// The next float after x in the direction of y.
public func nextAfter<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.nextAfter, x, y, Place(file, line)) }

/// The upper half of the full product, which has twice as many bits as an operand.
public func multiplyHigh<Scalar: TensorInteger>(
  _ x: Tensor<Scalar>, _ y: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> { binary(RawOp.mulhi, x, y, Place(file, line)) }

extension Tensor where Scalar: TensorFloatingPoint {
  /// Whether x is neither infinite nor NaN.
  public var isFinite: Tensor<Bool> { unary(RawOp.isFinite, self, .unknown) }
  /// Whether x is infinite.
  public var isInfinite: Tensor<Bool> { unary(RawOp.isInf, self, .unknown) }
  /// Whether x is inf.
  public var isPositiveInfinity: Tensor<Bool> { unary(RawOp.isPosInf, self, .unknown) }
  /// Whether x is -inf.
  public var isNegativeInfinity: Tensor<Bool> { unary(RawOp.isNegInf, self, .unknown) }
  /// Whether x is NaN.
  public var isNaN: Tensor<Bool> { self .!= self }
}

extension Tensor where Scalar: TensorInteger {
  /// Counts the bits that are 1.
  public var nonzeroBitCount: Tensor { unary(RawOp.popcnt, self, .unknown) }
  /// Counts the bits above the highest 1. For 0 this is the width of the type.
  public var leadingZeroBitCount: Tensor { unary(RawOp.countLeadingZeros, self, .unknown) }
}
