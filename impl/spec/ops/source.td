// Ops without operands. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_SOURCE
#define LAZULI_SPEC_SOURCE

include "Attrs.td"

def ConstantOp : LZ_Op<StableHLO_Dialect, "constant", 
    [Pure, ConstantLike, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "Makes a tensor whose value is part of the program.";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let kind = "source";
  let hasCFunction = 0; // lz_constant of tensor.h takes its place
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let example = "%z = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>";
}

def IotaOp : LZ_Op<StableHLO_Dialect, "iota", [Pure]> {
  let summary = "Counts 0, 1, 2, ... along one dimension.";
  let shapes = "0 <= iota_dimension < rank. Takes integers, floats and complex numbers.";
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs AnyRankedTensor:$output);
  let kind = "source";
  let types = "number";
  let takesComplex = 1;
  let resultSpec = "type";
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let example = "%z = stablehlo.iota dim = 1 : tensor<2x3xi32>";
}

#endif
