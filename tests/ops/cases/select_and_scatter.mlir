// types: numbers
// tolerance: 1e-6
func.func @main(%x: tensor<2x9x9x$T>, %s: tensor<2x5x4x$T>, %i: tensor<$T>) -> tensor<2x9x9x$T> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{padding = dense<[[0, 0], [1, 1], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 3, 3>, window_strides = array<i64: 1, 2, 2>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<2x9x9x$T>, tensor<2x5x4x$T>, tensor<$T>) -> tensor<2x9x9x$T>
  return %0 : tensor<2x9x9x$T>
}

// -----
// Windows that tile the operand but for its last row.
// types: numbers
func.func @main(%x: tensor<3x7x6x$T>, %s: tensor<3x3x2x$T>, %i: tensor<$T>) -> tensor<3x7x6x$T> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 2, 3>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<3x7x6x$T>, tensor<3x3x2x$T>, tensor<$T>) -> tensor<3x7x6x$T>
  return %0 : tensor<3x7x6x$T>
}
