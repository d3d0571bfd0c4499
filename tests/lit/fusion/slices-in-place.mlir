// RUN: lz-opt %s --lz-form-regions | FileCheck %s
// RUN: lz-opt %s --lz-form-regions=explain=true 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY

// Bits of results: tests/unit/compiler/ViewsTest.cc.

// WHY: stablehlo.slice tensor<3x70x40xf32> read in place by stablehlo.dot_general costs {{[^ ]*}} us, copied it costs {{[^ ]*}} us (taken)

// Both operands are read where they lie, so nothing makes them.
// CHECK-LABEL: func.func @both
// CHECK-NEXT:  %[[A:.*]] = stablehlo.slice
// CHECK-NEXT:  %[[B:.*]] = stablehlo.slice
// CHECK-NEXT:  stablehlo.dot_general %[[A]], %[[B]]
// CHECK-NEXT:  return
func.func @both(%x: tensor<3x100x40xf32>, %w: tensor<3x64x90xf32>) -> tensor<3x70x77xf32> {
  %a = stablehlo.slice %x [0:3, 20:90, 0:40] : (tensor<3x100x40xf32>) -> tensor<3x70x40xf32>
  %b = stablehlo.slice %w [0:3, 10:50, 3:80] : (tensor<3x64x90xf32>) -> tensor<3x40x77xf32>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x70x40xf32>, tensor<3x40x77xf32>) -> tensor<3x70x77xf32>
  return %0 : tensor<3x70x77xf32>
}

// The kernel of tanh has a slice of its own.
// CHECK-LABEL: func.func @also_read_by_a_kernel
// CHECK-SAME:  (%[[X:.*]]: tensor<100x64xf32>)
// CHECK:       %[[A:.*]] = stablehlo.slice %[[X]]
// CHECK:       stablehlo.dot_general %[[A]], %[[A]]
// CHECK:       lz.region (%{{.*}} = %[[X]])
// CHECK-NEXT:    stablehlo.slice
// CHECK-NEXT:    stablehlo.tanh
func.func @also_read_by_a_kernel(%x: tensor<100x64xf32>) -> (tensor<50x50xf32>, tensor<50x64xf32>) {
  %a = stablehlo.slice %x [20:70, 0:64] : (tensor<100x64xf32>) -> tensor<50x64xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<50x64xf32>, tensor<50x64xf32>) -> tensor<50x50xf32>
  %1 = stablehlo.tanh %a : tensor<50x64xf32>
  return %0, %1 : tensor<50x50xf32>, tensor<50x64xf32>
}

// The kernel makes only the elements that are needed.
// CHECK-LABEL: func.func @small_part
// CHECK-NEXT:  lz.contraction
// CHECK-NEXT:    lz.region rows 50
// CHECK-NEXT:      stablehlo.exponential
// CHECK-NEXT:      stablehlo.slice
func.func @small_part(%x: tensor<5000x64xf32>, %w: tensor<64x30xf32>) -> tensor<50x30xf32> {
  %e = stablehlo.exponential %x : tensor<5000x64xf32>
  %a = stablehlo.slice %e [20:70, 0:64] : (tensor<5000x64xf32>) -> tensor<50x64xf32>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<50x64xf32>, tensor<64x30xf32>) -> tensor<50x30xf32>
  return %0 : tensor<50x30xf32>
}

// Every second row: its elements have other strides.
// CHECK-LABEL: func.func @steps
// CHECK:       lz.region
// CHECK-NEXT:    stablehlo.slice
func.func @steps(%x: tensor<100x64xf32>, %w: tensor<64x30xf32>) -> tensor<50x30xf32> {
  %a = stablehlo.slice %x [0:100:2, 0:64] : (tensor<100x64xf32>) -> tensor<50x64xf32>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<50x64xf32>, tensor<64x30xf32>) -> tensor<50x30xf32>
  return %0 : tensor<50x30xf32>
}
