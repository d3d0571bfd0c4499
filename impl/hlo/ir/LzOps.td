// Defines the ops that the compiler adds to the IR.
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
    The body contains unchanged HLO ops. Operands become its block arguments, so the body can be outlined, run by the
    reference interpreter, or compiled, without looking outside.

      %1 = lz.region (%a = %x, %b = %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
        %2 = stablehlo.add %a, %b : tensor<2xf32>
        lz.return %2 : tensor<2xf32>
      }

    Only a region in lz.contraction has `rows`, the number of rows into which its units are divided. The rows may run
    separately and in any order. They are the rows of the operand that the region makes, or of the contraction's result,
    in the order of memory. A region that is `inside` runs on these rows while the contraction runs.

    A region that is inside has the numbers of the results that it `keeps`: these exist only as rows in scratch, and only
    regions inside of the same contraction, or of the same lz.sweep, read them. For each of these results, `over` has the
    number of an operand whose rows the result overwrites, or -1 if the result has rows of its own. Without `over` all of
    them have. Only a sweep has rows of their own for results.

      %2 = lz.region rows 12288 inside keeps [0] over [1] (%a = %x, %b = %1) : ...
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$rows,
                       UnitAttr:$inside, OptionalAttr<DenseI64ArrayAttr>:$keeps, OptionalAttr<DenseI64ArrayAttr>:$over);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    // Returns 0 if the region is not in an lz.contraction.
    int64_t numRows() { return int64_t(getRows().value_or(0)); }
    bool isPrologue(); // true for a prologue of an lz.contraction
    // Returns the number of the operand whose rows the kept result `keeps[i]` overwrites, or -1.
    int64_t operandUnder(size_t i) { return getOver() ? (*getOver())[i] : -1; }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Lz_ContractionOp : Op<Lz_Dialect, "contraction",
    [Pure, IsolatedFromAbove, SingleBlock, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "A contraction and the regions that run on the rows of its operands and of its result.";
  let description = [{
    The body contains, in this order: *prologues*, each of which makes an operand that only the contraction reads; one
    dot_general or convolution; and *epilogues*, which read the result of the contraction or of other epilogues. Reshapes
    between these ops give a value another shape. The op's results are the values that are read outside.

      %0 = lz.contraction (%a = %x, %b = %w) : (tensor<60x17xf32>, tensor<17x45xf32>) -> tensor<60x45xf32> {
        %1 = lz.region rows 60 (%c = %a) : (tensor<60x17xf32>) -> tensor<60x17xf32> { ... }
        %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : ...
        %3 = lz.region rows 60 (%c = %2) : (tensor<60x45xf32>) -> tensor<60x45xf32> { ... }
        lz.return %3 : tensor<60x45xf32>
      }

    The rows of a prologue are those of the operand that it makes, and the rows of an epilogue are those of the result.
    A region marked `inside` runs on rows as they are read or completed. The other regions run as kernels before and
    after the contraction. A contraction `by slices` is computed slice by slice, and the result of a contraction that
    `keeps` exists in scratch only (fusion/attach/PlacedContraction.h). Running each region as a kernel, in the order of
    the body, gives the same results.

    The body reads its block arguments only, as in lz.region, so the ops outside show which values it reads and makes.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, UnitAttr:$slices, UnitAttr:$keeps);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    // Moves the ops from `first` to `last`, which are consecutive, into a new op in their place.
    static ContractionOp enclose(mlir::Operation* first, mlir::Operation* last);
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Lz_SweepOp : Op<Lz_Dialect, "sweep",
    [Pure, IsolatedFromAbove, SingleBlock, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "Products that run together, some rows at a time.";
  let description = [{
    The body contains products: each is an lz.contraction, and the last is allowed to be a plain contraction. Each
    product except the first multiplies one result of the previous product, and nothing else reads this result. Its
    regions after the contraction can read other results of the previous product. Reshapes between products give a
    result another shape. The op's results are the values that are read outside. Regions can keep results in scratch.

      %0 = lz.sweep (%q = %x, %k = %y, %v = %z) : (...) -> tensor<12x1024x64xf32> {
        %1 = lz.contraction keeps (%a = %q, %b = %k) : (...) -> tensor<12x1024x1024xf32> {
          %3 = stablehlo.dot_general %a, %b, ...
          %4 = lz.region rows 12288 inside (%s = %3) : ...
          lz.return %4 : tensor<12x1024x1024xf32>
        }
        %2 = stablehlo.dot_general %1, %v, ...
        lz.return %2 : tensor<12x1024x64xf32>
      }

    A thread computes some rows of the first product, runs the regions inside on them, and multiplies them in the next
    product. So only these rows of %3 and %1 exist (sweep/plan/SweepPlan.h). Running each product as a step of its own,
    in the order of the body, gives the same results.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    // Moves the ops from `first` to `last`, which are consecutive, into a new op in their place.
    static SweepOp enclose(mlir::Operation* first, mlir::Operation* last);
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Lz_ReturnOp : Op<Lz_Dialect, "return",
    [Pure, Terminator, ParentOneOf<["RegionOp", "ContractionOp", "SweepOp"]>]> {
  let summary = "The outputs of a region, of a contraction with its regions, or of a sweep.";
  let arguments = (ins Variadic<AnyType>:$outputs);
  let assemblyFormat = "($outputs^ `:` type($outputs))? attr-dict";
  let builders = [OpBuilder<(ins), [{ }]>];
}

#endif
