func.func @main(%x: tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2x4x4xf64>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x4x4xi32>
  %1 = stablehlo.iota dim = 2 : tensor<2x4x4xi32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> tensor<2x4x4xi1>
  %3 = stablehlo.constant dense<9.0> : tensor<2x4x4xf64>
  %4 = stablehlo.constant dense<0.0> : tensor<2x4x4xf64>
  %5 = stablehlo.select %2, %3, %4 : tensor<2x4x4xi1>, tensor<2x4x4xf64>
  %6 = stablehlo.add %x, %5 : tensor<2x4x4xf64>
  %7 = stablehlo.cholesky %6, lower = true : tensor<2x4x4xf64>
  %8 = stablehlo.cholesky %6 : tensor<2x4x4xf64>
  return %7, %8 : tensor<2x4x4xf64>, tensor<2x4x4xf64>
}
// -----
func.func @main(%x: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) {
  %0 = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %1 = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %3 = stablehlo.constant dense<9.0> : tensor<3x3xf64>
  %4 = stablehlo.constant dense<0.0> : tensor<3x3xf64>
  %5 = stablehlo.select %2, %3, %4 : tensor<3x3xi1>, tensor<3x3xf64>
  %s = stablehlo.convert %5 : (tensor<3x3xf64>) -> tensor<3x3xcomplex<f64>>
  %6 = stablehlo.add %x, %s : tensor<3x3xcomplex<f64>>
  %7 = stablehlo.cholesky %6, lower = true : tensor<3x3xcomplex<f64>>
  %8 = stablehlo.cholesky %6 : tensor<3x3xcomplex<f64>>
  return %7, %8 : tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
}
