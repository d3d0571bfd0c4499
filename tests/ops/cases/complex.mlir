// Parameters and results are complex: a scalar, an array without elements, an unchanged parameter and a constant. Parts
// are taken and joined.
// types: f32 f64
func.func @main(%x: tensor<5x3xcomplex<$T>>, %s: tensor<complex<$T>>, %e: tensor<0x3xcomplex<$T>>, %r: tensor<5x3x$T>)
    -> (tensor<5x3xcomplex<$T>>, tensor<complex<$T>>, tensor<0x3xcomplex<$T>>, tensor<5x3xcomplex<$T>>, tensor<5x3x$T>, tensor<2xcomplex<$T>>) {
  %c = stablehlo.constant dense<[(1.5,-2.0), (0.0,3.0)]> : tensor<2xcomplex<$T>>
  %0 = stablehlo.multiply %s, %s : tensor<complex<$T>>
  %1 = stablehlo.negate %e : tensor<0x3xcomplex<$T>>
  %2 = stablehlo.imag %x : (tensor<5x3xcomplex<$T>>) -> tensor<5x3x$T>
  %3 = stablehlo.complex %2, %r : tensor<5x3xcomplex<$T>>
  %4 = stablehlo.real %3 : (tensor<5x3xcomplex<$T>>) -> tensor<5x3x$T>
  %5 = stablehlo.add %4, %r : tensor<5x3x$T>
  return %x, %0, %1, %3, %5, %c : tensor<5x3xcomplex<$T>>, tensor<complex<$T>>, tensor<0x3xcomplex<$T>>, tensor<5x3xcomplex<$T>>, tensor<5x3x$T>, tensor<2xcomplex<$T>>
}
// -----
// The body of the loop reads complex numbers, but the loop carries none. The branches return complex numbers.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<7xcomplex<$T>>, %n: tensor<i32>, %p: tensor<i1>) -> (tensor<7x$T>, tensor<7xcomplex<$T>>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<7x$T>
  %0:2 = stablehlo.while(%s = %zeros, %i = %z) : tensor<7x$T>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.abs %x : (tensor<7xcomplex<$T>>) -> tensor<7x$T>
    %2 = stablehlo.add %s, %1 : tensor<7x$T>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %3 : tensor<7x$T>, tensor<i32>
  }
  %4 = "stablehlo.if"(%p) ({
    %5 = stablehlo.multiply %x, %x : tensor<7xcomplex<$T>>
    stablehlo.return %5 : tensor<7xcomplex<$T>>
  }, {
    stablehlo.return %x : tensor<7xcomplex<$T>>
  }) : (tensor<i1>) -> tensor<7xcomplex<$T>>
  return %0#0, %4 : tensor<7x$T>, tensor<7xcomplex<$T>>
}
// -----
// The bodies of these reductions need both parts of a number.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<9x5xcomplex<$T>>) -> (tensor<9xcomplex<$T>>, tensor<5xcomplex<$T>>) {
  %one = stablehlo.constant dense<(1.0,0.0)> : tensor<complex<$T>>
  %0 = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<9x5xcomplex<$T>>, tensor<complex<$T>>) -> tensor<9xcomplex<$T>>
  %1 = stablehlo.reduce(%x init: %one) applies stablehlo.maximum across dimensions = [0] : (tensor<9x5xcomplex<$T>>, tensor<complex<$T>>) -> tensor<5xcomplex<$T>>
  return %0, %1 : tensor<9xcomplex<$T>>, tensor<5xcomplex<$T>>
}
// -----
// types: f32 f64
func.func private @double(%x: tensor<4xcomplex<$T>>) -> tensor<4xcomplex<$T>> {
  %0 = stablehlo.add %x, %x : tensor<4xcomplex<$T>>
  return %0 : tensor<4xcomplex<$T>>
}
func.func @main(%x: tensor<4xcomplex<$T>>, %i: tensor<4xi32>) -> (tensor<4xcomplex<$T>>, tensor<4xi1>, tensor<4xcomplex<f32>>, tensor<4xi1>) {
  %0 = func.call @double(%x) : (tensor<4xcomplex<$T>>) -> tensor<4xcomplex<$T>>
  %1 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xcomplex<$T>>
  %2 = stablehlo.compare NE, %0, %1 : (tensor<4xcomplex<$T>>, tensor<4xcomplex<$T>>) -> tensor<4xi1>
  %3 = stablehlo.convert %0 : (tensor<4xcomplex<$T>>) -> tensor<4xcomplex<f32>>
  %4 = stablehlo.convert %1 : (tensor<4xcomplex<$T>>) -> tensor<4xi1>
  return %0, %2, %3, %4 : tensor<4xcomplex<$T>>, tensor<4xi1>, tensor<4xcomplex<f32>>, tensor<4xi1>
}
// -----
// A cumulative sum, a convolution, and a product whose result is wider than its operands.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<2x9x3xcomplex<$T>>, %k: tensor<3x3x4xcomplex<$T>>, %y: tensor<3x5xcomplex<f32>>) -> (tensor<2x9x3xcomplex<$T>>, tensor<2x7x4xcomplex<$T>>, tensor<5x5xcomplex<f64>>) {
  %z = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<$T>>
  %0 = "stablehlo.reduce_window"(%x, %z) <{padding = dense<[[0, 0], [8, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 9, 1>}> ({
  ^bb0(%a: tensor<complex<$T>>, %b: tensor<complex<$T>>):
    %4 = stablehlo.add %a, %b : tensor<complex<$T>>
    stablehlo.return %4 : tensor<complex<$T>>
  }) : (tensor<2x9x3xcomplex<$T>>, tensor<complex<$T>>) -> tensor<2x9x3xcomplex<$T>>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xcomplex<$T>>, tensor<3x3x4xcomplex<$T>>) -> tensor<2x7x4xcomplex<$T>>
  %2 = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<3x5xcomplex<f32>>, tensor<3x5xcomplex<f32>>) -> tensor<5x5xcomplex<f64>>
  return %0, %1, %2 : tensor<2x9x3xcomplex<$T>>, tensor<2x7x4xcomplex<$T>>, tensor<5x5xcomplex<f64>>
}
