// A sum starts at a number. Its elements have a divisor that needs all elements of the row.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %five = stablehlo.constant dense<5.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %e = stablehlo.exponential %s : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<8x11xf64>
  %q = stablehlo.reduce(%p init: %five) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %q : tensor<8xf64>
}
// -----
// The sum starts at a result of the sweep.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<f64>
  %l = stablehlo.reduce(%s init: %m) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  return %l : tensor<8xf64>
}
// -----
// Two sums in one reduction, which starts at numbers.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %three = stablehlo.constant dense<3.0> : tensor<f64>
  %five = stablehlo.constant dense<5.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %q = stablehlo.multiply %s, %s : tensor<8x11xf64>
  %r:2 = stablehlo.reduce(%s init: %three), (%q init: %five) across dimensions = [1] : (tensor<8x11xf64>, tensor<8x11xf64>, tensor<f64>, tensor<f64>) -> (tensor<8xf64>, tensor<8xf64>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<f64>, %d: tensor<f64>) {
    %u = stablehlo.add %a, %b : tensor<f64>
    %v = stablehlo.add %c, %d : tensor<f64>
    stablehlo.return %u, %v : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}
// -----
// Sums that depend on each other start at numbers.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %three = stablehlo.constant dense<3.0> : tensor<f64>
  %five = stablehlo.constant dense<5.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %q = stablehlo.multiply %s, %s : tensor<8x11xf64>
  %r:2 = stablehlo.reduce(%s init: %three), (%q init: %five) across dimensions = [1] : (tensor<8x11xf64>, tensor<8x11xf64>, tensor<f64>, tensor<f64>) -> (tensor<8xf64>, tensor<8xf64>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<f64>, %d: tensor<f64>) {
    %u = stablehlo.add %a, %b : tensor<f64>
    %w = stablehlo.add %c, %d : tensor<f64>
    %v = stablehlo.add %w, %a : tensor<f64>
    stablehlo.return %u, %v : tensor<f64>, tensor<f64>
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}
// -----
// A product of a table with itself.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8x8xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %e = stablehlo.exponential %s : tensor<8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<8x11xf64>
  %g = stablehlo.dot_general %p, %p, contracting_dims = [1] x [1] : (tensor<8x11xf64>, tensor<8x11xf64>) -> tensor<8x8xf64>
  return %g : tensor<8x8xf64>
}
// -----
// Sums over both dimensions, and of one half of the predicates.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<f64>, tensor<8xi1>, tensor<8xi8>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %t = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<f64>
  %zeros = stablehlo.constant dense<0.0> : tensor<8x11xf64>
  %p = stablehlo.compare GT, %s, %zeros : (tensor<8x11xf64>, tensor<8x11xf64>) -> tensor<8x11xi1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %any = stablehlo.reduce(%p init: %no) applies stablehlo.or across dimensions = [1] : (tensor<8x11xi1>, tensor<i1>) -> tensor<8xi1>
  %none = stablehlo.constant dense<0> : tensor<i8>
  %ones = stablehlo.convert %p : (tensor<8x11xi1>) -> tensor<8x11xi8>
  %count = stablehlo.reduce(%ones init: %none) applies stablehlo.add across dimensions = [1] : (tensor<8x11xi8>, tensor<i8>) -> tensor<8xi8>
  return %t, %any, %count : tensor<f64>, tensor<8xi1>, tensor<8xi8>
}
