// Elementwise ops that change the element type. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_CONVERT
#define LAZULI_SPEC_CONVERT

include "Attrs.td"

class LZ_Convert<string mnemonic, list<Trait> traits = []>
    : LZ_Op<StableHLO_Dialect, mnemonic, traits # [Pure]> {
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
  let kind = "elementwise";
  let resultSpec = "dtype";
  let takesComplex = 1;
}

def ConvertOp : LZ_Convert<"convert", [SameOperandsAndResultShape]> {
  let summary = "Converts values to another element type. To a float type, they are rounded to the nearest float, "
                "ties to even. To an integer type, floats are rounded toward zero and saturate, NaN becomes 0, and "
                "integers wrap. To pred, the result is x != 0. A real number becomes the real part of a complex "
                "number, and a complex number becomes its real part.";
  let shapes = "The result has the operand's shape.";
  let emitFloat = "emitConvert(b, x, from, to)";
  let emitSigned = "emitConvert(b, x, from, to)";
  let emitUnsigned = "emitConvert(b, x, from, to)";
  let emitBool = "emitConvert(b, x, from, to)";
  let vjp = ["convertLike(g, x)"];
  let example = "%z = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x3xi32>";
}

// Prints as "stablehlo.reduce_precision %x, format = e5m10 : tensor<2xf32>".
def ReducePrecisionOp : LZ_Op<StableHLO_Dialect, "reduce_precision", [Pure, SameOperandsAndResultShape, LZ_OneType]> {
  let summary = "Rounds to a float format with fewer bits, ties to even. The element type stays the same. Overflow "
                "gives inf, and numbers below the least normal number of the format become 0.";
  let shapes = "The operand and the result have one type. exponent_bits is at least 1, and mantissa_bits is at least "
               "0. If one of them is at least as large as in the type, the exponent or the mantissa does not change.";
  let arguments = (ins AnyRankedTensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs AnyRankedTensor:$result);
  let kind = "elementwise";
  let types = "float";
  let since = 3;
  let cost = 10;
  let emitFloat = "emitReducePrecision(b, attrs, from, x)";
  let assemblyFormat = "$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict "
                       "`:` custom<SameType>(type($operand), type($result))";
  let example = "%z = stablehlo.reduce_precision %x, format = e5m10 : tensor<2x3xf32>";
}

def BitcastConvertOp : LZ_Convert<"bitcast_convert"> {
  let summary = "Reads the same bits as another element type.";
  let shapes = "A type of the same width keeps the shape. f32 to u8 appends a dimension of size 4, and u8 to f32 "
               "removes it. A predicate is one bit, so f32 to i1 appends a dimension of size 32. Elements that come "
               "first have the lower bits. Complex numbers become complex numbers.";
  let emitFloat = "emitBitcast(b, x, from, to)";
  let emitSigned = "emitBitcast(b, x, from, to)";
  let emitUnsigned = "emitBitcast(b, x, from, to)";
  let emitBool = "emitBitcast(b, x, from, to)";
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let example = "%z = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xi32>";
}

#endif
