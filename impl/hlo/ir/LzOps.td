// What the compiler adds to the IR.
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
  }];
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Lz_ReturnOp : Op<Lz_Dialect, "return", [Pure, Terminator, HasParent<"RegionOp">]> {
  let summary = "The outputs of a region.";
  let arguments = (ins Variadic<AnyType>:$outputs);
  let assemblyFormat = "($outputs^ `:` type($outputs))? attr-dict";
  let builders = [OpBuilder<(ins), [{ }]>];
}

#endif
