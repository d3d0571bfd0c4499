// RUN: env LAZULI_CPU=avx2 lz-opt %s --explain | FileCheck %s
// RUN: env LAZULI_CPU=avx2 LAZULI_DISABLE=vectors lz-opt %s --explain | FileCheck %s --check-prefix=SCALAR

// Several updates of this scatter may go to one place, so its points have an order.
// CHECK:      kernel scatter_{{.*}}: scatter at {{.*}}explain.mlir:[[#]]
// CHECK-NEXT:   choice: scatter, scalar
// CHECK-NEXT:   threads: {{.*}}; one thread, since the points have an order
// CHECK-NEXT:   lanes: no lanes, since the points have an order
// CHECK-NEXT:   cost:
// SCALAR:       lanes: no lanes on this target
func.func @main(%x: tensor<100xf32>, %i: tensor<50x1xi32>, %u: tensor<50xf32>,
                %big: tensor<3072x4096xf32>, %small: tensor<8xf32>, %rows: tensor<100x200xf32>,
                %a: tensor<300x400xf32>, %b: tensor<400x500xf32>)
    -> (tensor<100xf32>, tensor<3072xf32>, tensor<8xf32>, tensor<100xf32>, tensor<300x500xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<100xf32>, tensor<50x1xi32>, tensor<50xf32>) -> tensor<100xf32>

  // There are many long rows, so threads divide them among themselves.
  // CHECK:      kernel reduce_reduce_{{.*}}: reduce at
  // CHECK-NEXT:   choice: reduce, row lanes
  // CHECK-NEXT:   threads: 3072 units; a thread takes {{[0-9]+}} or more at a time, of {{.*}} us each
  // CHECK-NEXT:   lanes: 8 lanes
  // CHECK-NEXT:   cost: {{.*}} us: {{.*}} steps
  %1 = stablehlo.reduce(%big init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3072x4096xf32>, tensor<f32>) -> tensor<3072xf32>

  // There are many units, but together they take less time than starting another thread.
  // CHECK:      kernel reduce_reduce_{{.*}}: reduce at
  // CHECK-NEXT:   choice: reduce, row lanes
  // CHECK-NEXT:   threads: 100 units; one thread, since all take {{.*}} us
  %3 = stablehlo.reduce(%rows init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<100x200xf32>, tensor<f32>) -> tensor<100xf32>

  // There is only one unit.
  // CHECK:      kernel loop_negate_{{.*}}: negate at
  // CHECK-NEXT:   choice: loop, grid lanes
  // CHECK-NEXT:   threads: 1 unit; one thread, since there is one unit
  // CHECK-NEXT:   lanes: 8 lanes
  %2 = stablehlo.negate %small : tensor<8xf32>

  // A contraction, and a kernel on its rows.
  // CHECK:      contraction dot_general: dot_general at
  // CHECK-NEXT:   threads: at most
  // CHECK-NEXT:   lanes: over the columns of a tile
  // CHECK-NEXT:   plan: {{.*}} f32: packed, tiles
  // CHECK:      kernel loop_exponential_{{.*}}: exponential at
  // CHECK-NEXT:   choice: loop, grid lanes
  // CHECK-NEXT:   threads: those of dot_general, on the rows that they complete; {{.*}} a row
  %4 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<300x400xf32>, tensor<400x500xf32>) -> tensor<300x500xf32>
  %5 = stablehlo.exponential %4 : tensor<300x500xf32>
  return %0, %1, %2, %3, %5 : tensor<100xf32>, tensor<3072xf32>, tensor<8xf32>, tensor<100xf32>, tensor<300x500xf32>
}
