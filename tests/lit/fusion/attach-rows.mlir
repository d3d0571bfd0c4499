// RUN: lz-opt %s --lz-form-regions=explain 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t

// The contraction moves behind the other reader of %w, so that %w - gradient can be written over it.
// WHY-DAG: stablehlo.subtract runs on the rows of stablehlo.dot_general: 79 rows
// CHECK-LABEL: @update
// CHECK:      stablehlo.dot_general %{{.*}}, %arg1
// CHECK:      %[[G:.*]] = stablehlo.dot_general %arg0, %arg2
// CHECK-NEXT: lz.region ({{.*}}%[[G]]
// CHECK:      attributes {lz.rows = 79 : i64}
func.func @update(%x: tensor<65x79xf32>, %w: tensor<79x45xf32>, %d: tensor<65x45xf32>) -> (tensor<79x45xf32>, tensor<65x79xf32>) {
  %0 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<65x79xf32>, tensor<65x45xf32>) -> tensor<79x45xf32>
  %1 = stablehlo.dot_general %d, %w, contracting_dims = [1] x [1] : (tensor<65x45xf32>, tensor<79x45xf32>) -> tensor<65x79xf32>
  %2 = stablehlo.subtract %w, %0 : tensor<79x45xf32>
  return %2, %1 : tensor<79x45xf32>, tensor<65x79xf32>
}

// A second region needs all rows.
// WHY-DAG: stablehlo.negate runs on the rows of stablehlo.dot_general: 60 rows
// WHY-DAG: stablehlo.reduce does not run on the rows of stablehlo.dot_general: its units are not rows
// CHECK-LABEL: @reshaped
// CHECK:      stablehlo.dot_general
// CHECK-NEXT: lz.region
// CHECK:      lz.rows = 60
// CHECK:      lz.region
// CHECK-NOT:  lz.rows
func.func @reshaped(%x: tensor<60x17xf32>, %w: tensor<17x45xf32>) -> (tensor<5x12x45xf32>, tensor<45xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<60x17xf32>, tensor<17x45xf32>) -> tensor<60x45xf32>
  %1 = stablehlo.reshape %0 : (tensor<60x45xf32>) -> tensor<5x12x45xf32>
  %2 = stablehlo.negate %1 : tensor<5x12x45xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x12x45xf32>, tensor<f32>) -> tensor<45xf32>
  return %2, %3 : tensor<5x12x45xf32>, tensor<45xf32>
}

// Somebody wants the product before the region can run.
// WHY-DAG: stablehlo.multiply does not run on the rows of stablehlo.dot_general: others want the output before
// CHECK-LABEL: @between
// CHECK-NOT:  lz.rows
func.func @between(%x: tensor<60x60xf32>) -> (tensor<60x60xf32>) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<60x60xf32>, tensor<60x60xf32>) -> tensor<60x60xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [0] x [0] : (tensor<60x60xf32>, tensor<60x60xf32>) -> tensor<60x60xf32>
  %2 = stablehlo.slice %1 [0:1, 0:60] : (tensor<60x60xf32>) -> tensor<1x60xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x60xf32>) -> tensor<60x60xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<60x60xf32>
  return %4 : tensor<60x60xf32>
}

// A prologue: rows of a matrix that only the product reads. The other one has another reader.
// WHY-DAG: stablehlo.tanh makes rows for stablehlo.dot_general: 60 rows
// CHECK-LABEL: @operands
// CHECK:      stablehlo.cosine
// CHECK:      lz.region
// CHECK:        stablehlo.tanh
// CHECK:      attributes {lz.prologue, lz.rows = 60 : i64}
// CHECK-NEXT: stablehlo.dot_general
func.func @operands(%x: tensor<60x17xf32>, %w: tensor<9x17xf32>) -> (tensor<60x9xf32>, tensor<9x17xf32>) {
  %0 = stablehlo.tanh %x : tensor<60x17xf32>
  %1 = stablehlo.cosine %w : tensor<9x17xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<60x17xf32>, tensor<9x17xf32>) -> tensor<60x9xf32>
  return %2, %1 : tensor<60x9xf32>, tensor<9x17xf32>
}

// Images of any layout are made some at a time, and channels of the result are its rows.
// WHY-DAG: stablehlo.abs makes rows for stablehlo.convolution: 32 rows
// WHY-DAG: stablehlo.tanh runs on the rows of stablehlo.convolution: 64 rows
// CHECK-LABEL: @images
// CHECK:      stablehlo.abs
// CHECK:      attributes {lz.prologue, lz.rows = 32 : i64}
// CHECK-NEXT: stablehlo.convolution
// CHECK-NEXT: lz.region
// CHECK:        stablehlo.tanh
// CHECK:      attributes {lz.rows = 64 : i64}
func.func @images(%x: tensor<4x8x9x9xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<4x16x7x7xf32> {
  %0 = stablehlo.abs %x : tensor<4x8x9x9xf32>
  %1 = stablehlo.convolution(%0, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x9xf32>, tensor<16x8x3x3xf32>) -> tensor<4x16x7x7xf32>
  %2 = stablehlo.tanh %1 : tensor<4x16x7x7xf32>
  return %2 : tensor<4x16x7x7xf32>
}

// With k outermost a row has all columns of one k; of a batch, it is what the next dim leaves.
// WHY-DAG: stablehlo.sine makes rows for stablehlo.dot_general: 17 rows
// WHY-DAG: stablehlo.exponential makes rows for stablehlo.dot_general: 119 rows
// CHECK-LABEL: @outermost
// CHECK:      attributes {lz.prologue, lz.rows = 17 : i64}
// CHECK-NEXT: stablehlo.dot_general
// CHECK:      attributes {lz.prologue, lz.rows = 119 : i64}
// CHECK-NEXT: stablehlo.dot_general
func.func @outermost(%x: tensor<60x17xf32>, %w: tensor<17x9xf32>, %y: tensor<7x17x9xf32>) -> (tensor<60x9xf32>, tensor<7x9x9xf32>) {
  %0 = stablehlo.sine %w : tensor<17x9xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<60x17xf32>, tensor<17x9xf32>) -> tensor<60x9xf32>
  %2 = stablehlo.exponential %y : tensor<7x17x9xf32>
  %3 = stablehlo.dot_general %2, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<7x17x9xf32>, tensor<7x17x9xf32>) -> tensor<7x9x9xf32>
  return %1, %3 : tensor<60x9xf32>, tensor<7x9x9xf32>
}
