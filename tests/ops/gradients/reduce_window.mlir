// Average or max pooling; the windows leave a column out.
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
// Overlapping windows that stick out.
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
// Both dilations.
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
// Everything at once.
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
// Windows of nothing but padding.
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
// Overlapping windows that stick out.
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
// Both dilations.
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
// Everything at once.
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
// Windows of nothing but padding.
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
// Overlapping windows that stick out.
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
// Both dilations.
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
// Everything at once.
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
// Windows of nothing but padding.
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
// A running sum.
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
// A running maximum.
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
// No window fits.
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
// The initial value is the largest of some windows.
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
// Twice the pooled sums of squares.
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
// A running product, of zeros as well.
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
// Products of overlapping windows with strides, dilations, and padding that adds and takes away; the initial value counts each time.
func.func @main(%x: tensor<4x5xf64>, %z: tensor<f64>) -> tensor<4x2xf64> {
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 3, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, -1], [-1, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<4x5xf64>, tensor<f64>) -> tensor<4x2xf64>
  return %r : tensor<4x2xf64>
}
// -----
// Products of windows of nothing but padding.
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
// No product fits.
func.func @main(%x: tensor<3xf64>) -> tensor<0xf64> {
  %z = stablehlo.constant dense<1.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<f64>) -> tensor<0xf64>
  return %r : tensor<0xf64>
}
