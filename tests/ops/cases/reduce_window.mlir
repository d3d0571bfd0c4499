// types: numbers
// tolerance: 1e-6
func.func @main(%x: tensor<2x9x10x3x$T>, %i: tensor<$T>) -> (tensor<2x5x5x3x$T>, tensor<2x9x9x3x$T>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.maximum %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<2x9x10x3x$T>, tensor<$T>) -> tensor<2x5x5x3x$T>
  %c = stablehlo.constant dense<0> : tensor<i8>
  %z = stablehlo.convert %c : (tensor<i8>) -> tensor<$T>
  %2 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 1, 2, 1>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<2x9x10x3x$T>, tensor<$T>) -> tensor<2x9x9x3x$T>
  return %0, %2 : tensor<2x5x5x3x$T>, tensor<2x9x9x3x$T>
}
// -----
// The windows and the operand have dilations.
// types: f32
// tolerance: 1e-6
func.func @main(%x: tensor<7x$T>) -> tensor<9x$T> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{base_dilations = array<i64: 2>, window_dilations = array<i64: 3>, window_dimensions = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<7x$T>, tensor<$T>) -> tensor<9x$T>
  return %0 : tensor<9x$T>
}
// -----
// Cumulative sums of the rows.
// types: f32 i32
// tolerance: 1e-6
func.func @main(%x: tensor<3x33x$T>) -> tensor<3x33x$T> {
  %c = stablehlo.constant dense<0> : tensor<i8>
  %z = stablehlo.convert %c : (tensor<i8>) -> tensor<$T>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 33>, padding = dense<[[0, 0], [32, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<3x33x$T>, tensor<$T>) -> tensor<3x33x$T>
  return %0 : tensor<3x33x$T>
}
// -----
// The body computes in a wider type than the elements have.
// types: bf16
// tolerance: 1e-6
func.func @main(%x: tensor<9x5x$T>, %i: tensor<f32>) -> tensor<7x2xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 3, 4>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<9x5x$T>, tensor<f32>) -> tensor<7x2xf32>
  return %0 : tensor<7x2xf32>
}
// -----
// The windows have one element, which is combined with the initial value. One op skips elements, and has padding.
// types: numbers
func.func @main(%x: tensor<3x9x$T>, %i: tensor<$T>) -> (tensor<3x9x$T>, tensor<4x5x$T>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<3x9x$T>, tensor<$T>) -> tensor<3x9x$T>
  %1 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<3x9x$T>, tensor<$T>) -> tensor<4x5x$T>
  return %0, %1 : tensor<3x9x$T>, tensor<4x5x$T>
}
// -----
// The operands are narrower than the body. One initial value has the type of the operand, and the other that of the
// body.
// types: i8 i16
func.func @main(%x: tensor<6x9x$T>, %i: tensor<$T>, %j: tensor<i32>) -> (tensor<6x8xi32>, tensor<3x4xi32>) {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 3, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<6x9x$T>, tensor<$T>) -> tensor<6x8xi32>
  %1 = "stablehlo.reduce_window"(%x, %j) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<6x9x$T>, tensor<i32>) -> tensor<3x4xi32>
  return %0, %1 : tensor<6x8xi32>, tensor<3x4xi32>
}
// -----
// types: f16 bf16 f32
// tolerance: 1e-6
func.func @main(%x: tensor<6x9x$T>, %i: tensor<$T>) -> tensor<6x8xf64> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 3, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<6x9x$T>, tensor<$T>) -> tensor<6x8xf64>
  return %0 : tensor<6x8xf64>
}
// -----
// One body combines two operands of different types: it selects the larger value and the number that belongs to it.
// types: f32 f64 i32 bf16
func.func @main(%x: tensor<6x9x$T>, %n: tensor<6x9xi32>, %i: tensor<$T>, %j: tensor<i32>) -> (tensor<5x7x$T>, tensor<5x7xi32>) {
  %0:2 = "stablehlo.reduce_window"(%x, %n, %i, %j) <{window_dimensions = array<i64: 2, 3>}> ({
  ^bb0(%a: tensor<$T>, %c: tensor<i32>, %b: tensor<$T>, %d: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<$T>
    %3 = stablehlo.select %1, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<$T>, tensor<i32>
  }) : (tensor<6x9x$T>, tensor<6x9xi32>, tensor<$T>, tensor<i32>) -> (tensor<5x7x$T>, tensor<5x7xi32>)
  return %0#0, %0#1 : tensor<5x7x$T>, tensor<5x7xi32>
}
