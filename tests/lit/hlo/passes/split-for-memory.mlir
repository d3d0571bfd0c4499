// RUN: lz-opt %s --lz-split-for-memory="threshold=256 slice=128" --lz-canonicalize --lz-cse | FileCheck %s
// RUN: lz-opt %s --lz-split-for-memory="threshold=256 slice=128 explain" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: lz-opt %s --lz-split-for-memory="threshold=256 slice=128 explain strict" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// Numbers: tests/ops/SplitTensorsTest.cc.

// A product that reads a kernel matrix: 4 rows at a time.
// CHECK-LABEL: func.func @kernel_product
// CHECK-SAME:  (%[[X:.*]]: tensor<16x3xf32>, %[[Y:.*]]: tensor<8x3xf32>, %[[V:.*]]: tensor<8xf32>)
// CHECK:       %[[LOOP:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) : tensor<i32>, tensor<16xf32> attributes {lz.split_loop}
// CHECK:         %[[X4:.*]] = stablehlo.dynamic_slice %[[X]], %[[I]], %{{.*}}, sizes = [4, 3]
// CHECK-NEXT:    %[[S:.*]] = stablehlo.dot_general %[[X4]], %[[Y]], {{.*}}lz.whole_product = array<i64: 16, 8>{{.*}} -> tensor<4x8xf32>
// CHECK-NEXT:    %[[E:.*]] = stablehlo.exponential %[[S]]
// CHECK-NEXT:    %[[R:.*]] = stablehlo.dot_general %[[E]], %[[V]], {{.*}} -> tensor<4xf32>
// CHECK-NEXT:    stablehlo.dynamic_update_slice %[[O]], %[[R]], %[[I]]
// CHECK:       return %[[LOOP]]#1
// WHY-DAG:     stablehlo.dot_general tensor<16x8xf32>: slices of 4 along dimension 0 in 1 round{{$}}
func.func @kernel_product(%x: tensor<16x3xf32>, %y: tensor<8x3xf32>, %v: tensor<8xf32>) -> tensor<16xf32> {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<16x3xf32>, tensor<8x3xf32>) -> tensor<16x8xf32>
  %e = stablehlo.exponential %s : tensor<16x8xf32>
  %o = stablehlo.dot_general %e, %v, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %o : tensor<16xf32>
}

// The columns do not divide into equal slices: a rest runs once behind the loop. The rows cannot be split, because a
// system needs all of them, so a sum is cut.
// CHECK-LABEL: func.func @solve
// CHECK:       stablehlo.while
// CHECK:         %[[A:.*]] = "stablehlo.triangular_solve"{{.*}} -> tensor<4x7xf32>
// CHECK-NEXT:    %[[P:.*]] = stablehlo.dot_general %[[A]], %[[A]], {{.*}} -> tensor<4x4xf32>
// CHECK-NEXT:    stablehlo.add %{{.*}}, %[[P]]
// CHECK:       stablehlo.slice %{{.*}} [14:19, 0:2]
// CHECK:       %[[REST:.*]] = "stablehlo.triangular_solve"{{.*}} -> tensor<4x5xf32>
// CHECK-NEXT:  stablehlo.dot_general %[[REST]], %[[REST]]
// CHECK-NEXT:  stablehlo.add
// CHECK-NEXT:  return
// WHY-DAG:     stablehlo.dot_general tensor<4x19xf32>: slices of 7 along dimension 1 in 1 round, which cuts a sum of floats
// STRICT-DAG:  stablehlo.triangular_solve tensor<4x19xf32>: cannot be split, because slices of stablehlo.dot_general at {{.*}} would add up floats in another order
func.func @solve(%l: tensor<4x4xf32>, %k: tensor<4x2xf32>, %x: tensor<19x2xf32>) -> tensor<4x4xf32> {
  %s = stablehlo.dot_general %k, %x, contracting_dims = [1] x [1] : (tensor<4x2xf32>, tensor<19x2xf32>) -> tensor<4x19xf32>
  %a = "stablehlo.triangular_solve"(%l, %s) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x19xf32>) -> tensor<4x19xf32>
  %b = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<4x19xf32>, tensor<4x19xf32>) -> tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// Sorted rows, of which slices are read.
// CHECK-LABEL: func.func @sorted
// CHECK:       stablehlo.while
// CHECK:         "stablehlo.sort"
// CHECK:         }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[S:.*]] = stablehlo.slice %{{.*}} [0:4, 0:2]
// CHECK-NEXT:    stablehlo.dynamic_update_slice %{{.*}}, %[[S]]
func.func @sorted(%x: tensor<16x1xf32>, %y: tensor<8x1xf32>) -> tensor<16x2xf32> {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<16x1xf32>, tensor<8x1xf32>) -> tensor<16x8xf32>
  %t = "stablehlo.sort"(%s) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %o = stablehlo.slice %t [0:16, 0:2] : (tensor<16x8xf32>) -> tensor<16x2xf32>
  return %o : tensor<16x2xf32>
}

// The largest of all elements: a maximum may be cut at every level.
// CHECK-LABEL: func.func @largest
// CHECK:       stablehlo.while
// CHECK:         %[[M:.*]] = stablehlo.reduce{{.*}} : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    stablehlo.maximum %{{.*}}, %[[M]]
// STRICT-DAG:  stablehlo.tanh tensor<16x8xf32>: slices of 4 along dimension 0 in 1 round{{$}}
func.func @largest(%x: tensor<16x8xf32>) -> tensor<f32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %e = stablehlo.tanh %x : tensor<16x8xf32>
  %m = stablehlo.reduce(%e init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}

// The sum of all elements is cut at level standard only.
// CHECK-LABEL: func.func @sum
// CHECK:       stablehlo.while
// CHECK:         %[[M:.*]] = stablehlo.reduce{{.*}} : (tensor<2x8xf64>, tensor<f64>) -> tensor<f64>
// CHECK-NEXT:    stablehlo.add %{{.*}}, %[[M]]
// STRICT-DAG:  stablehlo.tanh tensor<16x8xf64>: cannot be split, because slices of stablehlo.reduce at {{.*}} would add up floats in another order
func.func @sum(%x: tensor<16x8xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %e = stablehlo.tanh %x : tensor<16x8xf64>
  %m = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf64>, tensor<f64>) -> tensor<f64>
  return %m : tensor<f64>
}

// Distances before they are summed have three dimensions. Rows of 24 x 4 elements are too large, so the body of the
// loop is split again.
// CHECK-LABEL: func.func @distances
// CHECK:       stablehlo.while
// CHECK:         %[[X:.*]] = stablehlo.dynamic_slice %{{.*}}, sizes = [1, 4]
// CHECK:         %[[ROW:.*]]:2 = stablehlo.while
// CHECK:           stablehlo.subtract %{{.*}}, %{{.*}} : tensor<1x8x4xf32>
// CHECK-NEXT:      stablehlo.abs
// CHECK-NEXT:      stablehlo.reduce{{.*}} : (tensor<1x8x4xf32>, tensor<f32>) -> tensor<1x8xf32>
// CHECK:         stablehlo.reduce(%[[ROW]]#1 {{.*}} applies stablehlo.minimum
// STRICT-DAG:  stablehlo.subtract tensor<1x24x4xf32>: slices of 8 along dimension 1 in 1 round{{$}}
func.func @distances(%x: tensor<16x4xf32>, %y: tensor<24x4xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %xb = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<16x4xf32>) -> tensor<16x24x4xf32>
  %yb = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<24x4xf32>) -> tensor<16x24x4xf32>
  %d = stablehlo.subtract %xb, %yb : tensor<16x24x4xf32>
  %a = stablehlo.abs %d : tensor<16x24x4xf32>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<16x24x4xf32>, tensor<f32>) -> tensor<16x24xf32>
  %o = stablehlo.reduce(%s init: %inf) applies stablehlo.minimum across dimensions = [1] : (tensor<16x24xf32>, tensor<f32>) -> tensor<16xf32>
  return %o : tensor<16xf32>
}

// A directive says along which dimension, and into slices of how many elements. It is followed whatever the limit is.
// CHECK-LABEL: func.func @directed
// CHECK:       stablehlo.while
// CHECK:         stablehlo.dot_general {{.*}} -> tensor<2x8xf32>
// CHECK-NOT:   lz.split =
func.func @directed(%x: tensor<4x3xf32>, %y: tensor<8x3xf32>, %v: tensor<8xf32>) -> tensor<4xf32> {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] {lz.split = array<i64: 0, 2>} : (tensor<4x3xf32>, tensor<8x3xf32>) -> tensor<4x8xf32>
  %e = stablehlo.exponential %s : tensor<4x8xf32>
  %o = stablehlo.dot_general %e, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return %o : tensor<4xf32>
}

// The program returns the large tensor, so it is stored anyway.
// CHECK-LABEL: func.func @returned
// CHECK-NOT: stablehlo.while
// CHECK: return
func.func @returned(%x: tensor<16x3xf32>, %y: tensor<8x3xf32>, %v: tensor<8xf32>) -> (tensor<16x8xf32>, tensor<16xf32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<16x3xf32>, tensor<8x3xf32>) -> tensor<16x8xf32>
  %o = stablehlo.dot_general %s, %v, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %s, %o : tensor<16x8xf32>, tensor<16xf32>
}
