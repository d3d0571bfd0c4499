// RUN: lz-opt %s --lz-form-regions | FileCheck %s
// RUN: lz-opt %s --lz-form-regions=explain 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY

// A softmax is one region, because its maximum and its sum belong to the same rows.
// CHECK-LABEL: func.func @softmax
// CHECK:       %[[R:.*]] = lz.region
// CHECK:         stablehlo.reduce
// CHECK:         stablehlo.exponential
// CHECK:         stablehlo.reduce
// CHECK:         stablehlo.divide
// CHECK:       return %[[R]]
func.func @softmax(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %d = stablehlo.subtract %x, %mb : tensor<32x64xf32>
  %e = stablehlo.exponential %d : tensor<32x64xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %r = stablehlo.divide %e, %sb : tensor<32x64xf32>
  return %r : tensor<32x64xf32>
}

// A value with other readers becomes a second output of a region of the same shape.
// CHECK-LABEL: func.func @two_outputs
// CHECK:       lz.region
// CHECK-SAME:    -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NOT:   lz.region
// CHECK:       return
func.func @two_outputs(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = stablehlo.negate %x : tensor<8xf32>
  %b = stablehlo.abs %a : tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// Near miss: a sum over all elements is a single row, which one thread would compute alone.
// CHECK-LABEL: func.func @normalize
// CHECK:       %[[S:.*]] = lz.region
// CHECK:         stablehlo.reduce
// CHECK:       lz.region (%{{.*}} = %[[S]]
// CHECK:         stablehlo.divide
func.func @normalize(%x: tensor<4096000xf32>) -> tensor<4096000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096000xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4096000xf32>
  %r = stablehlo.divide %x, %b : tensor<4096000xf32>
  return %r : tensor<4096000xf32>
}

// Refusal: a contraction is a kernel of its own, and a reshape between kernels needs no kernel.
// CHECK-LABEL: func.func @contraction
// CHECK-NEXT:  stablehlo.reshape
// CHECK-NEXT:  stablehlo.dot_general
// CHECK-NEXT:  return
func.func @contraction(%x: tensor<6xf32>, %y: tensor<3x5xf32>) -> tensor<2x5xf32> {
  %a = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// A region and a contraction use the same reshape. The region reshapes the value itself. The contraction reads from
// memory what the first region has stored. No op is left outside of a region except the reshape and the contraction.
// CHECK-LABEL: func.func @reshape_in_a_region_and_in_memory
// CHECK-NOT: stablehlo.iota
// CHECK: %[[TABLE:.*]] = lz.region ()
// CHECK: stablehlo.cosine
// CHECK: %[[MATRIX:.*]] = stablehlo.reshape %[[TABLE]]
// CHECK: stablehlo.dot_general %[[MATRIX]]
func.func @reshape_in_a_region_and_in_memory(%x: tensor<3x4xf32>) -> (tensor<3x3xf32>, tensor<3x4xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<12xf32>
  %c = stablehlo.cosine %i : tensor<12xf32>
  %m = stablehlo.reshape %c : (tensor<12xf32>) -> tensor<3x4xf32>
  %d = stablehlo.dot_general %m, %x, contracting_dims = [1] x [1] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x3xf32>
  %s = stablehlo.multiply %m, %x : tensor<3x4xf32>
  return %d, %s : tensor<3x3xf32>, tensor<3x4xf32>
}

// Refusal: a kernel has at most 64 loops, and each sum takes eight. So only seven sums fit into the kernel of the
// result. The other two sums and their addition are a kernel that runs first.
// CHECK-LABEL: func.func @too_many_loops
// CHECK:       %[[REST:.*]] = lz.region
// CHECK-COUNT-2: stablehlo.reduce
// CHECK-NOT:     stablehlo.reduce
// CHECK:       lz.region {{.*}}%[[REST]]
// CHECK-COUNT-7: stablehlo.reduce
func.func @too_many_loops(%x0: tensor<2x1x2x1x2x1x2x3xf32>,
    %x1: tensor<2x1x2x1x2x1x2x3xf32>,
    %x2: tensor<2x1x2x1x2x1x2x3xf32>, %x3: tensor<2x1x2x1x2x1x2x3xf32>,
    %x4: tensor<2x1x2x1x2x1x2x3xf32>, %x5: tensor<2x1x2x1x2x1x2x3xf32>,
    %x6: tensor<2x1x2x1x2x1x2x3xf32>, %x7: tensor<2x1x2x1x2x1x2x3xf32>,
    %x8: tensor<2x1x2x1x2x1x2x3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r0 = stablehlo.reduce(%x0 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r1 = stablehlo.reduce(%x1 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r2 = stablehlo.reduce(%x2 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r3 = stablehlo.reduce(%x3 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r4 = stablehlo.reduce(%x4 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r5 = stablehlo.reduce(%x5 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r6 = stablehlo.reduce(%x6 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r7 = stablehlo.reduce(%x7 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %r8 = stablehlo.reduce(%x8 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x1x2x1x2x3xf32>, tensor<f32>) -> tensor<f32>
  %s1 = stablehlo.add %r0, %r1 : tensor<f32>
  %s2 = stablehlo.add %s1, %r2 : tensor<f32>
  %s3 = stablehlo.add %s2, %r3 : tensor<f32>
  %s4 = stablehlo.add %s3, %r4 : tensor<f32>
  %s5 = stablehlo.add %s4, %r5 : tensor<f32>
  %s6 = stablehlo.add %s5, %r6 : tensor<f32>
  %s7 = stablehlo.add %s6, %r7 : tensor<f32>
  %s8 = stablehlo.add %s7, %r8 : tensor<f32>
  return %s8 : tensor<f32>
}

// WHY-DAG: stablehlo.exponential joins stablehlo.divide
// WHY-DAG: stablehlo.negate joins stablehlo.abs: a second output of the region
// WHY-DAG: stablehlo.reduce does not join stablehlo.divide: joined {{.*}} us, apart {{.*}} us

// The region of the result of rank 2 also has the sums of the rows, of rank 1, as a second output. The region after it
// adds these sums up.
// CHECK-LABEL: func.func @rows_beside
// CHECK:       %[[R:.*]]:2 = lz.region
// CHECK-SAME:    -> (tensor<512x256xf32>, tensor<512xf32>)
// CHECK:       %[[S:.*]] = lz.region (%{{.*}} = %[[R]]#1
// CHECK:       return %[[S]], %[[R]]#0
func.func @rows_beside(%x: tensor<512x256xf32>) -> (tensor<f32>, tensor<512x256xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<512x256xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x256xf32>, tensor<f32>) -> tensor<512xf32>
  %q = stablehlo.multiply %x, %x : tensor<512x256xf32>
  %p = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x256xf32>, tensor<f32>) -> tensor<512xf32>
  %t = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<512xf32>) -> tensor<512x256xf32>
  %g = stablehlo.divide %e, %b : tensor<512x256xf32>
  return %t, %g : tensor<f32>, tensor<512x256xf32>
}

// Near miss: another op reads the statistic of the rows before the region runs.
// CHECK-LABEL: func.func @rows_before
// CHECK:       lz.region {{.*}} -> tensor<512xf32>
// CHECK:       lz.region {{.*}} -> tensor<512x256xf32>
func.func @rows_before(%x: tensor<512x256xf32>, %y: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512x256xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.multiply %x, %x : tensor<512x256xf32>
  %p = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x256xf32>, tensor<f32>) -> tensor<512xf32>
  %d = stablehlo.dot_general %y, %p, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512xf32>) -> tensor<512xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x256xf32>, tensor<f32>) -> tensor<512xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<512xf32>) -> tensor<512x256xf32>
  %g = stablehlo.divide %x, %b : tensor<512x256xf32>
  return %d, %g : tensor<512xf32>, tensor<512x256xf32>
}

// Two regions use the sum %a, and a contraction is between them. The first region stores %a as its second output, and
// the second region reads it.
// CHECK-LABEL: func.func @first_stores
// CHECK:       %[[R:.*]]:2 = lz.region
// CHECK-SAME:    -> (tensor<64x32xf32>, tensor<64x32xf32>)
// CHECK:       lz.contraction (%[[M:.*]] = %[[R]]#0, {{.*}} = %arg2, %[[A:.*]] = %[[R]]#1)
// CHECK-NEXT:    %[[D:.*]] = stablehlo.dot_general %[[M]]
// CHECK-NEXT:    lz.region rows 64 inside ({{.*}} = %[[A]], {{.*}} = %[[D]])
// CHECK-NOT:     lz.region
func.func @first_stores(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>, %w: tensor<32x32xf32>) -> tensor<64x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<64x32xf32>
  %a = stablehlo.add %x, %y : tensor<64x32xf32>
  %m = stablehlo.maximum %a, %zero : tensor<64x32xf32>
  %d = stablehlo.dot_general %m, %w, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  %c = stablehlo.compare GT, %a, %zero : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xi1>
  %s = stablehlo.select %c, %d, %zero : tensor<64x32xi1>, tensor<64x32xf32>
  return %s : tensor<64x32xf32>
}
// WHY-DAG: stablehlo.add does not join stablehlo.add: the kernel would have too many loops

// A depthwise convolution is a sum over the taps of its filter. The addition of the bias joins the region of this sum.
// CHECK-LABEL: func.func @depthwise
// CHECK-NEXT:  %[[R:.*]] = lz.region
// CHECK-NEXT:    stablehlo.convolution
// CHECK-NEXT:    stablehlo.broadcast_in_dim
// CHECK-NEXT:    stablehlo.add
// CHECK:       return %[[R]]
// WHY: stablehlo.convolution joins stablehlo.add: its result stays in registers
func.func @depthwise(%x: tensor<2x9x9x32xf32>, %w: tensor<3x3x1x32xf32>, %bias: tensor<32xf32>) -> tensor<2x9x9x32xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<2x9x9x32xf32>, tensor<3x3x1x32xf32>) -> tensor<2x9x9x32xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [3] : (tensor<32xf32>) -> tensor<2x9x9x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x9x9x32xf32>
  return %2 : tensor<2x9x9x32xf32>
}

// Refusal: if the convolution joined, each of its elements would be computed twice, once for the mean of the row and
// once for the difference.
// CHECK-LABEL: func.func @depthwise_rows
// CHECK:       %[[Y:.*]] = lz.region
// CHECK-NEXT:    stablehlo.convolution
// CHECK:       lz.region (%{{.*}} = %[[Y]])
// CHECK:         stablehlo.reduce
// CHECK:         stablehlo.subtract
// WHY: stablehlo.convolution does not join stablehlo.subtract: a window would be repeated
func.func @depthwise_rows(%x: tensor<2x9x32xf32>, %w: tensor<3x1x32xf32>) -> tensor<2x9x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 0]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<2x9x32xf32>, tensor<3x1x32xf32>) -> tensor<2x9x32xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x32xf32>, tensor<f32>) -> tensor<2x9xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<2x9xf32>) -> tensor<2x9x32xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<2x9x32xf32>
  return %3 : tensor<2x9x32xf32>
}

// Refusal: this convolution has so many features in a group that they fill the tiles of a contraction.
// CHECK-LABEL: func.func @grouped
// CHECK-NEXT:  stablehlo.convolution
// CHECK-NEXT:  return
func.func @grouped(%x: tensor<2x9x64xf32>, %w: tensor<3x32x64xf32>) -> tensor<2x7x64xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x9x64xf32>, tensor<3x32x64xf32>) -> tensor<2x7x64xf32>
  return %0 : tensor<2x7x64xf32>
}

// A gather reads its operand from memory, because the address depends on data. So the iota is stored, although
// computing it again is free.
// CHECK-LABEL: func.func @gather_of_a_member
// CHECK:       %[[IOTA:.*]] = lz.region
// CHECK-NEXT:    stablehlo.iota
// CHECK:       lz.region (%[[IN:.*]] = %[[IOTA]]
// CHECK:         %[[OWN:.*]] = stablehlo.iota
// CHECK:         %[[G:.*]] = "stablehlo.gather"(%[[IN]],
// CHECK:         stablehlo.add %[[G]], %[[OWN]]
func.func @gather_of_a_member(%i: tensor<7x1xi32>) -> tensor<7xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<7xf32>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<7xf32>, tensor<7x1xi32>) -> tensor<7xf32>
  %2 = stablehlo.add %1, %0 : tensor<7xf32>
  return %2 : tensor<7xf32>
}

// A scatter of two operands computes its updates in its own region, like a scatter of one operand.
// CHECK-LABEL: func.func @scatter_of_two
// CHECK:       %[[X:.*]] = lz.region
// CHECK-NEXT:    stablehlo.negate
// CHECK:       %[[R:.*]]:2 = lz.region (%{{.*}} = %[[X]]
// CHECK:         stablehlo.tanh
// CHECK:         "stablehlo.scatter"
// CHECK:       return %[[R]]#0, %[[R]]#1
func.func @scatter_of_two(%x: tensor<7xf32>, %n: tensor<7xi32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>, %m: tensor<3xi32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %0 = stablehlo.negate %x : tensor<7xf32>
  %1 = stablehlo.tanh %u : tensor<3xf32>
  %2:2 = "stablehlo.scatter"(%0, %n, %i, %1, %m) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    %4 = stablehlo.maximum %c, %d : tensor<i32>
    stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
  }) : (tensor<7xf32>, tensor<7xi32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<7xf32>, tensor<7xi32>)
  return %2#0, %2#1 : tensor<7xf32>, tensor<7xi32>
}

// A region with few results can move down to the op that reads its result. Then its operand can be an output of a later
// region. Here no later region has this operand, so the sum stays where it is.
// CHECK-LABEL: func.func @tail_that_waits_for_nothing
// CHECK:         lz.region {{.*}} -> tensor<8x100xf32>
// CHECK:         lz.region {{.*}} -> tensor<8xf32>
// CHECK:         stablehlo.dot_general
func.func @tail_that_waits_for_nothing(%x: tensor<8x100xf32>, %y: tensor<64x8xf32>) -> (tensor<8xf32>, tensor<64x100xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<8x100xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x100xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.dot_general %y, %0, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x100xf32>) -> tensor<64x100xf32>
  return %1, %2 : tensor<8xf32>, tensor<64x100xf32>
}

// The power and the product are computed in a region of their own, once for each element of %x. In the region of the
// result they would be computed four times, because the broadcast repeats them.
// CHECK-LABEL: func.func @below_a_broadcast
// CHECK:       %[[P:.*]] = lz.region
// CHECK-NEXT:    stablehlo.power
// CHECK-NEXT:    stablehlo.multiply
// CHECK:       lz.region
// CHECK-SAME:    = %[[P]]
// CHECK-NOT:   lz.region
// WHY: stablehlo.multiply does not join stablehlo.add: joined {{.*}} us, apart {{.*}} us
// WHY: stablehlo.power joins stablehlo.multiply: computed where it is used
func.func @below_a_broadcast(%x: tensor<100000xf32>, %y: tensor<100000xf32>, %z: tensor<4x100000xf32>) -> tensor<4x100000xf32> {
  %0 = stablehlo.power %x, %y : tensor<100000xf32>
  %1 = stablehlo.multiply %0, %x : tensor<100000xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<100000xf32>) -> tensor<4x100000xf32>
  %3 = stablehlo.add %2, %z : tensor<4x100000xf32>
  return %3 : tensor<4x100000xf32>
}

// Two statistics of the same rows are one region.
// CHECK-LABEL: func.func @siblings
// CHECK:       lz.region {{.*}} -> (tensor<64xf32>, tensor<64xf32>)
// CHECK-NOT:   lz.region
// WHY: stablehlo.reduce joins stablehlo.reduce: a statistic of the same rows, as an output: joined {{.*}} us, apart {{.*}} us
func.func @siblings(%x: tensor<64x1000xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// A comparator keeps its own constants, and they are not stored.
// CHECK-LABEL: func.func @comparator
// CHECK-NOT: lz.region
// CHECK: "stablehlo.sort"
// CHECK-NEXT: ^bb0
// CHECK-DAG: stablehlo.constant dense<0.000000e+00>
// CHECK-DAG: stablehlo.constant dense<0x7FC00000>
// CHECK: stablehlo.return
func.func @comparator(%x: tensor<17xf32>) -> tensor<17xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare EQ, %a, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %zero, %a : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.compare EQ, %b, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %zero, %b : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %b, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<17xf32>) -> tensor<17xf32>
  return %0 : tensor<17xf32>
}

// If the comparator does not define an order that the library knows, the sort of the library calls the comparator as a
// kernel on scalars.
// CHECK-LABEL: func.func @comparator_that_runs
// CHECK:       "stablehlo.sort"
// CHECK-NEXT:  ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
// CHECK-NEXT:  %[[P:.*]] = lz.region {{.*}} -> tensor<i1>
// CHECK:       stablehlo.return %[[P]]
func.func @comparator_that_runs(%x: tensor<17xf32>) -> tensor<17xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.abs %a : tensor<f32>
    %2 = stablehlo.abs %b : tensor<f32>
    %3 = stablehlo.compare LT, %1, %2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<17xf32>) -> tensor<17xf32>
  return %0 : tensor<17xf32>
}
