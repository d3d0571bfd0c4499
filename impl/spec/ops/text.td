// Ops that exist only in text and have no opcode. The code that loads a text (formats/adopt) replaces them by other
// ops, or refuses them by name. The forms of ops of stablehlo are from the StableHLO specification, "Ops". Ops of chlo
// have the forms that JAX and other front ends print.
#ifndef LAZULI_SPEC_TEXT
#define LAZULI_SPEC_TEXT

include "Attrs.td"

def LZ_TokenType : TypeDef<StableHLO_Dialect, "Token"> {
  let summary = "A value that orders ops with side effects.";
  let mnemonic = "token";
}

def LZ_FutureType : TypeDef<StableHLO_Dialect, "Future"> {
  let summary = "The results of an op that runs asynchronously.";
  let mnemonic = "future";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

// Sizes of a shape or a window that are known only at run time.
def LZ_Sizes : ConfinedType<1DTensorOf<[AnyInteger, Index]>, [HasStaticShapePred],
    "a 1-dimensional tensor of integers of static shape">;
def LZ_StaticOrToken : AnyTypeOf<[AnyStaticShapeTensor, LZ_TokenType], "a tensor of static shape or a token">;
def LZ_Tuple : Type<CPred<"::mlir::isa<::mlir::TupleType>($_self)">, "a tuple">;

class LZ_TextOp<string mnemonic, list<Trait> traits = []> : Op<StableHLO_Dialect, mnemonic, traits>;

// --- tokens, tuples, futures ---

def CreateTokenOp : LZ_TextOp<"create_token", [Pure]> {
  let summary = "A token that waits for nothing.";
  let results = (outs LZ_TokenType:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def AfterAllOp : LZ_TextOp<"after_all", [Pure]> {
  let summary = "A token that waits for others.";
  let arguments = (ins Variadic<LZ_TokenType>:$inputs);
  let results = (outs LZ_TokenType:$result);
  let assemblyFormat = "$inputs attr-dict `:` custom<TokenTypes>(ref($inputs), type($inputs), type($result))";
}

def TupleOp : LZ_TextOp<"tuple", [Pure]> {
  let summary = "Several values as one value.";
  let arguments = (ins Variadic<AnyType>:$val);
  let results = (outs LZ_Tuple:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleTypes>(type($val), type($result))";
  let hasVerifier = 1;
}

def GetTupleElementOp : LZ_TextOp<"get_tuple_element", [Pure]> {
  let summary = "One value of a tuple.";
  let arguments = (ins LZ_Tuple:$operand, I32Attr:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def AsyncStartOp : LZ_TextOp<"async_start", [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Starts an op that runs asynchronously.";
  let arguments = (ins Variadic<AnyRankedTensor>:$operands);
  let results = (outs LZ_FutureType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def AsyncDoneOp : LZ_TextOp<"async_done", [Pure]> {
  let summary = "Waits for an op that runs asynchronously.";
  let arguments = (ins LZ_FutureType:$operand);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

// --- transfers ---

class LZ_Transfer<string mnemonic> : LZ_TextOp<mnemonic, [MemoryEffects<[MemRead, MemWrite]>]> {
  let hasVerifier = 1;
}

def SendOp : LZ_Transfer<"send"> {
  let summary = "Sends tensors through a channel.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, LZ_TokenType:$token, LZ_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs LZ_TokenType:$result);
}

def RecvOp : LZ_Transfer<"recv"> {
  let summary = "Takes tensors from a channel.";
  let arguments = (ins LZ_TokenType:$token, LZ_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<LZ_StaticOrToken>:$results);
}

def InfeedOp : LZ_Transfer<"infeed"> {
  let summary = "Takes tensors that the host provides while the program runs.";
  let arguments = (ins LZ_TokenType:$token, DefaultValuedStrAttr<StrAttr, "">:$infeed_config, OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<LZ_StaticOrToken>:$results);
}

def OutfeedOp : LZ_TextOp<"outfeed", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Gives tensors to the host while the program runs.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, LZ_TokenType:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs LZ_TokenType:$result);
}

// --- random numbers ---

def LZ_RngDistribution : LZ_Enum<"RngDistribution", "How the numbers of rng are distributed", [
  I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]> {
  let inPrograms = 0;
}
def LZ_RngDistributionAttr : LZ_EnumAttr<LZ_RngDistribution, "rng_distribution">;

def RngOp : LZ_TextOp<"rng"> {
  let summary = "Random numbers.";
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b, LZ_Sizes:$shape, LZ_RngDistributionAttr:$rng_distribution);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` "
                       "functional-type(operands, results)";
  let hasVerifier = 1;
}

// --- shapes that are values ---

class LZ_ShapeOp<string mnemonic> : LZ_TextOp<mnemonic, [Pure]> {
  let results = (outs AnyRankedTensor:$result);
  let hasVerifier = 1;
}

def GetDimensionSizeOp : LZ_ShapeOp<"get_dimension_size"> {
  let summary = "The size of a dimension.";
  let arguments = (ins AnyRankedTensor:$operand, I64Attr:$dimension);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

def SetDimensionSizeOp : LZ_ShapeOp<"set_dimension_size"> {
  let summary = "States how many elements of a dimension count.";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$size, I64Attr:$dimension);
  let assemblyFormat = "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

def DynamicReshapeOp : LZ_ShapeOp<"dynamic_reshape"> {
  let summary = "reshape to a shape that is a value.";
  let arguments = (ins AnyRankedTensor:$operand, LZ_Sizes:$output_shape);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def DynamicBroadcastInDimOp : LZ_ShapeOp<"dynamic_broadcast_in_dim"> {
  let summary = "broadcast_in_dim to a shape that is a value.";
  let arguments = (ins AnyRankedTensor:$operand, LZ_Sizes:$output_dimensions, DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let assemblyFormat = "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:` "
                       "functional-type(operands, results)";
}

def DynamicIotaOp : LZ_ShapeOp<"dynamic_iota"> {
  let summary = "iota of a shape that is a value.";
  let arguments = (ins LZ_Sizes:$output_shape, I64Attr:$iota_dimension);
  let assemblyFormat = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)";
}

def DynamicPadOp : LZ_ShapeOp<"dynamic_pad"> {
  let summary = "pad by sizes that are values.";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$padding_value, LZ_Sizes:$edge_padding_low,
                       LZ_Sizes:$edge_padding_high, LZ_Sizes:$interior_padding);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def RealDynamicSliceOp : LZ_ShapeOp<"real_dynamic_slice"> {
  let summary = "slice between places that are values.";
  let arguments = (ins AnyRankedTensor:$operand, LZ_Sizes:$start_indices, LZ_Sizes:$limit_indices, LZ_Sizes:$strides);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def DynamicGatherOp : LZ_ShapeOp<"dynamic_gather"> {
  let summary = "gather of slices whose sizes are values.";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$start_indices, LZ_Sizes:$slice_sizes,
                       LZ_GatherDimensionNumbersAttr:$dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
}

def DynamicConvOp : LZ_ShapeOp<"dynamic_conv"> {
  let summary = "convolution with padding that is a value.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, AnyRankedTensor:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation, OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       LZ_ConvDimensionNumbersAttr:$dimension_numbers, I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count, OptionalAttr<LZ_PrecisionConfigAttr>:$precision_config);
}

// --- quantized types ---

class LZ_QuantizeOp<string mnemonic> : LZ_TextOp<mnemonic, [Pure]> {
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
  let hasVerifier = 1;
}

def UniformQuantizeOp : LZ_QuantizeOp<"uniform_quantize"> {
  let summary = "Quantizes floats, or values that are quantized with other parameters.";
}

def UniformDequantizeOp : LZ_QuantizeOp<"uniform_dequantize"> {
  let summary = "The floats that a quantized tensor stands for.";
}

// --- chlo ---

class LZ_ChloTextOp<string mnemonic, list<Trait> traits = [Pure]> : Op<CHLO_Dialect, mnemonic, traits>;

def CHLO_ConjOp : LZ_ChloTextOp<"conj"> {
  let summary = "The conjugate of complex numbers.";
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def CHLO_ConstantOp : LZ_ChloTextOp<"constant"> {
  let summary = "A constant.";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value, type($output))";
  let hasVerifier = 1;
}

def CHLO_ConstantLikeOp : LZ_ChloTextOp<"constant_like"> {
  let summary = "One number in the shape of the operand.";
  let arguments = (ins TypedAttrInterface:$value, AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let hasVerifier = 1;
}

// The op with this name, on operands that are first broadcast to one shape.
class LZ_ChloBroadcast<string name> : LZ_ChloTextOp<"broadcast_" # name> {
  let summary = name # " of operands that are broadcast to one shape.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type(results)";
}
def BroadcastAddOp : LZ_ChloBroadcast<"add">;
def BroadcastAndOp : LZ_ChloBroadcast<"and">;
def BroadcastAtan2Op : LZ_ChloBroadcast<"atan2">;
def BroadcastComplexOp : LZ_ChloBroadcast<"complex">;
def BroadcastDivOp : LZ_ChloBroadcast<"divide">;
def BroadcastMaxOp : LZ_ChloBroadcast<"maximum">;
def BroadcastMinOp : LZ_ChloBroadcast<"minimum">;
def BroadcastMulOp : LZ_ChloBroadcast<"multiply">;
def BroadcastNextAfterOp : LZ_ChloBroadcast<"next_after">;
def BroadcastOrOp : LZ_ChloBroadcast<"or">;
def BroadcastPolygammaOp : LZ_ChloBroadcast<"polygamma">;
def BroadcastPowOp : LZ_ChloBroadcast<"power">;
def BroadcastRemOp : LZ_ChloBroadcast<"remainder">;
def BroadcastShiftLeftOp : LZ_ChloBroadcast<"shift_left">;
def BroadcastShiftRightArithmeticOp : LZ_ChloBroadcast<"shift_right_arithmetic">;
def BroadcastShiftRightLogicalOp : LZ_ChloBroadcast<"shift_right_logical">;
def BroadcastSubOp : LZ_ChloBroadcast<"subtract">;
def BroadcastXorOp : LZ_ChloBroadcast<"xor">;
def BroadcastZetaOp : LZ_ChloBroadcast<"zeta">;
def BroadcastCompareOp : LZ_ChloBroadcast<"compare"> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       LZ_ComparisonDirectionAttr:$comparison_direction, OptionalAttr<LZ_ComparisonTypeAttr>:$compare_type);
}

def BroadcastSelectOp : LZ_ChloTextOp<"broadcast_select"> {
  let summary = "select of operands that are broadcast to one shape.";
  let arguments = (ins AnyRankedTensor:$pred, AnyRankedTensor:$on_true, AnyRankedTensor:$on_false);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` "
                       "type($on_false) `)` `->` type(results)";
}

def LZ_RaggedDotAttr : AttrDef<CHLO_Dialect, "RaggedDotDimensionNumbers"> {
  let summary = "Which dimensions of ragged_dot are batched, summed, ragged, and of groups.";
  let mnemonic = "ragged_dot";
  let parameters = (ins
    LZ_DimsParam:$lhs_batching_dimensions, LZ_DimsParam:$rhs_batching_dimensions,
    LZ_DimsParam:$lhs_contracting_dimensions, LZ_DimsParam:$rhs_contracting_dimensions,
    LZ_DimsParam:$lhs_ragged_dimensions, LZ_DimsParam:$rhs_group_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

def RaggedDotOp : LZ_ChloTextOp<"ragged_dot"> {
  let summary = "A product whose rows, summands or batch come in groups of given sizes.";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, AnyRankedTensor:$group_sizes,
                       LZ_RaggedDotAttr:$ragged_dot_dimension_numbers, OptionalAttr<ArrayAttr>:$precision_config);
  let results = (outs AnyRankedTensor:$result);
  let hasVerifier = 1;
}

def ScanOp : LZ_ChloTextOp<"scan", [AttrSizedOperandSegments, AttrSizedResultSegments, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Runs the body on the slices of the inputs along a dimension, one after the other, with values that it carries.";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$inits, I64Attr:$dimension,
                       OptionalAttr<I64Attr>:$scan_dim_size, DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
                       OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<AnyRankedTensor>:$outputs, Variadic<AnyRankedTensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

#endif
