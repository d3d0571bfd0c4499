// Operators. Operands of different shapes are broadcast as in NumPy: dimensions are aligned at the
// end, and those of size 1 are repeated.
import CLazuli

extension Tensor where Scalar: TensorNumeric {
  /// Adds elementwise; integers wrap.
  public static func + (lhs: Tensor, rhs: Tensor) -> Tensor {
    if lhs.handle.isZero { return rhs }
    if rhs.handle.isZero { return lhs }
    return binary(RawOp.add, lhs, rhs, .unknown)
  }
  public static func + (lhs: Tensor, rhs: Scalar) -> Tensor { lhs + spreadScalar(rhs, like: lhs, .unknown) }
  public static func + (lhs: Scalar, rhs: Tensor) -> Tensor { spreadScalar(lhs, like: rhs, .unknown) + rhs }
  public static prefix func + (x: Tensor) -> Tensor { x }

  /// Subtracts elementwise; integers wrap.
  public static func - (lhs: Tensor, rhs: Tensor) -> Tensor {
    if rhs.handle.isZero { return lhs }
    return binary(RawOp.subtract, lhs, rhs, .unknown)
  }
  public static func - (lhs: Tensor, rhs: Scalar) -> Tensor { lhs - spreadScalar(rhs, like: lhs, .unknown) }
  public static func - (lhs: Scalar, rhs: Tensor) -> Tensor { spreadScalar(lhs, like: rhs, .unknown) - rhs }
  public static prefix func - (x: Tensor) -> Tensor { unary(RawOp.negate, x, .unknown) }

  /// Multiplies elementwise; integers wrap. Use `matmul` for products of matrices.
  public static func * (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.multiply, lhs, rhs, .unknown) }
  public static func * (lhs: Tensor, rhs: Scalar) -> Tensor { lhs * spreadScalar(rhs, like: lhs, .unknown) }
  public static func * (lhs: Scalar, rhs: Tensor) -> Tensor { spreadScalar(lhs, like: rhs, .unknown) * rhs }

  /// Divides elementwise. Integer quotients are rounded toward zero. If an integer is divided by 0,
  /// all bits of the result are 1.
  public static func / (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.divide, lhs, rhs, .unknown) }
  public static func / (lhs: Tensor, rhs: Scalar) -> Tensor { lhs / spreadScalar(rhs, like: lhs, .unknown) }
  public static func / (lhs: Scalar, rhs: Tensor) -> Tensor { spreadScalar(lhs, like: rhs, .unknown) / rhs }

  // Replaces the variable's value. At the next barrier, the new value can take over the memory of
  // the old value, unless another variable still holds the old value.
  public static func += (lhs: inout Tensor, rhs: Tensor) { lhs = lhs + rhs }
  public static func += (lhs: inout Tensor, rhs: Scalar) { lhs = lhs + rhs }
  public static func -= (lhs: inout Tensor, rhs: Tensor) { lhs = lhs - rhs }
  public static func -= (lhs: inout Tensor, rhs: Scalar) { lhs = lhs - rhs }
  public static func *= (lhs: inout Tensor, rhs: Tensor) { lhs = lhs * rhs }
  public static func *= (lhs: inout Tensor, rhs: Scalar) { lhs = lhs * rhs }
  public static func /= (lhs: inout Tensor, rhs: Tensor) { lhs = lhs / rhs }
  public static func /= (lhs: inout Tensor, rhs: Scalar) { lhs = lhs / rhs }
}

extension Tensor where Scalar: TensorReal {
  /// The remainder of a division that rounds toward zero. It has the sign of `lhs`.
  public static func % (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.remainder, lhs, rhs, .unknown) }
  public static func % (lhs: Tensor, rhs: Scalar) -> Tensor { lhs % spreadScalar(rhs, like: lhs, .unknown) }
}

extension Tensor where Scalar: TensorInteger {
  /// Combines the operands bit by bit.
  public static func & (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.and, lhs, rhs, .unknown) }
  public static func | (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.or, lhs, rhs, .unknown) }
  public static func ^ (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.xor, lhs, rhs, .unknown) }
  public static prefix func ~ (x: Tensor) -> Tensor { unary(RawOp.not, x, .unknown) }
  /// Shifts left by `rhs` bits. The result is 0 if `rhs` is at least the width of the type.
  public static func << (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.shiftLeft, lhs, rhs, .unknown) }
  /// Shifts right by `rhs` bits. The new bits are copies of the sign for signed integers, and 0 for
  /// unsigned integers.
  public static func >> (lhs: Tensor, rhs: Tensor) -> Tensor {
    let isSigned = Scalar(nearest: -1).doubleValue < 0
    return binary(isSigned ? RawOp.shiftRightArithmetic : RawOp.shiftRightLogical, lhs, rhs, .unknown)
  }
}

extension Tensor: AdditiveArithmetic where Scalar: TensorNumeric {
  /// The 0 with which sums begin. It can be added to a tensor of any shape.
  public static var zero: Tensor { Tensor(TensorHandle.zero(Scalar(nearest: 0))) }
}

extension TensorHandle {
  static func zero<Scalar: TensorScalar>(_ value: Scalar) -> TensorHandle {
    let device = Device.default.object
    do {
      let raw = try made { out in
        withUnsafePointer(to: value) { lz_scalar(device.raw, Scalar.dtype.rawValue, $0, nil, out) }
      }
      return TensorHandle(raw, isZero: true)
    } catch {
      return standIn(error, .unknown, Scalar.dtype)
    }
  }
}

// MARK: - Comparisons

infix operator .&& : LogicalConjunctionPrecedence
infix operator .|| : LogicalDisjunctionPrecedence

func compare<Scalar>(
  _ lhs: Tensor<Scalar>, _ rhs: Tensor<Scalar>, _ direction: ComparisonDirection, _ place: Place
) -> Tensor<Bool> {
  let (x, y) = haveSameShape(lhs.handle, rhs.handle) ? (lhs, rhs) : broadcastTogether(lhs, rhs, place)
  return Tensor<Bool>(place) { () throws(LazuliError) in
    try RawOp.compare(x.raw, y.raw, comparisonDirection: direction, at: place)
  }
}

extension Tensor {
  /// Compares elementwise. NaN is not equal to anything.
  public static func .== (lhs: Tensor, rhs: Tensor) -> Tensor<Bool> {
    compare(lhs, rhs, .eq, .unknown)
  }
  public static func .== (lhs: Tensor, rhs: Scalar) -> Tensor<Bool> { lhs .== spreadScalar(rhs, like: lhs, .unknown) }
  public static func .!= (lhs: Tensor, rhs: Tensor) -> Tensor<Bool> {
    compare(lhs, rhs, .ne, .unknown)
  }
  public static func .!= (lhs: Tensor, rhs: Scalar) -> Tensor<Bool> { lhs .!= spreadScalar(rhs, like: lhs, .unknown) }
}

extension Tensor where Scalar: TensorNumeric {
  /// Compares elementwise. Complex numbers are compared by their real parts or, if these are equal,
  /// by their imaginary parts.
  public static func .< (lhs: Tensor, rhs: Tensor) -> Tensor<Bool> {
    compare(lhs, rhs, .lt, .unknown)
  }
  public static func .< (lhs: Tensor, rhs: Scalar) -> Tensor<Bool> { lhs .< spreadScalar(rhs, like: lhs, .unknown) }
  public static func .<= (lhs: Tensor, rhs: Tensor) -> Tensor<Bool> {
    compare(lhs, rhs, .le, .unknown)
  }
  public static func .<= (lhs: Tensor, rhs: Scalar) -> Tensor<Bool> { lhs .<= spreadScalar(rhs, like: lhs, .unknown) }
  public static func .> (lhs: Tensor, rhs: Tensor) -> Tensor<Bool> {
    compare(lhs, rhs, .gt, .unknown)
  }
  public static func .> (lhs: Tensor, rhs: Scalar) -> Tensor<Bool> { lhs .> spreadScalar(rhs, like: lhs, .unknown) }
  public static func .>= (lhs: Tensor, rhs: Tensor) -> Tensor<Bool> {
    compare(lhs, rhs, .ge, .unknown)
  }
  public static func .>= (lhs: Tensor, rhs: Scalar) -> Tensor<Bool> { lhs .>= spreadScalar(rhs, like: lhs, .unknown) }
}

extension Tensor where Scalar == Bool {
  public static func .&& (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.and, lhs, rhs, .unknown) }
  public static func .|| (lhs: Tensor, rhs: Tensor) -> Tensor { binary(RawOp.or, lhs, rhs, .unknown) }
  public static prefix func .! (x: Tensor) -> Tensor { unary(RawOp.not, x, .unknown) }
}

extension Tensor: Equatable {
  /// True if the shapes and all elements are equal. Computes both tensors and waits.
  public static func == (lhs: Tensor, rhs: Tensor) -> Bool {
    lhs.shape == rhs.shape && (lhs .== rhs).all().scalarized()
  }
}
