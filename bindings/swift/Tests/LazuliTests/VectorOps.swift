// Records the ops of the table by public functions, or by the raw layer if the public functions do
// not offer all forms of the op.
@testable import Lazuli

/// Returns the functions of one operand for an element type, by the names of their ops.
func unaryOps<S: TensorNumeric>(_: S.Type) -> [String: (Tensor<S>) -> Tensor<S>] {
  [
    "negate": { -$0 }, "sign": { sign($0) }, "exponential": { exp($0) }, "exponential_minus_one": { expm1($0) },
    "log": { log($0) }, "log_plus_one": { log1p($0) }, "logistic": { sigmoid($0) }, "tanh": { tanh($0) },
    "tan": { tan($0) }, "sine": { sin($0) }, "cosine": { cos($0) }, "sqrt": { sqrt($0) }, "rsqrt": { rsqrt($0) },
    "cbrt": { cbrt($0) }, "square": { square($0) }, "sinh": { sinh($0) }, "cosh": { cosh($0) }, "asin": { asin($0) },
    "acos": { acos($0) }, "atan": { atan($0) }, "asinh": { asinh($0) }, "acosh": { acosh($0) }, "atanh": { atanh($0) },
  ]
}

func floatOps<S: TensorFloatingPoint>(_: S.Type) -> [String: (Tensor<S>) -> TensorHandle] {
  let one: [String: (Tensor<S>) -> Tensor<S>] = [
    "abs": { abs($0) }, "floor": { floor($0) }, "ceil": { ceil($0) }, "round_nearest_even": { round($0) },
    "round_nearest_afz": { roundAwayFromZero($0) }, "erf": { erf($0) }, "erfc": { erfc($0) },
    "erf_inv": { erfInverse($0) }, "lgamma": { lgamma($0) }, "digamma": { digamma($0) },
    "bessel_i1e": { besselI1e($0) },
  ]
  let tests: [String: (Tensor<S>) -> Tensor<Bool>] = [
    "is_finite": { $0.isFinite }, "is_inf": { $0.isInfinite }, "is_pos_inf": { $0.isPositiveInfinity },
    "is_neg_inf": { $0.isNegativeInfinity },
  ]
  return one.mapValues { f in { f($0).handle } }.merging(tests.mapValues { f in { f($0).handle } }) { a, _ in a }
}

func integerOps<S: TensorInteger>(_: S.Type) -> [String: (Tensor<S>) -> Tensor<S>] {
  [
    "abs": { abs($0) }, "not": { ~$0 }, "popcnt": { $0.nonzeroBitCount },
    "count_leading_zeros": { $0.leadingZeroBitCount },
  ]
}

func binaryOps<S: TensorNumeric>(_: S.Type) -> [String: (Tensor<S>, Tensor<S>) -> Tensor<S>] {
  [
    "add": { $0 + $1 }, "subtract": { $0 - $1 }, "multiply": { $0 * $1 }, "divide": { $0 / $1 },
    "maximum": { max($0, $1) }, "minimum": { min($0, $1) }, "power": { pow($0, $1) }, "atan2": { atan2($0, $1) },
  ]
}

func floatBinaryOps<S: TensorFloatingPoint>(_: S.Type) -> [String: (Tensor<S>, Tensor<S>) -> Tensor<S>] {
  [
    "remainder": { $0 % $1 }, "zeta": { zeta($0, $1) }, "polygamma": { polygamma($0, $1) },
    "next_after": { nextAfter($0, $1) },
  ]
}

func integerBinaryOps<S: TensorInteger>(_: S.Type) -> [String: (Tensor<S>, Tensor<S>) -> Tensor<S>] {
  var ops: [String: (Tensor<S>, Tensor<S>) -> Tensor<S>] = [
    "remainder": { $0 % $1 }, "and": { $0 & $1 }, "or": { $0 | $1 }, "xor": { $0 ^ $1 }, "shift_left": { $0 << $1 },
    "mulhi": { multiplyHigh($0, $1) },
  ]
  let isSigned = S(nearest: -1).doubleValue < 0
  ops[isSigned ? "shift_right_arithmetic" : "shift_right_logical"] = { $0 >> $1 }
  return ops
}

/// Returns the result of a public function of one or two operands of one type, or nil if there is
/// no such function.
func elementwise(_ v: Vector, _ x: [TensorHandle]) -> TensorHandle? {
  func numeric<S: TensorNumeric>(_: S.Type) -> TensorHandle? {
    x.count == 1
      ? unaryOps(S.self)[v.op]?(Tensor(x[0])).handle : binaryOps(S.self)[v.op]?(Tensor(x[0]), Tensor(x[1])).handle
  }
  func float<S: TensorFloatingPoint>(_: S.Type) -> TensorHandle? {
    x.count == 1
      ? floatOps(S.self)[v.op]?(Tensor(x[0])) : floatBinaryOps(S.self)[v.op]?(Tensor(x[0]), Tensor(x[1])).handle
  }
  func integer<S: TensorInteger>(_: S.Type) -> TensorHandle? {
    x.count == 1
      ? integerOps(S.self)[v.op]?(Tensor(x[0])).handle
      : integerBinaryOps(S.self)[v.op]?(Tensor(x[0]), Tensor(x[1])).handle
  }
  func complex<P: ComplexPart>(_: P.Type) -> TensorHandle? {
    let z = Tensor<Complex<P>>(x[0])
    let ops = ["abs": { abs(z) }, "real": { real(z) }, "imag": { imaginary(z) }]
    return x.count == 1 ? ops[v.op]?().handle : nil
  }
  func part<P: ComplexPart>(_: P.Type) -> TensorHandle? {
    v.op == "complex" ? Tensor<P>(x[0]).withImaginary(Tensor(x[1])).handle : nil
  }
  switch x[0].dtype {
  case .f16: return float(Float16.self) ?? numeric(Float16.self)
  case .bf16: return float(BFloat16.self) ?? numeric(BFloat16.self)
  case .f32: return part(Float.self) ?? float(Float.self) ?? numeric(Float.self)
  case .f64: return part(Double.self) ?? float(Double.self) ?? numeric(Double.self)
  case .c64: return complex(Float.self) ?? numeric(Complex<Float>.self)
  case .c128: return complex(Double.self) ?? numeric(Complex<Double>.self)
  case .pred: return boolean(v, x.map { Tensor<Bool>($0) })?.handle
  default:
    func both<S: TensorInteger>(_: S.Type) -> TensorHandle? { integer(S.self) ?? numeric(S.self) }
    return withScalar(x[0].dtype) { type in (type as? any TensorInteger.Type).flatMap { both($0) } }
  }
}

private func boolean(_ v: Vector, _ x: [Tensor<Bool>]) -> Tensor<Bool>? {
  switch v.op {
  case "not": .!x[0]
  case "and": x[0] .&& x[1]
  case "or": x[0] .|| x[1]
  case "maximum": max(x[0], x[1])
  case "minimum": min(x[0], x[1])
  default: nil
  }
}

/// Returns the results of a public function of operands of any types, or nil if there is no such
/// function.
func general(_ v: Vector, _ x: [TensorHandle]) -> [TensorHandle]? {
  func any<S: TensorScalar>(_: S.Type) -> [TensorHandle]? {
    let t = x.map { Tensor<S>($0) }
    switch v.op {
    case "reshape": return [t[0].reshaped(to: TensorShape(v.integers("dims"))).handle]
    case "transpose": return [t[0].transposed(permutation: v.integers("permutation")).handle]
    case "concatenate": return [Tensor(concatenating: t, alongAxis: v.integer("dimension")).handle]
    case "slice":
      let (a, b, c) = (v.integers("start_indices"), v.integers("limit_indices"), v.integers("strides"))
      return [t[0].elements(at: a.indices.map { every(c[$0], from: a[$0], to: b[$0]) }).handle]
    case "broadcast_in_dim": return [t[0].broadcasted(to: TensorShape(v.integers("dims"))).handle]
    case "optimization_barrier" where x.count == 1: return [optimizationBarrier(t[0]).handle]
    case "select": return [select(Tensor<Bool>(x[0]), t[1], t[2]).handle]
    case "if":
      return [ifElse(Tensor<Bool>(x[0]), then: { captured(v, 0, S.self) }, else: { captured(v, 1, S.self) }).handle]
    case "case":
      let branches = v.functions.indices.map { i in { captured(v, i, S.self) } }
      return [choose(Tensor<Int32>(x[0]), branches).handle]
    default: return nil
    }
  }
  let deciding = v.captures.first.flatMap(\.dtype) ?? x.last?.dtype ?? v.dtype()
  return withScalar(deciding) { any($0) }
}

/// Returns the result of a branch function of the table, which only uses its captures.
private func captured<S: TensorScalar>(_ v: Vector, _ branch: Int, _: S.Type) -> Tensor<S> {
  let x = v.captures.map { Tensor<S>($0.handle) }
  switch v.functions[branch].body {
  case "first": return x[0]
  case "second": return x[1]
  default: return Tensor(try! RawOp.add(x[0].raw, x[1].raw, at: .unknown)).self
  }
}

extension Tensor {
  fileprivate init(_ raw: OpaquePointer) { self.init(TensorHandle(raw)) }
}
