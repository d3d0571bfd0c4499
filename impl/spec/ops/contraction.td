// Sums of products. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_CONTRACTION
#define LAZULI_SPEC_CONTRACTION

include "Attrs.td"

class LZ_Contraction<string mnemonic> : LZ_Op<StableHLO_Dialect, mnemonic, [Pure]> {
  let results = (outs AnyRankedTensor:$result);
  let kind = "contraction";
  let resultSpec = "dtype";
}

def DotGeneralOp : LZ_Contraction<"dot_general"> {
  let summary = "Sums products over the contracting dimensions, for each index of the batching dimensions.";
  let shapes = "The dimensions of the result are the batching ones, then the rest of lhs, then the rest of rhs. The "
               "operands may have two different real types. Then the wider of the two counts as their type, or the "
               "float if only one is a float. dtype is this type or a wider one.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
                       LZ_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<LZ_PrecisionConfigAttr>:$precision_config,
                       OptionalAttr<LZ_DotAlgorithmAttr>:$algorithm);
  let irOnly = ["precision_config", "algorithm"];
  let attributeStruct = 1;
  let precisionHints = ["precision", "algorithm"];
  let assemblyFormat =
      "$lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers) `` "
      "custom<DotHints>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)";
  let example = "%z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : "
                "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>";
}

def ConvolutionOp : LZ_Contraction<"convolution"> {
  let summary = "Sums products of a kernel with a window that slides over the input.";
  let shapes = "The dimension numbers say which dimension plays which role. Lists have one entry per spatial "
               "dimension (default 1). padding has a low and a high number per spatial dimension, row-major (default "
               "0). Entries of window_reversal are 0 or 1. The rules for dtype are those of dot_general.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       LZ_ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count, I64Attr:$batch_group_count,
                       OptionalAttr<LZ_PrecisionConfigAttr>:$precision_config);
  let defaults = ["window_strides: 1", "padding: 0", "lhs_dilation: 1", "rhs_dilation: 1", "window_reversal: 0",
                  "feature_group_count: 1", "batch_group_count: 1"];
  let irOnly = ["precision_config"];
  let attributeStruct = 1;
  let precisionHints = ["precision"];
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvLayouts>($dimension_numbers) `,` `window` `=` `{`
    custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
  let example = "%z = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
                "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                "(tensor<1x4x4x1xf32>, tensor<3x3x1x2xf32>) -> tensor<1x2x2x2xf32>";
}

#endif
