// Struct attributes of the StableHLO specification, and hints that other systems print. Lazuli keeps the hints but
// does not use them.
//   #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
#ifndef LAZULI_SPEC_ATTRS
#define LAZULI_SPEC_ATTRS

include "Base.td"
include "Enums.td"

class LZ_StructAttr<string name, string attrMnemonic> : AttrDef<StableHLO_Dialect, name> {
  let mnemonic = attrMnemonic;
  let assemblyFormat = "`<` struct(params) `>`";
}

// Prints for example "[0, 2]". An empty field is not printed.
def LZ_DimsParam : OptionalArrayRefParameter<"int64_t", "dimension numbers"> {
  let parser = "::lz::hlo::parseDims($_parser)";
  let printer = "::lz::hlo::printDims($_printer, $_self)";
}
// Prints the same form, even for an empty field.
def LZ_AllDimsParam : ArrayRefParameter<"int64_t", "indices"> {
  let parser = "::lz::hlo::parseDims($_parser)";
  let printer = "::lz::hlo::printDims($_printer, $_self)";
}
// A field that is 0 is not printed.
def LZ_CountParam : DefaultValuedParameter<"int64_t", "0">;
// Prints "true" or "false".
def LZ_BoolParam : AttrOrTypeParameter<"bool", "a flag"> {
  let parser = "::lz::hlo::parseFlag($_parser)";
  let printer = "$_printer << ($_self ? \"true\" : \"false\")";
}
// Prints for example "1.000000e-05". A field that is 0 is not printed.
def LZ_DoubleParam : DefaultValuedParameter<"::llvm::APFloat", "::llvm::APFloat(0.0)"> {
  let parser = "::lz::hlo::parseDouble($_parser)";
  let printer = "$_printer.printFloat($_self)";
  let comparator = "$_lhs.bitwiseIsEqual($_rhs)";
}

// Prints the full form, such as #stablehlo.result_accuracy_mode<HIGHEST>.
def LZ_AccuracyModeParam : AttrOrTypeParameter<"::lz::hlo::ResultAccuracyModeAttr", "a mode"> {
  let printer = "$_printer.printAttribute($_self)";
}

def LZ_DotDimensionNumbersAttr : LZ_StructAttr<"DotDimensionNumbers", "dot"> {
  let summary = "Which dimensions of dot_general are batched and which are summed.";
  let parameters = (ins
    LZ_DimsParam:$lhs_batching_dimensions, LZ_DimsParam:$rhs_batching_dimensions,
    LZ_DimsParam:$lhs_contracting_dimensions, LZ_DimsParam:$rhs_contracting_dimensions);
}

def LZ_GatherDimensionNumbersAttr : LZ_StructAttr<"GatherDimensionNumbers", "gather"> {
  let summary = "How gather's indices address the operand.";
  let parameters = (ins
    LZ_DimsParam:$offset_dims, LZ_DimsParam:$collapsed_slice_dims,
    LZ_DimsParam:$operand_batching_dims, LZ_DimsParam:$start_indices_batching_dims,
    LZ_DimsParam:$start_index_map, LZ_CountParam:$index_vector_dim);
}

def LZ_ScatterDimensionNumbersAttr : LZ_StructAttr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "How scatter's indices address the inputs.";
  let parameters = (ins
    LZ_DimsParam:$update_window_dims, LZ_DimsParam:$inserted_window_dims,
    LZ_DimsParam:$input_batching_dims, LZ_DimsParam:$scatter_indices_batching_dims,
    LZ_DimsParam:$scatter_dims_to_operand_dims, LZ_CountParam:$index_vector_dim);
}

def LZ_ConvDimensionNumbersAttr : AttrDef<StableHLO_Dialect, "ConvDimensionNumbers"> {
  let summary = "The layouts of convolution: #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>.";
  let mnemonic = "conv";
  let parameters = (ins
    "int64_t":$input_batch_dimension, "int64_t":$input_feature_dimension,
    ArrayRefParameter<"int64_t">:$input_spatial_dimensions,
    "int64_t":$kernel_input_feature_dimension, "int64_t":$kernel_output_feature_dimension,
    ArrayRefParameter<"int64_t">:$kernel_spatial_dimensions,
    "int64_t":$output_batch_dimension, "int64_t":$output_feature_dimension,
    ArrayRefParameter<"int64_t">:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}

// Lazuli keeps the attributes below but does not use them.

def LZ_DotAlgorithmAttr : LZ_StructAttr<"DotAlgorithm", "dot_algorithm"> {
  let parameters = (ins
    "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
    "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
    "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
    LZ_BoolParam:$allow_imprecise_accumulation);
}

def LZ_ResultAccuracyAttr : LZ_StructAttr<"ResultAccuracy", "result_accuracy"> {
  let parameters = (ins
    LZ_DoubleParam:$atol, LZ_DoubleParam:$rtol, LZ_CountParam:$ulps,
    LZ_AccuracyModeParam:$mode);
}

def LZ_ChannelHandleAttr : LZ_StructAttr<"ChannelHandle", "channel_handle"> {
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
}

def LZ_OutputOperandAliasAttr : LZ_StructAttr<"OutputOperandAlias", "output_operand_alias"> {
  let parameters = (ins
    LZ_AllDimsParam:$output_tuple_indices, "int64_t":$operand_index,
    LZ_AllDimsParam:$operand_tuple_indices);
}

#endif
