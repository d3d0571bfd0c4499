// RUN: lz-opt %s --lz-tile-tables=explain=true 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY
// RUN: lz-opt %s --lz-tile-tables | FileCheck %s

// WHY:     stablehlo.dot_general tensor<32768x32768xf32>: tiles of 2048 along dimension 1 in 1 round cost {{[^ ]*}} us, storing {{[^ ]*}} MB costs {{[^ ]*}} us{{$}}
// WHY-NOT: tensor<8x4096x4096xf32>
// WHY:     stablehlo.dot_general tensor<4096x1024xf32>: tiles of {{.*}} (not worth it)
// WHY:     stablehlo.dot_general tensor<32768x32768xf32>: tiles of 16384 along dimension 0 in 1 round cost {{[^ ]*}} us, storing 0 MB costs {{[^ ]*}} us (not worth it)

// The table takes 4 GiB, and its product the same again.
// CHECK-LABEL: func.func @attention
// CHECK:       stablehlo.while
// CHECK-NOT:   tensor<32768x32768xf32>
// CHECK:       return
func.func @attention(%q: tensor<32768x64xf32>, %k: tensor<32768x64xf32>, %v: tensor<32768x64xf32>) -> tensor<32768x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<32768x64xf32>, tensor<32768x64xf32>) -> tensor<32768x32768xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<32768x32768xf32>, tensor<f32>) -> tensor<32768xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<32768xf32>) -> tensor<32768x32768xf32>
  %d = stablehlo.subtract %s, %mb : tensor<32768x32768xf32>
  %e = stablehlo.exponential %d : tensor<32768x32768xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32768x32768xf32>, tensor<f32>) -> tensor<32768xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<32768xf32>) -> tensor<32768x32768xf32>
  %p = stablehlo.divide %e, %lb : tensor<32768x32768xf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<32768x32768xf32>, tensor<32768x64xf32>) -> tensor<32768x64xf32>
  return %o : tensor<32768x64xf32>
}

// Rows of 4096 elements stay in the second-level cache of a thread, because a sweep of products computes them.
// CHECK-LABEL: func.func @on_whole_rows
// CHECK-NOT:   stablehlo.while
// CHECK:       return
func.func @on_whole_rows(%q: tensor<8x4096x64xf32>, %k: tensor<8x4096x64xf32>, %v: tensor<8x4096x64xf32>) -> tensor<8x4096x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x4096x64xf32>, tensor<8x4096x64xf32>) -> tensor<8x4096x4096xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<8x4096x4096xf32>, tensor<f32>) -> tensor<8x4096xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<8x4096xf32>) -> tensor<8x4096x4096xf32>
  %d = stablehlo.subtract %s, %mb : tensor<8x4096x4096xf32>
  %e = stablehlo.exponential %d : tensor<8x4096x4096xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x4096x4096xf32>, tensor<f32>) -> tensor<8x4096xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<8x4096xf32>) -> tensor<8x4096x4096xf32>
  %p = stablehlo.divide %e, %lb : tensor<8x4096x4096xf32>
  %o = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x4096x4096xf32>, tensor<8x4096x64xf32>) -> tensor<8x4096x64xf32>
  return %o : tensor<8x4096x64xf32>
}

// In two layers of an MLP, the table is not much larger than the operands.
// CHECK-LABEL: func.func @layers
// CHECK-NOT:   stablehlo.while
// CHECK:       return
func.func @layers(%x: tensor<4096x1024xf32>, %w: tensor<1024x4096xf32>, %u: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %s = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x4096xf32>) -> tensor<4096x4096xf32>
  %e = stablehlo.tanh %s : tensor<4096x4096xf32>
  %o = stablehlo.dot_general %e, %u, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %o : tensor<4096x1024xf32>
}

// A sort reads whole rows.
// CHECK-LABEL: func.func @sorted
// CHECK-NOT:   stablehlo.while
// CHECK:       return
func.func @sorted(%x: tensor<32768x8xf32>, %y: tensor<32768x8xf32>) -> tensor<32768x32768xf32> {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<32768x8xf32>, tensor<32768x8xf32>) -> tensor<32768x32768xf32>
  %0 = "stablehlo.sort"(%s) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<32768x32768xf32>) -> tensor<32768x32768xf32>
  return %0 : tensor<32768x32768xf32>
}

// A barrier reads the whole table.
// CHECK-LABEL: func.func @barrier
// CHECK-NOT:   stablehlo.while
// CHECK:       return
func.func @barrier(%x: tensor<32768x8xf32>, %y: tensor<32768x8xf32>) -> tensor<32768xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<32768x8xf32>, tensor<32768x8xf32>) -> tensor<32768x32768xf32>
  %b = stablehlo.optimization_barrier %s : tensor<32768x32768xf32>
  %r = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32768x32768xf32>, tensor<f32>) -> tensor<32768xf32>
  return %r : tensor<32768xf32>
}

// The loop counts in 32 bits, so it does not follow the dimension of 3,000,000,000 elements.
// CHECK-LABEL: func.func @huge
// CHECK-NOT:   stablehlo.dynamic_slice {{.*}} (tensor<3000000000x3xf32>
// CHECK:       return
func.func @huge(%x: tensor<4x3xf32>, %y: tensor<3000000000x3xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<3000000000x3xf32>) -> tensor<4x3000000000xf32>
  %r = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3000000000xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Rows of 4096 elements fit into the second-level cache, but maxima of columns need all rows.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK:       stablehlo.while
// CHECK-NOT:   tensor<4096x4096xf32>
// CHECK:       return
func.func @rows_and_columns(%x: tensor<4096x128xf32>, %y: tensor<4096x128xf32>) -> (tensor<4096xf32>, tensor<4096xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4096x128xf32>, tensor<4096x128xf32>) -> tensor<4096x4096xf32>
  %r = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %c = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  return %r, %c : tensor<4096xf32>, tensor<4096xf32>
}

// The squares wait for the sum of all elements, so they cannot be computed row by row.
// CHECK-LABEL: func.func @after_all_rows
// CHECK:       stablehlo.while
// CHECK:       stablehlo.while
// CHECK-NOT:   tensor<4096x4096xf32>
// CHECK:       return
func.func @after_all_rows(%x: tensor<4096x32xf32>, %y: tensor<4096x32xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4096x32xf32>, tensor<4096x32xf32>) -> tensor<4096x4096xf32>
  %a = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<f32>
  %ab = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
  %d = stablehlo.subtract %s, %ab : tensor<4096x4096xf32>
  %q = stablehlo.multiply %d, %d : tensor<4096x4096xf32>
  %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<f32>
  return %v : tensor<f32>
}

// With rows of 128 numbers, two loops take 44 ms and storing the table 22 ms (avx2, two threads of a Zen 4), because each loop computes the product.
// CHECK-LABEL: func.func @long_after_all_rows
// CHECK-NOT:   stablehlo.while
// CHECK:       return
func.func @long_after_all_rows(%x: tensor<4096x128xf32>, %y: tensor<4096x128xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<4096x128xf32>, tensor<4096x128xf32>) -> tensor<4096x4096xf32>
  %a = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<f32>
  %ab = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
  %d = stablehlo.subtract %s, %ab : tensor<4096x4096xf32>
  %q = stablehlo.multiply %d, %d : tensor<4096x4096xf32>
  %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<f32>
  return %v : tensor<f32>
}

// A product mixes the heads of the scores.
// CHECK-LABEL: func.func @mixed_heads
// CHECK:       stablehlo.while
// CHECK-NOT:   tensor<4x2048x2048xf32>
// CHECK:       return
func.func @mixed_heads(%q: tensor<4x2048x64xf32>, %k: tensor<4x2048x64xf32>, %v: tensor<4x2048x64xf32>, %w: tensor<4x4xf32>) -> tensor<4x2048x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x2048x64xf32>, tensor<4x2048x64xf32>) -> tensor<4x2048x2048xf32>
  %t = stablehlo.dot_general %w, %s, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x2048x2048xf32>) -> tensor<4x2048x2048xf32>
  %e = stablehlo.exponential %t : tensor<4x2048x2048xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x2048x2048xf32>, tensor<f32>) -> tensor<4x2048xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<4x2048xf32>) -> tensor<4x2048x2048xf32>
  %p = stablehlo.divide %e, %lb : tensor<4x2048x2048xf32>
  %o = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x2048x2048xf32>, tensor<4x2048x64xf32>) -> tensor<4x2048x64xf32>
  return %o : tensor<4x2048x64xf32>
}

// A sweep has no loops for products with few columns, so the table is computed in tiles of rows.
// CHECK-LABEL: func.func @few_columns
// CHECK:       stablehlo.while
// CHECK-NOT:   tensor<1048576x4096xf32>
// CHECK:       return
func.func @few_columns(%q: tensor<1048576x8xf32>, %k: tensor<4096x8xf32>, %v: tensor<4096x8xf32>) -> tensor<1048576x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<1048576x8xf32>, tensor<4096x8xf32>) -> tensor<1048576x4096xf32>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1048576x4096xf32>, tensor<f32>) -> tensor<1048576xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1048576xf32>) -> tensor<1048576x4096xf32>
  %d = stablehlo.subtract %s, %mb : tensor<1048576x4096xf32>
  %e = stablehlo.exponential %d : tensor<1048576x4096xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1048576x4096xf32>, tensor<f32>) -> tensor<1048576xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<1048576xf32>) -> tensor<1048576x4096xf32>
  %p = stablehlo.divide %e, %lb : tensor<1048576x4096xf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<1048576x4096xf32>, tensor<4096x8xf32>) -> tensor<1048576x8xf32>
  return %o : tensor<1048576x8xf32>
}

// The table is cut along both dimensions. 2 x takes 31 MB, and is not stored, because the loops multiply the products by 2.
// CHECK-LABEL: func.func @neighbours
// CHECK-NOT:   tensor<10000x784xf32>, tensor<10000x784xf32>
// CHECK:       stablehlo.while
// CHECK:       stablehlo.while
// CHECK-NOT:   tensor<10000x60000xf32>
// CHECK:       return
func.func @neighbours(%x: tensor<10000x784xf32>, %y: tensor<60000x784xf32>, %xx: tensor<10000xf32>, %yy: tensor<60000xf32>) -> (tensor<10000x10xf32>, tensor<10000x10xi32>) {
  %two = stablehlo.constant dense<2.0> : tensor<10000x784xf32>
  %x2 = stablehlo.multiply %x, %two : tensor<10000x784xf32>
  %s = stablehlo.dot_general %x2, %y, contracting_dims = [1] x [1] : (tensor<10000x784xf32>, tensor<60000x784xf32>) -> tensor<10000x60000xf32>
  %xb = stablehlo.broadcast_in_dim %xx, dims = [0] : (tensor<10000xf32>) -> tensor<10000x60000xf32>
  %yb = stablehlo.broadcast_in_dim %yy, dims = [1] : (tensor<60000xf32>) -> tensor<10000x60000xf32>
  %d = stablehlo.subtract %s, %xb : tensor<10000x60000xf32>
  %near = stablehlo.subtract %d, %yb : tensor<10000x60000xf32>
  %v, %i = chlo.top_k(%near, k = 10) : tensor<10000x60000xf32> -> (tensor<10000x10xf32>, tensor<10000x10xi32>)
  return %v, %i : tensor<10000x10xf32>, tensor<10000x10xi32>
}

// Most of the time goes into sums of 100 absolute differences for each pair, whether the table is stored or not.
// CHECK-LABEL: func.func @sums_of_differences
// CHECK:       stablehlo.while
// CHECK-NOT:   tensor<2000x100000xf32>
// CHECK:       return
func.func @sums_of_differences(%q: tensor<2000x100xf32>, %y: tensor<100000x100xf32>) -> (tensor<2000x10xf32>, tensor<2000x10xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %qb = stablehlo.broadcast_in_dim %q, dims = [0, 2] : (tensor<2000x100xf32>) -> tensor<2000x100000x100xf32>
  %yb = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<100000x100xf32>) -> tensor<2000x100000x100xf32>
  %d = stablehlo.subtract %qb, %yb : tensor<2000x100000x100xf32>
  %a = stablehlo.abs %d : tensor<2000x100000x100xf32>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2000x100000x100xf32>, tensor<f32>) -> tensor<2000x100000xf32>
  %n = stablehlo.negate %s : tensor<2000x100000xf32>
  %values, %indices = chlo.top_k(%n, k = 10) : tensor<2000x100000xf32> -> (tensor<2000x10xf32>, tensor<2000x10xi32>)
  return %values, %indices : tensor<2000x10xf32>, tensor<2000x10xi32>
}
