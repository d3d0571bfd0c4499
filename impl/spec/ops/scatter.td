// Ops that combine updates into a tensor at computed places. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_SCATTER
#define LAZULI_SPEC_SCATTER

include "Attrs.td"

class LZ_Scatter<string mnemonic, list<Trait> traits = []>
    : LZ_Op<StableHLO_Dialect, mnemonic, traits # [RecursiveMemoryEffects]> {
  let kind = "scatter";
}

def ScatterOp : LZ_Scatter<"scatter", [SameVariadicOperandSize]> {
  let summary = "Combines updates with the elements of the inputs at computed places. Boxes that do not fit are left "
                "out.";
  let attributeStruct = 1;
  let shapes = "Takes n inputs and n updates of the matching types, and returns n results of the inputs' types. "
               "update_computation takes n current and n new values, all scalars, and returns n scalars. Several "
               "updates of one element are combined in row-major order.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, AnyRankedTensor:$scatter_indices,
                       Variadic<AnyRankedTensor>:$updates,
                       LZ_ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
}

def SelectAndScatterOp : LZ_Scatter<"select_and_scatter"> {
  let summary = "Combines each source value with the element that its window selects, as in the gradient of pooling.";
  let shapes = "init_value is a scalar. source has the shape that reduce_window of the operand would have. select "
               "takes two values and returns a predicate. scatter takes two values and returns one. padding has a low "
               "and a high number per dimension, row-major.";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$source, AnyRankedTensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let defaults = ["window_dimensions: 1", "window_strides: 1", "padding: 0"];
  let results = (outs AnyRankedTensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

#endif
