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
// Longer than what is merged.
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
// jnp.argsort of what a kernel computes; a kernel reads the places.
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
// By the second of two inputs; in the body of a loop.
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
// Empty and short dims.
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
