// The prologue computes a function of the left operand. The right operand has several columns.
// types: f32 f64 bf16 f16
// tolerance: 1e-5
func.func @main(%x: tensor<331x77x$T>, %w: tensor<77x19x$T>) -> tensor<331x19x$T> {
  %0 = stablehlo.logistic %x : tensor<331x77x$T>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<331x77x$T>, tensor<77x19x$T>) -> tensor<331x19x$T>
  return %1 : tensor<331x19x$T>
}
// -----
// The prologue converts the left operand of a product with two columns, and the right operand of a product with a
// batch.
// types: f16 bf16
// tolerance: 1e-5
func.func @main(%x: tensor<401x93x$T>, %w: tensor<93x2xf32>, %u: tensor<5x9x40xf32>, %v: tensor<5x203x40x$T>) -> (tensor<401x2xf32>, tensor<5x9x203xf32>) {
  %0 = stablehlo.convert %x : (tensor<401x93x$T>) -> tensor<401x93xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<401x93xf32>, tensor<93x2xf32>) -> tensor<401x2xf32>
  %2 = stablehlo.convert %v : (tensor<5x203x40x$T>) -> tensor<5x203x40xf32>
  %3 = stablehlo.dot_general %u, %2, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<5x9x40xf32>, tensor<5x203x40xf32>) -> tensor<5x9x203xf32>
  return %1, %3 : tensor<401x2xf32>, tensor<5x9x203xf32>
}
// -----
// One prologue computes e^(x - max of the row), and a bias follows the product. The other computes a matrix of
// distances.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<301x65x$T>, %w: tensor<65x33x$T>, %b: tensor<33x$T>, %p: tensor<301x$T>, %q: tensor<207x$T>, %c: tensor<207x7x$T>) -> (tensor<301x33x$T>, tensor<301x7x$T>) {
  %i = stablehlo.constant dense<-3.0e+04> : tensor<$T>
  %m = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<301x65x$T>, tensor<$T>) -> tensor<301x$T>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<301x$T>) -> tensor<301x65x$T>
  %0 = stablehlo.subtract %x, %mb : tensor<301x65x$T>
  %1 = stablehlo.exponential %0 : tensor<301x65x$T>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<301x65x$T>, tensor<65x33x$T>) -> tensor<301x33x$T>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<33x$T>) -> tensor<301x33x$T>
  %3 = stablehlo.add %2, %bb : tensor<301x33x$T>
  %pb = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<301x$T>) -> tensor<301x207x$T>
  %qb = stablehlo.broadcast_in_dim %q, dims = [1] : (tensor<207x$T>) -> tensor<301x207x$T>
  %4 = stablehlo.subtract %pb, %qb : tensor<301x207x$T>
  %5 = stablehlo.abs %4 : tensor<301x207x$T>
  %6 = stablehlo.dot_general %5, %c, contracting_dims = [1] x [0] : (tensor<301x207x$T>, tensor<207x7x$T>) -> tensor<301x7x$T>
  return %3, %6 : tensor<301x33x$T>, tensor<301x7x$T>
}
