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
// The windows tile the operand, except its last row.
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
// -----
// The operands are narrower than the body. In some cases the windows overlap, and in others they tile. The initial
// value has one of the two types.
// types: i8 i16
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<$T>) -> tensor<4x6xi32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<$T>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
// -----
// types: i8 i16
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<$T>) -> tensor<4x6xi32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<$T>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
// -----
// types: i8 i16
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<i32>) -> tensor<4x6xi32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<i32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
// -----
// types: i8 i16
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<i32>) -> tensor<4x6xi32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<i32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
// -----
// types: f16 bf16 f32
// tolerance: 1e-6
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<$T>) -> tensor<4x6xf64> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<$T>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}
// -----
// types: f16 bf16 f32
// tolerance: 1e-6
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<$T>) -> tensor<4x6xf64> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<$T>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}
// -----
// types: f16 bf16 f32
// tolerance: 1e-6
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<f64>) -> tensor<4x6xf64> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<f64>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}
// -----
// types: f16 bf16 f32
// tolerance: 1e-6
func.func @main(%x: tensor<4x6x$T>, %s: tensor<2x2x$T>, %i: tensor<f64>) -> tensor<4x6xf64> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<f64>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}
