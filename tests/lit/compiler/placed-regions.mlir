// Tests which regions run inside of a contraction.
// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=regions | FileCheck %s
// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=thunks | FileCheck %s --check-prefix=THUNKS
// RUN: env LAZULI_CPU=avx2 LAZULI_DISABLE=epilogues lz-opt %s --stop-after=regions | FileCheck %s --check-prefix=NONE

// relu runs on the rows of a product, of which only a few rows exist in memory at a time.
// CHECK:      lz.contraction keeps (
// CHECK-NEXT:   stablehlo.dot_general
// CHECK-NEXT:   lz.region rows 2048 inside (
// THUNKS:       contraction dot_general
// THUNKS-NEXT:    on its rows loop_maximum
// NONE-NOT:     lz.contraction
func.func @main(%x: tensor<2048x784xf32>, %w: tensor<784x128xf32>) -> tensor<2048x128xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2048x784xf32>, tensor<784x128xf32>) -> tensor<2048x128xf32>
  %z = stablehlo.constant dense<0.0> : tensor<2048x128xf32>
  %1 = stablehlo.maximum %0, %z : tensor<2048x128xf32>
  return %1 : tensor<2048x128xf32>
}
