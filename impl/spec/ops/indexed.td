// Ops that read or write at addresses that depend on data. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_INDEXED
#define LAZULI_SPEC_INDEXED

include "Attrs.td"

class LZ_Indexed<string mnemonic> : LZ_Op<StableHLO_Dialect, mnemonic, [Pure]> {
  let results = (outs AnyRankedTensor:$result);
  let kind = "indexed";
}

def DynamicSliceOp : LZ_Indexed<"dynamic_slice"> {
  let summary = "Takes a box of fixed sizes whose corner is computed. If the box does not fit, its corner is moved.";
  let shapes = "start_indices has one integer scalar per dimension, all of one type. The result has the shape "
               "slice_sizes.";
  let arguments = (ins AnyRankedTensor:$operand, Variadic<AnyRankedTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let assemblyFormat =
      "$operand `,` custom<OperandsThenAttr>($start_indices) `sizes` `=` $slice_sizes attr-dict `:` "
      "functional-type(operands, results)";
  let example = "%z = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 2] : "
                "(tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>";
}

def DynamicUpdateSliceOp : LZ_Indexed<"dynamic_update_slice"> {
  let summary = "Replaces a box of the operand by update. If the box does not fit, its corner is moved.";
  let shapes = "start_indices has one integer scalar per dimension, all of one type. update is not larger than the "
               "operand in any dimension. The result has the type of the operand.";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$update,
                       Variadic<AnyRankedTensor>:$start_indices);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let example = "%z = stablehlo.dynamic_update_slice %x, %u, %i, %j : "
                "(tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>";
}

def GatherOp : LZ_Indexed<"gather"> {
  let summary = "Takes boxes of the operand at computed corners. If a box does not fit, its corner is moved.";
  let attributeStruct = 1;
  let shapes = "The specification states how the dimension numbers combine batch and box dimensions.";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$start_indices,
                       LZ_GatherDimensionNumbersAttr:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let example = "%z = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
                "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : "
                "(tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>";
}

#endif
