// RUN: lz-opt %s --lz-tile-tables=tile=4 --lz-canonicalize --lz-cse | FileCheck %s

// Numbers: tests/ops/TiledTablesTest.cc. Costs: tile-tables-worth.mlir.

// The softmax takes one round. When the maximum grows, both sums are multiplied by exp(old - new), or by 1 before the
// first element. The product is divided by the sum after the loop.
// CHECK-LABEL: func.func @softmax
// CHECK-SAME:  (%[[Q:.*]]: tensor<4x3xf32>, %[[K:.*]]: tensor<8x3xf32>, %[[V:.*]]: tensor<8x2xf32>)
// CHECK:       %[[LOOP:.*]]:4 = stablehlo.while(%[[J:.*]] = %{{.*}}, %[[M0:.*]] = %{{.*}}, %[[L0:.*]] = %{{.*}}, %[[O0:.*]] = %{{.*}}) :
// CHECK:       do {
// CHECK-NEXT:    %[[NONE:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK:         %[[K1:.*]] = stablehlo.dynamic_slice %[[K]], %[[J]], %{{.*}}, sizes = [4, 3]
// CHECK-NEXT:    %[[S:.*]] = stablehlo.dot_general %[[Q]], %[[K1]], {{.*}} -> tensor<4x4xf32>
// CHECK-NEXT:    %[[T:.*]] = stablehlo.reduce(%[[S]] {{.*}} applies stablehlo.maximum
// CHECK-NEXT:    %[[M:.*]] = stablehlo.maximum %[[M0]], %[[T]]
// CHECK-NEXT:    %[[NO:.*]] = stablehlo.compare EQ, %[[M]], %[[NONE]]
// CHECK:         %[[ANY:.*]] = stablehlo.select %[[NO]], %{{.*}}, %[[M]]
// CHECK-NEXT:    %[[ROWS:.*]] = stablehlo.broadcast_in_dim %[[ANY]], dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[D:.*]] = stablehlo.subtract %[[S]], %[[ROWS]]
// CHECK-NEXT:    %[[E:.*]] = stablehlo.exponential %[[D]]
// CHECK-NEXT:    %[[L:.*]] = stablehlo.reduce(%[[E]] {{.*}} applies stablehlo.add
// CHECK-NEXT:    %[[GROWN:.*]] = stablehlo.subtract %[[M0]], %[[ANY]]
// CHECK-NEXT:    %[[G:.*]] = stablehlo.exponential %[[GROWN]]
// CHECK-NEXT:    %[[FIRST:.*]] = stablehlo.compare EQ, %[[M0]], %[[NONE]]
// CHECK:         %[[H:.*]] = stablehlo.select %[[FIRST]], %{{.*}}, %[[G]]
// CHECK-NEXT:    %[[LH:.*]] = stablehlo.multiply %[[L0]], %[[H]]
// CHECK-NEXT:    %[[L1:.*]] = stablehlo.add %[[LH]], %[[L]]
// CHECK-NEXT:    %[[V1:.*]] = stablehlo.dynamic_slice %[[V]], %[[J]], %{{.*}}, sizes = [4, 2]
// CHECK-NEXT:    %[[O:.*]] = stablehlo.dot_general %[[E]], %[[V1]]
// CHECK:         %[[O1:.*]] = stablehlo.add %{{.*}}, %[[O]]
// CHECK-NEXT:    stablehlo.return %{{.*}}, %[[M]], %[[L1]], %[[O1]]
// CHECK-NOT:   stablehlo.while
// CHECK:       stablehlo.divide {{.*}} : tensor<4x2xf32>
// CHECK-NEXT:  return
func.func @softmax(%q: tensor<4x3xf32>, %k: tensor<8x3xf32>, %v: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<8x3xf32>) -> tensor<4x8xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %s, %mb : tensor<4x8xf32>
  %e = stablehlo.exponential %d : tensor<4x8xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %p = stablehlo.divide %e, %lb : tensor<4x8xf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %o : tensor<4x2xf32>
}

// The variance needs the mean of all tiles, so the products are computed in two rounds.
// CHECK-LABEL: func.func @moments
// CHECK-SAME:  (%[[X:.*]]: tensor<4x3xf32>, %[[Y:.*]]: tensor<8x3xf32>)
// CHECK:       %[[SUM:.*]]:2 = stablehlo.while
// CHECK:         stablehlo.dot_general %[[X]], %{{.*}} -> tensor<4x4xf32>
// CHECK:       %[[MEAN:.*]] = stablehlo.divide
// CHECK-NEXT:  %[[VAR:.*]]:2 = stablehlo.while
// CHECK:         %[[S:.*]] = stablehlo.dot_general %[[X]], %{{.*}} -> tensor<4x4xf32>
// CHECK-NEXT:    %[[ROWS:.*]] = stablehlo.broadcast_in_dim %[[MEAN]], dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    stablehlo.subtract %[[S]], %[[ROWS]]
// CHECK-NOT:   stablehlo.dot_general
// CHECK:       return %[[MEAN]]
func.func @moments(%x: tensor<4x3xf32>, %y: tensor<8x3xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %ten = stablehlo.constant dense<10.0> : tensor<4xf32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<8x3xf32>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.divide %sum, %ten : tensor<4xf32>
  %mb = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %s, %mb : tensor<4x8xf32>
  %q = stablehlo.multiply %d, %d : tensor<4x8xf32>
  %var = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %mean, %var : tensor<4xf32>, tensor<4xf32>
}

// A selection begins with the largest elements of the first tile. The loop compares the elements that were selected
// before with the elements of the tile. The places in the tile begin at 2.
// CHECK-LABEL: func.func @selection
// CHECK:       %[[FIRST:.*]], %[[START:.*]] = chlo.top_k(%{{.*}}, k = 2) : tensor<4x4xf32>
// CHECK:       %{{.*}}:3 = stablehlo.while(%[[J:.*]] = %{{.*}}, %[[BEST:.*]] = %[[FIRST]], %[[AT:.*]] = %[[START]]) :
// CHECK:         %[[S:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x4xf32>
// CHECK-NEXT:    %[[ALL:.*]] = stablehlo.concatenate %[[BEST]], %[[S]], dim = 1 : {{.*}} -> tensor<4x6xf32>
// CHECK-NEXT:    %[[VALUES:.*]], %[[PLACES:.*]] = chlo.top_k(%[[ALL]], k = 2)
// CHECK:         %[[ISOLD:.*]] = stablehlo.compare LT, %[[PLACES]]
// CHECK:         %[[OLD:.*]] = "stablehlo.gather"(%[[AT]]
// CHECK-NEXT:    %[[NEW:.*]] = stablehlo.select %[[ISOLD]], %[[OLD]]
// CHECK-NEXT:    stablehlo.return %{{.*}}, %[[VALUES]], %[[NEW]]
func.func @selection(%x: tensor<4x3xf32>, %y: tensor<12x3xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<12x3xf32>) -> tensor<4x12xf32>
  %v, %i = chlo.top_k(%s, k = 2) : tensor<4x12xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
}

// A selection of most of a row needs all of it.
// CHECK-LABEL: func.func @most
// CHECK:       chlo.top_k({{.*}}, k = 5) : tensor<4x8xi32>
func.func @most(%x: tensor<4x3xi32>, %y: tensor<8x3xi32>) -> (tensor<4x5xi32>, tensor<4x5xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4x3xi32>, tensor<8x3xi32>) -> tensor<4x8xi32>
  %v, %i = chlo.top_k(%s, k = 5) : tensor<4x8xi32> -> (tensor<4x5xi32>, tensor<4x5xi32>)
  return %v, %i : tensor<4x5xi32>, tensor<4x5xi32>
}

// Each tile looks up a bias by relative position. The places of a tile count from its beginning.
// CHECK-LABEL: func.func @relative
// CHECK-SAME:  %[[T:[^:]*]]: tensor<15xf32>)
// CHECK:       stablehlo.while(%[[J:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) :
// CHECK:         %[[S:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x4xf32>
// CHECK:         %[[G:.*]] = "stablehlo.gather"(%[[T]], %{{.*}}) {{.*}} (tensor<15xf32>, tensor<4x4x1xi32>) -> tensor<4x4xf32>
// CHECK:         stablehlo.add %[[S]], %[[G]] : tensor<4x4xf32>
func.func @relative(%q: tensor<8x3xf32>, %k: tensor<8x3xf32>, %t: tensor<15xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<7> : tensor<8x8xi32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x8xf32>
  %i = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %j = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %d = stablehlo.subtract %i, %j : tensor<8x8xi32>
  %b = stablehlo.add %d, %c : tensor<8x8xi32>
  %v = stablehlo.reshape %b : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1>}> : (tensor<15xf32>, tensor<8x8x1xi32>) -> tensor<8x8xf32>
  %z = stablehlo.add %s, %g : tensor<8x8xf32>
  %l = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %l : tensor<8xf32>
}

// The entry of each label is computed from the two factors. Elementwise ops follow it.
// CHECK-LABEL: func.func @labels
// CHECK-SAME:  (%[[X:.*]]: tensor<4x3xf32>, %[[Y:.*]]: tensor<8x3xf32>, %[[I:.*]]: tensor<4x1x1xi32>, %[[M:.*]]: tensor<4xf32>)
// CHECK-DAG:   %[[R:.*]] = "stablehlo.gather"(%[[Y]], %[[I]]) {{.*}} (tensor<8x3xf32>, tensor<4x1x1xi32>) -> tensor<4x1x3xf32>
// CHECK-DAG:   %[[P:.*]] = stablehlo.dot_general %[[X]], %[[R]], batching_dims = [0] x [0], contracting_dims = [1] x [2] {{.*}} -> tensor<4x1xf32>
// CHECK-DAG:   %[[MB:.*]] = stablehlo.broadcast_in_dim %[[M]], dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
// CHECK:       stablehlo.subtract %[[P]], %[[MB]] : tensor<4x1xf32>
// CHECK-NOT:   stablehlo.while
func.func @labels(%x: tensor<4x3xf32>, %y: tensor<8x3xf32>, %i: tensor<4x1x1xi32>, %m: tensor<4xf32>) -> tensor<4x1xf32> {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<8x3xf32>) -> tensor<4x8xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %s, %b : tensor<4x8xf32>
  %0 = "stablehlo.gather"(%d, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// Two factors of 5 numbers are more than a row of the table.
// CHECK-LABEL: func.func @long
// CHECK:       stablehlo.while
// CHECK:         "stablehlo.gather"({{.*}}) {{.*}} (tensor<4x4xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
func.func @long(%x: tensor<4x5xf32>, %y: tensor<8x5xf32>, %i: tensor<4x1x1xi32>) -> tensor<4x1xf32> {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4x5xf32>, tensor<8x5xf32>) -> tensor<4x8xf32>
  %0 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
