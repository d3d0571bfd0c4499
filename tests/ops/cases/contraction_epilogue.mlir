// A product is followed by a bias and an activation. The sum with the bias is also a result.
// types: f32 f64 bf16 f16
// tolerance: 1e-5
func.func @main(%x: tensor<131x77x$T>, %w: tensor<77x53x$T>, %b: tensor<53x$T>) -> (tensor<131x53x$T>, tensor<131x53x$T>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<131x77x$T>, tensor<77x53x$T>) -> tensor<131x53x$T>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<53x$T>) -> tensor<131x53x$T>
  %2 = stablehlo.add %0, %1 : tensor<131x53x$T>
  %z = stablehlo.constant dense<0.0> : tensor<131x53x$T>
  %3 = stablehlo.maximum %2, %z : tensor<131x53x$T>
  return %3, %2 : tensor<131x53x$T>, tensor<131x53x$T>
}
// -----
// The epilogue adds a residual. The product is also a result.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<97x64x$T>, %w: tensor<64x64x$T>) -> (tensor<97x64x$T>, tensor<97x64x$T>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<97x64x$T>, tensor<64x64x$T>) -> tensor<97x64x$T>
  %1 = stablehlo.add %0, %x : tensor<97x64x$T>
  %2 = stablehlo.tanh %1 : tensor<97x64x$T>
  return %2, %0 : tensor<97x64x$T>, tensor<97x64x$T>
}
// -----
// The epilogue is a softmax of the scaled rows. A second product uses the result. Both products have a batch.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%q: tensor<6x65x17x$T>, %k: tensor<6x41x17x$T>, %v: tensor<6x41x17x$T>) -> tensor<6x65x17x$T> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<6x65x17x$T>, tensor<6x41x17x$T>) -> tensor<6x65x41x$T>
  %s = stablehlo.constant dense<0.25> : tensor<6x65x41x$T>
  %1 = stablehlo.multiply %0, %s : tensor<6x65x41x$T>
  %i = stablehlo.constant dense<-3.0e+04> : tensor<$T>
  %m = stablehlo.reduce(%1 init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<6x65x41x$T>, tensor<$T>) -> tensor<6x65x$T>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<6x65x$T>) -> tensor<6x65x41x$T>
  %2 = stablehlo.subtract %1, %mb : tensor<6x65x41x$T>
  %e = stablehlo.exponential %2 : tensor<6x65x41x$T>
  %z = stablehlo.constant dense<0.0> : tensor<$T>
  %t = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [2] : (tensor<6x65x41x$T>, tensor<$T>) -> tensor<6x65x$T>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (tensor<6x65x$T>) -> tensor<6x65x41x$T>
  %p = stablehlo.divide %e, %tb : tensor<6x65x41x$T>
  %o = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x65x41x$T>, tensor<6x41x17x$T>) -> tensor<6x65x17x$T>
  return %o : tensor<6x65x17x$T>
}
// -----
// The epilogue of a convolution with channels last applies a scale, a bias, a residual and an activation.
// types: f32 bf16
// tolerance: 1e-5
func.func @main(%x: tensor<2x9x11x13x$T>, %w: tensor<3x3x13x13x$T>, %g: tensor<13x$T>, %b: tensor<13x$T>) -> tensor<2x9x11x13x$T> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x11x13x$T>, tensor<3x3x13x13x$T>) -> tensor<2x9x11x13x$T>
  %1 = stablehlo.broadcast_in_dim %g, dims = [3] : (tensor<13x$T>) -> tensor<2x9x11x13x$T>
  %2 = stablehlo.multiply %0, %1 : tensor<2x9x11x13x$T>
  %3 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<13x$T>) -> tensor<2x9x11x13x$T>
  %4 = stablehlo.add %2, %3 : tensor<2x9x11x13x$T>
  %5 = stablehlo.add %4, %x : tensor<2x9x11x13x$T>
  %z = stablehlo.constant dense<0.0> : tensor<2x9x11x13x$T>
  %6 = stablehlo.maximum %5, %z : tensor<2x9x11x13x$T>
  return %6 : tensor<2x9x11x13x$T>
}
// -----
// With channels first, the rows of the contraction are not rows of the result.
// types: f32
// tolerance: 1e-5
func.func @main(%x: tensor<2x5x9x11x$T>, %w: tensor<7x5x3x3x$T>, %b: tensor<7x$T>) -> tensor<2x7x9x11x$T> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x9x11x$T>, tensor<7x5x3x3x$T>) -> tensor<2x7x9x11x$T>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7x$T>) -> tensor<2x7x9x11x$T>
  %2 = stablehlo.add %0, %1 : tensor<2x7x9x11x$T>
  %z = stablehlo.constant dense<0.0> : tensor<2x7x9x11x$T>
  %3 = stablehlo.maximum %2, %z : tensor<2x7x9x11x$T>
  return %3 : tensor<2x7x9x11x$T>
}
// -----
// One product reads the weight, and the epilogue of the other updates it. The sums of columns cannot run on rows.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<65x79x$T>, %w: tensor<79x45x$T>, %d: tensor<65x45x$T>) -> (tensor<79x45x$T>, tensor<65x79x$T>, tensor<45x$T>) {
  %0 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<65x79x$T>, tensor<65x45x$T>) -> tensor<79x45x$T>
  %1 = stablehlo.dot_general %d, %w, contracting_dims = [1] x [1] : (tensor<65x45x$T>, tensor<79x45x$T>) -> tensor<65x79x$T>
  %r = stablehlo.constant dense<0.125> : tensor<79x45x$T>
  %2 = stablehlo.multiply %0, %r : tensor<79x45x$T>
  %3 = stablehlo.subtract %w, %2 : tensor<79x45x$T>
  %z = stablehlo.constant dense<0.0> : tensor<$T>
  %4 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<79x45x$T>, tensor<$T>) -> tensor<45x$T>
  return %3, %1, %4 : tensor<79x45x$T>, tensor<65x79x$T>, tensor<45x$T>
}
// -----
// A sum of two products, and products with three columns, with one row, with a reshaped result and without rows.
// types: f32
// tolerance: 1e-5
func.func @main(%x: tensor<50x33x$T>, %y: tensor<33x48x$T>, %u: tensor<50x9x$T>, %v: tensor<9x48x$T>, %e: tensor<0x33x$T>) -> (tensor<50x48x$T>, tensor<48x50x$T>, tensor<50x3x$T>, tensor<48x$T>, tensor<5x10x48x$T>, tensor<0x48x$T>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<50x33x$T>, tensor<33x48x$T>) -> tensor<50x48x$T>
  %1 = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<50x9x$T>, tensor<9x48x$T>) -> tensor<50x48x$T>
  %2 = stablehlo.add %0, %1 : tensor<50x48x$T>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<50x48x$T>) -> tensor<48x50x$T>
  %4 = stablehlo.slice %y [0:33, 0:3] : (tensor<33x48x$T>) -> tensor<33x3x$T>
  %5 = stablehlo.dot_general %x, %4, contracting_dims = [1] x [0] : (tensor<50x33x$T>, tensor<33x3x$T>) -> tensor<50x3x$T>
  %6 = stablehlo.negate %5 : tensor<50x3x$T>
  %7 = stablehlo.slice %x [0:1, 0:33] : (tensor<50x33x$T>) -> tensor<1x33x$T>
  %8 = stablehlo.dot_general %7, %y, contracting_dims = [1] x [0] : (tensor<1x33x$T>, tensor<33x48x$T>) -> tensor<1x48x$T>
  %9 = stablehlo.reshape %8 : (tensor<1x48x$T>) -> tensor<48x$T>
  %10 = stablehlo.abs %9 : tensor<48x$T>
  %11 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<50x33x$T>, tensor<33x48x$T>) -> tensor<50x48x$T>
  %12 = stablehlo.reshape %11 : (tensor<50x48x$T>) -> tensor<5x10x48x$T>
  %13 = stablehlo.multiply %12, %12 : tensor<5x10x48x$T>
  %14 = stablehlo.dot_general %e, %y, contracting_dims = [1] x [0] : (tensor<0x33x$T>, tensor<33x48x$T>) -> tensor<0x48x$T>
  %15 = stablehlo.negate %14 : tensor<0x48x$T>
  return %2, %3, %6, %10, %13, %15 : tensor<50x48x$T>, tensor<48x50x$T>, tensor<50x3x$T>, tensor<48x$T>, tensor<5x10x48x$T>, tensor<0x48x$T>
}
// -----
// The region reads a part of a second product, which is reshaped. The part begins at a computed index.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<60x17x$T>, %w: tensor<17x120x$T>, %v: tensor<17x60x$T>, %i: tensor<i32>) -> tensor<60x60x$T> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<60x17x$T>, tensor<17x60x$T>) -> tensor<60x60x$T>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<60x17x$T>, tensor<17x120x$T>) -> tensor<60x120x$T>
  %2 = stablehlo.reshape %1 : (tensor<60x120x$T>) -> tensor<120x60x$T>
  %3 = stablehlo.dynamic_slice %2, %i, %i, sizes = [60, 60] : (tensor<120x60x$T>, tensor<i32>, tensor<i32>) -> tensor<60x60x$T>
  %4 = stablehlo.add %0, %3 : tensor<60x60x$T>
  return %4 : tensor<60x60x$T>
}
