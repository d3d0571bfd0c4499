// RANGE arg0 0 1
func.func @main(%i: tensor<i32>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {
  %0:2 = call @three(%i, %x, %y) : (tensor<i32>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<f64>
}
func.func private @three(%i: tensor<i32>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {
  %0:2 = "stablehlo.case"(%i) ({
    %1 = stablehlo.multiply %x, %y : tensor<3xf64>
    %2 = stablehlo.constant dense<1.0> : tensor<f64>
    stablehlo.return %1, %2 : tensor<3xf64>, tensor<f64>
  }, {
    %1 = stablehlo.cosine %x : tensor<3xf64>
    %2 = stablehlo.dot_general %1, %x, contracting_dims = [0] x [0] : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
    stablehlo.return %1, %2 : tensor<3xf64>, tensor<f64>
  }, {
    %1 = stablehlo.exponential %y : tensor<3xf64>
    %2 = stablehlo.constant dense<2.0> : tensor<f64>
    stablehlo.return %1, %2 : tensor<3xf64>, tensor<f64>
  }) : (tensor<i32>) -> (tensor<3xf64>, tensor<f64>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<f64>
}
// -----
// RANGE arg0 1 2
func.func @main(%i: tensor<i32>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.multiply %x, %y : tensor<3xf64>
    stablehlo.return %1 : tensor<3xf64>
  }, {
    %1 = stablehlo.cosine %x : tensor<3xf64>
    stablehlo.return %1 : tensor<3xf64>
  }, {
    %1 = stablehlo.exponential %y : tensor<3xf64>
    stablehlo.return %1 : tensor<3xf64>
  }) : (tensor<i32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
// -----
// No branch has this number, so the last branch runs.
// RANGE arg0 7 8
func.func @main(%i: tensor<i32>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.multiply %x, %y : tensor<3xf64>
    stablehlo.return %1 : tensor<3xf64>
  }, {
    %1 = stablehlo.cosine %x : tensor<3xf64>
    stablehlo.return %1 : tensor<3xf64>
  }, {
    %1 = stablehlo.exponential %y : tensor<3xf64>
    stablehlo.return %1 : tensor<3xf64>
  }) : (tensor<i32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
