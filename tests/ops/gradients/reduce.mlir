func.func @main(%x: tensor<3x5x2xf64>, %i: tensor<f64>) -> (tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>) {
  %0 = stablehlo.sine %x : tensor<3x5x2xf64>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [1] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x2xf64>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [2, 0] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<5xf64>
  %3 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<f64>
  %4 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x5x2xf64>
  return %1, %2, %3, %4 : tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>
}
// -----
// The elements are more extreme than the initial value, so it is never selected.
// RANGE arg1 -3 -2
func.func @main(%x: tensor<3x5x2xf64>, %i: tensor<f64>) -> (tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>) {
  %0 = stablehlo.sine %x : tensor<3x5x2xf64>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x2xf64>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<5xf64>
  %3 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<f64>
  %4 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x5x2xf64>
  return %1, %2, %3, %4 : tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>
}
// -----
// In some rows the initial value is selected.
// RANGE arg1 0.2 0.3
func.func @main(%x: tensor<7x2xf64>, %i: tensor<f64>) -> (tensor<7xf64>, tensor<2xf64>) {
  %0 = stablehlo.sine %x : tensor<7x2xf64>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<7x2xf64>, tensor<f64>) -> tensor<7xf64>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<7x2xf64>, tensor<f64>) -> tensor<2xf64>
  return %1, %2 : tensor<7xf64>, tensor<2xf64>
}
// -----
// The elements are more extreme than the initial value, so it is never selected.
// RANGE arg1 2 3
func.func @main(%x: tensor<3x5x2xf64>, %i: tensor<f64>) -> (tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>) {
  %0 = stablehlo.sine %x : tensor<3x5x2xf64>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x2xf64>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<5xf64>
  %3 = stablehlo.reduce(%0 init: %i) applies stablehlo.minimum across dimensions = [0, 1, 2] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<f64>
  %4 = stablehlo.reduce(%0 init: %i) applies stablehlo.minimum across dimensions = [] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x5x2xf64>
  return %1, %2, %3, %4 : tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>
}
// -----
// In some rows the initial value is selected.
// RANGE arg1 -0.3 -0.2
func.func @main(%x: tensor<7x2xf64>, %i: tensor<f64>) -> (tensor<7xf64>, tensor<2xf64>) {
  %0 = stablehlo.sine %x : tensor<7x2xf64>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<7x2xf64>, tensor<f64>) -> tensor<7xf64>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.minimum across dimensions = [0] : (tensor<7x2xf64>, tensor<f64>) -> tensor<2xf64>
  return %1, %2 : tensor<7xf64>, tensor<2xf64>
}
// -----
func.func @main(%x: tensor<3x5x2xf64>, %i: tensor<f64>) -> (tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>) {
  %0 = stablehlo.sine %x : tensor<3x5x2xf64>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.multiply across dimensions = [1] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x2xf64>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.multiply across dimensions = [2, 0] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<5xf64>
  %3 = stablehlo.reduce(%0 init: %i) applies stablehlo.multiply across dimensions = [0, 1, 2] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<f64>
  %4 = stablehlo.reduce(%0 init: %i) applies stablehlo.multiply across dimensions = [] : (tensor<3x5x2xf64>, tensor<f64>) -> tensor<3x5x2xf64>
  return %1, %2, %3, %4 : tensor<3x2xf64>, tensor<5xf64>, tensor<f64>, tensor<3x5x2xf64>
}
// -----
// The rows of factors have no zero, one zero and two zeros.
func.func @main(%x: tensor<3x4xf64>, %i: tensor<f64>) -> (tensor<3xf64>, tensor<f64>) {
  %m = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]]> : tensor<3x4xf64>
  %0 = stablehlo.multiply %x, %m : tensor<3x4xf64>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.multiply across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %3 = stablehlo.reduce(%0 init: %i) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
  return %2, %3 : tensor<3xf64>, tensor<f64>
}
// -----
// The factors are differentiated at zero.
// RANGE arg0 0 0
func.func @main(%x: tensor<3xf64>, %i: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %c = stablehlo.constant dense<[1.0, 0.0, 2.0]> : tensor<3xf64>
  %0 = stablehlo.add %x, %c : tensor<3xf64>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %2 = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %1, %2 : tensor<f64>, tensor<f64>
}
// -----
// The reduced dim is empty, or the result is empty.
func.func @main(%x: tensor<2x0xf64>, %i: tensor<f64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<0xf64>, tensor<0xf64>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  %1 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  %2 = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [1] : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  %3 = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<2x0xf64>, tensor<f64>) -> tensor<0xf64>
  %4 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2x0xf64>, tensor<f64>) -> tensor<0xf64>
  return %0, %1, %2, %3, %4 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<0xf64>, tensor<0xf64>
}
// -----
// The index of the largest element has no gradient. The second result is a softmax.
func.func @main(%x: tensor<3x5xf64>) -> (tensor<3xi32>, tensor<3x5xf64>) {
  %low = stablehlo.constant dense<-1.0e30> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<3x5xi32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %z) across dimensions = [1] : (tensor<3x5xf64>, tensor<3x5xi32>, tensor<f64>, tensor<i32>) -> (tensor<3xf64>, tensor<3xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%ai: tensor<i32>, %bi: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f64>
    %3 = stablehlo.select %1, %ai, %bi : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f64>, tensor<i32>
  }
  %4 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5xf64>, tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf64>) -> tensor<3x5xf64>
  %6 = stablehlo.subtract %x, %5 : tensor<3x5xf64>
  %7 = stablehlo.exponential %6 : tensor<3x5xf64>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf64>, tensor<f64>) -> tensor<3xf64>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<3xf64>) -> tensor<3x5xf64>
  %10 = stablehlo.divide %7, %9 : tensor<3x5xf64>
  return %0#1, %10 : tensor<3xi32>, tensor<3x5xf64>
}
// -----
// Reductions of complex numbers. One result is complex, and one is made real.
func.func @main(%x: tensor<3x5xcomplex<f64>>, %i: tensor<complex<f64>>) -> (tensor<3xcomplex<f64>>, tensor<5xf64>) {
  %0 = stablehlo.exponential %x : tensor<3x5xcomplex<f64>>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [1] : (tensor<3x5xcomplex<f64>>, tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
  %2 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<3x5xcomplex<f64>>, tensor<complex<f64>>) -> tensor<5xcomplex<f64>>
  %3 = stablehlo.abs %2 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %1, %3 : tensor<3xcomplex<f64>>, tensor<5xf64>
}
// -----
// FIRST-ORDER-ONLY: products of many factors
func.func @main(%x: tensor<3x4xcomplex<f64>>, %i: tensor<complex<f64>>) -> tensor<3xcomplex<f64>> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [1] : (tensor<3x4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}
