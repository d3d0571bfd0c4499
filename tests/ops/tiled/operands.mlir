// One operand is needed as a whole and by slices. It is as large as the table.
func.func @main(%x: tensor<9x9xf64>) -> tensor<9xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %e = stablehlo.sine %x : tensor<9x9xf64>
  %s = stablehlo.dot_general %e, %e, contracting_dims = [1] x [0] : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %q = stablehlo.exponential %s : tensor<9x9xf64>
  %0 = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x9xf64>, tensor<f64>) -> tensor<9xf64>
  return %0 : tensor<9xf64>
}
// -----
// The operand is made in the loop, and needed as a whole.
func.func @main(%x: tensor<3xf64>) -> tensor<9xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf64>) -> tensor<9x3xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x3xf64>
  %a = stablehlo.add %b, %i : tensor<9x3xf64>
  %s = stablehlo.dot_general %b, %b, contracting_dims = [1] x [1] : (tensor<9x3xf64>, tensor<9x3xf64>) -> tensor<9x9xf64>
  %t = stablehlo.dot_general %i, %i, contracting_dims = [1] x [1] : (tensor<9x3xf64>, tensor<9x3xf64>) -> tensor<9x9xf64>
  %u = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<9x3xf64>, tensor<9x3xf64>) -> tensor<9x9xf64>
  %st = stablehlo.multiply %s, %t : tensor<9x9xf64>
  %v = stablehlo.add %st, %u : tensor<9x9xf64>
  %0 = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x9xf64>, tensor<f64>) -> tensor<9xf64>
  return %0 : tensor<9xf64>
}
// -----
// Dimensions of extent 1 are added and removed.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<1x11x3xf64>) -> tensor<8xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [2] : (tensor<8x3xf64>, tensor<1x11x3xf64>) -> tensor<8x1x11xf64>
  %r = stablehlo.reshape %s : (tensor<8x1x11xf64>) -> tensor<1x8x11x1xf64>
  %e = stablehlo.exponential %r : tensor<1x8x11x1xf64>
  %0 = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<1x8x11x1xf64>, tensor<f64>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
// -----
// Masks compare counts of small and unsigned types. These counts wrap around.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<300x3xf64>) -> (tensor<8xf64>, tensor<8xui8>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %none = stablehlo.constant dense<0> : tensor<ui8>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<300x3xf64>) -> tensor<8x300xf64>
  %j = stablehlo.iota dim = 1 : tensor<8x300xui8>
  %h = stablehlo.iota dim = 1 : tensor<8x300xf16>
  %hd = stablehlo.convert %h : (tensor<8x300xf16>) -> tensor<8x300xf64>
  %jd = stablehlo.convert %j : (tensor<8x300xui8>) -> tensor<8x300xf64>
  %p = stablehlo.compare GE, %s, %jd : (tensor<8x300xf64>, tensor<8x300xf64>) -> tensor<8x300xi1>
  %v = stablehlo.select %p, %s, %hd : tensor<8x300xi1>, tensor<8x300xf64>
  %z = stablehlo.constant dense<0> : tensor<8x300xui8>
  %w = stablehlo.select %p, %j, %z : tensor<8x300xi1>, tensor<8x300xui8>
  %0 = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x300xf64>, tensor<f64>) -> tensor<8xf64>
  %1 = stablehlo.reduce(%w init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<8x300xui8>, tensor<ui8>) -> tensor<8xui8>
  return %0, %1 : tensor<8xf64>, tensor<8xui8>
}
// -----
// The table is a result, and a branch reads it too.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %c: tensor<i1>) -> (tensor<8x11xf64>, tensor<8xf64>, tensor<8x11xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %e = stablehlo.exponential %s : tensor<8x11xf64>
  %0 = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %1 = "stablehlo.if"(%c) ({
    %b = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
    %d = stablehlo.divide %e, %b : tensor<8x11xf64>
    stablehlo.return %d : tensor<8x11xf64>
  }, {
    stablehlo.return %s : tensor<8x11xf64>
  }) : (tensor<i1>) -> tensor<8x11xf64>
  return %s, %0, %1 : tensor<8x11xf64>, tensor<8xf64>, tensor<8x11xf64>
}
// -----
// The loop stands before values that it reads.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %w: tensor<11x2xf64>) -> (tensor<8xf64>, tensor<8x2xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %0 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %v = stablehlo.sine %w : tensor<11x2xf64>
  %1 = stablehlo.dot_general %s, %v, contracting_dims = [1] x [0] : (tensor<8x11xf64>, tensor<11x2xf64>) -> tensor<8x2xf64>
  return %0, %1 : tensor<8xf64>, tensor<8x2xf64>
}
