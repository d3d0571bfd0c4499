func.func @main(%x: tensor<2x6x7xf64>, %s: tensor<2x3x3xf64>, %z: tensor<f64>) -> tensor<2x6x7xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 2, 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<2x6x7xf64>, tensor<2x3x3xf64>, tensor<f64>) -> tensor<2x6x7xf64>
  %0 = stablehlo.multiply %r, %r : tensor<2x6x7xf64>
  return %0 : tensor<2x6x7xf64>
}
// -----
// The windows overlap, and some include padding.
func.func @main(%x: tensor<5x6xf64>, %s: tensor<3x6xf64>, %z: tensor<f64>) -> tensor<5x6xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<5x6xf64>, tensor<3x6xf64>, tensor<f64>) -> tensor<5x6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<5x6xf64>
  return %0 : tensor<5x6xf64>
}
// -----
// Some windows contain only padding.
func.func @main(%x: tensor<3xf64>, %s: tensor<6xf64>, %z: tensor<f64>) -> tensor<3xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<6xf64>, tensor<f64>) -> tensor<3xf64>
  %0 = stablehlo.multiply %r, %r : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// -----
// The operand has no elements.
func.func @main(%x: tensor<0xf64>, %s: tensor<2xf64>, %z: tensor<f64>) -> tensor<0xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<0xf64>, tensor<2xf64>, tensor<f64>) -> tensor<0xf64>
  %0 = stablehlo.multiply %r, %r : tensor<0xf64>
  return %0 : tensor<0xf64>
}
