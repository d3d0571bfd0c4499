// RUN: lz-opt %s --lz-join-products --lz-dce | FileCheck %s

// CHECK-LABEL: func.func @three
// CHECK-SAME:  (%[[A0:.*]]: tensor<4x32xf32>, %[[B0:.*]]: tensor<4x64xf32>, %[[A1:.*]]: tensor<6x32xf32>, %[[B1:.*]]: tensor<6x64xf32>, %[[ACC:.*]]: tensor<32x64xf32>)
// CHECK-NEXT:  %[[A:.*]] = stablehlo.concatenate %[[A0]], %[[A0]], %[[A1]], dim = 0
// CHECK-NEXT:  %[[B:.*]] = stablehlo.concatenate %[[B0]], %[[B0]], %[[B1]], dim = 0
// CHECK-NEXT:  %[[D:.*]] = stablehlo.dot_general %[[A]], %[[B]], contracting_dims = [0] x [0] : (tensor<14x32xf32>, tensor<14x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT:  %[[S:.*]] = stablehlo.add %[[D]], %[[ACC]]
// CHECK-NEXT:  return %[[S]]
func.func @three(%a0: tensor<4x32xf32>, %b0: tensor<4x64xf32>, %a1: tensor<6x32xf32>, %b1: tensor<6x64xf32>, %acc: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %d0 = stablehlo.dot_general %a0, %b0, contracting_dims = [0] x [0] : (tensor<4x32xf32>, tensor<4x64xf32>) -> tensor<32x64xf32>
  %d1 = stablehlo.dot_general %a1, %b1, contracting_dims = [0] x [0] : (tensor<6x32xf32>, tensor<6x64xf32>) -> tensor<32x64xf32>
  %d2 = stablehlo.dot_general %a0, %b0, contracting_dims = [0] x [0] : (tensor<4x32xf32>, tensor<4x64xf32>) -> tensor<32x64xf32>
  %s0 = stablehlo.add %d0, %acc : tensor<32x64xf32>
  %s1 = stablehlo.add %s0, %d1 : tensor<32x64xf32>
  %s2 = stablehlo.add %d2, %s1 : tensor<32x64xf32>
  return %s2 : tensor<32x64xf32>
}

// Products of different batches stay apart.
// CHECK-LABEL: func.func @batched
// CHECK:       stablehlo.dot_general {{.*}} batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x32x8xf32>, tensor<2x8x64xf32>)
// CHECK-NEXT:  return
func.func @batched(%a: tensor<2x32x4xf32>, %b: tensor<2x4x64xf32>) -> tensor<2x32x64xf32> {
  %d0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x32x4xf32>, tensor<2x4x64xf32>) -> tensor<2x32x64xf32>
  %d1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x32x4xf32>, tensor<2x4x64xf32>) -> tensor<2x32x64xf32>
  %s = stablehlo.add %d0, %d1 : tensor<2x32x64xf32>
  return %s : tensor<2x32x64xf32>
}

// Near miss: the program has the two layers of a cell. Their operands are larger than the result, so copying the
// operands would cost more.
// CHECK-LABEL: func.func @large_operands
// CHECK-NOT:   stablehlo.concatenate
func.func @large_operands(%x: tensor<4x64xf32>, %w: tensor<64x256xf32>, %h: tensor<4x64xf32>, %u: tensor<64x256xf32>) -> tensor<4x256xf32> {
  %d0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x256xf32>) -> tensor<4x256xf32>
  %d1 = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x256xf32>) -> tensor<4x256xf32>
  %s = stablehlo.add %d0, %d1 : tensor<4x256xf32>
  return %s : tensor<4x256xf32>
}

// Near misses. Outer products join the kernel of the sum. The next two products contract different dimensions. The last
// product %q0 has another user, so it is needed anyway.
// CHECK-LABEL: func.func @near_misses
// CHECK-NOT:   stablehlo.concatenate
func.func @near_misses(%a: tensor<1x32xf32>, %b: tensor<1x64xf32>, %c: tensor<4x32xf32>, %d: tensor<4x64xf32>, %e: tensor<32x4xf32>)
    -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) {
  %o0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<1x32xf32>, tensor<1x64xf32>) -> tensor<32x64xf32>
  %o1 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<1x32xf32>, tensor<1x64xf32>) -> tensor<32x64xf32>
  %s0 = stablehlo.add %o0, %o1 : tensor<32x64xf32>
  %p0 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<4x32xf32>, tensor<4x64xf32>) -> tensor<32x64xf32>
  %p1 = stablehlo.dot_general %e, %d, contracting_dims = [1] x [0] : (tensor<32x4xf32>, tensor<4x64xf32>) -> tensor<32x64xf32>
  %s1 = stablehlo.add %p0, %p1 : tensor<32x64xf32>
  %q0 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<4x32xf32>, tensor<4x64xf32>) -> tensor<32x64xf32>
  %q1 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<4x32xf32>, tensor<4x64xf32>) -> tensor<32x64xf32>
  %s2 = stablehlo.add %q0, %q1 : tensor<32x64xf32>
  return %s0, %s1, %s2, %q0 : tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>
}
