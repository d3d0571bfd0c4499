// types: i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64
func.func @main(%x: tensor<3x17x$T>) -> (tensor<3x17x$T>, tensor<3x17x$T>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x17x$T>) -> tensor<3x17x$T>
  %2 = "stablehlo.sort"(%x) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x17x$T>) -> tensor<3x17x$T>
  return %0, %2 : tensor<3x17x$T>, tensor<3x17x$T>
}
// -----
// The rows are too long to be sorted by merging.
// types: floats
func.func @main(%x: tensor<2x333x$T>) -> (tensor<2x333x$T>, tensor<2x333x$T>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x333x$T>) -> tensor<2x333x$T>
  %2 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare LT, %b, %a, TOTALORDER : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x333x$T>) -> tensor<2x333x$T>
  return %0, %2 : tensor<2x333x$T>, tensor<2x333x$T>
}
// -----
// This is jnp.argsort. A kernel computes its operand, and another kernel reads the indices.
// types: f32
func.func @main(%x: tensor<5x70x$T>) -> (tensor<5x70x$T>, tensor<5x70xi32>) {
  %neg = stablehlo.negate %x : tensor<5x70x$T>
  %0 = stablehlo.iota dim = 1 : tensor<5x70xi32>
  %1:2 = "stablehlo.sort"(%neg, %0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>, %i: tensor<i32>, %j: tensor<i32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<$T>
    %2 = stablehlo.compare EQ, %a, %cst, FLOAT : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %3 = stablehlo.select %2, %cst, %a : tensor<i1>, tensor<$T>
    %4 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<$T>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<$T>
    %5 = stablehlo.select %4, %nan, %3 : tensor<i1>, tensor<$T>
    %6 = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %7 = stablehlo.select %6, %zero, %b : tensor<i1>, tensor<$T>
    %8 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %9 = stablehlo.select %8, %nan, %7 : tensor<i1>, tensor<$T>
    %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) : (tensor<5x70x$T>, tensor<5x70xi32>) -> (tensor<5x70x$T>, tensor<5x70xi32>)
  %c = stablehlo.constant dense<2> : tensor<5x70xi32>
  %11 = stablehlo.multiply %1#1, %c : tensor<5x70xi32>
  return %1#0, %11 : tensor<5x70x$T>, tensor<5x70xi32>
}
// -----
// The body of a loop sorts by the second of two inputs.
// types: i8 f32
func.func @main(%x: tensor<9x4x$T>, %k: tensor<9x4xi16>) -> (tensor<9x4x$T>, tensor<9x4xi16>) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%n = %i, %y = %x, %l = %k) : tensor<i32>, tensor<9x4x$T>, tensor<9x4xi16>
   cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %0:2 = "stablehlo.sort"(%y, %l) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<$T>, %b: tensor<$T>, %c: tensor<i16>, %d: tensor<i16>):
      %1 = stablehlo.compare GT, %c, %d, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<9x4x$T>, tensor<9x4xi16>) -> (tensor<9x4x$T>, tensor<9x4xi16>)
    %2 = stablehlo.reverse %0#1, dims = [1] : tensor<9x4xi16>
    stablehlo.return %m, %0#0, %2 : tensor<i32>, tensor<9x4x$T>, tensor<9x4xi16>
  }
  return %r#1, %r#2 : tensor<9x4x$T>, tensor<9x4xi16>
}
// -----
// The sorted dims have no element or one.
// types: f32 i8
func.func @main(%x: tensor<3x0x$T>, %y: tensor<4x1x$T>, %z: tensor<1x$T>) -> (tensor<3x0x$T>, tensor<4x1x$T>, tensor<1x$T>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<3x0x$T>) -> tensor<3x0x$T>
  %1 = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<4x1x$T>) -> tensor<4x1x$T>
  %2 = "stablehlo.sort"(%z) ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<1x$T>) -> tensor<1x$T>
  return %0, %1, %2 : tensor<3x0x$T>, tensor<4x1x$T>, tensor<1x$T>
}
// -----
// Several keys, in ascending and descending order. The two comparators are written in different forms.
// types: i1 i8 i64 ui16 f16 bf16 f32 f64
func.func @main(%x: tensor<4x61x$T>, %k: tensor<4x61xi1>, %l: tensor<4x61xi16>) -> (tensor<4x61x$T>, tensor<4x61xi1>, tensor<4x61xi16>, tensor<4x61x$T>, tensor<4x61xi32>) {
  %0:3 = "stablehlo.sort"(%x, %k, %l) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>, %c: tensor<i1>, %d: tensor<i1>, %e: tensor<i16>, %f: tensor<i16>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %2 = stablehlo.compare GT, %e, %f : (tensor<i16>, tensor<i16>) -> tensor<i1>
    %3 = stablehlo.compare EQ, %e, %f : (tensor<i16>, tensor<i16>) -> tensor<i1>
    %4 = stablehlo.and %3, %1 : tensor<i1>
    %5 = stablehlo.or %2, %4 : tensor<i1>
    %6 = stablehlo.compare LT, %c, %d : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.compare EQ, %c, %d : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %5 : tensor<i1>
    %9 = stablehlo.or %6, %8 : tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<4x61x$T>, tensor<4x61xi1>, tensor<4x61xi16>) -> (tensor<4x61x$T>, tensor<4x61xi1>, tensor<4x61xi16>)
  %i = stablehlo.iota dim = 1 : tensor<4x61xi32>
  %10:3 = "stablehlo.sort"(%i, %x, %k) <{dimension = 0 : i64}> ({
  ^bb0(%c: tensor<i32>, %d: tensor<i32>, %a: tensor<$T>, %b: tensor<$T>, %e: tensor<i1>, %f: tensor<i1>):
    %1 = stablehlo.compare NE, %e, %f : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %2 = stablehlo.compare GT, %e, %f : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %3 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %4 = stablehlo.select %1, %2, %3 : tensor<i1>, tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<4x61xi32>, tensor<4x61x$T>, tensor<4x61xi1>) -> (tensor<4x61xi32>, tensor<4x61x$T>, tensor<4x61xi1>)
  return %0#0, %0#1, %0#2, %10#1, %10#0 : tensor<4x61x$T>, tensor<4x61xi1>, tensor<4x61xi16>, tensor<4x61x$T>, tensor<4x61xi32>
}
// -----
// The first sort compares distances to a captured value. The comparator of the second one contains a loop.
// types: i8 i32 ui32
func.func @main(%x: tensor<2x99x$T>, %from: tensor<$T>) -> (tensor<2x99x$T>, tensor<2x99x$T>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.subtract %a, %from : tensor<$T>
    %2 = stablehlo.subtract %b, %from : tensor<$T>
    %3 = stablehlo.multiply %1, %1 : tensor<$T>
    %4 = stablehlo.multiply %2, %2 : tensor<$T>
    %5 = stablehlo.compare LT, %3, %4 : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<2x99x$T>) -> tensor<2x99x$T>
  %six = stablehlo.constant dense<6> : tensor<$T>
  %few = stablehlo.broadcast_in_dim %six, dims = [] : (tensor<$T>) -> tensor<2x99x$T>
  %small = stablehlo.remainder %x, %few : tensor<2x99x$T>
  %6 = "stablehlo.sort"(%small) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %three = stablehlo.constant dense<3> : tensor<$T>
    %r:2 = stablehlo.while(%s = %a, %t = %b) : tensor<$T>, tensor<$T>
     cond {
      %most = stablehlo.maximum %s, %t : tensor<$T>
      %p = stablehlo.compare GE, %most, %three : (tensor<$T>, tensor<$T>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %less = stablehlo.subtract %s, %three : tensor<$T>
      %zero = stablehlo.constant dense<0> : tensor<$T>
      %p = stablehlo.compare GE, %s, %three : (tensor<$T>, tensor<$T>) -> tensor<i1>
      %u = stablehlo.select %p, %less, %s : tensor<i1>, tensor<$T>
      %q = stablehlo.compare GE, %t, %three : (tensor<$T>, tensor<$T>) -> tensor<i1>
      %lower = stablehlo.subtract %t, %three : tensor<$T>
      %v = stablehlo.select %q, %lower, %t : tensor<i1>, tensor<$T>
      stablehlo.return %u, %v : tensor<$T>, tensor<$T>
    }
    %7 = stablehlo.compare LT, %r#0, %r#1 : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  }) : (tensor<2x99x$T>) -> tensor<2x99x$T>
  return %0, %6 : tensor<2x99x$T>, tensor<2x99x$T>
}
// -----
// The first comparator is not an order, the second is always true, and the third reads a captured table.
// types: f32 bf16
func.func @main(%x: tensor<3x40x$T>, %k: tensor<3x40xi32>, %table: tensor<8xf32>) -> (tensor<3x40x$T>, tensor<3x40x$T>, tensor<3x40x$T>, tensor<3x40xi32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare NE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x40x$T>) -> tensor<3x40x$T>
  %2 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x40x$T>) -> tensor<3x40x$T>
  %3:2 = "stablehlo.sort"(%x, %k) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>, %c: tensor<i32>, %d: tensor<i32>):
    %4 = stablehlo.dynamic_slice %table, %c, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %5 = stablehlo.dynamic_slice %table, %d, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %6 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %7 = stablehlo.reshape %5 : (tensor<1xf32>) -> tensor<f32>
    %8 = stablehlo.compare LT, %6, %7 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  }) : (tensor<3x40x$T>, tensor<3x40xi32>) -> (tensor<3x40x$T>, tensor<3x40xi32>)
  return %0, %2, %3#0, %3#1 : tensor<3x40x$T>, tensor<3x40x$T>, tensor<3x40x$T>, tensor<3x40xi32>
}
// -----
// Complex numbers are compared by their real parts, then by their imaginary parts. The sort runs this comparator. A
// second input moves with them.
func.func @main(%x: tensor<3x5xcomplex<f32>>, %i: tensor<3x5xi32>) -> (tensor<3x5xcomplex<f32>>, tensor<3x5xi32>) {
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>, %c: tensor<i32>, %d: tensor<i32>):
    %ar = stablehlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
    %br = stablehlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
    %ai = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
    %bi = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
    %less = stablehlo.compare LT, %ar, %br : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %ar, %br : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %then = stablehlo.compare LT, %ai, %bi : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %and = stablehlo.and %same, %then : tensor<i1>
    %or = stablehlo.or %less, %and : tensor<i1>
    stablehlo.return %or : tensor<i1>
  }) : (tensor<3x5xcomplex<f32>>, tensor<3x5xi32>) -> (tensor<3x5xcomplex<f32>>, tensor<3x5xi32>)
  return %0#0, %0#1 : tensor<3x5xcomplex<f32>>, tensor<3x5xi32>
}
// -----
// Only the first elements of jnp.sort and jnp.argsort are read.
func.func @main(%x: tensor<5x19xf32>) -> (tensor<5x3xf32>, tensor<5x3xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<5x19xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x19xf32>, tensor<5x19xi32>) -> (tensor<5x19xf32>, tensor<5x19xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 0:3] : (tensor<5x19xf32>) -> tensor<5x3xf32>
  %2 = stablehlo.slice %0#1 [0:5, 0:3] : (tensor<5x19xi32>) -> tensor<5x3xi32>
  return %1, %2 : tensor<5x3xf32>, tensor<5x3xi32>
}
// -----
// Only the last elements of jnp.sort and jnp.argsort are read.
func.func @main(%x: tensor<5x19xf32>) -> (tensor<5x4xf32>, tensor<2x2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<5x19xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x19xf32>, tensor<5x19xi32>) -> (tensor<5x19xf32>, tensor<5x19xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 15:19] : (tensor<5x19xf32>) -> tensor<5x4xf32>
  %2 = stablehlo.slice %0#1 [1:3, 16:18] : (tensor<5x19xi32>) -> tensor<2x2xi32>
  return %1, %2 : tensor<5x4xf32>, tensor<2x2xi32>
}
// -----
// The first element of a descending sort of columns.
func.func @main(%x: tensor<19x5xf64>) -> (tensor<1x5xf64>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f64>, %b0: tensor<f64>):
    %xz = stablehlo.constant dense<0.0> : tensor<f64>
    %xn = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f64>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f64>
    %yz = stablehlo.constant dense<0.0> : tensor<f64>
    %yn = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f64>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f64>
    %p = stablehlo.compare GT, %xc, %yc, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<19x5xf64>) -> tensor<19x5xf64>
  %1 = stablehlo.slice %0 [0:1, 0:5] : (tensor<19x5xf64>) -> tensor<1x5xf64>
  return %1 : tensor<1x5xf64>
}
// -----
// The first elements in the ascending total order, and elements of another operand.
// types: floats
func.func @main(%x: tensor<5x19x$T>, %y: tensor<5x19xi32>) -> (tensor<5x4x$T>, tensor<5x4xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<$T>, %b0: tensor<$T>, %a1: tensor<i32>, %b1: tensor<i32>):
    %p = stablehlo.compare LT, %a0, %b0, TOTALORDER : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x19x$T>, tensor<5x19xi32>) -> (tensor<5x19x$T>, tensor<5x19xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 0:4] : (tensor<5x19x$T>) -> tensor<5x4x$T>
  %2 = stablehlo.slice %0#1 [0:5, 0:4] : (tensor<5x19xi32>) -> tensor<5x4xi32>
  return %1, %2 : tensor<5x4x$T>, tensor<5x4xi32>
}
// -----
// The last elements in the ascending total order, and elements of another operand.
// types: floats
func.func @main(%x: tensor<5x19x$T>, %y: tensor<5x19xi32>) -> (tensor<5x4x$T>, tensor<5x4xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<$T>, %b0: tensor<$T>, %a1: tensor<i32>, %b1: tensor<i32>):
    %p = stablehlo.compare LT, %a0, %b0, TOTALORDER : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x19x$T>, tensor<5x19xi32>) -> (tensor<5x19x$T>, tensor<5x19xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 15:19] : (tensor<5x19x$T>) -> tensor<5x4x$T>
  %2 = stablehlo.slice %0#1 [0:5, 15:19] : (tensor<5x19xi32>) -> tensor<5x4xi32>
  return %1, %2 : tensor<5x4x$T>, tensor<5x4xi32>
}
// -----
// The first elements in the descending total order, and elements of another operand.
// types: floats
func.func @main(%x: tensor<5x19x$T>, %y: tensor<5x19xi32>) -> (tensor<5x4x$T>, tensor<5x4xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<$T>, %b0: tensor<$T>, %a1: tensor<i32>, %b1: tensor<i32>):
    %p = stablehlo.compare GT, %a0, %b0, TOTALORDER : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x19x$T>, tensor<5x19xi32>) -> (tensor<5x19x$T>, tensor<5x19xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 0:4] : (tensor<5x19x$T>) -> tensor<5x4x$T>
  %2 = stablehlo.slice %0#1 [0:5, 0:4] : (tensor<5x19xi32>) -> tensor<5x4xi32>
  return %1, %2 : tensor<5x4x$T>, tensor<5x4xi32>
}
// -----
// The last elements in the descending total order, and elements of another operand.
// types: floats
func.func @main(%x: tensor<5x19x$T>, %y: tensor<5x19xi32>) -> (tensor<5x4x$T>, tensor<5x4xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<$T>, %b0: tensor<$T>, %a1: tensor<i32>, %b1: tensor<i32>):
    %p = stablehlo.compare GT, %a0, %b0, TOTALORDER : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x19x$T>, tensor<5x19xi32>) -> (tensor<5x19x$T>, tensor<5x19xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 15:19] : (tensor<5x19x$T>) -> tensor<5x4x$T>
  %2 = stablehlo.slice %0#1 [0:5, 15:19] : (tensor<5x19xi32>) -> tensor<5x4xi32>
  return %1, %2 : tensor<5x4x$T>, tensor<5x4xi32>
}
// -----
// Several slices of a sort of integers.
// types: i8 i32 i64 ui8 ui16 ui64
func.func @main(%x: tensor<5x19x$T>, %y: tensor<5x19xf32>) -> (tensor<5x3x$T>, tensor<5x1xf32>, tensor<2x2xf32>) {
  %i = stablehlo.iota dim = 1 : tensor<5x19xf32>
  %0:3 = "stablehlo.sort"(%x, %i, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<$T>, %b0: tensor<$T>, %a1: tensor<f32>, %b1: tensor<f32>, %a2: tensor<f32>, %b2: tensor<f32>):
    %p = stablehlo.compare LT, %a0, %b0 : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x19x$T>, tensor<5x19xf32>, tensor<5x19xf32>) -> (tensor<5x19x$T>, tensor<5x19xf32>, tensor<5x19xf32>)
  %1 = stablehlo.slice %0#0 [0:5, 1:6:2] : (tensor<5x19x$T>) -> tensor<5x3x$T>
  %2 = stablehlo.slice %0#1 [0:5, 0:1] : (tensor<5x19xf32>) -> tensor<5x1xf32>
  %3 = stablehlo.slice %0#2 [2:4, 2:4] : (tensor<5x19xf32>) -> tensor<2x2xf32>
  return %1, %2, %3 : tensor<5x3x$T>, tensor<5x1xf32>, tensor<2x2xf32>
}
// -----
// Most elements are equal, and a second key counts them.
func.func @main(%x: tensor<4x300xi8>) -> (tensor<4x37xi8>, tensor<4x37xi32>) {
  %three = stablehlo.constant dense<3> : tensor<4x300xi8>
  %few = stablehlo.and %x, %three : tensor<4x300xi8>
  %i = stablehlo.iota dim = 1 : tensor<4x300xi32>
  %0:2 = "stablehlo.sort"(%few, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<i8>, %b0: tensor<i8>, %a1: tensor<i32>, %b1: tensor<i32>):
    %l = stablehlo.compare GT, %a0, %b0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %e = stablehlo.compare EQ, %a0, %b0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %m = stablehlo.compare LT, %a1, %b1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %p = stablehlo.select %e, %m, %l : tensor<i1>, tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x300xi8>, tensor<4x300xi32>) -> (tensor<4x300xi8>, tensor<4x300xi32>)
  %1 = stablehlo.slice %0#0 [0:4, 0:37] : (tensor<4x300xi8>) -> tensor<4x37xi8>
  %2 = stablehlo.slice %0#1 [0:4, 0:37] : (tensor<4x300xi32>) -> tensor<4x37xi32>
  return %1, %2 : tensor<4x37xi8>, tensor<4x37xi32>
}
