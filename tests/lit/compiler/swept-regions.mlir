// Tests which arrays between the regions of a sweep exist only as rows in scratch.
// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=regions | FileCheck %s
// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=thunks | FileCheck %s --check-prefix=THUNKS
// RUN: env LAZULI_CPU=avx2 LAZULI_DISABLE=sweeps lz-opt %s --stop-after=regions | FileCheck %s --check-prefix=NONE

// A tile of attention. The scaled table overwrites the rows of the product. The factors of the earlier output have rows
// of their own in scratch. The maxima are stored in memory, because they are a result.
// CHECK:      lz.sweep (
// CHECK:        lz.contraction keeps (
// CHECK-NEXT:     stablehlo.dot_general
// CHECK-NEXT:     lz.region rows 3072 inside keeps [0] over [0] (
// CHECK:            stablehlo.multiply
// CHECK:          lz.region rows 3072 inside (
// CHECK:            stablehlo.maximum
// CHECK:          lz.region rows 3072 inside (
// CHECK:            stablehlo.exponential
// CHECK:          lz.region rows 3072 inside keeps [1] (
// A region of a single lz.contraction, outside of lz.sweep, cannot keep its results in rows of their own.
// NONE-NOT:   lz.sweep
// NONE:       inside keeps [0] over [0] (
// NONE-NOT:   keeps [1]
// THUNKS:      sweep dot_general scratch tmp{{[0-9]+}} keeps [[FACTORS:rows[0-9]+]]
// THUNKS-NEXT:   product reads in0 in1 writes [[TABLE:rows[0-9]+]]
// THUNKS-NEXT:   on its rows loop_multiply_{{.*}} reads [[TABLE]] writes [[TABLE]]
// THUNKS-NEXT:   on its rows reduce_reduce_maximum_{{.*}} reads [[TABLE]]
// THUNKS:        product reads
// THUNKS-NEXT:   on its rows loop_multiply_add_{{.*}} reads [[FACTORS]] in5
// THUNKS:        plan: keeps rows of 4 bytes
func.func @main(%q: tensor<12x256x64xf32>, %k: tensor<12x256x64xf32>, %v: tensor<12x256x64xf32>, %m0: tensor<12x256xf32>, %l0: tensor<12x256xf32>, %o0: tensor<12x256x64xf32>) -> (tensor<12x256xf32>, tensor<12x256xf32>, tensor<12x256x64xf32>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<12x256x64xf32>, tensor<12x256x64xf32>) -> tensor<12x256x256xf32>
  %scale = stablehlo.constant dense<0.125> : tensor<f32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<12x256x256xf32>
  %t = stablehlo.multiply %s, %scales : tensor<12x256x256xf32>
  %i = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %m1 = stablehlo.reduce(%t init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<12x256x256xf32>, tensor<f32>) -> tensor<12x256xf32>
  %m = stablehlo.maximum %m0, %m1 : tensor<12x256xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<12x256xf32>) -> tensor<12x256x256xf32>
  %c = stablehlo.subtract %t, %mb : tensor<12x256x256xf32>
  %x = stablehlo.exponential %c : tensor<12x256x256xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %u = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<12x256x256xf32>, tensor<f32>) -> tensor<12x256xf32>
  %f = stablehlo.subtract %m0, %m : tensor<12x256xf32>
  %g = stablehlo.exponential %f : tensor<12x256xf32>
  %l1 = stablehlo.multiply %l0, %g : tensor<12x256xf32>
  %l = stablehlo.add %l1, %u : tensor<12x256xf32>
  %gb = stablehlo.broadcast_in_dim %g, dims = [0, 1] : (tensor<12x256xf32>) -> tensor<12x256x64xf32>
  %o1 = stablehlo.multiply %o0, %gb : tensor<12x256x64xf32>
  %p = stablehlo.dot_general %x, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<12x256x256xf32>, tensor<12x256x64xf32>) -> tensor<12x256x64xf32>
  %o = stablehlo.add %o1, %p : tensor<12x256x64xf32>
  return %m, %l, %o : tensor<12x256xf32>, tensor<12x256xf32>, tensor<12x256x64xf32>
}
