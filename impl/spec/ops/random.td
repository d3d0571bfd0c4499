// Random bits. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_RANDOM
#define LAZULI_SPEC_RANDOM

include "Attrs.td"

def RngBitGeneratorOp : LZ_Op<StableHLO_Dialect, "rng_bit_generator", [Pure]> {
  let summary = "Fills an array with random bits, which follow from a state. Also returns the next state.";
  let shapes = "The state is a key and a counter: ui64[2] or, if the algorithm is not THREE_FRY, also ui64[3]. The "
               "results are the next state and an array of integers of the stated type. The bits are those of XLA. "
               "THREE_FRY is Threefry2x32 with 20 rounds, and PHILOX and DEFAULT are Philox4x32 with 10 rounds.";
  let arguments = (ins AnyRankedTensor:$initial_state, LZ_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs AnyRankedTensor:$output_state, AnyRankedTensor:$output);
  let assemblyFormat = "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)";
  let kind = "library";
  let resultSpec = "type";
  let since = 3;
  let example = "%z:2 = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)";
}

#endif
