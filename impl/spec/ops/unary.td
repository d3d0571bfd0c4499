// Elementwise ops with one operand. The forms of ops of stablehlo are from the StableHLO specification, "Ops". Ops of
// chlo have the form that JAX prints.
#ifndef LAZULI_SPEC_UNARY
#define LAZULI_SPEC_UNARY

include "Attrs.td"

class LZ_UnaryOf<Dialect dialect, string mnemonic, string typeClass, list<Trait> traits>
    : LZ_Op<dialect, mnemonic, traits # [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
  let kind = "elementwise";
  let types = typeClass;
}

class LZ_Unary<string mnemonic, string typeClass>
    : LZ_UnaryOf<StableHLO_Dialect, mnemonic, typeClass, [LZ_OneType]>;

// An elementary function. The caller may ask for an accuracy, which is kept but not used.
class LZ_Function<string mnemonic> : LZ_Unary<mnemonic, "float"> {
  let arguments = (ins AnyRankedTensor:$operand,
                       OptionalAttr<LZ_ResultAccuracyAttr>:$result_accuracy);
  let irOnly = ["result_accuracy"];
}

// Prints as "chlo.erf %x : tensor<2xf32> -> tensor<2xf32>".
class LZ_ChloUnary<string mnemonic, string typeClass>
    : LZ_UnaryOf<CHLO_Dialect, mnemonic, typeClass, [LZ_OneType]> {
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

// No trait says that the result has the operand's type, because the absolute value of a complex number is real.
def AbsOp : LZ_UnaryOf<StableHLO_Dialect, "abs", "signed", []> {
  let summary = "Computes |x|. The least integer does not change. For a complex number the result is real.";
  let givesPart = 1;
  let complex = "complex::abs(x)";
  let scalar = "std::abs(x)";
  let scalarInt = "x < 0 ? wrapNegate(x) : x";
  let emitFloat = "b.absf(x)";
  let emitSigned = "b.absi(x)";
  let rules = [
    "number: abs(abs(x)) -> abs(x)",
    "number: abs(negate(x)) -> abs(x)",
  ];
  let vjp = ["g * sign(x)"];
  let complexVjp = [
    "complex(g * real(x) / select(r == 0.0, constant(r, 1), r), g * imag(x) / select(r == 0.0, constant(r, -1), -r))",
  ];
  let example = "%z = stablehlo.abs %x : tensor<2x3xf32>";
}

class LZ_Part<string mnemonic> : LZ_UnaryOf<StableHLO_Dialect, mnemonic, "float", []> {
  let givesPart = 1;
  let since = 3;
}

def RealOp : LZ_Part<"real"> {
  let summary = "Returns the real part of a complex number. A float does not change.";
  let scalar = "x";
  let complex = "x.re";
  let emitFloat = "x";
  let vjp = ["g"];
  let complexVjp = ["complex(g, constant(g, 0))"];
  let example = "%z = stablehlo.real %x : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>";
}

def ImagOp : LZ_Part<"imag"> {
  let summary = "Returns the imaginary part of a complex number, and 0 for a float.";
  let scalar = "T(0)";
  let complex = "x.im";
  let emitFloat = "b.zeroLike(x)";
  let vjp = ["0"];
  let complexVjp = ["complex(constant(g, 0), -g)"];
  let example = "%z = stablehlo.imag %x : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>";
}

def NegOp : LZ_Unary<"negate", "number"> {
  let summary = "Computes -x. Integers wrap.";
  let complex = "complex::negate(x)";
  let scalar = "-x";
  let scalarInt = "wrapNegate(x)";
  let emitFloat = "b.negf(x)";
  let emitSigned = "b.negi(x)";
  let emitUnsigned = "b.negi(x)";
  let rules = [
    "number: negate(negate(x)) -> x",
    "int: negate(subtract(x, y)) -> subtract(y, x)",
    "number: add(x, negate(y)) -> subtract(x, y)",
    "number: subtract(x, negate(y)) -> add(x, y)",
    "int: subtract(0, x) -> negate(x)",
    "float: subtract(-0, x) -> negate(x)",
    "number: multiply(x, -1) -> negate(x)",
    "float: divide(x, -1) -> negate(x)",
    "number: multiply(negate(x), negate(y)) -> multiply(x, y)",
    "float: divide(negate(x), negate(y)) -> divide(x, y)",
  ];
  let vjp = ["-g"];
  let example = "%z = stablehlo.negate %x : tensor<2x3xf32>";
}

def SignOp : LZ_Unary<"sign", "signed"> {
  let summary = "Returns -1, 0 or 1, by the sign of x. For a complex number the result is x / |x|. Zeros and NaN do "
                "not change.";
  let complex = "complex::sign(x)";
  let cost = 3;
  let scalar = "x > 0 ? T(1) : x < 0 ? T(-1) : x";
  let emitFloat = "emitSign(b, x)";
  let emitSigned = "emitSign(b, x)";
  let vjp = ["0"];
  // This is (g - Re(g r) conj(r)) / |x|.
  let complexVjp = [
    "select(x == 0.0, constant(x, 0), complex((real(g) - real(g * r) * real(r)) / abs(x), (imag(g) + real(g * r) * imag(r)) / abs(x)))",
  ];
  let example = "%z = stablehlo.sign %x : tensor<2x3xf32>";
  let rules = ["number: sign(sign(x)) -> sign(x)"];
}

def FloorOp : LZ_Unary<"floor", "float"> {
  let summary = "Computes the greatest whole number that is not above x.";
  let scalar = "std::floor(x)";
  let emitFloat = "emitFloor(b, x)";
  let vjp = ["0"];
  let example = "%z = stablehlo.floor %x : tensor<2x3xf32>";
  let rules = ["float: floor(floor(x)) -> floor(x)"];
}

def CeilOp : LZ_Unary<"ceil", "float"> {
  let summary = "Computes the least whole number that is not below x.";
  let scalar = "std::ceil(x)";
  let emitFloat = "emitCeil(b, x)";
  let vjp = ["0"];
  let example = "%z = stablehlo.ceil %x : tensor<2x3xf32>";
  let rules = ["float: ceil(ceil(x)) -> ceil(x)"];
}

def RoundNearestEvenOp : LZ_Unary<"round_nearest_even", "float"> {
  let summary = "Computes the nearest whole number. Halves are rounded to the even one.";
  let scalar = "std::nearbyint(x)";
  let emitFloat = "b.roundeven(x)";
  let vjp = ["0"];
  let example = "%z = stablehlo.round_nearest_even %x : tensor<2x3xf32>";
}

def RoundOp : LZ_Unary<"round_nearest_afz", "float"> {
  let summary = "Computes the nearest whole number. Halves are rounded away from zero.";
  let cost = 8;
  let scalar = "std::round(x)";
  let emitFloat = "emitRoundAfz(b, x)";
  let vjp = ["0"];
  let example = "%z = stablehlo.round_nearest_afz %x : tensor<2x3xf32>";
}

def ExpOp : LZ_Function<"exponential"> {
  let summary = "Computes e^x.";
  let complex = "complex::exponential(x)";
  let cost = 17;
  let wideCost = 95;
  let scalar = "std::exp(x)";
  let emitFloat = "emitExp(b, x)";
  let vjp = ["g * r"];
  let example = "%z = stablehlo.exponential %x : tensor<2x3xf32>";
}

def Expm1Op : LZ_Function<"exponential_minus_one"> {
  let summary = "Computes e^x - 1 without cancellation near 0.";
  let complex = "complex::exponentialMinusOne(x)";
  let cost = 34;
  let wideCost = 79;
  let scalar = "std::expm1(x)";
  let emitFloat = "emitExpm1(b, x)";
  let vjp = ["g * (r + 1.0)"];
  let example = "%z = stablehlo.exponential_minus_one %x : tensor<2x3xf32>";
}

def LogOp : LZ_Function<"log"> {
  let summary = "Computes the natural logarithm, which is NaN below 0.";
  let complex = "complex::log(x)";
  let cost = 47;
  let wideCost = 116;
  let scalar = "std::log(x)";
  let emitFloat = "emitLog(b, x)";
  let vjp = ["g / x"];
  let example = "%z = stablehlo.log %x : tensor<2x3xf32>";
}

def Log1pOp : LZ_Function<"log_plus_one"> {
  let summary = "Computes log(1 + x) without cancellation near 0.";
  let complex = "complex::logPlusOne(x)";
  let cost = 87;
  let wideCost = 180;
  let scalar = "std::log1p(x)";
  let emitFloat = "emitLog1p(b, x)";
  let vjp = ["g / (x + 1.0)"];
  let example = "%z = stablehlo.log_plus_one %x : tensor<2x3xf32>";
}

def LogisticOp : LZ_Function<"logistic"> {
  let summary = "Computes 1 / (1 + e^-x).";
  let complex = "complex::logistic(x)";
  let cost = 31;
  let wideCost = 109;
  // For negative x, 1 + e^-x may overflow. So the formula for negative x contains e^x, and keeps all digits.
  let scalar = "x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x))";
  let emitFloat = "emitLogistic(b, x)";
  let vjp = ["g * r * (1.0 - r)"];
  let example = "%z = stablehlo.logistic %x : tensor<2x3xf32>";
}

def TanhOp : LZ_Function<"tanh"> {
  let summary = "Computes the hyperbolic tangent.";
  let complex = "complex::tanh(x)";
  let cost = 52;
  let wideCost = 103;
  let scalar = "std::tanh(x)";
  let emitFloat = "emitTanh(b, x)";
  let vjp = ["g * (1.0 - r * r)"];
  let example = "%z = stablehlo.tanh %x : tensor<2x3xf32>";
}

def TanOp : LZ_Function<"tan"> {
  let summary = "Computes the tangent of x radians.";
  let complex = "complex::tan(x)";
  let cost = 175;
  let wideCost = 186;
  let scalar = "std::tan(x)";
  let emitFloat = "emitTan(b, x)";
  let vjp = ["g * (1.0 + r * r)"];
  let example = "%z = stablehlo.tan %x : tensor<2x3xf32>";
}

def SineOp : LZ_Function<"sine"> {
  let summary = "Computes the sine of x radians.";
  let complex = "complex::sine(x)";
  let cost = 41;
  let wideCost = 173;
  let scalar = "std::sin(x)";
  let emitFloat = "emitSin(b, x)";
  let vjp = ["g * cosine(x)"];
  let example = "%z = stablehlo.sine %x : tensor<2x3xf32>";
}

def CosineOp : LZ_Function<"cosine"> {
  let summary = "Computes the cosine of x radians.";
  let complex = "complex::cosine(x)";
  let cost = 41;
  let wideCost = 187;
  let scalar = "std::cos(x)";
  let emitFloat = "emitCos(b, x)";
  let vjp = ["-g * sine(x)"];
  let example = "%z = stablehlo.cosine %x : tensor<2x3xf32>";
  let rules = ["float: cosine(negate(x)) -> cosine(x)", "float: cosine(abs(x)) -> cosine(x)"];
}

def SqrtOp : LZ_Function<"sqrt"> {
  let summary = "Computes the square root, which is NaN below 0.";
  let complex = "complex::sqrt(x)";
  let cost = 9;
  let wideCost = 36;
  let scalar = "std::sqrt(x)";
  let emitFloat = "b.sqrt(x)";
  // For x = -inf the power is inf, but this rule gives NaN. The sum x + 0 turns -0 into +0, because the power of -0 is
  // +0.
  let rules = ["rounding float: power(x, 0.5) -> sqrt(add(x, 0))"];
  let vjp = ["g * 0.5 / r"];
  let example = "%z = stablehlo.sqrt %x : tensor<2x3xf32>";
}

def RsqrtOp : LZ_Function<"rsqrt"> {
  let summary = "Computes 1 / sqrt(x).";
  let complex = "complex::rsqrt(x)";
  let cost = 17;
  let wideCost = 55;
  let scalar = "1 / std::sqrt(x)";
  let emitFloat = "emitRsqrt(b, x)";
  let vjp = ["g * -0.5 * r / x"];
  let example = "%z = stablehlo.rsqrt %x : tensor<2x3xf32>";
}

def CbrtOp : LZ_Function<"cbrt"> {
  let summary = "Computes the cube root.";
  let complex = "complex::cbrt(x)";
  let cost = 76;
  let wideCost = 216;
  let scalar = "std::cbrt(x)";
  let emitFloat = "emitCbrt(b, x)";
  let vjp = ["g * r / (3.0 * x)"];
  let example = "%z = stablehlo.cbrt %x : tensor<2x3xf32>";
}

def NotOp : LZ_Unary<"not", "boolInt"> {
  let summary = "Inverts every bit. For predicates the result is the logical not.";
  let scalarInt = "T(~x)";
  let scalarBool = "!x";
  let emitSigned = "b.noti(x)";
  let emitUnsigned = "b.noti(x)";
  let emitBool = "b.noti(x)";
  let rules = [
    "boolInt: not(not(x)) -> x",
    "any: select(not(p), x, y) -> select(p, y, x)",
    "bool: select(p, 0, 1) -> not(p)",
  ];
  let example = "%z = stablehlo.not %x : tensor<2x3xi32>";
}

def IsFiniteOp : LZ_UnaryOf<StableHLO_Dialect, "is_finite", "float", []> {
  let summary = "Returns a predicate: whether x is neither infinite nor NaN.";
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let givesPredicate = 1;
  let scalar = "std::isfinite(x)";
  let emitFloat = "emitIsFinite(b, x)";
  let example = "%z = stablehlo.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>";
}

def PopulationCountOp : LZ_Unary<"popcnt", "int"> {
  let summary = "Counts the bits that are 1.";
  let cost = 8;
  let scalarInt = "T(std::popcount(std::make_unsigned_t<T>(x)))";
  let emitSigned = "emitPopcnt(b, x)";
  let emitUnsigned = "emitPopcnt(b, x)";
  let example = "%z = stablehlo.popcnt %x : tensor<2x3xi32>";
}

def ClzOp : LZ_Unary<"count_leading_zeros", "int"> {
  let summary = "Counts the bits above the highest 1. For 0 the result is the width of the type.";
  let cost = 8;
  let scalarInt = "T(std::countl_zero(std::make_unsigned_t<T>(x)))";
  let emitSigned = "emitClz(b, x)";
  let emitUnsigned = "emitClz(b, x)";
  let example = "%z = stablehlo.count_leading_zeros %x : tensor<2x3xi32>";
}

def ErfOp : LZ_ChloUnary<"erf", "float"> {
  let summary = "Computes the error function.";
  let cost = 71;
  let wideCost = 332;
  let scalar = "std::erf(x)";
  let emitFloat = "emitErf(b, x)";
  let vjp = ["g * exponential(-(x * x)) * 1.1283791670955126"];
  let example = "%z = chlo.erf %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def ErfcOp : LZ_ChloUnary<"erfc", "float"> {
  let summary = "Computes 1 minus the error function, without cancellation. So the result is precise even if it is "
                "small.";
  let cost = 120;
  let wideCost = 530;
  let scalar = "std::erfc(x)";
  let emitFloat = "emitErfc(b, x)";
  let vjp = ["g * exponential(-(x * x)) * -1.1283791670955126"];
  let example = "%z = chlo.erfc %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def SquareOp : LZ_ChloUnary<"square", "number"> {
  let summary = "Computes x * x. Integers wrap.";
  let complex = "complex::multiply(x, x)";
  let scalar = "x * x";
  let scalarInt = "wrapMultiply(x, x)";
  let emitFloat = "b.mulf(x, x)";
  let emitSigned = "b.muli(x, x)";
  let emitUnsigned = "b.muli(x, x)";
  let vjp = ["g * 2.0 * x"];
  let example = "%z = chlo.square %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

// Another spelling of stablehlo.tan.
def ChloTanOp : LZ_ChloUnary<"tan", "float"> {
  let cName = "chlo_tan";
  let cost = 175;
  let wideCost = 186;
  let hasCFunction = 0;
  let summary = "Computes the tangent of x radians.";
  let complex = "complex::tan(x)";
  let scalar = "std::tan(x)";
  let emitFloat = "emitTan(b, x)";
  let vjp = ["g * (1.0 + r * r)"];
  let example = "%z = chlo.tan %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

#endif
