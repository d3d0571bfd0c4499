// RUN: lz-opt %s --lz-form-regions --lz-print-plans 2>&1 >/dev/null | FileCheck %s
// RUN: lz-opt %s --print-plans 2>&1 >/dev/null | FileCheck %s --check-prefix=PIPELINE

// A map computes one vector after the other.
// CHECK:      region
// CHECK-NEXT:   d0: 65536 grid
// CHECK:      schedule: loop, grid lanes; 16 lanes
// CHECK-NEXT:   units: 4 of 16384 points of d0
// CHECK-NEXT:     map over d0: 1024 vectors
// CHECK-NEXT:       stores out0
// PIPELINE:   schedule: loop, grid lanes; 16 lanes
// PIPELINE-NEXT:   units: 4 of 16384 points of d0
func.func @map(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %0 = stablehlo.negate %x : tensor<64x1024xf32>
  return %0 : tensor<64x1024xf32>
}

// Rows are shorter than a vector, so each lane computes a row of its own.
// CHECK:      region
// CHECK:      schedule: row, grid lanes over short rows; 16 lanes
// CHECK-NEXT:   short rows: 300 of a point of d0, as many at a time as lanes
// CHECK-NEXT:     reduction0 over d2: point by point in each lane
// CHECK-NEXT:     reduction1 over d3: point by point in each lane, keeps %[[E:[0-9]+]]
// CHECK-NEXT:     stores out0 over d1: point by point, reads %[[E]] as %{{[0-9]+}}
func.func @short_rows(%x: tensor<300x10xf32>) -> tensor<300x10xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<300x10xf32>, tensor<f32>) -> tensor<300xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<300xf32>) -> tensor<300x10xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<300x10xf32>
  %3 = stablehlo.exponential %2 : tensor<300x10xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x10xf32>, tensor<f32>) -> tensor<300xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<300xf32>) -> tensor<300x10xf32>
  %6 = stablehlo.divide %3, %5 : tensor<300x10xf32>
  return %6 : tensor<300x10xf32>
}

// If there are only a few such rows, the lanes run along a row. With a row in each lane, most lanes would be empty.
// CHECK:      region
// CHECK:      schedule: reduce, row lanes; 16 lanes
// CHECK-NEXT:   units: 3 of a point of d0
// CHECK-NEXT:     lane reduction0 over d1: 10 lanes
func.func @few_short_rows(%x: tensor<3x10xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x10xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Rows of a softmax are computed in three stages, and the exponentials are kept.
// CHECK:      region
// CHECK:      schedule: row, row lanes; 16 lanes; divisions by a value of the row are products
// CHECK-NEXT:   units: 3 of a point of d0
// CHECK-NEXT:     lane reduction0 over d2: 12 vectors and 8 lanes in 4 chains
// CHECK-NEXT:     lane reduction1 over d3: 12 vectors and 8 lanes, keeps %[[E:[0-9]+]]
// CHECK-NEXT:     stores out0 over d1: 12 vectors and 8 lanes, reads %[[E]] as %{{[0-9]+}}
func.func @softmax(%x: tensor<3x200xf32>) -> tensor<3x200xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<3x200xf32>
  %3 = stablehlo.exponential %2 : tensor<3x200xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %6 = stablehlo.divide %3, %5 : tensor<3x200xf32>
  return %6 : tensor<3x200xf32>
}

// Sums of columns have four vectors side by side, each with one chain.
// CHECK:      region
// CHECK:      schedule: column, grid lanes; 64 lanes in 4 registers
// CHECK-NEXT:   units: {{.*}} points of d0
// CHECK-NEXT:     map over d0: 8 vectors
// CHECK-NEXT:       reduction0 over d1: point by point in each lane
// CHECK-NEXT:       stores out0
func.func @columns(%x: tensor<100x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// Sums of a function down the columns of a large matrix. The polynomial of the exponential fills the registers, so only
// one vector and four rows are computed at a time. There are more units than for plain sums, because the threads mostly
// compute.
// CHECK:      schedule: {{.*}}; 16 lanes
// CHECK-NEXT:   units: 9 of 240 points of d0
// CHECK-NEXT:     columns over d0: up to 15 vectors, their sums in memory
// CHECK-NEXT:       sums of reduction0 over d1: 4 rows at a time
// CHECK-NEXT:       stores out0
func.func @columns_of_a_function(%x: tensor<2000x2000xf32>) -> tensor<2000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<2000x2000xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2000x2000xf32>, tensor<f32>) -> tensor<2000xf32>
  return %1 : tensor<2000xf32>
}

// Sums of squares down columns of bf16 and of f64. A unit has half as many columns for f64 as for bf16.
// CHECK:      schedule: {{.*}}; 64 lanes in 4 registers
// CHECK-NEXT:   units: 4 of 512 points of d0
// CHECK-NEXT:     columns over d0: up to 8 vectors, their sums in memory
// CHECK-NEXT:       sums of reduction0 over d1: 8 rows at a time
// CHECK-NEXT:       stores out0
// CHECK-NEXT:     map over d0: the last 16 lanes
// CHECK-NEXT:       reduction0 over d1: point by point in each lane, fetches %{{[0-9]+}} ahead
// CHECK-NEXT:       stores out0
// CHECK:      schedule: {{.*}}; 32 lanes in 4 registers
// CHECK-NEXT:   units: 4 of 256 points of d0
// CHECK-NEXT:     columns over d0: up to 8 vectors, their sums in memory
// CHECK-NEXT:       sums of reduction0 over d1: 8 rows at a time
// CHECK-NEXT:       stores out0
// CHECK-NEXT:     map over d0: the last 8 lanes
// CHECK-NEXT:       reduction0 over d1: point by point in each lane, fetches %{{[0-9]+}} ahead
// CHECK-NEXT:       stores out0
func.func @columns_of_other_types(%x: tensor<2000x2000xbf16>, %y: tensor<2000x1000xf64>) -> (tensor<2000xbf16>, tensor<1000xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.multiply %x, %x : tensor<2000x2000xbf16>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2000x2000xbf16>, tensor<bf16>) -> tensor<2000xbf16>
  %none = stablehlo.constant dense<0.0> : tensor<f64>
  %2 = stablehlo.multiply %y, %y : tensor<2000x1000xf64>
  %3 = stablehlo.reduce(%2 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<2000x1000xf64>, tensor<f64>) -> tensor<1000xf64>
  return %1, %3 : tensor<2000xbf16>, tensor<1000xf64>
}

// The second statistic of a column needs the first one. So a unit goes through all rows of its columns once for each
// statistic.
// CHECK:      schedule: {{.*}}; 64 lanes in 4 registers
// CHECK-NEXT:   units: 4 of 512 points of d0
// CHECK-NEXT:     columns over d0: up to 8 vectors, their sums in memory
// CHECK-NEXT:       sums of reduction[[FIRST:[01]]] over {{.*}}: 4 rows at a time
// CHECK-NEXT:       sums of reduction[[SECOND:[01]]] over {{.*}}: 4 rows at a time
// CHECK-NEXT:       stores out0
// CHECK-NEXT:     map over d0: the last 16 lanes
// CHECK-NEXT:       reduction[[FIRST]] over {{.*}}: point by point in each lane, fetches %{{[0-9]+}} ahead
// CHECK-NEXT:       reduction[[SECOND]] over {{.*}}: point by point in each lane, fetches %{{[0-9]+}} ahead
// CHECK-NEXT:       stores out0
func.func @variance_of_columns(%x: tensor<2000x2000xf32>) -> tensor<2000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2000x2000xf32>, tensor<f32>) -> tensor<2000xf32>
  %n = stablehlo.constant dense<2000.0> : tensor<2000xf32>
  %1 = stablehlo.divide %0, %n : tensor<2000xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<2000xf32>) -> tensor<2000x2000xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<2000x2000xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<2000x2000xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2000x2000xf32>, tensor<f32>) -> tensor<2000xf32>
  return %5 : tensor<2000xf32>
}

// Each piece has a loop of its own.
// CHECK:      schedule: {{.*}}
// CHECK-NEXT:   units: {{.*}} at a point of d0;
// CHECK-NEXT:     ranges over d1: 3 of d1
// CHECK-NEXT:       stores out0
func.func @pieces(%x: tensor<100x300xf32>, %y: tensor<100x200xf32>, %z: tensor<100x500xf32>) -> tensor<100x1000xf32> {
  %0 = stablehlo.exponential %x : tensor<100x300xf32>
  %1 = stablehlo.reverse %y, dims = [1] : tensor<100x200xf32>
  %2 = stablehlo.concatenate %0, %1, %z, dim = 1 : (tensor<100x300xf32>, tensor<100x200xf32>, tensor<100x500xf32>) -> tensor<100x1000xf32>
  return %2 : tensor<100x1000xf32>
}

// Tiles.
// CHECK:      region
// CHECK:      schedule: transpose, grid lanes, tiles over d0
// CHECK-NEXT:   units: {{.*}} points of d1 by 32 of d0;
// CHECK-NEXT:     tiles over d1 d0: 16 by 16, turns %0
// CHECK-NEXT:       stores out0
func.func @transpose(%x: tensor<96x256xf32>) -> tensor<256x96xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<96x256xf32>) -> tensor<256x96xf32>
  return %0 : tensor<256x96xf32>
}

// A reduction is inside of another one. Its rows are read side by side.
// CHECK:      schedule: {{.*}}
// CHECK-NEXT:   units: {{.*}} points of d0;
// CHECK-NEXT:     map over d0: 1 vector, at last 8 lanes
// CHECK-NEXT:       reduction{{[0-9]}} over d1: 4 points at a time in each lane
// CHECK-NEXT:         side by side reduction{{[0-9]}} over d2: 49 vectors, 4 rows of 4 points at a time
// CHECK-NEXT:       stores out0
func.func @distances(%x: tensor<1000x784xf32>, %y: tensor<2000x784xf32>) -> tensor<1000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<1000x784xf32>) -> tensor<1000x2000x784xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<2000x784xf32>) -> tensor<1000x2000x784xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<1000x2000x784xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<1000x2000x784xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<1000x2000x784xf32>, tensor<f32>) -> tensor<1000x2000xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1000x2000xf32>, tensor<f32>) -> tensor<1000xf32>
  return %5 : tensor<1000xf32>
}

// A depthwise convolution of bf16 that computes in f32. The lanes run over channels, and the loop over the taps of a
// row is unrolled.
// CHECK:      region
// CHECK:        load in0{{.*}} if %[[INSIDE:[0-9]+]] : bf16
// CHECK:        convert {{.*}} : f32
// CHECK:        %[[SUM:[0-9]+]] = reduction0.0 : f32
// CHECK-NEXT:   convert %[[SUM]] : bf16
// CHECK:        reduction0 of {{.*}} over d4 d5 { {{.*}} add
// CHECK-NOT:  select
// CHECK:      schedule: column, grid lanes; 32 lanes in 2 registers
// CHECK-NEXT:   units: 162 of 32 points of d3 at a point of d0 d1 d2
// CHECK-NEXT:     map over d3: 1 vector
// CHECK-NEXT:       reduction0 over d4 d5: point by point, d5 written out in each lane
// CHECK-NEXT:       stores out0
func.func @depthwise(%x: tensor<2x9x9x32xbf16>, %w: tensor<3x3x1x32xbf16>) -> tensor<2x9x9x32xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<2x9x9x32xbf16>, tensor<3x3x1x32xbf16>) -> tensor<2x9x9x32xbf16>
  return %0 : tensor<2x9x9x32xbf16>
}

// With channels first, the lanes run over the columns of the image, and each tap of a row has its own mask.
// CHECK:      load in0{{.*}} if
// CHECK:      schedule: {{.*}}
// CHECK-NEXT:   units: 144 of 20 points of d3 at a point of d0 d1 d2
// CHECK-NEXT:     map over d3: 1 vector and 4 lanes
// CHECK-NEXT:       reduction0 over d4 d5: point by point, d5 written out in each lane
func.func @depthwise_first(%x: tensor<2x8x9x20xf32>, %w: tensor<8x1x5x5xf32>) -> tensor<2x8x9x20xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<2x8x9x20xf32>, tensor<8x1x5x5xf32>) -> tensor<2x8x9x20xf32>
  return %0 : tensor<2x8x9x20xf32>
}

// The gradient of the filter of a depthwise convolution has, for each tap and channel, a sum over images and pixels.
// The sums of all 3 x 3 taps are computed together.
// CHECK:      region
// CHECK-NEXT:   d0: 32 grid
// CHECK-NEXT:   d1: 2 reduction
// CHECK-NEXT:   d2: 9 reduction
// CHECK-NEXT:   d3: 9 reduction
// CHECK-COUNT-1: load in1
// CHECK-NOT:    load in1
// CHECK:        out0[d0] = {{.*}} over d0
// CHECK:        out0[d0 + 256] = {{.*}} over d0
// CHECK:      schedule: column, grid lanes
// CHECK:        reduction0 over d1 d2 d3: point by point
func.func @filter_gradient(%x: tensor<2x9x9x32xf32>, %g: tensor<2x9x9x32xf32>) -> tensor<3x3x1x32xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 32 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x32xf32>, tensor<2x9x9x32xf32>) -> tensor<3x3x1x32xf32>
  return %0 : tensor<3x3x1x32xf32>
}

// For 7 x 7 taps, only the sums of the seven taps of a row are computed together. In the second function, channels come
// first, and the lanes run over the columns of the image.
// CHECK:      d0: 7 grid
// CHECK-NEXT:   d1: 32 grid
// CHECK-COUNT-7: out0[224*d0 + d1
func.func @wide_filter_gradient(%x: tensor<2x9x9x32xf32>, %g: tensor<2x9x9x32xf32>) -> tensor<7x7x1x32xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[3, 3], [3, 3]]} {batch_group_count = 32 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x32xf32>, tensor<2x9x9x32xf32>) -> tensor<7x7x1x32xf32>
  return %0 : tensor<7x7x1x32xf32>
}
// CHECK:      region
// CHECK-NEXT:   d0: 32 grid
// CHECK-NEXT:   d1: 3 grid
// CHECK:      schedule: reduce, row lanes
func.func @filter_gradient_first(%x: tensor<2x32x9x20xf32>, %g: tensor<2x32x9x20xf32>) -> tensor<32x1x3x3xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 32 : i64, feature_group_count = 1 : i64} : (tensor<2x32x9x20xf32>, tensor<2x32x9x20xf32>) -> tensor<32x1x3x3xf32>
  return %0 : tensor<32x1x3x3xf32>
}

// Each output starts as a copy of an input. One combiner computes the new elements of both outputs at the same place.
// CHECK:      region
// CHECK-NEXT:   out0 starts as in0
// CHECK-NEXT:   out1 starts as in1
// CHECK-NEXT:   d0: 3 ordered
// CHECK:        out0[0 + 1*clamp(%0,{{[0-9]+}})] if %6 = %7 : f32x7 over d0
// CHECK-NEXT:   out1[0 + 1*clamp(%0,{{[0-9]+}})] if %6 = %8 : i32x7 over d0
// CHECK-NEXT:   outputs combined by { %4 = add %0, %2 : f32; %5 = maximum %1, %3 : i32; return %4, %5 }
// CHECK:      schedule: scatter, scalar; no lanes, since the points have an order
// CHECK-NEXT:   units: 1; one thread
// CHECK-NEXT:     scatter out0 out1 over d0: point by point
func.func @scatter_of_two(%x: tensor<7xf32>, %n: tensor<7xi32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>, %m: tensor<3xi32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %0:2 = "stablehlo.scatter"(%x, %n, %i, %u, %m) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.maximum %c, %d : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }) : (tensor<7xf32>, tensor<7xi32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<7xf32>, tensor<7xi32>)
  return %0#0, %0#1 : tensor<7xf32>, tensor<7xi32>
}

// Each window has one element along the indexed dim. If the indices are unique, the updates need no order, so d0 is a
// grid dim.
// CHECK:      region
// CHECK-NEXT:   out0 starts as in0
// CHECK-NEXT:   d0: 6 grid
func.func @scatter_of_unique_windows(%x: tensor<9x21xf32>, %i: tensor<6x1xi32>, %u: tensor<6x1x21xf32>) -> tensor<9x21xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<9x21xf32>, tensor<6x1xi32>, tensor<6x1x21xf32>) -> tensor<9x21xf32>
  return %0 : tensor<9x21xf32>
}
