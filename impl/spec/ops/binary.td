// Elementwise ops with two operands of one type. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_BINARY
#define LAZULI_SPEC_BINARY

include "Attrs.td"

class LZ_BinaryOf<Dialect dialect, string mnemonic, string typeClass, list<Trait> traits>
    : LZ_Op<dialect, mnemonic, traits # [Pure, SameOperandsAndResultShape, LZ_OneType]> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` custom<SameType>(type($lhs), type($rhs), type($result))";
  let kind = "elementwise";
  let types = typeClass;
  let shapes = "The operands and the result have one type.";
}

class LZ_Binary<string mnemonic, string typeClass, list<Trait> traits = []>
    : LZ_BinaryOf<StableHLO_Dialect, mnemonic, typeClass, traits>;

def AddOp : LZ_Binary<"add", "any", [Commutative]> {
  let summary = "Computes x + y. Integers wrap. For predicates the result is the logical or.";
  let complex = "complex::add(x, y)";
  let scalar = "x + y";
  let scalarInt = "wrapAdd(x, y)";
  let scalarBool = "x || y";
  let emitFloat = "b.addf(x, y)";
  let emitSigned = "b.addi(x, y)";
  let emitUnsigned = "b.addi(x, y)";
  let emitBool = "b.ori(x, y)";
  // Floats have no rule x + 0 -> x, because -0 + 0 is +0.
  let rules = [
    "boolInt: add(x, 0) -> x",
    "float: add(x, -0) -> x",
    "int: add(x, subtract(y, x)) -> y",
    "rounding float: add(tanh(x), 1) -> multiply(logistic(multiply(x, 2)), 2)",
  ];
  let vjp = ["g", "g"];
  let example = "%z = stablehlo.add %x, %y : tensor<2x3xf32>";
}

def SubtractOp : LZ_Binary<"subtract", "number"> {
  let summary = "Computes x - y. Integers wrap.";
  let complex = "complex::subtract(x, y)";
  let scalar = "x - y";
  let scalarInt = "wrapSubtract(x, y)";
  let emitFloat = "b.subf(x, y)";
  let emitSigned = "b.subi(x, y)";
  let emitUnsigned = "b.subi(x, y)";
  // Floats have no rule x - x -> 0, because inf - inf is NaN.
  let rules = [
    "number: subtract(x, 0) -> x",
    "int: subtract(x, x) -> 0",
    "int: subtract(add(x, y), y) -> x",
    "int: subtract(x, subtract(x, y)) -> y",
  ];
  let vjp = ["g", "-g"];
  let example = "%z = stablehlo.subtract %x, %y : tensor<2x3xf32>";
}

def MulOp : LZ_Binary<"multiply", "any", [Commutative]> {
  let summary = "Computes x * y. Integers wrap. For predicates the result is the logical and.";
  let complex = "complex::multiply(x, y)";
  let scalar = "x * y";
  let scalarInt = "wrapMultiply(x, y)";
  let scalarBool = "x && y";
  let emitFloat = "b.mulf(x, y)";
  let emitSigned = "b.muli(x, y)";
  let emitUnsigned = "b.muli(x, y)";
  let emitBool = "b.andi(x, y)";
  // Floats have no rule x * 0 -> 0, because of NaN, infinity and -0.
  let rules = [
    "rounding float: multiply(multiply(x, 0.5), multiply(y, 2)) -> multiply(x, y)",
    "any: multiply(x, 1) -> x",
    "boolInt: multiply(x, 0) -> 0",
  ];
  let vjp = ["g * y", "g * x"];
  let example = "%z = stablehlo.multiply %x, %y : tensor<2x3xf32>";
}

def DivOp : LZ_Binary<"divide", "number"> {
  let summary = "Computes x / y. Integers are rounded toward zero. For integers, x / 0 has every bit set, and the "
                "least integer divided by -1 is itself.";
  let complex = "complex::divide(x, y)";
  let cost = 6;
  let wideCost = 16;
  let scalar = "x / y";
  let scalarInt = "divide(x, y)";
  let emitFloat = "b.divf(x, y)";
  let emitSigned = "emitDivS(b, x, y)";
  let emitUnsigned = "emitDivU(b, x, y)";
  let rules = ["number: divide(x, 1) -> x"];
  let vjp = ["g / y", "-g * r / y"];
  let example = "%z = stablehlo.divide %x, %y : tensor<2x3xf32>";
}

def RemOp : LZ_Binary<"remainder", "number"> {
  let summary = "Computes x - y * trunc(x / y), which has the sign of x. For integers, the remainder of x by 0 is x.";
  let cost = 114;
  let scalar = "std::fmod(x, y)";
  let scalarInt = "remainder(x, y)";
  let emitFloat = "emitRem(b, x, y)";
  let emitSigned = "emitRemS(b, x, y)";
  let emitUnsigned = "emitRemU(b, x, y)";
  let rules = ["int: remainder(x, 1) -> 0"];
  let vjp = ["g", "g * (r - x) / y"];
  let example = "%z = stablehlo.remainder %x, %y : tensor<2x3xf32>";
}

def MaxOp : LZ_Binary<"maximum", "any", [Commutative]> {
  let summary = "Chooses the greater operand, or NaN if either is NaN. -0 is less than +0. For predicates the result "
                "is the logical or. Complex numbers are compared by their real parts, and if these are equal by their "
                "imaginary parts.";
  let complex = "complex::maximum(x, y)";
  let cost = 2;
  let scalar = "maximum(x, y)";
  let scalarBool = "x || y";
  let emitFloat = "b.maxf(x, y)";
  let emitSigned = "b.maxs(x, y)";
  let emitUnsigned = "b.maxu(x, y)";
  let emitBool = "b.ori(x, y)";
  let rules = [
    "any: maximum(x, x) -> x",
    "float: maximum(x, -inf) -> x",
    "any: maximum(x, maximum(x, y)) -> maximum(x, y)",
    "boolInt: maximum(x, minimum(x, y)) -> x",
    "unsigned: maximum(x, 0) -> x",
  ];
  let vjp = [
    "select(x > y, g, select(x == y, g * 0.5, constant(g, 0)))",
    "select(y > x, g, select(x == y, g * 0.5, constant(g, 0)))",
  ];
  let example = "%z = stablehlo.maximum %x, %y : tensor<2x3xf32>";
}

def MinOp : LZ_Binary<"minimum", "any", [Commutative]> {
  let summary = "Chooses the lesser operand, or NaN if either is NaN. -0 is less than +0. For predicates the result "
                "is the logical and. Complex numbers are compared as by maximum.";
  let complex = "complex::minimum(x, y)";
  let cost = 2;
  let scalar = "minimum(x, y)";
  let scalarBool = "x && y";
  let emitFloat = "b.minf(x, y)";
  let emitSigned = "b.mins(x, y)";
  let emitUnsigned = "b.minu(x, y)";
  let emitBool = "b.andi(x, y)";
  let rules = [
    "any: minimum(x, x) -> x",
    "float: minimum(x, inf) -> x",
    "any: minimum(x, minimum(x, y)) -> minimum(x, y)",
    "boolInt: minimum(x, maximum(x, y)) -> x",
    "unsigned: minimum(x, 0) -> 0",
  ];
  let vjp = [
    "select(x < y, g, select(x == y, g * 0.5, constant(g, 0)))",
    "select(y < x, g, select(x == y, g * 0.5, constant(g, 0)))",
  ];
  let example = "%z = stablehlo.minimum %x, %y : tensor<2x3xf32>";
}

def PowOp : LZ_Binary<"power", "number"> {
  let summary = "Computes x to the power y. Integers wrap. An integer to a negative power is 0, unless the integer is "
                "1 or -1.";
  let complex = "complex::power(x, y)";
  let cost = 225;
  let wideCost = 528;
  let scalar = "std::pow(x, y)";
  let scalarInt = "power(x, y)";
  let emitFloat = "emitPow(b, x, y)";
  let emitSigned = "emitPowInt(b, x, y, /*isSigned=*/true)";
  let emitUnsigned = "emitPowInt(b, x, y, /*isSigned=*/false)";
  // For floats the cube needs two roundings.
  let rules = [
    "number: power(x, 0) -> 1",
    "number: power(x, 1) -> x",
    "number: power(x, 2) -> multiply(x, x)",
    "float: power(x, -1) -> divide(1, x)",
    "int: power(x, 3) -> multiply(multiply(x, x), x)",
    "rounding float: power(x, 3) -> multiply(multiply(x, x), x)",
  ];
  let vjp = [
    "g * y * power(x, select(y == 0.0, constant(y, 1), y - 1.0))",
    "g * r * log(select(x == 0.0, constant(x, 1), x))",
  ];
  let example = "%z = stablehlo.power %x, %y : tensor<2x3xf32>";
}

def Atan2Op : LZ_Binary<"atan2", "float"> {
  let summary = "Computes the angle of the point (x, y), where y is the first operand. For complex numbers the result "
                "is -i log((x + iy) / sqrt(x^2 + y^2)).";
  let complex = "complex::atan2(x, y)";
  let cost = 63;
  let wideCost = 207;
  let scalar = "std::atan2(x, y)";
  let emitFloat = "emitAtan2(b, x, y)";
  let vjp = ["g * y / (x * x + y * y)", "-g * x / (x * x + y * y)"];
  let example = "%z = stablehlo.atan2 %y, %x : tensor<2x3xf32>";
}

def AndOp : LZ_Binary<"and", "boolInt", [Commutative]> {
  let summary = "Combines the bits by and. For predicates the result is the logical and.";
  let scalarInt = "T(x & y)";
  let scalarBool = "x && y";
  let emitSigned = "b.andi(x, y)";
  let emitUnsigned = "b.andi(x, y)";
  let emitBool = "b.andi(x, y)";
  let rules = [
    "boolInt: and(x, x) -> x",
    "boolInt: and(x, 0) -> 0",
    "bool: and(x, 1) -> x",
    "int: and(x, -1) -> x",
    "boolInt: and(x, not(x)) -> 0",
    "boolInt: and(x, or(x, y)) -> x",
    "boolInt: and(x, and(x, y)) -> and(x, y)",
  ];
  let example = "%z = stablehlo.and %x, %y : tensor<2x3xi32>";
}

def OrOp : LZ_Binary<"or", "boolInt", [Commutative]> {
  let summary = "Combines the bits by or. For predicates the result is the logical or.";
  let scalarInt = "T(x | y)";
  let scalarBool = "x || y";
  let emitSigned = "b.ori(x, y)";
  let emitUnsigned = "b.ori(x, y)";
  let emitBool = "b.ori(x, y)";
  let rules = [
    "boolInt: or(x, x) -> x",
    "boolInt: or(x, 0) -> x",
    "bool: or(x, 1) -> 1",
    "int: or(x, -1) -> -1",
    "bool: or(x, not(x)) -> 1",
    "int: or(x, not(x)) -> -1",
    "boolInt: or(x, and(x, y)) -> x",
    "boolInt: or(x, or(x, y)) -> or(x, y)",
  ];
  let example = "%z = stablehlo.or %x, %y : tensor<2x3xi32>";
}

def XorOp : LZ_Binary<"xor", "boolInt", [Commutative]> {
  let summary = "Combines the bits by exclusive or. For predicates the result is the logical exclusive or.";
  let scalarInt = "T(x ^ y)";
  let scalarBool = "x != y";
  let emitSigned = "b.xori(x, y)";
  let emitUnsigned = "b.xori(x, y)";
  let emitBool = "b.xori(x, y)";
  let rules = [
    "boolInt: xor(x, x) -> 0",
    "boolInt: xor(x, 0) -> x",
    "bool: xor(x, 1) -> not(x)",
    "int: xor(x, -1) -> not(x)",
    "boolInt: xor(x, xor(x, y)) -> y",
  ];
  let example = "%z = stablehlo.xor %x, %y : tensor<2x3xi32>";
}

// A shift moves every bit out if its amount is negative or at least the width.
class LZ_Shift<string mnemonic> : LZ_Binary<mnemonic, "int">;

def ShiftLeftOp : LZ_Shift<"shift_left"> {
  let summary = "Shifts x left by y bits. The result is 0 if y is not in [0, width).";
  let scalarInt = "shiftLeft(x, y)";
  let emitSigned = "b.shl(x, y)";
  let emitUnsigned = "b.shl(x, y)";
  let rules = ["int: shift_left(x, 0) -> x"];
  let example = "%z = stablehlo.shift_left %x, %y : tensor<2x3xi32>";
}

def ShiftRightArithmeticOp : LZ_Shift<"shift_right_arithmetic"> {
  let summary = "Shifts x right by y bits. The new bits are copies of the highest bit of x, even if y is not in [0, "
                "width).";
  let scalarInt = "shiftRightArithmetic(x, y)";
  let emitSigned = "b.ashr(x, y)";
  let emitUnsigned = "b.ashr(x, y)";
  let rules = ["int: shift_right_arithmetic(x, 0) -> x"];
  let example = "%z = stablehlo.shift_right_arithmetic %x, %y : tensor<2x3xi32>";
}

def ShiftRightLogicalOp : LZ_Shift<"shift_right_logical"> {
  let summary = "Shifts x right by y bits. The new bits are 0. The result is 0 if y is not in [0, width).";
  let scalarInt = "shiftRightLogical(x, y)";
  let emitSigned = "b.lshr(x, y)";
  let emitUnsigned = "b.lshr(x, y)";
  let rules = ["int: shift_right_logical(x, 0) -> x"];
  let example = "%z = stablehlo.shift_right_logical %x, %y : tensor<2x3xi32>";
}

// Prints as "stablehlo.complex %x, %y : tensor<2x3xcomplex<f32>>".
def ComplexOp : LZ_Op<StableHLO_Dialect, "complex", [Pure, SameOperandsAndResultShape]> {
  let summary = "Makes complex numbers from their real and imaginary parts.";
  let shapes = "The operands have one type. The result is complex and has their shape.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "operands attr-dict `:` custom<ComplexType>(type($lhs), type($rhs), type($result))";
  let kind = "elementwise";
  let types = "part";
  let since = 3;
  let scalar = "lz::Complex<T>{x, y}";
  let vjp = ["real(g)", "-imag(g)"];
  let example = "%z = stablehlo.complex %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>";
}

#endif
