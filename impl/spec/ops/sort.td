// Ops that are functions of the library. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_SORT
#define LAZULI_SPEC_SORT

include "Attrs.td"

def SortOp : LZ_Op<StableHLO_Dialect, "sort", [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Orders the elements along a dimension, those of all inputs together; equal ones keep their order.";
  let shapes = "It takes n inputs of one shape and gives n results of the inputs' types. A negative dimension counts from the end. "
               "comparator takes 2 n scalars, an element of each input followed by another one of it, and returns pred: whether the former come "
               "first. Compiled are comparators that compare two elements of one input with LT or GT.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let kind = "library";
  let since = 3;
}

#endif
