// Elementary and special functions that StableHLO does not have. They are ops of CHLO, in the form in which JAX
// prints them.
#ifndef LAZULI_SPEC_SPECIAL
#define LAZULI_SPEC_SPECIAL

include "Attrs.td"
include "unary.td"
include "binary.td"

class LZ_ChloFunction<string mnemonic> : LZ_ChloUnary<mnemonic, "float"> {
  let since = 3;
}

// Prints as "chlo.zeta %x, %q : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>".
class LZ_ChloBinary<string mnemonic, string typeClass, list<Trait> traits = []>
    : LZ_BinaryOf<CHLO_Dialect, mnemonic, typeClass, traits> {
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let since = 3;
}

// Prints as "chlo.is_inf %x : tensor<2xf32> -> tensor<2xi1>".
class LZ_ChloPredicate<string mnemonic> : LZ_UnaryOf<CHLO_Dialect, mnemonic, "float", []> {
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let givesPredicate = 1;
  let since = 3;
}

def SinhOp : LZ_ChloFunction<"sinh"> {
  let summary = "Computes the hyperbolic sine.";
  let complex = "complex::sinh(x)";
  let cost = 68;
  let wideCost = 196;
  let scalar = "T(std::sinh(wide(x)))";
  let emitFloat = "emitSinh(b, x)";
  let vjp = ["g * cosh(x)"];
  let example = "%z = chlo.sinh %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def CoshOp : LZ_ChloFunction<"cosh"> {
  let summary = "Computes the hyperbolic cosine.";
  let complex = "complex::cosh(x)";
  let cost = 50;
  let wideCost = 140;
  let scalar = "T(std::cosh(wide(x)))";
  let emitFloat = "emitCosh(b, x)";
  let rules = [
    "float: cosh(negate(x)) -> cosh(x)",
    "float: cosh(abs(x)) -> cosh(x)",
  ];
  let vjp = ["g * sinh(x)"];
  let example = "%z = chlo.cosh %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

// The derivatives of complex inverse functions use roots and quotients of two factors. Unlike 1 - x * x, these keep
// the signs of zeros, so they have the same branch cuts as the function, and they do not overflow.
def AsinOp : LZ_ChloFunction<"asin"> {
  let summary = "Computes the angle in [-pi/2, pi/2] whose sine is x; NaN outside of [-1, 1].";
  let complex = "complex::asin(x)";
  let cost = 31;
  let wideCost = 109;
  let scalar = "T(std::asin(wide(x)))";
  let emitFloat = "emitAsin(b, x)";
  let vjp = ["g * rsqrt(1.0 - x * x)"];
  let complexVjp = ["g * rsqrt(complex(1.0 - real(x), -imag(x))) * rsqrt(complex(real(x) + 1.0, imag(x)))"];
  let example = "%z = chlo.asin %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def AcosOp : LZ_ChloFunction<"acos"> {
  let summary = "Computes the angle in [0, pi] whose cosine is x; NaN outside of [-1, 1].";
  let complex = "complex::acos(x)";
  let cost = 37;
  let wideCost = 125;
  let scalar = "T(std::acos(wide(x)))";
  let emitFloat = "emitAcos(b, x)";
  let vjp = ["-g * rsqrt(1.0 - x * x)"];
  let complexVjp = ["-g * rsqrt(complex(1.0 - real(x), -imag(x))) * rsqrt(complex(real(x) + 1.0, imag(x)))"];
  let example = "%z = chlo.acos %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def AtanOp : LZ_ChloFunction<"atan"> {
  let summary = "Computes the angle in [-pi/2, pi/2] whose tangent is x.";
  let complex = "complex::atan(x)";
  let cost = 33;
  let wideCost = 117;
  let scalar = "T(std::atan(wide(x)))";
  let emitFloat = "emitAtan(b, x)";
  let vjp = ["g / (x * x + 1.0)"];
  let complexVjp = ["g / complex(1.0 - imag(x), real(x)) / complex(imag(x) + 1.0, -real(x))"];
  let example = "%z = chlo.atan %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def AsinhOp : LZ_ChloFunction<"asinh"> {
  let summary = "Computes the number whose hyperbolic sine is x.";
  let complex = "complex::asinh(x)";
  let cost = 133;
  let wideCost = 353;
  let scalar = "T(std::asinh(wide(x)))";
  let emitFloat = "emitAsinh(b, x)";
  let vjp = ["g * rsqrt(x * x + 1.0)"];
  let complexVjp = ["g * rsqrt(complex(1.0 - imag(x), real(x))) * rsqrt(complex(imag(x) + 1.0, -real(x)))"];
  let example = "%z = chlo.asinh %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def AcoshOp : LZ_ChloFunction<"acosh"> {
  let summary = "Computes the number that is not negative and whose hyperbolic cosine is x; NaN below 1.";
  let complex = "complex::acosh(x)";
  let cost = 131;
  let wideCost = 355;
  let scalar = "T(std::acosh(wide(x)))";
  let emitFloat = "emitAcosh(b, x)";
  let vjp = ["g * rsqrt((x - 1.0) * (x + 1.0))"];
  let complexVjp = ["g * rsqrt(complex(real(x) - 1.0, imag(x))) * rsqrt(complex(real(x) + 1.0, imag(x)))"];
  let example = "%z = chlo.acosh %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def AtanhOp : LZ_ChloFunction<"atanh"> {
  let summary = "Computes the number whose hyperbolic tangent is x; NaN outside of [-1, 1].";
  let complex = "complex::atanh(x)";
  let cost = 121;
  let wideCost = 307;
  let scalar = "T(std::atanh(wide(x)))";
  let emitFloat = "emitAtanh(b, x)";
  let vjp = ["g / ((1.0 - x) * (x + 1.0))"];
  let complexVjp = ["g / (1.0 - x) / (x + 1.0)"];
  let example = "%z = chlo.atanh %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def ErfInvOp : LZ_ChloFunction<"erf_inv"> {
  let summary = "Computes the number whose error function is x: infinite at -1 and 1, NaN outside of them.";
  let cost = 120;
  let wideCost = 550;
  let scalar = "T(special::erfInv(x))";
  let emitFloat = "emitErfInv(b, x)";
  let vjp = ["g * exponential(r * r) * 0.88622692545275801"];
  let example = "%z = chlo.erf_inv %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def LgammaOp : LZ_ChloFunction<"lgamma"> {
  let summary = "Computes the logarithm of the magnitude of the gamma function; inf at 0 and the negative whole numbers.";
  let cost = 240;
  let wideCost = 390;
  let scalar = "T(special::lgamma(x))";
  let emitFloat = "emitLgamma(b, x)";
  let vjp = ["g * digamma(x)"];
  let example = "%z = chlo.lgamma %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def DigammaOp : LZ_ChloFunction<"digamma"> {
  let summary = "Computes the derivative of the logarithm of the gamma function; NaN at 0 and the negative whole numbers.";
  let cost = 220;
  let wideCost = 390;
  let scalar = "T(special::digamma(x))";
  let emitFloat = "emitDigamma(b, x)";
  let vjp = ["g * polygamma(constant(x, 1), x)"];
  let example = "%z = chlo.digamma %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def BesselI1eOp : LZ_ChloFunction<"bessel_i1e"> {
  let summary = "Computes e^-|x| I1(x), the modified Bessel function of the first kind and order 1, scaled.";
  let cost = 90;
  let wideCost = 400;
  let scalar = "T(special::besselI1e(x))";
  let emitFloat = "emitBesselI1e(b, x)";
  let vjp = ["g * besselI1eSlope(x, r)"];
  let example = "%z = chlo.bessel_i1e %x : tensor<2x3xf32> -> tensor<2x3xf32>";
}

def ZetaOp : LZ_ChloBinary<"zeta", "float"> {
  let summary = "Computes the sum of (y + k)^-x over k = 0, 1, ..., the Hurwitz zeta function: inf at x = 1, NaN below.";
  let shapes = "The operands and the result have one type. At y = 0, -1, ... the result is inf if x is an even "
               "number, and otherwise NaN. At any other y below 0 it is NaN unless x is a whole number.";
  let cost = 1530;
  let wideCost = 5400;
  let scalar = "T(special::zeta(x, y))";
  let emitFloat = "emitZeta(b, x, y)";
  let vjp = ["none", "-g * x * zeta(x + 1.0, y)"];
  let example = "%z = chlo.zeta %x, %q : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>";
}

def PolygammaOp : LZ_ChloBinary<"polygamma", "float"> {
  let summary = "Computes the derivative of order x of digamma at y; NaN unless x is 0, 1, ....";
  let cost = 1500;
  let wideCost = 5600;
  let scalar = "T(special::polygamma(x, y))";
  let emitFloat = "emitPolygamma(b, x, y)";
  let vjp = ["none", "g * polygamma(x + 1.0, y)"];
  let example = "%z = chlo.polygamma %n, %x : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>";
}

def NextAfterOp : LZ_ChloBinary<"next_after", "float"> {
  let summary = "Returns the number of the type that comes next after x in the direction of y. If x equals y, returns "
                "y.";
  let shapes = "The operands and the result have one type, of 16 bits or more.";
  let cost = 8;
  let emitFloat = "emitNextAfter(b, from, x, y)";
  let example = "%z = chlo.next_after %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>";
}

def MulhiOp : LZ_ChloBinary<"mulhi", "int", [Commutative]> {
  let summary = "Computes the upper half of the product of x and y. The product has twice as many bits as x.";
  let cost = 4;
  let wideCost = 30;
  let scalarInt = "multiplyHigh(x, y)";
  let emitSigned = "emitMulhi(b, x, y, /*isSigned=*/true)";
  let emitUnsigned = "emitMulhi(b, x, y, /*isSigned=*/false)";
  let rules = ["int: mulhi(x, 0) -> 0"];
  let example = "%z = chlo.mulhi %x, %y : tensor<2x3xi32>, tensor<2x3xi32> -> tensor<2x3xi32>";
}

def IsInfOp : LZ_ChloPredicate<"is_inf"> {
  let summary = "Returns a predicate: whether x is infinite.";
  let scalar = "std::isinf(x)";
  let emitFloat = "emitIsInf(b, x)";
  let example = "%z = chlo.is_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>";
}

def IsPosInfOp : LZ_ChloPredicate<"is_pos_inf"> {
  let summary = "Returns a predicate: whether x is inf.";
  let scalar = "x == std::numeric_limits<T>::infinity()";
  let emitFloat = "emitIsPosInf(b, x)";
  let example = "%z = chlo.is_pos_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>";
}

def IsNegInfOp : LZ_ChloPredicate<"is_neg_inf"> {
  let summary = "Returns a predicate: whether x is -inf.";
  let scalar = "x == -std::numeric_limits<T>::infinity()";
  let emitFloat = "emitIsNegInf(b, x)";
  let example = "%z = chlo.is_neg_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>";
}

#endif
