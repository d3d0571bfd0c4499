// The matrix has several panels. Both triangles are used.
// types: floats complex
// tolerance: 2e-4
func.func @main(%x: tensor<75x75x$T>) -> (tensor<75x75x$T>, tensor<75x75x$T>) {
  %0 = stablehlo.iota dim = 0 : tensor<75x75xi32>
  %1 = stablehlo.iota dim = 1 : tensor<75x75xi32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<75x75xi32>, tensor<75x75xi32>) -> tensor<75x75xi1>
  %3 = stablehlo.constant dense<0.0> : tensor<75x75xf32>
  %4 = stablehlo.constant dense<400.0> : tensor<75x75xf32>
  %5 = stablehlo.select %2, %4, %3 : tensor<75x75xi1>, tensor<75x75xf32>
  %6 = stablehlo.convert %5 : (tensor<75x75xf32>) -> tensor<75x75x$T>
  %7 = stablehlo.add %x, %6 : tensor<75x75x$T>
  %8 = stablehlo.cholesky %7, lower = true : tensor<75x75x$T>
  %9 = stablehlo.cholesky %7 : tensor<75x75x$T>
  return %8, %9 : tensor<75x75x$T>, tensor<75x75x$T>
}
// -----
// A batch of small matrices, some of which are not positive definite.
// types: f32 f64 complex
// tolerance: 1e-5
func.func @main(%x: tensor<2x3x5x5x$T>) -> tensor<2x3x5x5x$T> {
  %0 = stablehlo.iota dim = 2 : tensor<2x3x5x5xi32>
  %1 = stablehlo.iota dim = 3 : tensor<2x3x5x5xi32>
  %2 = stablehlo.iota dim = 1 : tensor<2x3x5x5xi32>
  %3 = stablehlo.compare EQ, %0, %1 : (tensor<2x3x5x5xi32>, tensor<2x3x5x5xi32>) -> tensor<2x3x5x5xi1>
  %4 = stablehlo.constant dense<40> : tensor<2x3x5x5xi32>
  %5 = stablehlo.multiply %2, %4 : tensor<2x3x5x5xi32>
  %6 = stablehlo.constant dense<30> : tensor<2x3x5x5xi32>
  %7 = stablehlo.subtract %6, %5 : tensor<2x3x5x5xi32>
  %8 = stablehlo.constant dense<0> : tensor<2x3x5x5xi32>
  %9 = stablehlo.select %3, %7, %8 : tensor<2x3x5x5xi1>, tensor<2x3x5x5xi32>
  %10 = stablehlo.convert %9 : (tensor<2x3x5x5xi32>) -> tensor<2x3x5x5x$T>
  %11 = stablehlo.add %x, %10 : tensor<2x3x5x5x$T>
  %12 = stablehlo.cholesky %11, lower = true : tensor<2x3x5x5x$T>
  %13 = stablehlo.add %12, %12 : tensor<2x3x5x5x$T>
  return %13 : tensor<2x3x5x5x$T>
}
// -----
// Two operands have no elements. The matrices of the third have one element.
// types: floats complex
func.func @main(%x: tensor<3x0x0x$T>, %y: tensor<0x4x4x$T>, %z: tensor<7x1x1x$T>) -> (tensor<3x0x0x$T>, tensor<0x4x4x$T>, tensor<7x1x1x$T>) {
  %0 = stablehlo.cholesky %x : tensor<3x0x0x$T>
  %1 = stablehlo.cholesky %y, lower = true : tensor<0x4x4x$T>
  %2 = stablehlo.multiply %z, %z : tensor<7x1x1x$T>
  %3 = stablehlo.cholesky %2, lower = true : tensor<7x1x1x$T>
  return %0, %1, %3 : tensor<3x0x0x$T>, tensor<0x4x4x$T>, tensor<7x1x1x$T>
}
