// Ops that only move data. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_VIEW
#define LAZULI_SPEC_VIEW

include "Attrs.td"

class LZ_View<string mnemonic> : LZ_Op<StableHLO_Dialect, mnemonic, [Pure]> {
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let kind = "view";
}

def BroadcastInDimOp : LZ_View<"broadcast_in_dim"> {
  let summary = "Repeats the operand along new dimensions and along those of size 1.";
  let shapes = "Dimension i of the operand becomes dimension broadcast_dimensions[i] of the result. Its size in the "
               "operand is 1, or the same as in the result.";
  let arguments = (ins AnyRankedTensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let resultSpec = "shape";
  let assemblyFormat =
      "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` "
      "functional-type(operands, results)";
  let example = "%z = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>";
}

def ReshapeOp : LZ_View<"reshape"> {
  let summary = "Gives the elements, in row-major order, another shape.";
  let shapes = "The operand and the result have the same number of elements.";
  let resultSpec = "shape";
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let example = "%z = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>";
}

def TransposeOp : LZ_View<"transpose"> {
  let summary = "Permutes the dimensions.";
  let shapes = "Dimension i of the result is dimension permutation[i] of the operand.";
  let arguments = (ins AnyRankedTensor:$operand, DenseI64ArrayAttr:$permutation);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
  let example = "%z = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>";
}

def SliceOp : LZ_View<"slice"> {
  let summary = "Takes the elements start, start + stride, ... below limit in each dimension.";
  let shapes = "Lists have one entry per dimension, with 0 <= start <= limit <= size and stride >= 1. The result has "
               "the size ceil((limit - start) / stride).";
  let arguments = (ins AnyRankedTensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices, DenseI64ArrayAttr:$strides);
  let defaults = ["strides: 1"];
  let assemblyFormat =
      "$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:` "
      "functional-type(operands, results)";
  let example = "%z = stablehlo.slice %x [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>";
}

def ReverseOp : LZ_View<"reverse"> {
  let summary = "Reverses the order of the elements along some dimensions.";
  let shapes = "The result has the operand's type.";
  let arguments = (ins AnyRankedTensor:$operand, DenseI64ArrayAttr:$dimensions);
  let assemblyFormat =
      "$operand `,` `dims` `=` $dimensions attr-dict `:` "
      "custom<SameType>(type($operand), type($result))";
  let example = "%z = stablehlo.reverse %x, dims = [0] : tensor<2x3xf32>";
}

def PadOp : LZ_View<"pad"> {
  let summary = "Surrounds the operand, and separates its elements, with a value.";
  let shapes = "padding_value is a scalar. Lists have one entry per dimension. low and high may be negative, which "
               "removes elements. interior is >= 0.";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let defaults = ["interior_padding: 0"];
  let assemblyFormat =
      "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` "
      "`high` `=` $edge_padding_high `,` "
      "`interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)";
  let example = "%z = stablehlo.pad %x, %v, low = [0, 1], high = [0, 0], interior = [0, 0] : "
                "(tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>";
}

def ConcatenateOp : LZ_View<"concatenate"> {
  let summary = "Joins the operands one after the other along a dimension.";
  let shapes = "There is at least one operand. All operands have one element type, and the same sizes in the other "
               "dimensions.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, I64Attr:$dimension);
  let isCall = 1;
  let assemblyFormat =
      "custom<OperandsThenAttr>($inputs) `dim` `=` $dimension attr-dict `:` "
      "functional-type(operands, results)";
  let example = "%z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>";
}

#endif
