// Ops that remove or shrink dimensions. A region combines two values into one. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_REDUCE
#define LAZULI_SPEC_REDUCE

include "Attrs.td"

class LZ_Reduction<string mnemonic> : LZ_Op<StableHLO_Dialect, mnemonic,
    [RecursiveMemoryEffects, SameVariadicOperandSize, SingleBlock]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let kind = "reduce";
}

def ReduceOp : LZ_Reduction<"reduce"> {
  let summary = "Combines the elements along some dimensions, starting from init_values.";
  let shapes = "Takes n inputs of one shape and n scalars, and returns n results without these dimensions. body "
               "takes n accumulated and n new values, all scalars, and returns n scalars. It should be associative, "
               "because the order in which elements are combined is not specified.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let hasCustomAssemblyFormat = 1;
  let example = "%z = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : "
                "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>";
}

def ReduceWindowOp : LZ_Reduction<"reduce_window"> {
  let summary = "Combines the elements of a window that slides over the inputs, as in pooling.";
  let attributeStruct = 1;
  let shapes = "Takes n inputs of one shape and n scalars, and returns n results with one element per position of "
               "the window. body is that of reduce. Lists have one entry per dimension (default 1). padding has a low "
               "and a high number per dimension, row-major (default 0).";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let defaults = ["window_strides: 1", "base_dilations: 1", "window_dilations: 1", "padding: 0"];
}

#endif
