// Elementwise ops with two operands of one type. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_BINARY
#define LAZULI_SPEC_BINARY

include "Base.td"

class LZ_Binary<string mnemonic, list<Trait> traits = []>
    : LZ_Op<StableHLO_Dialect, mnemonic, traits # [Pure, SameOperandsAndResultType]> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let kind = "elementwise";
}

def AddOp : LZ_Binary<"add", [Commutative]> {
  let summary = "x + y; on predicates logical or.";
  let scalar = "x + y";
  let scalarBool = "x || y";
  let emitFloat = "b.addf(x, y)";
  let emitSigned = "b.addi(x, y)";
  let emitUnsigned = "b.addi(x, y)";
  let emitBool = "b.ori(x, y)";
  let example = "%z = stablehlo.add %x, %y : tensor<2x3xf32>";
}

#endif
