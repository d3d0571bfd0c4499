// RUN: lz-opt %s --lz-form-regions=explain 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t

// The contraction moves after the other op that reads %w, so that %w - gradient can overwrite %w.
// WHY-DAG: stablehlo.subtract can run on the rows of stablehlo.dot_general: 79 rows
// WHY-DAG: stablehlo.dot_general costs {{.*}} us with 0 regions inside, {{.*}} us with 1 region inside by rows, {{.*}} us with 1 region inside by rows, result kept (taken)
// CHECK-LABEL: @update
// CHECK:      stablehlo.dot_general %{{.*}}, %arg1
// CHECK:      lz.contraction keeps (%[[X:.*]] = %arg0, %[[D:.*]] = %arg2, %[[W:.*]] = %arg1)
// CHECK-NEXT:   %[[G:.*]] = stablehlo.dot_general %[[X]], %[[D]]
// CHECK-NEXT:   %[[N:.*]] = lz.region rows 79 inside ({{.*}} = %[[W]], {{.*}} = %[[G]])
// CHECK:        lz.return %[[N]] : tensor<79x45xf32>
// CHECK-NEXT: }
func.func @update(%x: tensor<65x79xf32>, %w: tensor<79x45xf32>, %d: tensor<65x45xf32>) -> (tensor<79x45xf32>, tensor<65x79xf32>) {
  %0 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<65x79xf32>, tensor<65x45xf32>) -> tensor<79x45xf32>
  %1 = stablehlo.dot_general %d, %w, contracting_dims = [1] x [1] : (tensor<65x45xf32>, tensor<79x45xf32>) -> tensor<65x79xf32>
  %2 = stablehlo.subtract %w, %0 : tensor<79x45xf32>
  return %2, %1 : tensor<79x45xf32>, tensor<65x79xf32>
}

// A second region needs all rows.
// WHY-DAG: stablehlo.negate can run on the rows of stablehlo.dot_general: 60 rows
// WHY-DAG: stablehlo.reduce does not run on the rows of stablehlo.dot_general: its units are not rows
// CHECK-LABEL: @reshaped
// CHECK:      lz.contraction keeps (
// CHECK-NEXT:   stablehlo.dot_general
// CHECK-NEXT:   lz.region rows 60 inside (
// CHECK:        lz.return
// CHECK:        lz.return
// CHECK-NEXT: }
// CHECK:      lz.region (
func.func @reshaped(%x: tensor<60x17xf32>, %w: tensor<17x45xf32>) -> (tensor<5x12x45xf32>, tensor<45xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<60x17xf32>, tensor<17x45xf32>) -> tensor<60x45xf32>
  %1 = stablehlo.reshape %0 : (tensor<60x45xf32>) -> tensor<5x12x45xf32>
  %2 = stablehlo.negate %1 : tensor<5x12x45xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x12x45xf32>, tensor<f32>) -> tensor<45xf32>
  return %2, %3 : tensor<5x12x45xf32>, tensor<45xf32>
}

// Something reads the product before the region can run.
// WHY-DAG: stablehlo.multiply does not run on the rows of stablehlo.dot_general: other ops need the output before
// CHECK-LABEL: @between
// CHECK-NOT:  lz.contraction
func.func @between(%x: tensor<60x60xf32>) -> (tensor<60x60xf32>) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<60x60xf32>, tensor<60x60xf32>) -> tensor<60x60xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [0] x [0] : (tensor<60x60xf32>, tensor<60x60xf32>) -> tensor<60x60xf32>
  %2 = stablehlo.slice %1 [0:1, 0:60] : (tensor<60x60xf32>) -> tensor<1x60xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x60xf32>) -> tensor<60x60xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<60x60xf32>
  return %4 : tensor<60x60xf32>
}

// A prologue makes rows of a matrix that only the product reads. The other operand has another reader.
// WHY-DAG: stablehlo.tanh can make rows for stablehlo.dot_general: 60 rows
// CHECK-LABEL: @operands
// CHECK:      %[[C:.*]] = lz.region (
// CHECK-NEXT:   stablehlo.cosine
// CHECK:      lz.contraction ({{.*}} = %arg0, %[[W:.*]] = %[[C]])
// CHECK-NEXT:   %[[T:.*]] = lz.region rows 60
// CHECK-NEXT:     stablehlo.tanh
// CHECK:        stablehlo.dot_general %[[T]], %[[W]]
// CHECK-NEXT:   lz.return
func.func @operands(%x: tensor<60x17xf32>, %w: tensor<9x17xf32>) -> (tensor<60x9xf32>, tensor<9x17xf32>) {
  %0 = stablehlo.tanh %x : tensor<60x17xf32>
  %1 = stablehlo.cosine %w : tensor<9x17xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<60x17xf32>, tensor<9x17xf32>) -> tensor<60x9xf32>
  return %2, %1 : tensor<60x9xf32>, tensor<9x17xf32>
}

// A prologue and an epilogue run on a few images at a time, whatever the layout is. Here a row of the contraction is a
// channel of an image.
// WHY-DAG: stablehlo.abs can make rows for stablehlo.convolution: 32 rows
// WHY-DAG: stablehlo.tanh can run on the rows of stablehlo.convolution: 64 rows
// CHECK-LABEL: @images
// CHECK:      lz.contraction
// CHECK-NEXT:   lz.region rows 32
// CHECK-NEXT:     stablehlo.abs
// CHECK:        stablehlo.convolution
// CHECK-NEXT:   lz.region rows 64
// CHECK-NEXT:     stablehlo.tanh
func.func @images(%x: tensor<4x8x9x9xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<4x16x7x7xf32> {
  %0 = stablehlo.abs %x : tensor<4x8x9x9xf32>
  %1 = stablehlo.convolution(%0, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x9xf32>, tensor<16x8x3x3xf32>) -> tensor<4x16x7x7xf32>
  %2 = stablehlo.tanh %1 : tensor<4x16x7x7xf32>
  return %2 : tensor<4x16x7x7xf32>
}

// In the first product, k is the outermost dim of the operand, so a row of the operand has all columns for one value of
// k. In the second product, which has a batch, the 7 x 17 rows are the batch elements and the values of k.
// WHY-DAG: stablehlo.sine can make rows for stablehlo.dot_general: 17 rows
// WHY-DAG: stablehlo.exponential can make rows for stablehlo.dot_general: 119 rows
// CHECK-LABEL: @outermost
// CHECK:      lz.contraction
// CHECK-NEXT:   lz.region rows 17
// CHECK:        stablehlo.dot_general
// CHECK:      lz.contraction
// CHECK-NEXT:   lz.region rows 119
// CHECK:        stablehlo.dot_general
func.func @outermost(%x: tensor<60x17xf32>, %w: tensor<17x9xf32>, %y: tensor<7x17x9xf32>) -> (tensor<60x9xf32>, tensor<7x9x9xf32>) {
  %0 = stablehlo.sine %w : tensor<17x9xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<60x17xf32>, tensor<17x9xf32>) -> tensor<60x9xf32>
  %2 = stablehlo.exponential %y : tensor<7x17x9xf32>
  %3 = stablehlo.dot_general %2, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<7x17x9xf32>, tensor<7x17x9xf32>) -> tensor<7x9x9xf32>
  return %1, %3 : tensor<60x9xf32>, tensor<7x9x9xf32>
}

// The reshape of the product moves into the contraction. An op outside of the contraction reads its result, too.
// WHY-DAG: stablehlo.tanh can run on the rows of stablehlo.dot_general: 120 rows
// CHECK-LABEL: @renamed
// CHECK:      %[[C:.*]]:2 = lz.contraction
// CHECK-NEXT:   %[[G:.*]] = stablehlo.dot_general
// CHECK-NEXT:   %[[R:.*]] = stablehlo.reshape %[[G]]
// CHECK-NEXT:   %[[T:.*]] = lz.region rows 120 inside (
// CHECK:        lz.return %[[R]], %[[T]]
// CHECK:      stablehlo.dot_general %arg2, %[[C]]#0
// CHECK:      return %{{.*}}, %[[C]]#1
func.func @renamed(%x: tensor<120x17xf32>, %w: tensor<17x64xf32>, %y: tensor<9x60xf32>) -> (tensor<9x128xf32>, tensor<120x64xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<120x17xf32>, tensor<17x64xf32>) -> tensor<120x64xf32>
  %1 = stablehlo.reshape %0 : (tensor<120x64xf32>) -> tensor<60x128xf32>
  %2 = stablehlo.tanh %0 : tensor<120x64xf32>
  %3 = stablehlo.dot_general %y, %1, contracting_dims = [1] x [0] : (tensor<9x60xf32>, tensor<60x128xf32>) -> tensor<9x128xf32>
  return %3, %2 : tensor<9x128xf32>, tensor<120x64xf32>
}

// A contraction in a loop reads a carried value.
// WHY-DAG: stablehlo.abs can run on the rows of stablehlo.dot_general: 63 rows
// CHECK-LABEL: @loop
// CHECK:      stablehlo.while(%{{.*}} = %{{.*}}, %[[V:.*]] = %arg0)
// CHECK:      do {
// CHECK:        %[[C:.*]] = lz.contraction keeps (%[[P:.*]] = %[[V]], %[[W:.*]] = %arg1)
// CHECK-NEXT:     stablehlo.dot_general %[[P]], %[[W]]
// CHECK-NEXT:     lz.region rows 63 inside (
// CHECK:        stablehlo.return %{{.*}}, %[[C]]
func.func @loop(%x: tensor<63x63xf32>, %w: tensor<63x63xf32>) -> tensor<63x63xf32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.while(%i = %0, %v = %x) : tensor<i32>, tensor<63x63xf32> cond {
    %2 = stablehlo.constant dense<3> : tensor<i32>
    %3 = stablehlo.compare LT, %i, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %2 = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %i, %2 : tensor<i32>
    %4 = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<63x63xf32>, tensor<63x63xf32>) -> tensor<63x63xf32>
    %5 = stablehlo.abs %4 : tensor<63x63xf32>
    stablehlo.return %3, %5 : tensor<i32>, tensor<63x63xf32>
  }
  return %1#1 : tensor<63x63xf32>
}

// The first product moves after the reshape of the second product, because the region of the first one reads a part of
// this reshape.
// WHY-DAG: stablehlo.add does not run on the rows of stablehlo.dot_general: it reads other rows too
// WHY-DAG: stablehlo.add can run on the rows of stablehlo.dot_general: 60 rows
// CHECK-LABEL: @behind_reshape
// CHECK:      %[[A:.*]] = stablehlo.dot_general %arg0, %arg1
// CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %[[A]]
// CHECK-NEXT: lz.contraction keeps ({{.*}} = %arg0, {{.*}} = %arg2, {{.*}} = %[[R]], {{.*}} = %arg3)
func.func @behind_reshape(%x: tensor<60x17xf32>, %w: tensor<17x120xf32>, %v: tensor<17x60xf32>, %i: tensor<i32>) -> tensor<60x60xf32> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<60x17xf32>, tensor<17x60xf32>) -> tensor<60x60xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<60x17xf32>, tensor<17x120xf32>) -> tensor<60x120xf32>
  %2 = stablehlo.reshape %1 : (tensor<60x120xf32>) -> tensor<120x60xf32>
  %3 = stablehlo.dynamic_slice %2, %i, %i, sizes = [60, 60] : (tensor<120x60xf32>, tensor<i32>, tensor<i32>) -> tensor<60x60xf32>
  %4 = stablehlo.add %0, %3 : tensor<60x60xf32>
  return %4 : tensor<60x60xf32>
}
