// Ops that run regions or entire functions, and ops that only order work. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_CONTROL
#define LAZULI_SPEC_CONTROL

include "Attrs.td"

class LZ_Control<string mnemonic, list<Trait> traits = []>
    : LZ_Op<StableHLO_Dialect, mnemonic, traits # [RecursiveMemoryEffects]> {
  let results = (outs Variadic<AnyType>:$results);
  let kind = "control";
}

def WhileOp : LZ_Control<"while", [SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "Runs body on the carried values as long as cond holds.";
  let shapes = "cond takes the carried values and returns a scalar predicate. body takes and returns the carried "
               "values, and so does the op.";
  let arguments = (ins Variadic<AnyType>:$inputs);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def IfOp : LZ_Control<"if"> {
  let summary = "Runs one of two branches.";
  let shapes = "pred is a scalar predicate. The branches have no parameters, but can capture values. They return "
               "values of the same types.";
  let arguments = (ins AnyRankedTensor:$pred);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
}

def CaseOp : LZ_Control<"case"> {
  let summary = "Runs the branch whose number is index. If there is no such branch, the last one runs.";
  let shapes = "index is an s32 scalar. The branches have no parameters, but can capture values. They return values "
               "of the same types.";
  let arguments = (ins AnyRankedTensor:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

// In the IR this is func.call. In programs the callee is a region.
def CallOp : LZ_ForeignOp<"call", "func.call"> {
  let summary = "Runs a function on operands.";
  let shapes = "The operands have the types of the function's parameters.";
  let specSection = "Functions";
  let arguments = (ins Variadic<AnyRankedTensor>:$operands);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$callee);
  let kind = "control";
}

// The end of a region. In programs Region::results takes its place.
def ReturnOp : Op<StableHLO_Dialect, "return", [Pure, Terminator, ReturnLike]> {
  let summary = "Ends a region with its values.";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def CustomCallOp : LZ_Op<StableHLO_Dialect, "custom_call",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Calls code that is registered under a name.";
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$call_target_name,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
                       OptionalAttr<AnyAttr>:$backend_config,
                       OptionalAttr<I32Attr>:$api_version,
                       OptionalAttr<ArrayAttr>:$called_computations,
                       OptionalAttr<ArrayAttr>:$operand_layouts,
                       OptionalAttr<ArrayAttr>:$result_layouts,
                       OptionalAttr<ArrayAttr>:$output_operand_aliases);
  let results = (outs Variadic<AnyType>:$results);
  let irOnly = ["api_version", "called_computations", "operand_layouts",
                "result_layouts", "output_operand_aliases"];
  let hasCFunction = 0; // lz_host_call takes its place; it states every result type
  let assemblyFormat =
      "custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` "
      "functional-type(operands, results)";
  let example = "stablehlo.custom_call @check.expect_eq(%x, %y) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()";
}

def OptimizationBarrierOp : LZ_Op<StableHLO_Dialect, "optimization_barrier", [Pure]> {
  let summary = "Returns its operands. All of them are computed before any op that uses a result.";
  let shapes = "The results have the operands' types.";
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$result);
  let assemblyFormat =
      "attr-dict ($inputs^ `:` custom<PairwiseTypes>(type($inputs), type($result))):(`(` `)`)?";
  let example = "%z = stablehlo.optimization_barrier %x : tensor<2x3xf32>";
}

#endif
