// Fourier transforms, which a function of the library computes. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_FFT
#define LAZULI_SPEC_FFT

include "Attrs.td"

def FftOp : LZ_Op<StableHLO_Dialect, "fft", [Pure]> {
  let summary = "Computes a discrete Fourier transform of the last one to three dimensions. It transforms complex "
                "numbers, inverts that, or transforms between real numbers and the first half of their transform.";
  let shapes = "fft_length has the sizes of the transformed dimensions. For IRFFT these are the sizes of the result, "
               "and for all other kinds those of the operand. If the last size of the real side of RFFT or IRFFT is "
               "n, that of the complex side is n / 2 + 1. Inverse transforms are divided by the number of elements.";
  let arguments = (ins AnyRankedTensor:$operand, LZ_FftTypeAttr:$fft_type, DenseI64ArrayAttr:$fft_length);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)";
  let kind = "library";
  let takesComplex = 1;
  let since = 3;
  let example = "%z = stablehlo.fft %x, type = RFFT, length = [3] : (tensor<2x3xf32>) -> tensor<2x2xcomplex<f32>>";
}

#endif
