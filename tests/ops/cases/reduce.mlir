// types: i8 i16 i32 i64 ui8 ui16 ui32 ui64 f32 f64 complex
// tolerance: 1e-6
func.func @main(%x: tensor<7x65x$T>) -> (tensor<7x$T>, tensor<65x$T>, tensor<$T>) {
  %c = stablehlo.constant dense<0> : tensor<i8>
  %z = stablehlo.convert %c : (tensor<i8>) -> tensor<$T>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<7x65x$T>, tensor<$T>) -> tensor<7x$T>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<7x65x$T>, tensor<$T>) -> tensor<65x$T>
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x65x$T>, tensor<$T>) -> tensor<$T>
  return %0, %1, %2 : tensor<7x$T>, tensor<65x$T>, tensor<$T>
}
// -----
// The interpreter rounds after each addition. The rows are so short that this is close to rounding once.
// types: f16 bf16
// tolerance: 1e-6
func.func @main(%x: tensor<9x5x$T>) -> (tensor<9x$T>, tensor<5x$T>) {
  %z = stablehlo.constant dense<0.0> : tensor<$T>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<9x5x$T>, tensor<$T>) -> tensor<9x$T>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<9x5x$T>, tensor<$T>) -> tensor<5x$T>
  return %0, %1 : tensor<9x$T>, tensor<5x$T>
}
// -----
// types: numbers
func.func @main(%x: tensor<3x5x33x$T>, %i: tensor<$T>) -> (tensor<3x33x$T>, tensor<5x$T>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5x33x$T>, tensor<$T>) -> tensor<3x33x$T>
  %1 = stablehlo.reduce(%x init: %i) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<3x5x33x$T>, tensor<$T>) -> tensor<5x$T>
  return %0, %1 : tensor<3x33x$T>, tensor<5x$T>
}
// -----
// A dim is empty. If it is reduced, the result is the initial value. Otherwise the result is empty.
// types: f32 i32
func.func @main(%x: tensor<3x0x$T>, %i: tensor<$T>) -> (tensor<3x$T>, tensor<0x$T>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<3x0x$T>, tensor<$T>) -> tensor<3x$T>
  %1 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<3x0x$T>, tensor<$T>) -> tensor<0x$T>
  return %0, %1 : tensor<3x$T>, tensor<0x$T>
}
// -----
// types: i1
func.func @main(%x: tensor<9x17x$T>) -> (tensor<9x$T>, tensor<17x$T>) {
  %f = stablehlo.constant dense<false> : tensor<i1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %f) applies stablehlo.or across dimensions = [1] : (tensor<9x17x$T>, tensor<$T>) -> tensor<9x$T>
  %1 = stablehlo.reduce(%x init: %t) applies stablehlo.and across dimensions = [0] : (tensor<9x17x$T>, tensor<$T>) -> tensor<17x$T>
  return %0, %1 : tensor<9x$T>, tensor<17x$T>
}
// -----
// The index of the least element. If several elements are equal, it is the first index.
// types: f32 f64 i32 bf16
func.func @main(%x: tensor<6x37x$T>, %init: tensor<$T>) -> (tensor<6x$T>, tensor<6xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<6x37xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %init), (%i init: %z) across dimensions = [1] : (tensor<6x37x$T>, tensor<6x37xi32>, tensor<$T>, tensor<i32>) -> (tensor<6x$T>, tensor<6xi32>)
   reducer(%a: tensor<$T>, %b: tensor<$T>) (%ai: tensor<i32>, %bi: tensor<i32>) {
    %1 = stablehlo.compare LT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %2 = stablehlo.compare EQ, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %3 = stablehlo.compare LT, %ai, %bi : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.and %2, %3 : tensor<i1>
    %5 = stablehlo.or %1, %4 : tensor<i1>
    %6 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<$T>
    %7 = stablehlo.select %5, %ai, %bi : tensor<i1>, tensor<i32>
    stablehlo.return %6, %7 : tensor<$T>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<6x$T>, tensor<6xi32>
}
// -----
// The bodies compute in a wider type than the elements have. One initial value is narrow, too.
// types: bf16 f16
// tolerance: 1e-6
func.func @main(%x: tensor<9x5x$T>, %i: tensor<f32>, %j: tensor<$T>) -> (tensor<9xf32>, tensor<5xf32>) {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<9x5x$T>, tensor<f32>) -> tensor<9xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  %1 = stablehlo.reduce(%x init: %j) across dimensions = [0] : (tensor<9x5x$T>, tensor<$T>) -> tensor<5xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0, %1 : tensor<9xf32>, tensor<5xf32>
}

// -----
// Reductions down 300 columns. The columns fill several vectors and a part of one.
// types: f32 f16
// tolerance: 1e-5
func.func @main(%x: tensor<37x300x$T>, %y: tensor<37x300x$T>) -> (tensor<300x$T>, tensor<300x$T>) {
  %zero_i = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.convert %zero_i : (tensor<i32>) -> tensor<$T>
  %p = stablehlo.multiply %x, %y : tensor<37x300x$T>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<37x300x$T>, tensor<$T>) -> tensor<300x$T>
  %m = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<37x300x$T>, tensor<$T>) -> tensor<300x$T>
  return %s, %m : tensor<300x$T>, tensor<300x$T>
}
// -----
// Large operands with few results are reduced in two steps. In these three cases the first step keeps a dim, splits a
// dim, or pads a dim that it cannot split evenly.
// types: i32 f64
// tolerance: 1e-9
func.func @main(%x: tensor<300x257x$T>, %y: tensor<3x30000x$T>, %z: tensor<70001x$T>, %i: tensor<$T>)
    -> (tensor<$T>, tensor<3x$T>, tensor<$T>, tensor<70001x$T>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x257x$T>, tensor<$T>) -> tensor<$T>
  %1 = stablehlo.reduce(%y init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x30000x$T>, tensor<$T>) -> tensor<3x$T>
  %2 = stablehlo.reduce(%z init: %i) applies stablehlo.add across dimensions = [0] : (tensor<70001x$T>, tensor<$T>) -> tensor<$T>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<$T>) -> tensor<70001x$T>
  %4 = stablehlo.subtract %z, %3 : tensor<70001x$T>
  return %0, %1, %2, %4 : tensor<$T>, tensor<3x$T>, tensor<$T>, tensor<70001x$T>
}
// -----
// No dim is reduced, so each element is combined with the initial value once. One body has two ops.
// types: numbers
func.func @main(%x: tensor<2x33x$T>, %i: tensor<$T>, %y: tensor<$T>) -> (tensor<2x33x$T>, tensor<2x33x$T>, tensor<$T>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [] : (tensor<2x33x$T>, tensor<$T>) -> tensor<2x33x$T>
  %1 = stablehlo.reduce(%x init: %i) across dimensions = [] : (tensor<2x33x$T>, tensor<$T>) -> tensor<2x33x$T>
   reducer(%a: tensor<$T>, %b: tensor<$T>) {
    %3 = stablehlo.maximum %a, %b : tensor<$T>
    %4 = stablehlo.add %3, %b : tensor<$T>
    stablehlo.return %4 : tensor<$T>
  }
  %2 = stablehlo.reduce(%y init: %i) applies stablehlo.subtract across dimensions = [] : (tensor<$T>, tensor<$T>) -> tensor<$T>
  return %0, %1, %2 : tensor<2x33x$T>, tensor<2x33x$T>, tensor<$T>
}
// -----
// No dim of two inputs is reduced.
// types: f32 i32
func.func @main(%x: tensor<5x$T>, %i: tensor<$T>, %j: tensor<i32>) -> (tensor<5x$T>, tensor<5xi32>) {
  %n = stablehlo.iota dim = 0 : tensor<5xi32>
  %0:2 = stablehlo.reduce(%x init: %i), (%n init: %j) across dimensions = [] : (tensor<5x$T>, tensor<5xi32>, tensor<$T>, tensor<i32>) -> (tensor<5x$T>, tensor<5xi32>)
   reducer(%a: tensor<$T>, %b: tensor<$T>) (%ai: tensor<i32>, %bi: tensor<i32>) {
    %1 = stablehlo.add %a, %b : tensor<$T>
    %2 = stablehlo.multiply %ai, %bi : tensor<i32>
    stablehlo.return %1, %2 : tensor<$T>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<5x$T>, tensor<5xi32>
}
// -----
// The operands are narrower than the body. The program reduces rows, columns, a dim of size 1, no dim, and all dims.
// types: i8 i16 i32
func.func @main(%x: tensor<9x70x$T>, %o: tensor<9x1x$T>, %l: tensor<300x300x$T>, %i: tensor<$T>, %j: tensor<i64>)
    -> (tensor<9xi64>, tensor<70xi64>, tensor<9xi64>, tensor<9x1xi64>, tensor<i64>, tensor<i64>) {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<9x70x$T>, tensor<$T>) -> tensor<9xi64>
   reducer(%a: tensor<i64>, %b: tensor<i64>) {
    %6 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %6 : tensor<i64>
  }
  %1 = stablehlo.reduce(%x init: %j) across dimensions = [0] : (tensor<9x70x$T>, tensor<i64>) -> tensor<70xi64>
   reducer(%a: tensor<i64>, %b: tensor<i64>) {
    %6 = stablehlo.multiply %a, %b : tensor<i64>
    stablehlo.return %6 : tensor<i64>
  }
  %2 = stablehlo.reduce(%o init: %j) across dimensions = [1] : (tensor<9x1x$T>, tensor<i64>) -> tensor<9xi64>
   reducer(%a: tensor<i64>, %b: tensor<i64>) {
    %6 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %6 : tensor<i64>
  }
  %3 = stablehlo.reduce(%o init: %i) across dimensions = [] : (tensor<9x1x$T>, tensor<$T>) -> tensor<9x1xi64>
   reducer(%a: tensor<i64>, %b: tensor<i64>) {
    %6 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %6 : tensor<i64>
  }
  %4 = stablehlo.reduce(%x init: %i) across dimensions = [1, 0] : (tensor<9x70x$T>, tensor<$T>) -> tensor<i64>
   reducer(%a: tensor<i64>, %b: tensor<i64>) {
    %6 = stablehlo.maximum %a, %b : tensor<i64>
    stablehlo.return %6 : tensor<i64>
  }
  %5 = stablehlo.reduce(%l init: %j) across dimensions = [0, 1] : (tensor<300x300x$T>, tensor<i64>) -> tensor<i64>
   reducer(%a: tensor<i64>, %b: tensor<i64>) {
    %6 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %6 : tensor<i64>
  }
  return %0, %1, %2, %3, %4, %5 : tensor<9xi64>, tensor<70xi64>, tensor<9xi64>, tensor<9x1xi64>, tensor<i64>, tensor<i64>
}
// -----
// The operands are floats that are narrower than the body. The second input of one reduction has the type of the body.
// types: f16 bf16 f32
// tolerance: 1e-6
func.func @main(%x: tensor<9x70x$T>, %o: tensor<9x1x$T>, %y: tensor<9x70xi16>, %i: tensor<$T>, %j: tensor<i16>)
    -> (tensor<9xf64>, tensor<9xf64>, tensor<9xf64>, tensor<9xi16>) {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<9x70x$T>, tensor<$T>) -> tensor<9xf64>
   reducer(%a: tensor<f64>, %b: tensor<f64>) {
    %6 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %6 : tensor<f64>
  }
  %1 = stablehlo.reduce(%o init: %i) across dimensions = [1] : (tensor<9x1x$T>, tensor<$T>) -> tensor<9xf64>
   reducer(%a: tensor<f64>, %b: tensor<f64>) {
    %6 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %6 : tensor<f64>
  }
  %2:2 = stablehlo.reduce(%x init: %i), (%y init: %j) across dimensions = [1] : (tensor<9x70x$T>, tensor<9x70xi16>, tensor<$T>, tensor<i16>) -> (tensor<9xf64>, tensor<9xi16>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i16>, %d: tensor<i16>) {
    %6 = stablehlo.maximum %a, %b : tensor<f64>
    %7 = stablehlo.add %c, %d : tensor<i16>
    stablehlo.return %6, %7 : tensor<f64>, tensor<i16>
  }
  return %0, %1, %2#0, %2#1 : tensor<9xf64>, tensor<9xf64>, tensor<9xf64>, tensor<9xi16>
}
// -----
// Each result has few columns. Each column is a reduction over values that all columns need. The first two results
// have the form of gradients of a sum over pairs. The third result is like a product of a matrix of few rows with
// another product.
// types: f32 f64 bf16
func.func @main(%x: tensor<37x3x$T>, %y: tensor<21x3x$T>, %a: tensor<4x19x$T>, %b: tensor<19x6x$T>, %v: tensor<6x$T>, %i: tensor<$T>)
    -> (tensor<37x3x$T>, tensor<21x2x$T>, tensor<4x$T>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<37x3x$T>) -> tensor<37x21x3x$T>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<21x3x$T>) -> tensor<37x21x3x$T>
  %2 = stablehlo.subtract %0, %1 : tensor<37x21x3x$T>
  %3 = stablehlo.abs %2 : tensor<37x21x3x$T>
  %4 = stablehlo.reduce(%3 init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<37x21x3x$T>, tensor<$T>) -> tensor<37x21x$T>
  %5 = stablehlo.sqrt %4 : tensor<37x21x$T>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<37x21x$T>) -> tensor<37x21x3x$T>
  %7 = stablehlo.minimum %3, %6 : tensor<37x21x3x$T>
  %8 = stablehlo.reduce(%7 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<37x21x3x$T>, tensor<$T>) -> tensor<37x3x$T>
  %9 = stablehlo.slice %7 [0:37, 0:21, 1:3] : (tensor<37x21x3x$T>) -> tensor<37x21x2x$T>
  %10 = stablehlo.reduce(%9 init: %i) applies stablehlo.minimum across dimensions = [0] : (tensor<37x21x2x$T>, tensor<$T>) -> tensor<21x2x$T>
  %11 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<6x$T>) -> tensor<19x6x$T>
  %12 = stablehlo.multiply %b, %11 : tensor<19x6x$T>
  %13 = stablehlo.reduce(%12 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<19x6x$T>, tensor<$T>) -> tensor<19x$T>
  %14 = stablehlo.broadcast_in_dim %13, dims = [1] : (tensor<19x$T>) -> tensor<4x19x$T>
  %15 = stablehlo.multiply %a, %14 : tensor<4x19x$T>
  %16 = stablehlo.reduce(%15 init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<4x19x$T>, tensor<$T>) -> tensor<4x$T>
  return %8, %10, %16 : tensor<37x3x$T>, tensor<21x2x$T>, tensor<4x$T>
}
