// Elementwise ops whose operands play different roles. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_TERNARY
#define LAZULI_SPEC_TERNARY

include "Attrs.td"

def CompareOp : LZ_Op<StableHLO_Dialect, "compare", [Pure, SameOperandsAndResultShape]> {
  let takesComplex = 1;
  let summary = "Returns a predicate: whether x compares with y in the given direction.";
  let shapes = "The operands have one type. The result is pred of their shape. compare_type is 0, which means the "
               "type of the operands, or LZ_COMPARISON_TYPE_TOTALORDER for floats. Complex numbers are compared by "
               "their real parts, and if these are equal by their imaginary parts.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
                       LZ_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<LZ_ComparisonTypeAttr>:$compare_type);
  let defaults = ["compare_type: NOTYPE"];
  let results = (outs AnyRankedTensor:$result);
  let kind = "elementwise";
  let givesPredicate = 1;
  let emitFloat = "emitCompare(b, attrs, from, x, y)";
  let emitSigned = "emitCompare(b, attrs, from, x, y)";
  let emitUnsigned = "emitCompare(b, attrs, from, x, y)";
  let emitBool = "emitCompare(b, attrs, from, x, y)";
  let assemblyFormat =
      "custom<Direction>($comparison_direction) `,` $lhs `,` $rhs `` "
      "custom<CompareType>($compare_type) attr-dict "
      "`:` functional-type(operands, results)";
  let example = "%z = stablehlo.compare LT, %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>";
}

def SelectOp : LZ_Op<StableHLO_Dialect, "select", [Pure]> {
  let takesComplex = 1;
  let summary = "Chooses on_true where the predicate holds, else on_false.";
  let shapes = "on_true, on_false and the result have one type. pred is a scalar or has their shape.";
  let arguments = (ins AnyRankedTensor:$pred, AnyRankedTensor:$on_true, AnyRankedTensor:$on_false);
  let results = (outs AnyRankedTensor:$result);
  let kind = "elementwise";
  let emitBool = "b.select(x, y, z)";
  let assemblyFormat =
      "operands attr-dict `:` "
      "custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))";
  let rules = [
    "any: select(p, x, x) -> x",
    "any: select(1, x, y) -> x",
    "any: select(0, x, y) -> y",
    "bool: select(p, 1, 0) -> p",
    "any: select(p, select(p, x, y), z) -> select(p, x, z)",
    "any: select(p, x, select(p, y, z)) -> select(p, x, z)",
    "bool: select(p, x, 0) -> and(p, x)",
    "bool: select(p, 1, x) -> or(p, x)",
  ];
  let vjp = ["0", "select(x, g, constant(g, 0))", "select(x, constant(g, 0), g)"];
  let example = "%z = stablehlo.select %p, %x, %y : tensor<2x3xi1>, tensor<2x3xf32>";
}

def ClampOp : LZ_Op<StableHLO_Dialect, "clamp", [Pure]> {
  let summary = "Computes minimum(maximum(operand, min), max), which is NaN if any of them is.";
  let shapes = "The operand and the result have one type. min and max are scalars or have its shape.";
  let arguments = (ins AnyRankedTensor:$min, AnyRankedTensor:$operand, AnyRankedTensor:$max);
  let results = (outs AnyRankedTensor:$result);
  let kind = "elementwise";
  let scalar = "minimum(maximum(x, y), z)";
  let scalarBool = "(x || y) && z";
  let emitFloat = "b.minf(b.maxf(x, y), z)";
  let emitSigned = "b.mins(b.maxs(x, y), z)";
  let emitUnsigned = "b.minu(b.maxu(x, y), z)";
  let emitBool = "b.andi(b.ori(x, y), z)";
  let assemblyFormat =
      "operands attr-dict `:` "
      "custom<SameType>(type($min), type($operand), type($max), type($result))";
  let vjp = [
    "select((x > y) & (x < z), g, constant(g, 0))",
    "select((x < y) & (y < z), g, constant(g, 0))",
    "select(z < maximum(x, y), g, constant(g, 0))",
  ];
  let example = "%z = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>";
  let rules = ["number: clamp(x, clamp(x, y, z), z) -> clamp(x, y, z)"];
}

#endif
