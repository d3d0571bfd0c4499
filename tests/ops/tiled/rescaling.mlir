// A temperature for each row. It may be zero.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %beta = stablehlo.constant dense<[0.0, 1.0, 0.0, 2.0, -1.0, 0.5, 0.0, 3.0]> : tensor<8xf64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %s, %mb : tensor<8x11xf64>
  %bb = stablehlo.broadcast_in_dim %beta, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %e0 = stablehlo.multiply %d, %bb : tensor<8x11xf64>
  %e = stablehlo.exponential %e0 : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l : tensor<8xf64>
}
// -----
// The elements and the extremum are divided by different temperatures, so sums of different tiles cannot be rescaled.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %a: tensor<8xf64>, %b: tensor<8xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %ab = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %bb = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.multiply %s, %ab : tensor<8x11xf64>
  %f = stablehlo.multiply %mb, %bb : tensor<8x11xf64>
  %e0 = stablehlo.subtract %d, %f : tensor<8x11xf64>
  %e = stablehlo.exponential %e0 : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l : tensor<8xf64>
}
// -----
// The extremum is bounded. The bound changes it only if elements are large.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %c = stablehlo.constant dense<12.0> : tensor<8x11xf64>
  %t = stablehlo.multiply %s, %c : tensor<8x11xf64>
  %far = stablehlo.constant dense<40.0> : tensor<8x11xf64>
  %t1 = stablehlo.subtract %t, %far : tensor<8x11xf64>
  %m = stablehlo.reduce(%t1 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %least = stablehlo.constant dense<-20.0> : tensor<8xf64>
  %m1 = stablehlo.maximum %m, %least : tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m1, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %t1, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %log = stablehlo.log %l : tensor<8xf64>
  return %log : tensor<8xf64>
}
// -----
// Differences are bounded.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %v: tensor<8x11xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %c = stablehlo.constant dense<12.0> : tensor<8x11xf64>
  %t = stablehlo.multiply %s, %c : tensor<8x11xf64>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %t, %mb : tensor<8x11xf64>
  %least = stablehlo.constant dense<-9.0> : tensor<8x11xf64>
  %d1 = stablehlo.maximum %d, %least : tensor<8x11xf64>
  %e = stablehlo.exponential %d1 : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l : tensor<8xf64>
}
// -----
// Rows without elements are NaN, but another select ignores them.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<8x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %three = stablehlo.constant dense<3> : tensor<8x11xi32>
  %k = stablehlo.add %j, %three : tensor<8x11xi32>
  %mask = stablehlo.compare GE, %i, %k : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %lows = stablehlo.constant dense<0xFFF0000000000000> : tensor<8x11xf64>
  %zeros = stablehlo.constant dense<0.0> : tensor<8x11xf64>
  %t = stablehlo.select %mask, %s, %lows : tensor<8x11xi1>, tensor<8x11xf64>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %t, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %e1 = stablehlo.select %mask, %e, %zeros : tensor<8x11xi1>, tensor<8x11xf64>
  %l = stablehlo.reduce(%e1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %l1 = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l, %l1 : tensor<8xf64>, tensor<8xf64>
}
// -----
// The maximum ignores hidden elements. The sum does not, because these elements are bounded from below.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %j = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %eight = stablehlo.constant dense<8> : tensor<8x11xi32>
  %mask = stablehlo.compare GE, %j, %eight : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %lows = stablehlo.constant dense<0xFFF0000000000000> : tensor<8x11xf64>
  %least = stablehlo.constant dense<-5.0> : tensor<8x11xf64>
  %t = stablehlo.select %mask, %s, %lows : tensor<8x11xi1>, tensor<8x11xf64>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %leasts = stablehlo.constant dense<-5.0> : tensor<8xf64>
  %m1 = stablehlo.maximum %m, %leasts : tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m1, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %t1 = stablehlo.maximum %t, %least : tensor<8x11xf64>
  %d = stablehlo.subtract %t1, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l : tensor<8xf64>
}
// -----
// The exponential is not taken of the operand of the maximum, but of another value.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %t = stablehlo.abs %s : tensor<8x11xf64>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %s, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l : tensor<8xf64>
}
// -----
// Kernels of distances, whose minimum is subtracted, in base 2.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %t = stablehlo.abs %s : tensor<8x11xf64>
  %high = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %m = stablehlo.reduce(%t init: %high) applies stablehlo.minimum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %mb, %t : tensor<8x11xf64>
  %two = stablehlo.constant dense<2.0> : tensor<8x11xf64>
  %e = stablehlo.power %two, %d : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l, %m : tensor<8xf64>, tensor<8xf64>
}
// -----
// A minimum whose differences are positive.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %high = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %m = stablehlo.reduce(%s init: %high) applies stablehlo.minimum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %s, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l : tensor<8xf64>
}
// -----
// Weights are broadcast over heads.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %v: tensor<2x11x3xf64>) -> (tensor<2x8x3xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %s, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %h = stablehlo.broadcast_in_dim %e, dims = [1, 2] : (tensor<8x11xf64>) -> tensor<2x8x11xf64>
  %o = stablehlo.dot_general %h, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x11xf64>, tensor<2x11x3xf64>) -> tensor<2x8x3xf64>
  return %o : tensor<2x8x3xf64>
}
// -----
// Weights are broadcast over heads, and then multiplied by other weights.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %w: tensor<2x8x11xf64>) -> (tensor<2x8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %s, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %h = stablehlo.broadcast_in_dim %e, dims = [1, 2] : (tensor<8x11xf64>) -> tensor<2x8x11xf64>
  %hw = stablehlo.multiply %h, %w : tensor<2x8x11xf64>
  %o = stablehlo.reduce(%hw init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x8x11xf64>, tensor<f64>) -> tensor<2x8xf64>
  return %o : tensor<2x8xf64>
}
// -----
// Two softmaxes over one table with two temperatures, and one along the columns. The maximum is a result.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %v: tensor<11x2xf64>) -> (tensor<8xf64>, tensor<8x2xf64>, tensor<11xf64>, tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d = stablehlo.subtract %s, %mb : tensor<8x11xf64>
  %e = stablehlo.exponential %d : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %c = stablehlo.constant dense<0.3> : tensor<8x11xf64>
  %d2 = stablehlo.multiply %d, %c : tensor<8x11xf64>
  %e2 = stablehlo.exponential %d2 : tensor<8x11xf64>
  %l2 = stablehlo.reduce(%e2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %lb = stablehlo.broadcast_in_dim %l2, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %p = stablehlo.divide %e2, %lb : tensor<8x11xf64>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<8x11xf64>, tensor<11x2xf64>) -> tensor<8x2xf64>
  %mc = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  %mcb = stablehlo.broadcast_in_dim %mc, dims = [1] : (tensor<11xf64>) -> tensor<8x11xf64>
  %dc = stablehlo.subtract %s, %mcb : tensor<8x11xf64>
  %ec = stablehlo.exponential %dc : tensor<8x11xf64>
  %lc = stablehlo.reduce(%ec init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  return %l, %o, %lc, %m : tensor<8xf64>, tensor<8x2xf64>, tensor<11xf64>, tensor<8xf64>
}
