// RUN: %round-trip %s

// CHECK-LABEL: func.func @cholesky
func.func @cholesky(%x: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3x3xf32>) {
  // CHECK: stablehlo.cholesky %{{.*}}, lower = true : tensor<2x3x3xf32>
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x3x3xf32>
  // CHECK: stablehlo.cholesky %{{.*}} : tensor<2x3x3xf32>
  %1 = "stablehlo.cholesky"(%x) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0, %1 : tensor<2x3x3xf32>, tensor<2x3x3xf32>
}

// CHECK-LABEL: func.func @triangular_solve
func.func @triangular_solve(%a: tensor<3x3xcomplex<f64>>, %b: tensor<5x3xcomplex<f64>>) -> tensor<5x3xcomplex<f64>> {
  // CHECK: "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<5x3xcomplex<f64>>) -> tensor<5x3xcomplex<f64>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<5x3xcomplex<f64>>) -> tensor<5x3xcomplex<f64>>
  return %0 : tensor<5x3xcomplex<f64>>
}
