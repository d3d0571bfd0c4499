// Ops that functions of the library compute. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_SORT
#define LAZULI_SPEC_SORT

include "Attrs.td"

def SortOp : LZ_Op<StableHLO_Dialect, "sort", [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Orders the elements along a dimension, those of all inputs together; equal ones keep their order.";
  let shapes = "It takes n inputs of one shape and gives n results of the inputs' types. A negative dimension counts from the end. "
               "comparator takes 2 n scalars, an element of each input followed by another one of it, and returns pred: whether the former come "
               "first.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let kind = "library";
  let since = 3;
}

def TopKOp : LZ_Op<CHLO_Dialect, "top_k", [Pure]> {
  let summary = "Gives the k largest elements along the last dimension in descending order, and where they were; of equal ones the "
                "earlier come first.";
  let shapes = "Both results have the operand's dimensions, the last of which is k; the indices are s32. Floats are compared as by "
               "TOTALORDER: -0 is less than +0, and NaN is greater than infinity.";
  let arguments = (ins AnyRankedTensor:$operand, I64Attr:$k);
  let results = (outs AnyRankedTensor:$values, AnyRankedTensor:$indices);
  let assemblyFormat =
      "`(` $operand `,` `k` `=` $k attr-dict `)` `:` type($operand) `->` `(` type($values) `,` type($indices) `)`";
  let kind = "library";
  let since = 3;
  let example = "%z, %i = chlo.top_k(%x, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)";
}

#endif
