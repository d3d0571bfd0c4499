// Each side, triangle and transposition, of more rows than a block; with diagonals and without.
// types: floats complex
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
// A large one from the right, with many right sides.
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
// A batch; nothing; matrices of one number.
// types: f32 f64 complex<f64>
// tolerance: 1e-5
func.func @main(%a: tensor<4x2x3x3x$T>, %b: tensor<4x2x3x1x$T>, %e: tensor<2x0x0x$T>, %f: tensor<2x0x5x$T>, %g: tensor<0x4x4x$T>, %h: tensor<0x4x5x$T>, %i: tensor<5x3x3x$T>, %j: tensor<5x3x0x$T>, %k: tensor<3x1x1x$T>, %l: tensor<3x1x4x$T>) -> (tensor<4x2x3x1x$T>, tensor<2x0x5x$T>, tensor<0x4x5x$T>, tensor<5x3x0x$T>, tensor<3x1x4x$T>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<4x2x3x3x$T>, tensor<4x2x3x1x$T>) -> tensor<4x2x3x1x$T>
  %1 = "stablehlo.triangular_solve"(%e, %f) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x0x0x$T>, tensor<2x0x5x$T>) -> tensor<2x0x5x$T>
  %2 = "stablehlo.triangular_solve"(%g, %h) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<0x4x4x$T>, tensor<0x4x5x$T>) -> tensor<0x4x5x$T>
  %3 = "stablehlo.triangular_solve"(%i, %j) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x3x3x$T>, tensor<5x3x0x$T>) -> tensor<5x3x0x$T>
  %4 = "stablehlo.triangular_solve"(%k, %l) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x1x1x$T>, tensor<3x1x4x$T>) -> tensor<3x1x4x$T>
  return %0, %1, %2, %3, %4 : tensor<4x2x3x1x$T>, tensor<2x0x5x$T>, tensor<0x4x5x$T>, tensor<5x3x0x$T>, tensor<3x1x4x$T>
}
