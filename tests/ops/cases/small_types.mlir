// Each op on a small type rounds its result.
// types: f8E5M2 f8E4M3FN f8E4M3 f8E4M3FNUZ f8E4M3B11FNUZ f8E5M2FNUZ f8E3M4 f8E8M0FNU f4E2M1FN i4 ui4 i2 ui2
func.func @main(%x: tensor<5x7x$T>, %y: tensor<5x7x$T>) -> (tensor<5x7x$T>, tensor<7x5x$T>, tensor<5x7xi1>) {
  %0 = stablehlo.multiply %x, %y : tensor<5x7x$T>
  %1 = stablehlo.add %0, %x : tensor<5x7x$T>
  %2 = stablehlo.maximum %1, %y : tensor<5x7x$T>
  %3 = stablehlo.transpose %1, dims = [1, 0] : (tensor<5x7x$T>) -> tensor<7x5x$T>
  %4 = stablehlo.compare LT, %2, %x : (tensor<5x7x$T>, tensor<5x7x$T>) -> tensor<5x7xi1>
  return %2, %3, %4 : tensor<5x7x$T>, tensor<7x5x$T>, tensor<5x7xi1>
}
// -----
// These ops only move elements. Elements of some types share bytes.
// types: f8E5M2 f4E2M1FN i4 ui2
func.func @main(%x: tensor<3x5x$T>, %i: tensor<i32>) -> (tensor<3x3x$T>, tensor<2x5x$T>, tensor<7x5x$T>, tensor<2x5x$T>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %pad = stablehlo.constant dense<0> : tensor<i8>
  %filler = stablehlo.convert %pad : (tensor<i8>) -> tensor<$T>
  %0 = stablehlo.slice %x [0:3, 1:4] : (tensor<3x5x$T>) -> tensor<3x3x$T>
  %1 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [2, 5] : (tensor<3x5x$T>, tensor<i32>, tensor<i32>) -> tensor<2x5x$T>
  %2 = stablehlo.pad %x, %filler, low = [1, 0], high = [1, 0], interior = [1, 0] : (tensor<3x5x$T>, tensor<$T>) -> tensor<7x5x$T>
  %3 = stablehlo.reverse %1, dims = [0, 1] : tensor<2x5x$T>
  return %0, %1, %2, %3 : tensor<3x3x$T>, tensor<2x5x$T>, tensor<7x5x$T>, tensor<2x5x$T>
}
// -----
// A reduction rounds once, at the end.
// types: f8E4M3FN f8E5M2 i4 ui4
// tolerance: 0.02
func.func @main(%x: tensor<6x40x$T>, %init: tensor<$T>) -> (tensor<6x$T>, tensor<40x$T>, tensor<6xf32>) {
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] : (tensor<6x40x$T>, tensor<$T>) -> tensor<6x$T>
  %1 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<6x40x$T>, tensor<$T>) -> tensor<40x$T>
  %2 = stablehlo.convert %0 : (tensor<6x$T>) -> tensor<6xf32>
  return %0, %1, %2 : tensor<6x$T>, tensor<40x$T>, tensor<6xf32>
}
// -----
// The sort compares small types. The second input moves with its keys.
// types: f8E4M3FN f8E5M2 i4 ui2
func.func @main(%x: tensor<3x17x$T>, %y: tensor<3x17xi32>) -> (tensor<3x17x$T>, tensor<3x17xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x17x$T>, tensor<3x17xi32>) -> (tensor<3x17x$T>, tensor<3x17xi32>)
  return %0#0, %0#1 : tensor<3x17x$T>, tensor<3x17xi32>
}
// -----
// The reduction finds the greatest element and its index.
// types: f8E4M3FN i4
func.func @main(%x: tensor<4x19x$T>, %low: tensor<$T>) -> (tensor<4x$T>, tensor<4xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<4x19xi32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1] : (tensor<4x19x$T>, tensor<4x19xi32>, tensor<$T>, tensor<i32>) -> (tensor<4x$T>, tensor<4xi32>)
   reducer(%a: tensor<$T>, %b: tensor<$T>) (%ia: tensor<i32>, %ib: tensor<i32>) {
    %1 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<$T>
    %3 = stablehlo.select %1, %ia, %ib : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<$T>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<4x$T>, tensor<4xi32>
}
// -----
// The weights have few bits, and each row has a scale.
// types: i4 ui4 f8E4M3FN f4E2M1FN
// tolerance: 0.02
func.func @main(%w: tensor<9x24x$T>, %scale: tensor<9xbf16>, %x: tensor<24x5xbf16>) -> tensor<9x5xf32> {
  %0 = stablehlo.convert %w : (tensor<9x24x$T>) -> tensor<9x24xbf16>
  %1 = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<9xbf16>) -> tensor<9x24xbf16>
  %2 = stablehlo.multiply %0, %1 : tensor<9x24xbf16>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<9x24xbf16>, tensor<24x5xbf16>) -> tensor<9x5xf32>
  return %3 : tensor<9x5xf32>
}
// -----
// tolerance: 0.02
func.func @main(%x: tensor<6x16xf8E4M3FN>, %y: tensor<16x8xf8E4M3FN>) -> (tensor<6x8xf32>, tensor<6x8xf8E4M3FN>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<6x16xf8E4M3FN>, tensor<16x8xf8E4M3FN>) -> tensor<6x8xf32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<6x16xf8E4M3FN>, tensor<16x8xf8E4M3FN>) -> tensor<6x8xf8E4M3FN>
  return %0, %1 : tensor<6x8xf32>, tensor<6x8xf8E4M3FN>
}
// -----
func.func @main(%x: tensor<6x16xi4>, %y: tensor<16x8xi4>) -> (tensor<6x8xi32>, tensor<6x8xi4>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<6x16xi4>, tensor<16x8xi4>) -> tensor<6x8xi32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<6x16xi4>, tensor<16x8xi4>) -> tensor<6x8xi4>
  return %0, %1 : tensor<6x8xi32>, tensor<6x8xi4>
}
// -----
// A constant, and values that a loop carries.
// types: f8E5M2 i4
func.func @main(%x: tensor<3x$T>) -> (tensor<3x$T>, tensor<3x$T>, tensor<3x$T>) {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %1 = stablehlo.convert %0 : (tensor<3xi8>) -> tensor<3x$T>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %2:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<3x$T>
   cond {
    %last = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    %5 = stablehlo.add %v, %1 : tensor<3x$T>
    stablehlo.return %4, %5 : tensor<i32>, tensor<3x$T>
  }
  return %2#1, %1, %x : tensor<3x$T>, tensor<3x$T>, tensor<3x$T>
}
// -----
// Constants of small types can be written in several forms.
func.func @main() -> (tensor<3xf8E4M3FN>, tensor<2xf8E5M2>, tensor<5xi4>, tensor<4xui2>, tensor<2x2xi4>) {
  %0 = stablehlo.constant dense<[1.5, -448.0, 0.3]> : tensor<3xf8E4M3FN>
  %1 = stablehlo.constant dense<"0x3C7C"> : tensor<2xf8E5M2>
  %2 = stablehlo.constant dense<[-8, 7, 0, -1, 3]> : tensor<5xi4>
  %3 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %4 = stablehlo.constant dense<-3> : tensor<2x2xi4>
  return %0, %1, %2, %3, %4 : tensor<3xf8E4M3FN>, tensor<2xf8E5M2>, tensor<5xi4>, tensor<4xui2>, tensor<2x2xi4>
}
// -----
// The result of a cast has several elements for one of the operand, or one for several.
func.func @main(%x: tensor<3x4xi4>, %y: tensor<3xf32>, %z: tensor<6xf8E4M3FN>) -> (tensor<3xi16>, tensor<3x4xf8E5M2>, tensor<3x8xui4>, tensor<6x2xf4E2M1FN>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<3x4xi4>) -> tensor<3xi16>
  %1 = stablehlo.bitcast_convert %y : (tensor<3xf32>) -> tensor<3x4xf8E5M2>
  %2 = stablehlo.bitcast_convert %y : (tensor<3xf32>) -> tensor<3x8xui4>
  %3 = stablehlo.bitcast_convert %z : (tensor<6xf8E4M3FN>) -> tensor<6x2xf4E2M1FN>
  return %0, %1, %2, %3 : tensor<3xi16>, tensor<3x4xf8E5M2>, tensor<3x8xui4>, tensor<6x2xf4E2M1FN>
}
// -----
// Operands without elements, and scalars.
func.func @main(%x: tensor<0x3xi4>, %y: tensor<ui4>, %z: tensor<f8E3M4>) -> (tensor<0x3xi4>, tensor<ui4>, tensor<f8E3M4>) {
  %0 = stablehlo.add %x, %x : tensor<0x3xi4>
  %1 = stablehlo.add %y, %y : tensor<ui4>
  %2 = stablehlo.add %z, %z : tensor<f8E3M4>
  return %0, %1, %2 : tensor<0x3xi4>, tensor<ui4>, tensor<f8E3M4>
}
// -----
// The bodies have a wider type than the operands. One body has no op, and the other has one.
// types: f8E4M3FN f8E5M2
func.func @main(%x: tensor<9x$T>, %i: tensor<6x1xi32>, %u: tensor<6x$T>) -> (tensor<9xf32>, tensor<9xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<9x$T>, tensor<6x1xi32>, tensor<6x$T>) -> tensor<9xf32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<9x$T>, tensor<6x1xi32>, tensor<6x$T>) -> tensor<9xf32>
  return %0, %1 : tensor<9xf32>, tensor<9xf32>
}
