// RUN: lz-opt %s --lz-split-reductions | FileCheck %s

// Numbers: tests/unit/passes/NumbersTest.cc and tests/ops/cases/reduce.mlir.
// CHECK-LABEL: func.func @keeps_a_dimension
// CHECK-SAME:  (%[[X:.*]]: tensor<500x4x400xf32>, %[[I:.*]]: tensor<f32>)
// CHECK-DAG:   %[[Z:.*]] = stablehlo.constant dense<-0.000000e+00>
// CHECK:       %[[A:.*]] = stablehlo.reduce(%[[X]] init: %[[Z]]) applies stablehlo.add across dimensions = [2] : {{.*}} -> tensor<500x4xf32>
// CHECK:       stablehlo.reduce(%[[A]] init: %[[I]]) applies stablehlo.add across dimensions = [0] : {{.*}} -> tensor<4xf32>
func.func @keeps_a_dimension(%x: tensor<500x4x400xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 2] : (tensor<500x4x400xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @cuts
// CHECK:       %[[R:.*]] = stablehlo.reshape %{{.*}} : (tensor<3x100000xf32>) -> tensor<3x50x2000xf32>
// CHECK:       %[[A:.*]] = stablehlo.reduce(%[[R]] {{.*}} across dimensions = [2] : {{.*}} -> tensor<3x50xf32>
// CHECK:       stablehlo.reduce(%[[A]] {{.*}} across dimensions = [1] : {{.*}} -> tensor<3xf32>
func.func @cuts(%x: tensor<3x100000xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x100000xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Threads add whole rows of 64 numbers. Pieces have at least 256 rows.
// CHECK-LABEL: func.func @columns
// CHECK:       %[[R:.*]] = stablehlo.reshape %{{.*}} : (tensor<12x4096x64xf32>) -> tensor<12x16x256x64xf32>
// CHECK:       %[[A:.*]] = stablehlo.reduce(%[[R]] {{.*}} across dimensions = [2] : {{.*}} -> tensor<12x16x64xf32>
// CHECK:       stablehlo.reduce(%[[A]] {{.*}} across dimensions = [1] : {{.*}} -> tensor<12x64xf32>
func.func @columns(%x: tensor<12x4096x64xf32>, %i: tensor<f32>) -> tensor<12x64xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<12x4096x64xf32>, tensor<f32>) -> tensor<12x64xf32>
  return %0 : tensor<12x64xf32>
}

// The rows of the matrix are contiguous along the columns, so the pieces stand before the columns.
// CHECK-LABEL: func.func @vector_times_matrix
// CHECK:       %[[R:.*]] = stablehlo.reshape %{{.*}} : (tensor<64x65536xf32>) -> tensor<64x64x1024xf32>
// CHECK:       %[[T:.*]] = stablehlo.transpose %[[R]], dims = [1, 0, 2]
// CHECK:       %[[A:.*]] = stablehlo.reduce(%[[T]] {{.*}} across dimensions = [2] : {{.*}} -> tensor<64x64xf32>
// CHECK:       stablehlo.reduce(%[[A]] {{.*}} across dimensions = [0] : {{.*}} -> tensor<64xf32>
func.func @vector_times_matrix(%x: tensor<65536xf32>, %w: tensor<65536x64xf32>, %i: tensor<f32>) -> tensor<64xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<65536xf32>) -> tensor<64x65536xf32>
  %1 = stablehlo.broadcast_in_dim %w, dims = [1, 0] : (tensor<65536x64xf32>) -> tensor<64x65536xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<64x65536xf32>
  %3 = stablehlo.reduce(%2 init: %i) applies stablehlo.add across dimensions = [1] : (tensor<64x65536xf32>, tensor<f32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

// Near misses: enough columns, and few rows.
// CHECK-LABEL: func.func @columns_stay
// CHECK-COUNT-2: stablehlo.reduce
// CHECK-NOT:     stablehlo.reduce
// CHECK:         return
func.func @columns_stay(%x: tensor<16x4096x64xf32>, %y: tensor<4080x64xf32>, %i: tensor<f32>) -> (tensor<16x64xf32>, tensor<64xf32>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<16x4096x64xf32>, tensor<f32>) -> tensor<16x64xf32>
  %1 = stablehlo.reduce(%y init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4080x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0, %1 : tensor<16x64xf32>, tensor<64xf32>
}

// 70001 is a prime number.
// CHECK-LABEL: func.func @pads
// CHECK:       %[[P:.*]] = stablehlo.pad %{{.*}}, %{{.*}}, low = [0], high = [15], interior = [0] : {{.*}} -> tensor<70016xi32>
// CHECK:       stablehlo.reshape %[[P]] : (tensor<70016xi32>) -> tensor<64x1094xi32>
func.func @pads(%x: tensor<70001xi32>, %i: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<70001xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// Partial sums of 16-bit floats are f32. A maximum is exact in 16 bits.
// CHECK-LABEL: func.func @sixteen_bits
// CHECK-SAME:  (%[[X:.*]]: tensor<500x400xbf16>, %[[I:.*]]: tensor<bf16>)
// CHECK-DAG:   %[[W:.*]] = stablehlo.convert %[[X]] : {{.*}} -> tensor<500x400xf32>
// CHECK:       %[[A:.*]] = stablehlo.reduce(%[[W]] {{.*}} applies stablehlo.add {{.*}} -> tensor<500xf32>
// CHECK:       %[[J:.*]] = stablehlo.convert %[[I]] : {{.*}} -> tensor<f32>
// CHECK:       %[[S:.*]] = stablehlo.reduce(%[[A]] init: %[[J]]) applies stablehlo.add {{.*}} -> tensor<f32>
// CHECK:       stablehlo.convert %[[S]] : {{.*}} -> tensor<bf16>
// CHECK:       stablehlo.reduce(%[[X]] {{.*}} applies stablehlo.maximum {{.*}} -> tensor<500xbf16>
func.func @sixteen_bits(%x: tensor<500x400xbf16>, %i: tensor<bf16>) -> (tensor<bf16>, tensor<bf16>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<500x400xbf16>, tensor<bf16>) -> tensor<bf16>
  %1 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<500x400xbf16>, tensor<bf16>) -> tensor<bf16>
  return %0, %1 : tensor<bf16>, tensor<bf16>
}

// Near misses: few elements, many results, and a region that depends on the order.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-3: stablehlo.reduce
// CHECK-NOT:     stablehlo.reduce
// CHECK:         return
func.func @stay(%x: tensor<100x100xf32>, %y: tensor<16x100000xf32>, %z: tensor<100000xf32>, %i: tensor<f32>)
    -> (tensor<f32>, tensor<16xf32>, tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x100xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%y init: %i) applies stablehlo.add across dimensions = [1] : (tensor<16x100000xf32>, tensor<f32>) -> tensor<16xf32>
  %2 = stablehlo.reduce(%z init: %i) across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %n = stablehlo.negate %a : tensor<f32>
    %s = stablehlo.add %n, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %0, %1, %2 : tensor<f32>, tensor<16xf32>, tensor<f32>
}

// Near miss: if the operand were padded to equal pieces, its size would take more than 63 bits.
// CHECK-LABEL: func.func @too_large_to_pad
// CHECK:       stablehlo.reduce
// CHECK-NOT:   stablehlo.reduce
// CHECK:       return
func.func @too_large_to_pad(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2305843009213693951xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2305843009213693951xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
