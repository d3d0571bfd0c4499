// Ops that functions of the library compute. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_SORT
#define LAZULI_SPEC_SORT

include "Attrs.td"

def SortOp : LZ_Op<StableHLO_Dialect, "sort", [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Sorts the elements along a dimension, those of all inputs together. Equal elements keep their order.";
  let shapes = "Takes n inputs of one shape, and returns n results of the inputs' types. A negative dimension "
               "counts from the end. comparator takes two elements of each input, one input after the other. It "
               "returns a predicate: whether the first elements of the pairs come before the second ones.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let kind = "library";
  let since = 3;
}

def TopKOp : LZ_Op<CHLO_Dialect, "top_k", [Pure]> {
  let summary = "Returns the k largest elements along the last dimension in descending order, and their indices. If "
                "elements are equal, the earlier one comes first.";
  let shapes = "Both results have the operand's dimensions, except that the last one is k. The indices are s32. "
               "Floats are compared as by TOTALORDER: -0 is less than +0, and NaN is greater than infinity.";
  let arguments = (ins AnyRankedTensor:$operand, I64Attr:$k);
  let results = (outs AnyRankedTensor:$values, AnyRankedTensor:$indices);
  let assemblyFormat =
      "`(` $operand `,` `k` `=` $k attr-dict `)` `:` type($operand) `->` `(` type($values) `,` type($indices) `)`";
  let kind = "library";
  let since = 3;
  let example = "%z, %i = chlo.top_k(%x, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)";
}

#endif
