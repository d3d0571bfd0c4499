func.func @main(%x: tensor<2x3x3xf64>, %y: tensor<2x3x2xf64>, %z: tensor<2x2x3xf64>) -> (tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<2x2x3xf64>, tensor<2x2x3xf64>, tensor<2x2x3xf64>) {
  %i = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
  %k = stablehlo.compare EQ, %i, %j : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
  %l = stablehlo.constant dense<4.0> : tensor<2x3x3xf64>
  %m = stablehlo.constant dense<0.0> : tensor<2x3x3xf64>
  %n = stablehlo.select %k, %l, %m : tensor<2x3x3xi1>, tensor<2x3x3xf64>
  %a = stablehlo.add %x, %n : tensor<2x3x3xf64>
  %0 = "stablehlo.triangular_solve"(%a, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %1 = "stablehlo.triangular_solve"(%a, %y) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %2 = "stablehlo.triangular_solve"(%a, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %3 = "stablehlo.triangular_solve"(%a, %z) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %4 = "stablehlo.triangular_solve"(%a, %z) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %5 = "stablehlo.triangular_solve"(%a, %z) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<2x2x3xf64>, tensor<2x2x3xf64>, tensor<2x2x3xf64>
}
// -----
func.func @main(%x: tensor<3x3xcomplex<f64>>, %y: tensor<3x2xcomplex<f64>>, %z: tensor<2x3xcomplex<f64>>) -> (tensor<3x2xcomplex<f64>>, tensor<3x2xcomplex<f64>>, tensor<3x2xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %k = stablehlo.compare EQ, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %l = stablehlo.constant dense<4.0> : tensor<3x3xf64>
  %m = stablehlo.constant dense<0.0> : tensor<3x3xf64>
  %n = stablehlo.select %k, %l, %m : tensor<3x3xi1>, tensor<3x3xf64>
  %s = stablehlo.convert %n : (tensor<3x3xf64>) -> tensor<3x3xcomplex<f64>>
  %a = stablehlo.add %x, %s : tensor<3x3xcomplex<f64>>
  %0 = "stablehlo.triangular_solve"(%a, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = "stablehlo.triangular_solve"(%a, %y) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %2 = "stablehlo.triangular_solve"(%a, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %3 = "stablehlo.triangular_solve"(%a, %z) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %4 = "stablehlo.triangular_solve"(%a, %z) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %5 = "stablehlo.triangular_solve"(%a, %z) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5 : tensor<3x2xcomplex<f64>>, tensor<3x2xcomplex<f64>>, tensor<3x2xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
}
