// The ops that the compiler adds to the IR.
#ifndef LAZULI_HLO_LZ_OPS
#define LAZULI_HLO_LZ_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lz_Dialect : Dialect {
  let name = "lz";
  let cppNamespace = "::lz::ir";
  let summary = "Groups of HLO ops that become one piece of machine code.";
}

def Lz_RegionOp : Op<Lz_Dialect, "region",
    [Pure, IsolatedFromAbove, SingleBlock, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "HLO ops that run as one kernel.";
  let description = [{
    The body holds unchanged HLO ops; operands are its block arguments, so it can be outlined, run by the
    reference interpreter, or compiled, without looking outside.

      %1 = lz.region (%a = %x, %b = %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
        %2 = stablehlo.add %a, %b : tensor<2xf32>
        lz.return %2 : tensor<2xf32>
      }

    In lz.contraction, and only there, a region has `rows`: its units are cut into so many rows, which may run one by one
    and in any order. They are the rows of the operand that it makes, or of the contraction's result, row by row as
    they lie in memory.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$rows);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    int64_t numRows() { return int64_t(getRows().value_or(0)); } // 0: it is in no lz.contraction
    bool isPrologue(); // of an lz.contraction
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Lz_ContractionOp : Op<Lz_Dialect, "contraction",
    [Pure, IsolatedFromAbove, SingleBlock, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "A contraction and the regions that run on the rows of its operands and of its result.";
  let description = [{
    The body holds, in this order: *prologues*, each of which makes an operand that only the contraction reads; one dot_general or
    convolution; and *epilogues*, which read what it makes, with reshapes between them that give this another name. Results
    are what is read outside.

      %0 = lz.contraction (%a = %x, %b = %w) : (tensor<60x17xf32>, tensor<17x45xf32>) -> tensor<60x45xf32> {
        %1 = lz.region rows 60 (%c = %a) : (tensor<60x17xf32>) -> tensor<60x17xf32> { ... }
        %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : ...
        %3 = lz.region rows 60 (%c = %2) : (tensor<60x45xf32>) -> tensor<60x45xf32> { ... }
        lz.return %3 : tensor<60x45xf32>
      }

    The rows of a prologue are those of its operand, the rows of an epilogue those of the result. Whether a region runs on
    rows as they are read and completed is decided later (compiler/RowRegions): to run each as a kernel, in the
    order of the body, is as right.

    What the body reads are its block arguments, as in lz.region, so that the ops outside show who reads and makes what.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    // Puts the ops from `first` to `last`, which stand side by side, into a new op in their place.
    static ContractionOp enclose(mlir::Operation* first, mlir::Operation* last);
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Lz_ReturnOp : Op<Lz_Dialect, "return", [Pure, Terminator, ParentOneOf<["RegionOp", "ContractionOp"]>]> {
  let summary = "The outputs of a region, or of a contraction with its regions.";
  let arguments = (ins Variadic<AnyType>:$outputs);
  let assemblyFormat = "($outputs^ `:` type($outputs))? attr-dict";
  let builders = [OpBuilder<(ins), [{ }]>];
}

#endif
