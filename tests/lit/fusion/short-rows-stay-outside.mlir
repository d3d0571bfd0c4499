// RUN: lz-opt %s --explain-fusion 2>&1 | FileCheck %s

// On rows of four elements, each vector would compute four cosines. A kernel of its own computes as
// many as a vector has lanes.
// CHECK: stablehlo.dot_general costs {{.*}} us with 0 regions inside (taken), {{.*}} us with 1 region inside by rows
// CHECK-NOT: inside
func.func @main(%x: tensor<2399x4xbf16>, %w: tensor<4x4xbf16>, %b: tensor<2399x4xbf16>) -> tensor<2399x4xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2399x4xbf16>, tensor<4x4xbf16>) -> tensor<2399x4xbf16>
  %1 = stablehlo.maximum %0, %b : tensor<2399x4xbf16>
  %2 = stablehlo.cosine %1 : tensor<2399x4xbf16>
  return %2 : tensor<2399x4xbf16>
}
