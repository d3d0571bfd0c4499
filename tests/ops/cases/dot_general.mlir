// types: numbers complex
// tolerance: 1e-5
func.func @main(%x: tensor<17x33x$T>, %y: tensor<33x9x$T>) -> tensor<17x9x$T> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<17x33x$T>, tensor<33x9x$T>) -> tensor<17x9x$T>
  return %0 : tensor<17x9x$T>
}
// -----
// The batch dim has different positions in the operands, and two dims are contracted.
// types: f32 f64 i32
// tolerance: 1e-5
func.func @main(%x: tensor<5x3x4x7x$T>, %y: tensor<4x7x6x3x$T>) -> tensor<4x5x6x$T> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [2] x [0], contracting_dims = [1, 3] x [3, 1] : (tensor<5x3x4x7x$T>, tensor<4x7x6x3x$T>) -> tensor<4x5x6x$T>
  return %0 : tensor<4x5x6x$T>
}
// -----
// Products of transposed matrices, of a matrix and a vector, of two vectors, an outer product, and sums without terms.
// types: f32 f64 complex
// tolerance: 1e-5
func.func @main(%x: tensor<33x17x$T>, %y: tensor<9x33x$T>, %v: tensor<33x$T>, %e: tensor<3x0x$T>) -> (tensor<17x9x$T>, tensor<9x17x$T>, tensor<17x$T>, tensor<$T>, tensor<33x33x$T>, tensor<3x3x$T>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [1] : (tensor<33x17x$T>, tensor<9x33x$T>) -> tensor<17x9x$T>
  %1 = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<9x33x$T>, tensor<33x17x$T>) -> tensor<9x17x$T>
  %2 = stablehlo.dot_general %x, %v, contracting_dims = [0] x [0] : (tensor<33x17x$T>, tensor<33x$T>) -> tensor<17x$T>
  %3 = stablehlo.dot_general %v, %v, contracting_dims = [0] x [0] : (tensor<33x$T>, tensor<33x$T>) -> tensor<$T>
  %4 = stablehlo.dot_general %v, %v, contracting_dims = [] x [] : (tensor<33x$T>, tensor<33x$T>) -> tensor<33x33x$T>
  %5 = stablehlo.dot_general %e, %e, contracting_dims = [1] x [1] : (tensor<3x0x$T>, tensor<3x0x$T>) -> tensor<3x3x$T>
  return %0, %1, %2, %3, %4, %5 : tensor<17x9x$T>, tensor<9x17x$T>, tensor<17x$T>, tensor<$T>, tensor<33x33x$T>, tensor<3x3x$T>
}
// -----
// The product is larger than one tile in every dimension.
// types: f32 f64 bf16
// tolerance: 1e-5
func.func @main(%x: tensor<131x277x$T>, %y: tensor<277x149x$T>) -> tensor<131x149x$T> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<131x277x$T>, tensor<277x149x$T>) -> tensor<131x149x$T>
  return %0 : tensor<131x149x$T>
}
// -----
// The result is wider than the operands.
// types: bf16 f16
// tolerance: 1e-5
func.func @main(%x: tensor<7x33x$T>, %y: tensor<33x9x$T>) -> tensor<7x9xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<7x33x$T>, tensor<33x9x$T>) -> tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}
// -----
// The results are f64, and the operands are narrower. One product is a large matrix times a vector.
// types: f16 bf16 f32
// tolerance: 1e-6
func.func @main(%x: tensor<7x33x$T>, %y: tensor<33x5x$T>, %m: tensor<130x140x$T>, %v: tensor<140x$T>) -> (tensor<7x5xf64>, tensor<130xf64>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<7x33x$T>, tensor<33x5x$T>) -> tensor<7x5xf64>
  %1 = stablehlo.dot_general %m, %v, contracting_dims = [1] x [0] : (tensor<130x140x$T>, tensor<140x$T>) -> tensor<130xf64>
  return %0, %1 : tensor<7x5xf64>, tensor<130xf64>
}
// -----
// These products have no contracted dims. One has only batch dims, and one multiplies scalars.
// types: numbers complex
func.func @main(%x: tensor<3x5x$T>, %y: tensor<3x5x$T>, %a: tensor<4x$T>, %b: tensor<6x$T>, %s: tensor<$T>, %t: tensor<$T>)
    -> (tensor<3x5x$T>, tensor<4x6x$T>, tensor<$T>, tensor<4x$T>) {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [] x [] : (tensor<3x5x$T>, tensor<3x5x$T>) -> tensor<3x5x$T>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<4x$T>, tensor<6x$T>) -> tensor<4x6x$T>
  %2 = stablehlo.dot_general %s, %t, contracting_dims = [] x [] : (tensor<$T>, tensor<$T>) -> tensor<$T>
  %3 = stablehlo.dot_general %a, %s, contracting_dims = [] x [] : (tensor<4x$T>, tensor<$T>) -> tensor<4x$T>
  return %0, %1, %2, %3 : tensor<3x5x$T>, tensor<4x6x$T>, tensor<$T>, tensor<4x$T>
}
// -----
// Both operands are broadcast narrow integers.
// types: i8 ui8 i1
func.func @main(%x: tensor<3x$T>, %y: tensor<$T>) -> tensor<2x4xi32> {
  %a = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3x$T>) -> tensor<2x3x$T>
  %b = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<$T>) -> tensor<3x4x$T>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x$T>, tensor<3x4x$T>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
// -----
// A batch dim has no elements.
// types: i64 f32
func.func @main(%a: tensor<0x2x1x2x1x$T>, %b: tensor<0x2x1x$T>) -> tensor<2x0x2x1x$T> {
  %r = stablehlo.dot_general %a, %b, batching_dims = [3, 0] x [1, 0], contracting_dims = [2] x [2] : (tensor<0x2x1x2x1x$T>, tensor<0x2x1x$T>) -> tensor<2x0x2x1x$T>
  return %r : tensor<2x0x2x1x$T>
}
// -----
// Two sums read the same row. Each of them could keep its values for the other one.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<1x128x$T>, %y: tensor<1x128x$T>) -> tensor<1x1x$T> {
  %z = stablehlo.constant dense<0.0> : tensor<$T>
  %t = stablehlo.tanh %x : tensor<1x128x$T>
  %0 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [1] : (tensor<1x128x$T>, tensor<1x128x$T>) -> tensor<1x1x$T>
  %1 = stablehlo.exponential %0 : tensor<1x1x$T>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<1x1x$T>, tensor<$T>) -> tensor<1x$T>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<1x$T>) -> tensor<1x1x$T>
  %4 = stablehlo.maximum %1, %3 : tensor<1x1x$T>
  return %4 : tensor<1x1x$T>
}
// -----
// The narrow integers are packed in panels. k is odd, so the last value of k has no partner in its pair. Sums wrap.
// types: i8 ui8 i16
func.func @main(%x: tensor<31x301x$T>, %y: tensor<301x43x$T>, %z: tensor<43x301x$T>) -> (tensor<31x43xi32>, tensor<31x43xui32>, tensor<31x43x$T>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<31x301x$T>, tensor<301x43x$T>) -> tensor<31x43xi32>
  %1 = stablehlo.dot_general %x, %z, contracting_dims = [1] x [1] : (tensor<31x301x$T>, tensor<43x301x$T>) -> tensor<31x43xui32>
  %2 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<31x301x$T>, tensor<301x43x$T>) -> tensor<31x43x$T>
  return %0, %1, %2 : tensor<31x43xi32>, tensor<31x43xui32>, tensor<31x43x$T>
}
// -----
// The program widens the narrow integers of a product with a batch, and reduces the rows of the result.
// types: i8 ui8 i16
func.func @main(%x: tensor<3x20x40x$T>, %y: tensor<3x24x40x$T>, %b: tensor<24xi32>) -> (tensor<3x20x24xi32>, tensor<3x20xi32>) {
  %0 = stablehlo.convert %x : (tensor<3x20x40x$T>) -> tensor<3x20x40xi32>
  %1 = stablehlo.convert %y : (tensor<3x24x40x$T>) -> tensor<3x24x40xi32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x20x40xi32>, tensor<3x24x40xi32>) -> tensor<3x20x24xi32>
  %3 = stablehlo.broadcast_in_dim %b, dims = [2] : (tensor<24xi32>) -> tensor<3x20x24xi32>
  %4 = stablehlo.add %2, %3 : tensor<3x20x24xi32>
  %5 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.reduce(%4 init: %5) applies stablehlo.maximum across dimensions = [2] : (tensor<3x20x24xi32>, tensor<i32>) -> tensor<3x20xi32>
  return %4, %6 : tensor<3x20x24xi32>, tensor<3x20xi32>
}
// -----
// The operands have two integer types. Some products are large enough for pairs of 16 bits. One operand is a vector,
// and one result is narrower than its operands.
// types: i16 i32 ui16 i64
func.func @main(%x: tensor<40x64xi8>, %y: tensor<64x96x$T>, %v: tensor<64x$T>) -> (tensor<40x96xi32>, tensor<40x96x$T>, tensor<40xi64>, tensor<40x96xi8>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x64xi8>, tensor<64x96x$T>) -> tensor<40x96xi32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x64xi8>, tensor<64x96x$T>) -> tensor<40x96x$T>
  %2 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<40x64xi8>, tensor<64x$T>) -> tensor<40xi64>
  %3 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x64xi8>, tensor<64x96x$T>) -> tensor<40x96xi8>
  return %0, %1, %2, %3 : tensor<40x96xi32>, tensor<40x96x$T>, tensor<40xi64>, tensor<40x96xi8>
}
// -----
// The operands have two types. At least one of them is a float.
// types: f16 bf16 f32 f64 i8 ui8 i32 i4 f8E4M3FN
// tolerance: 1e-5
func.func @main(%x: tensor<17x33xbf16>, %y: tensor<33x9x$T>, %z: tensor<33x5xf32>) -> (tensor<17x9xf32>, tensor<9x17xf32>, tensor<9x5xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<17x33xbf16>, tensor<33x9x$T>) -> tensor<17x9xf32>
  %1 = stablehlo.dot_general %y, %x, contracting_dims = [0] x [1] : (tensor<33x9x$T>, tensor<17x33xbf16>) -> tensor<9x17xf32>
  %2 = stablehlo.dot_general %y, %z, contracting_dims = [0] x [0] : (tensor<33x9x$T>, tensor<33x5xf32>) -> tensor<9x5xf32>
  return %0, %1, %2 : tensor<17x9xf32>, tensor<9x17xf32>, tensor<9x5xf32>
}
// -----
// The factors have more bits than the result.
// types: f16 bf16 f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<3x7xf64>, %y: tensor<7x5xf64>) -> tensor<3x5x$T> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x7xf64>, tensor<7x5xf64>) -> tensor<3x5x$T>
  return %0 : tensor<3x5x$T>
}
