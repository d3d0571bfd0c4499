// All combinations of side, triangle and transposition. Some triangles have a unit diagonal. The matrices have more
// rows than a block.
// types: floats
// tolerance: 1e-4
func.func @main(%a: tensor<37x37x$T>, %b: tensor<37x19x$T>, %c: tensor<19x37x$T>) -> (tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>) {
  %0 = stablehlo.iota dim = 0 : tensor<37x37xi32>
  %1 = stablehlo.iota dim = 1 : tensor<37x37xi32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<37x37xi32>, tensor<37x37xi32>) -> tensor<37x37xi1>
  %3 = stablehlo.constant dense<0.0> : tensor<37x37xf32>
  %4 = stablehlo.constant dense<90.0> : tensor<37x37xf32>
  %5 = stablehlo.select %2, %4, %3 : tensor<37x37xi1>, tensor<37x37xf32>
  %s = stablehlo.convert %5 : (tensor<37x37xf32>) -> tensor<37x37x$T>
  %7 = stablehlo.add %a, %s : tensor<37x37x$T>
  %d = stablehlo.constant dense<0.015625> : tensor<37x37xf32>
  %e = stablehlo.convert %d : (tensor<37x37xf32>) -> tensor<37x37x$T>
  %u = stablehlo.multiply %a, %e : tensor<37x37x$T>
  %x6 = "stablehlo.triangular_solve"(%7, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x7 = "stablehlo.triangular_solve"(%u, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x8 = "stablehlo.triangular_solve"(%u, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x9 = "stablehlo.triangular_solve"(%u, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x10 = "stablehlo.triangular_solve"(%7, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x11 = "stablehlo.triangular_solve"(%7, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x12 = "stablehlo.triangular_solve"(%u, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x13 = "stablehlo.triangular_solve"(%7, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x14 = "stablehlo.triangular_solve"(%7, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x15 = "stablehlo.triangular_solve"(%7, %c) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x16 = "stablehlo.triangular_solve"(%u, %c) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x17 = "stablehlo.triangular_solve"(%u, %c) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  return %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15, %x16, %x17 : tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>
}
// -----
// The previous case for complex numbers. Infinities and NaN are replaced, because their effect on the other part of a
// number is not specified.
// types: complex
// tolerance: 1e-4
func.func @main(%a: tensor<37x37x$T>, %b: tensor<37x19x$T>, %c: tensor<19x37x$T>) -> (tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>) {
  %a_limit = stablehlo.constant dense<100.0> : tensor<37x37xf32>
  %a_wide = stablehlo.convert %a : (tensor<37x37x$T>) -> tensor<37x37xcomplex<f32>>
  %a_size = stablehlo.abs %a_wide : (tensor<37x37xcomplex<f32>>) -> tensor<37x37xf32>
  %a_small = stablehlo.compare LT, %a_size, %a_limit : (tensor<37x37xf32>, tensor<37x37xf32>) -> tensor<37x37xi1>
  %a_zero = stablehlo.subtract %a_limit, %a_limit : tensor<37x37xf32>
  %a_zeros = stablehlo.convert %a_zero : (tensor<37x37xf32>) -> tensor<37x37x$T>
  %a_ok = stablehlo.select %a_small, %a, %a_zeros : tensor<37x37xi1>, tensor<37x37x$T>
  %b_limit = stablehlo.constant dense<100.0> : tensor<37x19xf32>
  %b_wide = stablehlo.convert %b : (tensor<37x19x$T>) -> tensor<37x19xcomplex<f32>>
  %b_size = stablehlo.abs %b_wide : (tensor<37x19xcomplex<f32>>) -> tensor<37x19xf32>
  %b_small = stablehlo.compare LT, %b_size, %b_limit : (tensor<37x19xf32>, tensor<37x19xf32>) -> tensor<37x19xi1>
  %b_zero = stablehlo.subtract %b_limit, %b_limit : tensor<37x19xf32>
  %b_zeros = stablehlo.convert %b_zero : (tensor<37x19xf32>) -> tensor<37x19x$T>
  %b_ok = stablehlo.select %b_small, %b, %b_zeros : tensor<37x19xi1>, tensor<37x19x$T>
  %c_limit = stablehlo.constant dense<100.0> : tensor<19x37xf32>
  %c_wide = stablehlo.convert %c : (tensor<19x37x$T>) -> tensor<19x37xcomplex<f32>>
  %c_size = stablehlo.abs %c_wide : (tensor<19x37xcomplex<f32>>) -> tensor<19x37xf32>
  %c_small = stablehlo.compare LT, %c_size, %c_limit : (tensor<19x37xf32>, tensor<19x37xf32>) -> tensor<19x37xi1>
  %c_zero = stablehlo.subtract %c_limit, %c_limit : tensor<19x37xf32>
  %c_zeros = stablehlo.convert %c_zero : (tensor<19x37xf32>) -> tensor<19x37x$T>
  %c_ok = stablehlo.select %c_small, %c, %c_zeros : tensor<19x37xi1>, tensor<19x37x$T>
  %0 = stablehlo.iota dim = 0 : tensor<37x37xi32>
  %1 = stablehlo.iota dim = 1 : tensor<37x37xi32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<37x37xi32>, tensor<37x37xi32>) -> tensor<37x37xi1>
  %3 = stablehlo.constant dense<0.0> : tensor<37x37xf32>
  %4 = stablehlo.constant dense<90.0> : tensor<37x37xf32>
  %5 = stablehlo.select %2, %4, %3 : tensor<37x37xi1>, tensor<37x37xf32>
  %s = stablehlo.convert %5 : (tensor<37x37xf32>) -> tensor<37x37x$T>
  %7 = stablehlo.add %a_ok, %s : tensor<37x37x$T>
  %d = stablehlo.constant dense<0.015625> : tensor<37x37xf32>
  %e = stablehlo.convert %d : (tensor<37x37xf32>) -> tensor<37x37x$T>
  %u = stablehlo.multiply %a_ok, %e : tensor<37x37x$T>
  %x6 = "stablehlo.triangular_solve"(%7, %b_ok) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x7 = "stablehlo.triangular_solve"(%u, %b_ok) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x8 = "stablehlo.triangular_solve"(%u, %b_ok) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x9 = "stablehlo.triangular_solve"(%u, %b_ok) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x10 = "stablehlo.triangular_solve"(%7, %b_ok) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x11 = "stablehlo.triangular_solve"(%7, %b_ok) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<37x19x$T>) -> tensor<37x19x$T>
  %x12 = "stablehlo.triangular_solve"(%u, %c_ok) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x13 = "stablehlo.triangular_solve"(%7, %c_ok) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x14 = "stablehlo.triangular_solve"(%7, %c_ok) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x15 = "stablehlo.triangular_solve"(%7, %c_ok) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x16 = "stablehlo.triangular_solve"(%u, %c_ok) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  %x17 = "stablehlo.triangular_solve"(%u, %c_ok) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<37x37x$T>, tensor<19x37x$T>) -> tensor<19x37x$T>
  return %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15, %x16, %x17 : tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<37x19x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>, tensor<19x37x$T>
}
// -----
// The triangular matrix is large and on the right side, and there are many right sides.
// types: f32 f64
// tolerance: 1e-4
func.func @main(%a: tensor<150x150x$T>, %b: tensor<260x150x$T>) -> tensor<260x150x$T> {
  %0 = stablehlo.iota dim = 0 : tensor<150x150xi32>
  %1 = stablehlo.iota dim = 1 : tensor<150x150xi32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<150x150xi32>, tensor<150x150xi32>) -> tensor<150x150xi1>
  %3 = stablehlo.constant dense<0.0> : tensor<150x150x$T>
  %4 = stablehlo.constant dense<900.0> : tensor<150x150x$T>
  %5 = stablehlo.select %2, %4, %3 : tensor<150x150xi1>, tensor<150x150x$T>
  %6 = stablehlo.add %a, %5 : tensor<150x150x$T>
  %7 = "stablehlo.triangular_solve"(%6, %b) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<150x150x$T>, tensor<260x150x$T>) -> tensor<260x150x$T>
  return %7 : tensor<260x150x$T>
}
// -----
// A batch, operands without elements, and matrices of one number.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<4x2x3x3x$T>, %b: tensor<4x2x3x1x$T>, %e: tensor<2x0x0x$T>, %f: tensor<2x0x5x$T>, %g: tensor<0x4x4x$T>, %h: tensor<0x4x5x$T>, %i: tensor<5x3x3x$T>, %j: tensor<5x3x0x$T>, %k: tensor<3x1x1x$T>, %l: tensor<3x1x4x$T>) -> (tensor<4x2x3x1x$T>, tensor<2x0x5x$T>, tensor<0x4x5x$T>, tensor<5x3x0x$T>, tensor<3x1x4x$T>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<4x2x3x3x$T>, tensor<4x2x3x1x$T>) -> tensor<4x2x3x1x$T>
  %1 = "stablehlo.triangular_solve"(%e, %f) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x0x0x$T>, tensor<2x0x5x$T>) -> tensor<2x0x5x$T>
  %2 = "stablehlo.triangular_solve"(%g, %h) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<0x4x4x$T>, tensor<0x4x5x$T>) -> tensor<0x4x5x$T>
  %3 = "stablehlo.triangular_solve"(%i, %j) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3x$T>, tensor<5x3x0x$T>) -> tensor<5x3x0x$T>
  %4 = "stablehlo.triangular_solve"(%k, %l) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x1x1x$T>, tensor<3x1x4x$T>) -> tensor<3x1x4x$T>
  return %0, %1, %2, %3, %4 : tensor<4x2x3x1x$T>, tensor<2x0x5x$T>, tensor<0x4x5x$T>, tensor<5x3x0x$T>, tensor<3x1x4x$T>
}
// -----
// The previous case for complex numbers without infinities and NaN.
// types: complex
// tolerance: 1e-5
func.func @main(%a: tensor<4x2x3x3x$T>, %b: tensor<4x2x3x1x$T>, %e: tensor<2x0x0x$T>, %f: tensor<2x0x5x$T>, %g: tensor<0x4x4x$T>, %h: tensor<0x4x5x$T>, %i: tensor<5x3x3x$T>, %j: tensor<5x3x0x$T>, %k: tensor<3x1x1x$T>, %l: tensor<3x1x4x$T>) -> (tensor<4x2x3x1x$T>, tensor<2x0x5x$T>, tensor<0x4x5x$T>, tensor<5x3x0x$T>, tensor<3x1x4x$T>) {
  %a_limit = stablehlo.constant dense<100.0> : tensor<4x2x3x3xf32>
  %a_wide = stablehlo.convert %a : (tensor<4x2x3x3x$T>) -> tensor<4x2x3x3xcomplex<f32>>
  %a_size = stablehlo.abs %a_wide : (tensor<4x2x3x3xcomplex<f32>>) -> tensor<4x2x3x3xf32>
  %a_small = stablehlo.compare LT, %a_size, %a_limit : (tensor<4x2x3x3xf32>, tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xi1>
  %a_zero = stablehlo.subtract %a_limit, %a_limit : tensor<4x2x3x3xf32>
  %a_zeros = stablehlo.convert %a_zero : (tensor<4x2x3x3xf32>) -> tensor<4x2x3x3x$T>
  %a_ok = stablehlo.select %a_small, %a, %a_zeros : tensor<4x2x3x3xi1>, tensor<4x2x3x3x$T>
  %b_limit = stablehlo.constant dense<100.0> : tensor<4x2x3x1xf32>
  %b_wide = stablehlo.convert %b : (tensor<4x2x3x1x$T>) -> tensor<4x2x3x1xcomplex<f32>>
  %b_size = stablehlo.abs %b_wide : (tensor<4x2x3x1xcomplex<f32>>) -> tensor<4x2x3x1xf32>
  %b_small = stablehlo.compare LT, %b_size, %b_limit : (tensor<4x2x3x1xf32>, tensor<4x2x3x1xf32>) -> tensor<4x2x3x1xi1>
  %b_zero = stablehlo.subtract %b_limit, %b_limit : tensor<4x2x3x1xf32>
  %b_zeros = stablehlo.convert %b_zero : (tensor<4x2x3x1xf32>) -> tensor<4x2x3x1x$T>
  %b_ok = stablehlo.select %b_small, %b, %b_zeros : tensor<4x2x3x1xi1>, tensor<4x2x3x1x$T>
  %i_limit = stablehlo.constant dense<100.0> : tensor<5x3x3xf32>
  %i_wide = stablehlo.convert %i : (tensor<5x3x3x$T>) -> tensor<5x3x3xcomplex<f32>>
  %i_size = stablehlo.abs %i_wide : (tensor<5x3x3xcomplex<f32>>) -> tensor<5x3x3xf32>
  %i_small = stablehlo.compare LT, %i_size, %i_limit : (tensor<5x3x3xf32>, tensor<5x3x3xf32>) -> tensor<5x3x3xi1>
  %i_zero = stablehlo.subtract %i_limit, %i_limit : tensor<5x3x3xf32>
  %i_zeros = stablehlo.convert %i_zero : (tensor<5x3x3xf32>) -> tensor<5x3x3x$T>
  %i_ok = stablehlo.select %i_small, %i, %i_zeros : tensor<5x3x3xi1>, tensor<5x3x3x$T>
  %k_limit = stablehlo.constant dense<100.0> : tensor<3x1x1xf32>
  %k_wide = stablehlo.convert %k : (tensor<3x1x1x$T>) -> tensor<3x1x1xcomplex<f32>>
  %k_size = stablehlo.abs %k_wide : (tensor<3x1x1xcomplex<f32>>) -> tensor<3x1x1xf32>
  %k_small = stablehlo.compare LT, %k_size, %k_limit : (tensor<3x1x1xf32>, tensor<3x1x1xf32>) -> tensor<3x1x1xi1>
  %k_zero = stablehlo.subtract %k_limit, %k_limit : tensor<3x1x1xf32>
  %k_zeros = stablehlo.convert %k_zero : (tensor<3x1x1xf32>) -> tensor<3x1x1x$T>
  %k_ok = stablehlo.select %k_small, %k, %k_zeros : tensor<3x1x1xi1>, tensor<3x1x1x$T>
  %l_limit = stablehlo.constant dense<100.0> : tensor<3x1x4xf32>
  %l_wide = stablehlo.convert %l : (tensor<3x1x4x$T>) -> tensor<3x1x4xcomplex<f32>>
  %l_size = stablehlo.abs %l_wide : (tensor<3x1x4xcomplex<f32>>) -> tensor<3x1x4xf32>
  %l_small = stablehlo.compare LT, %l_size, %l_limit : (tensor<3x1x4xf32>, tensor<3x1x4xf32>) -> tensor<3x1x4xi1>
  %l_zero = stablehlo.subtract %l_limit, %l_limit : tensor<3x1x4xf32>
  %l_zeros = stablehlo.convert %l_zero : (tensor<3x1x4xf32>) -> tensor<3x1x4x$T>
  %l_ok = stablehlo.select %l_small, %l, %l_zeros : tensor<3x1x4xi1>, tensor<3x1x4x$T>
  %0 = "stablehlo.triangular_solve"(%a_ok, %b_ok) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<4x2x3x3x$T>, tensor<4x2x3x1x$T>) -> tensor<4x2x3x1x$T>
  %1 = "stablehlo.triangular_solve"(%e, %f) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x0x0x$T>, tensor<2x0x5x$T>) -> tensor<2x0x5x$T>
  %2 = "stablehlo.triangular_solve"(%g, %h) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<0x4x4x$T>, tensor<0x4x5x$T>) -> tensor<0x4x5x$T>
  %3 = "stablehlo.triangular_solve"(%i_ok, %j) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3x$T>, tensor<5x3x0x$T>) -> tensor<5x3x0x$T>
  %4 = "stablehlo.triangular_solve"(%k_ok, %l_ok) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x1x1x$T>, tensor<3x1x4x$T>) -> tensor<3x1x4x$T>
  return %0, %1, %2, %3, %4 : tensor<4x2x3x1x$T>, tensor<2x0x5x$T>, tensor<0x4x5x$T>, tensor<5x3x0x$T>, tensor<3x1x4x$T>
}
