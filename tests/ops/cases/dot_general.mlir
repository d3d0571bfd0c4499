// types: numbers
// tolerance: 1e-5
func.func @main(%x: tensor<17x33x$T>, %y: tensor<33x9x$T>) -> tensor<17x9x$T> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<17x33x$T>, tensor<33x9x$T>) -> tensor<17x9x$T>
  return %0 : tensor<17x9x$T>
}
// -----
// Batch dims in different places, two contracted dims.
// types: f32 f64 i32
// tolerance: 1e-5
func.func @main(%x: tensor<5x3x4x7x$T>, %y: tensor<4x7x6x3x$T>) -> tensor<4x5x6x$T> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [2] x [0], contracting_dims = [1, 3] x [3, 1] : (tensor<5x3x4x7x$T>, tensor<4x7x6x3x$T>) -> tensor<4x5x6x$T>
  return %0 : tensor<4x5x6x$T>
}
// -----
// All layouts of a product; a vector; an outer product; an empty sum.
// types: f32 f64
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
// Larger than one tile in every dimension.
// types: f32 f64 bf16
// tolerance: 1e-5
func.func @main(%x: tensor<131x277x$T>, %y: tensor<277x149x$T>) -> tensor<131x149x$T> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<131x277x$T>, tensor<277x149x$T>) -> tensor<131x149x$T>
  return %0 : tensor<131x149x$T>
}
// -----
// A wider result.
// types: bf16 f16
// tolerance: 1e-5
func.func @main(%x: tensor<7x33x$T>, %y: tensor<33x9x$T>) -> tensor<7x9xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<7x33x$T>, tensor<33x9x$T>) -> tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}
