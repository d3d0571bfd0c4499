// Pooling by sums. The windows leave a column out.
func.func @main(%x: tensor<2x6x7x2xf64>) -> tensor<2x3x3x2xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<2x6x7x2xf64>, tensor<f64>) -> tensor<2x3x3x2xf64>
  %0 = stablehlo.multiply %r, %r : tensor<2x3x3x2xf64>
  return %0 : tensor<2x3x3x2xf64>
}
// -----
// The windows overlap, and some include padding.
func.func @main(%x: tensor<5x6xf64>) -> tensor<3x6xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<5x6xf64>, tensor<f64>) -> tensor<3x6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<3x6xf64>
  return %0 : tensor<3x6xf64>
}
// -----
// The windows and the operand have dilations.
func.func @main(%x: tensor<7xf64>) -> tensor<9xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<7xf64>, tensor<f64>) -> tensor<9xf64>
  %0 = stablehlo.multiply %r, %r : tensor<9xf64>
  return %0 : tensor<9xf64>
}
// -----
// The windows have strides, both dilations and padding.
func.func @main(%x: tensor<4x5xf64>) -> tensor<4x2xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 3, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, -1], [-1, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<4x5xf64>, tensor<f64>) -> tensor<4x2xf64>
  %0 = stablehlo.multiply %r, %r : tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}
// -----
// Some windows contain only padding.
func.func @main(%x: tensor<3xf64>) -> tensor<6xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<6xf64>
  return %0 : tensor<6xf64>
}
// -----
func.func @main(%x: tensor<2x6x7x2xf64>) -> tensor<2x3x3x2xf64> {
  %z = stablehlo.constant dense<-9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<2x6x7x2xf64>, tensor<f64>) -> tensor<2x3x3x2xf64>
  %0 = stablehlo.multiply %r, %r : tensor<2x3x3x2xf64>
  return %0 : tensor<2x3x3x2xf64>
}
// -----
// The windows overlap, and some include padding.
func.func @main(%x: tensor<5x6xf64>) -> tensor<3x6xf64> {
  %z = stablehlo.constant dense<-9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<5x6xf64>, tensor<f64>) -> tensor<3x6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<3x6xf64>
  return %0 : tensor<3x6xf64>
}
// -----
// The windows and the operand have dilations.
func.func @main(%x: tensor<7xf64>) -> tensor<9xf64> {
  %z = stablehlo.constant dense<-9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<7xf64>, tensor<f64>) -> tensor<9xf64>
  %0 = stablehlo.multiply %r, %r : tensor<9xf64>
  return %0 : tensor<9xf64>
}
// -----
// The windows have strides, both dilations and padding.
func.func @main(%x: tensor<4x5xf64>) -> tensor<4x2xf64> {
  %z = stablehlo.constant dense<-9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 3, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, -1], [-1, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<4x5xf64>, tensor<f64>) -> tensor<4x2xf64>
  %0 = stablehlo.multiply %r, %r : tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}
// -----
// Some windows contain only padding.
func.func @main(%x: tensor<3xf64>) -> tensor<6xf64> {
  %z = stablehlo.constant dense<-9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<6xf64>
  return %0 : tensor<6xf64>
}
// -----
func.func @main(%x: tensor<2x6x7x2xf64>) -> tensor<2x3x3x2xf64> {
  %z = stablehlo.constant dense<9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<2x6x7x2xf64>, tensor<f64>) -> tensor<2x3x3x2xf64>
  %0 = stablehlo.multiply %r, %r : tensor<2x3x3x2xf64>
  return %0 : tensor<2x3x3x2xf64>
}
// -----
// The windows overlap, and some include padding.
func.func @main(%x: tensor<5x6xf64>) -> tensor<3x6xf64> {
  %z = stablehlo.constant dense<9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<5x6xf64>, tensor<f64>) -> tensor<3x6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<3x6xf64>
  return %0 : tensor<3x6xf64>
}
// -----
// The windows and the operand have dilations.
func.func @main(%x: tensor<7xf64>) -> tensor<9xf64> {
  %z = stablehlo.constant dense<9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3>, base_dilations = array<i64: 2>, window_dilations = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<7xf64>, tensor<f64>) -> tensor<9xf64>
  %0 = stablehlo.multiply %r, %r : tensor<9xf64>
  return %0 : tensor<9xf64>
}
// -----
// The windows have strides, both dilations and padding.
func.func @main(%x: tensor<4x5xf64>) -> tensor<4x2xf64> {
  %z = stablehlo.constant dense<9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 3, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, -1], [-1, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<4x5xf64>, tensor<f64>) -> tensor<4x2xf64>
  %0 = stablehlo.multiply %r, %r : tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}
// -----
// Some windows contain only padding.
func.func @main(%x: tensor<3xf64>) -> tensor<6xf64> {
  %z = stablehlo.constant dense<9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<6xf64>
  return %0 : tensor<6xf64>
}
// -----
// A cumulative sum.
func.func @main(%x: tensor<2x9xf64>) -> tensor<2x9xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 9>, padding = dense<[[0, 0], [8, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<2x9xf64>, tensor<f64>) -> tensor<2x9xf64>
  %0 = stablehlo.multiply %r, %r : tensor<2x9xf64>
  return %0 : tensor<2x9xf64>
}
// -----
// A cumulative maximum.
func.func @main(%x: tensor<2x9xf64>) -> tensor<2x9xf64> {
  %z = stablehlo.constant dense<-9.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 9>, padding = dense<[[0, 0], [8, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<2x9xf64>, tensor<f64>) -> tensor<2x9xf64>
  %0 = stablehlo.multiply %r, %r : tensor<2x9xf64>
  return %0 : tensor<2x9xf64>
}
// -----
// The window is larger than the operand, so there are no windows.
func.func @main(%x: tensor<3xf64>) -> tensor<0xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<0xf64>
  %0 = stablehlo.multiply %r, %r : tensor<0xf64>
  return %0 : tensor<0xf64>
}
// -----
// In some windows the initial value is the largest value.
func.func @main(%x: tensor<12xf64>, %z: tensor<f64>) -> tensor<6xf64> {
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<12xf64>, tensor<f64>) -> tensor<6xf64>
  %0 = stablehlo.multiply %r, %r : tensor<6xf64>
  return %0 : tensor<6xf64>
}
// -----
// Pooled sums are squared and pooled again.
func.func @main(%x: tensor<6x6xf64>) -> tensor<2x2xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %q = stablehlo.multiply %x, %x : tensor<6x6xf64>
  %r = "stablehlo.reduce_window"(%q, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<6x6xf64>, tensor<f64>) -> tensor<3x3xf64>
  %p = stablehlo.multiply %r, %r : tensor<3x3xf64>
  %o = "stablehlo.reduce_window"(%p, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3x3xf64>, tensor<f64>) -> tensor<2x2xf64>
  return %o : tensor<2x2xf64>
}
// -----
// A cumulative product. Some factors are zero.
func.func @main(%x: tensor<2x9xf64>) -> tensor<2x9xf64> {
  %z = stablehlo.constant dense<1.0> : tensor<f64>
  %m = stablehlo.constant dense<[[1.0, 2.0, 1.5, 0.0, 1.0, 2.0, 1.0, 0.0, 1.0], [1.0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0]]> : tensor<2x9xf64>
  %y = stablehlo.multiply %x, %m : tensor<2x9xf64>
  %r = "stablehlo.reduce_window"(%y, %z) <{window_dimensions = array<i64: 1, 9>, padding = dense<[[0, 0], [8, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<2x9xf64>, tensor<f64>) -> tensor<2x9xf64>
  return %r : tensor<2x9xf64>
}
// -----
// Products of overlapping windows with strides, dilations, and positive and negative padding. Each product contains the
// initial value.
func.func @main(%x: tensor<4x5xf64>, %z: tensor<f64>) -> tensor<4x2xf64> {
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 3, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, -1], [-1, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<4x5xf64>, tensor<f64>) -> tensor<4x2xf64>
  return %r : tensor<4x2xf64>
}
// -----
// Products. Some windows contain only padding.
func.func @main(%x: tensor<3xf64>) -> tensor<6xf64> {
  %z = stablehlo.constant dense<1.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<6xf64>
  return %r : tensor<6xf64>
}
// -----
// The window is larger than the operand, so there are no products.
func.func @main(%x: tensor<3xf64>) -> tensor<0xf64> {
  %z = stablehlo.constant dense<1.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<0xf64>
  return %r : tensor<0xf64>
}
