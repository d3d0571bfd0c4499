// RUN: lz-opt --allow-unregistered-dialect %s -split-input-file -verify-diagnostics

func.func @pretty_form_of_an_unknown_op(%x: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.frobnicate' is not supported by Lazuli}}
  %0 = stablehlo.frobnicate %x : tensor<2xf32>
  return
}

// -----

func.func @unknown_inner_op(%x: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{op stablehlo.frobnicate is not supported by Lazuli}}
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.frobnicate across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-error @+1 {{type !stablehlo.box is not supported by Lazuli}}
func.func @unknown_type(%x: !stablehlo.box) {
  return
}

// -----

func.func @result(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[transpose] result 0 must be tensor<3x2xf32>, but is 'tensor<3x3xf32>'}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @operands(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) {
  // expected-error @+1 {{[add]}}
  %0 = stablehlo.add %x, %y : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @region(%x: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{[reduce]}}
  %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }
  return
}

// -----

func.func @conv_layout() {
  // expected-error @+1 {{b occurs twice}}
  "test.op"() {d = #stablehlo.conv<[b, b, f]x[i, o, 0]->[b, f, 0]>} : () -> ()
  return
}

// -----

func.func @conv_rank() {
  // expected-error @+1 {{need the same number of dimensions}}
  "test.op"() {d = #stablehlo.conv<[b, f, 0]x[i, o]->[b, f, 0]>} : () -> ()
  return
}

// -----

func.func @window(%x: tensor<2x3xf32>, %k: tensor<3x4xf32>) {
  // expected-error @+1 {{expected stride, pad, lhs_dilate, rhs_dilate or reverse}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {strides = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @while_types(%x: tensor<f32>) {
  // expected-error @+1 {{expected 1 types, but found 2}}
  %0 = stablehlo.while(%i = %x) : tensor<f32>, tensor<f32> cond { stablehlo.return } do { stablehlo.return }
  return
}

// -----

func.func @lz_region(%x: tensor<2xf32>) {
  // expected-error @+1 {{its results must have the types of the operands of lz.return}}
  %0 = lz.region (%a = %x) : (tensor<2xf32>) -> tensor<3xf32> {
    lz.return %a : tensor<2xf32>
  }
  return
}

// -----

func.func @rng_bit_generator_c2(%s: tensor<3xui64>) {
  // expected-error @+1 {{[rng_bit_generator] initial_state must be tensor<2xui64> for THREE_FRY, but is tensor<3xui64>}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator_c1(%s: tensor<2xui64>) {
  // expected-error @+1 {{[rng_bit_generator] result 0 must be tensor<2xui64>}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @sort_c1() {
  // expected-error @+1 {{[sort] takes at least one input}}
  "stablehlo.sort"() ({
  ^bb0:
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : () -> ()
  return
}

// -----

func.func @sort_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[sort] result 0 must be tensor<2x3xf32>}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @sort_c3(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) {
  // expected-error @+1 {{[sort] inputs have different shapes}}
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>)
  return
}

// -----

func.func @sort_c4(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[sort] dimension 2 is outside of the inputs [2,3]; use -2 to 1}}
  %0 = "stablehlo.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c4_of_a_scalar(%x: tensor<f32>) {
  // expected-error @+1 {{[sort] sorts along a dimension, but tensor<f32> has none}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @sort_c5_takes(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[sort] comparator must take two scalars}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sort_c5_returns(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[sort] comparator must return one scalar i1}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @top_k_c1(%x: tensor<f32>) {
  // expected-error @+1 {{[top_k] selects along the last dimension, but tensor<f32> has none}}
  %0:2 = "chlo.top_k"(%x) <{k = 1 : i64}> : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
  return
}

// -----

func.func @top_k_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[top_k] k is 4, but the last dimension of the operand [2,3] has 3 elements; use 0 to 3}}
  %0:2 = chlo.top_k(%x, k = 4) : tensor<2x3xf32> -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return
}

// -----

func.func @top_k_c3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[top_k] result 1 must be tensor<2x1xi32>}}
  %0:2 = chlo.top_k(%x, k = 1) : tensor<2x3xf32> -> (tensor<2x1xf32>, tensor<2x1xi64>)
  return
}

// -----

func.func @cholesky_c1(%a: tensor<3x3xf32>) {
  // expected-error @+1 {{[cholesky] result}}
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf64>
  return
}

// -----

func.func @cholesky_c2(%a: tensor<3xf32>) {
  // expected-error @+1 {{is not a matrix; it needs two dimensions or more: reshape it with reshape}}
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @cholesky_c3(%a: tensor<2x3x4xf32>) {
  // expected-error @+1 {{needs square matrices}}
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @cholesky_of_integers(%a: tensor<3x3xi32>) {
  // expected-error @+1 {{takes floats and complex numbers, but a is tensor<3x3xi32>; convert it with convert}}
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return
}

// -----

func.func @triangular_solve_c1(%a: tensor<3x3xf32>, %b: tensor<3x2xf64>) {
  // expected-error @+1 {{operands have different element types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return
}

// -----

func.func @triangular_solve_c2(%a: tensor<3x3xf32>, %b: tensor<2x3x2xf32>) {
  // expected-error @+1 {{operands have different ranks}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @triangular_solve_c3_square(%a: tensor<3x4xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{needs square matrices}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @triangular_solve_c3_batch(%a: tensor<2x3x3xf32>, %b: tensor<4x3x2xf32>) {
  // expected-error @+1 {{batch dimensions differ}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

func.func @triangular_solve_c3_left(%a: tensor<3x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error @+1 {{is on the left of x, so b [4,2] must have 3 rows, but has 4}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @triangular_solve_c3_right(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{is on the right of x, so b [3,2] must have 3 columns, but has 2}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @triangular_solve_c4(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{[triangular_solve] result}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @parts_of_another_type(%x: tensor<2xf16>) {
  // expected-error @+1 {{[complex] does not take tensor<2xf16>: its operands must be f32 or f64; use convert}}
  %0 = "stablehlo.complex"(%x, %x) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @no_meaning_for_complex_numbers(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{[floor] does not take tensor<2xcomplex<f32>>: the op is not defined for complex numbers; take their parts with real and imag}}
  %0 = stablehlo.floor %x : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @fft_c1(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{[fft] fft_length [1,8] has 2 sizes, but the operand [8] has rank 1}}
  %0 = stablehlo.fft %x, type = FFT, length = [1, 8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_complex(%x: tensor<8xf32>) {
  // expected-error @+1 {{[fft] of type FFT takes complex<f32> or complex<f64>, not f32; make complex numbers with complex}}
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_real(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{[fft] of type RFFT takes f32 or f64, not complex<f32>}}
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_half(%x: tensor<8xbf16>) {
  // expected-error @+1 {{[fft] of type RFFT takes f32 or f64, not bf16}}
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xbf16>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @fft_c2_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{[fft] result 0 must be tensor<5xcomplex<f32>>, but is 'tensor<5xcomplex<f64>>'}}
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f64>>
  return
}

// -----

func.func @fft_c3(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{[fft] transforms 1 to 3 dimensions, but fft_length [] has 0}}
  %0 = stablehlo.fft %x, type = FFT, length = [] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @fft_c4(%x: tensor<8xf32>) {
  // expected-error @+1 {{[fft] of type RFFT and fft_length [7] takes an operand whose dim 0 is 7, but the operand [8] has 8}}
  %0 = stablehlo.fft %x, type = RFFT, length = [7] : (tensor<8xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft_c5(%x: tensor<2x5xcomplex<f32>>) {
  // expected-error @+1 {{[fft] of type IRFFT and fft_length [7] takes an operand whose dim 1 is 4, but the operand [2,5] has 5}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [7] : (tensor<2x5xcomplex<f32>>) -> tensor<2x7xf32>
  return
}

// -----

func.func @fft_negative(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{[fft] fft_length [-1] has a negative size}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [-1] : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  return
}

// -----

func.func @fft_with_other_bytes(%x: tensor<8xf32>) {
  // expected-error @+1 {{[fft] lz.types '(tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>' must be types of the same sizes as the types of the op}}
  %0 = stablehlo.fft %x, type = FFT, length = [8] {lz.types = (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
