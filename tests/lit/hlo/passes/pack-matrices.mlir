// RUN: lz-opt %s --lz-pack-matrices --lz-dce | FileCheck %s

// The rows have 8 KiB. The matrix is copied once, in panels of 64 columns, before the first product.
// CHECK-LABEL: func.func @weights
// CHECK-SAME:  (%[[X:.*]]: tensor<18x512xf32>, %[[W:.*]]: tensor<512x2048xf32>)
// CHECK-NEXT:  %[[A:.*]] = stablehlo.abs %[[X]]
// CHECK-NEXT:  %[[R:.*]] = stablehlo.reshape %[[W]] : (tensor<512x2048xf32>) -> tensor<512x32x64xf32>
// CHECK-NEXT:  %[[P:.*]] = stablehlo.transpose %[[R]], dims = [1, 0, 2]
// CHECK-NEXT:  %[[D:.*]] = stablehlo.dot_general %[[A]], %[[P]], contracting_dims = [1] x [1] : (tensor<18x512xf32>, tensor<32x512x64xf32>) -> tensor<18x32x64xf32>
// CHECK-NEXT:  %[[S:.*]] = stablehlo.reshape %[[D]] : (tensor<18x32x64xf32>) -> tensor<18x2048xf32>
// CHECK-COUNT-4: stablehlo.dot_general {{.*}}, %[[P]], contracting_dims = [1] x [1]
// CHECK:       stablehlo.dot_general {{.*}}, %[[P]], contracting_dims = [2] x [1]
// CHECK-NOT:   stablehlo.transpose
// CHECK:       return
func.func @weights(%x: tensor<18x512xf32>, %w: tensor<512x2048xf32>) -> (tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<6x2048xf32>, tensor<3x2x2048xf32>) {
  %a = stablehlo.abs %x : tensor<18x512xf32>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2048xf32>) -> tensor<18x2048xf32>
  %b = stablehlo.negate %x : tensor<18x512xf32>
  %1 = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2048xf32>) -> tensor<18x2048xf32>
  %2 = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2048xf32>) -> tensor<18x2048xf32>
  %3 = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2048xf32>) -> tensor<18x2048xf32>
  %c = stablehlo.slice %b [0:6, 0:512] : (tensor<18x512xf32>) -> tensor<6x512xf32>
  %4 = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<6x512xf32>, tensor<512x2048xf32>) -> tensor<6x2048xf32>
  %d = stablehlo.reshape %c : (tensor<6x512xf32>) -> tensor<3x2x512xf32>
  %5 = stablehlo.dot_general %d, %w, contracting_dims = [2] x [0] : (tensor<3x2x512xf32>, tensor<512x2048xf32>) -> tensor<3x2x2048xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<6x2048xf32>, tensor<3x2x2048xf32>
}

// The gradient of the same layer multiplies by the transposed matrix. Its rows lie along k, so without a copy each
// product would transpose the matrix again.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME:  (%[[G:.*]]: tensor<18x2048xf64>, %[[W:.*]]: tensor<512x2048xf64>)
// CHECK-NEXT:  %[[R:.*]] = stablehlo.reshape %[[W]] : (tensor<512x2048xf64>) -> tensor<8x64x2048xf64>
// CHECK-NEXT:  %[[P:.*]] = stablehlo.transpose %[[R]], dims = [0, 2, 1]
// CHECK-COUNT-6: stablehlo.dot_general {{.*}}, %[[P]], contracting_dims = [1] x [1] : (tensor<18x2048xf64>, tensor<8x2048x64xf64>) -> tensor<18x8x64xf64>
func.func @transposed(%g: tensor<18x2048xf64>, %w: tensor<512x2048xf64>) -> (tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>) {
  %0 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] : (tensor<18x2048xf64>, tensor<512x2048xf64>) -> tensor<18x512xf64>
  %1 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] : (tensor<18x2048xf64>, tensor<512x2048xf64>) -> tensor<18x512xf64>
  %2 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] : (tensor<18x2048xf64>, tensor<512x2048xf64>) -> tensor<18x512xf64>
  %3 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] : (tensor<18x2048xf64>, tensor<512x2048xf64>) -> tensor<18x512xf64>
  %4 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] : (tensor<18x2048xf64>, tensor<512x2048xf64>) -> tensor<18x512xf64>
  %5 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] : (tensor<18x2048xf64>, tensor<512x2048xf64>) -> tensor<18x512xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>, tensor<18x512xf64>
}

// A loop of 7 trips contains one of 2 trips. The copy is made before both.
// CHECK-LABEL: func.func @loops
// CHECK-SAME:  (%[[X:.*]]: tensor<6x512xf32>, %[[W:.*]]: tensor<512x2048xf32>)
// CHECK:       stablehlo.reshape %[[W]]
// CHECK:       %[[P:.*]] = stablehlo.transpose
// CHECK:       stablehlo.while
// CHECK:       stablehlo.while
// CHECK:       stablehlo.dot_general %{{.*}}, %[[P]], contracting_dims = [1] x [1]
func.func @loops(%x: tensor<6x512xf32>, %w: tensor<512x2048xf32>) -> tensor<6x512xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<6x512xf32>
    cond {
      %p = stablehlo.compare LT, %i, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s:2 = stablehlo.while(%j = %zero, %g = %h) : tensor<i32>, tensor<6x512xf32>
        cond {
          %p = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %0 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [0] : (tensor<6x512xf32>, tensor<512x2048xf32>) -> tensor<6x2048xf32>
          %1 = stablehlo.slice %0 [0:6, 0:512] : (tensor<6x2048xf32>) -> tensor<6x512xf32>
          %k = stablehlo.add %j, %one : tensor<i32>
          stablehlo.return %k, %1 : tensor<i32>, tensor<6x512xf32>
        }
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %s#1 : tensor<i32>, tensor<6x512xf32>
    }
  return %r#1 : tensor<6x512xf32>
}

// Near misses: the number of trips of this loop is not known. In the next loop, the product is in a branch that
// possibly never runs.
// CHECK-LABEL: func.func @unknown_trips
// CHECK-NOT:   stablehlo.transpose
func.func @unknown_trips(%x: tensor<6x512xf32>, %w: tensor<512x2048xf32>, %n: tensor<i32>) -> (tensor<6x512xf32>, tensor<6x512xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %many = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %h = %x) : tensor<i32>, tensor<6x512xf32>
    cond {
      %p = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %0 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<6x512xf32>, tensor<512x2048xf32>) -> tensor<6x2048xf32>
      %1 = stablehlo.slice %0 [0:6, 0:512] : (tensor<6x2048xf32>) -> tensor<6x512xf32>
      %j = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %j, %1 : tensor<i32>, tensor<6x512xf32>
    }
  %s:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<6x512xf32>
    cond {
      %p = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %p = stablehlo.compare EQ, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %1 = "stablehlo.if"(%p) ({
        %0 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<6x512xf32>, tensor<512x2048xf32>) -> tensor<6x2048xf32>
        %2 = stablehlo.slice %0 [0:6, 0:512] : (tensor<6x2048xf32>) -> tensor<6x512xf32>
        stablehlo.return %2 : tensor<6x512xf32>
      }, {
        stablehlo.return %h : tensor<6x512xf32>
      }) : (tensor<i1>) -> tensor<6x512xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %1 : tensor<i32>, tensor<6x512xf32>
    }
  return %r#1, %s#1 : tensor<6x512xf32>, tensor<6x512xf32>
}

// Near misses, in this order: only two products read the matrix; its rows lie in many sets of the caches; its columns are
// not whole panels; the other operand has so few rows that the products are dots; no cache holds the matrix; the other
// operand is a vector; the operands are converted; the products have a batch.
// CHECK-LABEL: func.func @near_misses
// CHECK-NOT:   stablehlo.transpose
func.func @near_misses(%x: tensor<18x512xf32>, %w: tensor<512x2048xf32>, %u: tensor<512x2112xf32>, %v: tensor<512x2080xf32>, %few: tensor<16x2048xf32>, %w2: tensor<512x2048xf32>, %long: tensor<18x2048xf32>, %large: tensor<2048x4096xf32>, %one: tensor<1x512xf32>, %y: tensor<18x512xbf16>, %q: tensor<512x2048xbf16>, %bx: tensor<2x18x512xf32>, %bw: tensor<2x512x2048xf32>)
    -> (tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<18x4096xf32>, tensor<18x4096xf32>, tensor<18x4096xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2048xf32>) -> tensor<18x2048xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2048xf32>) -> tensor<18x2048xf32>
  %2 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2112xf32>) -> tensor<18x2112xf32>
  %3 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2112xf32>) -> tensor<18x2112xf32>
  %4 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2112xf32>) -> tensor<18x2112xf32>
  %5 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2112xf32>) -> tensor<18x2112xf32>
  %6 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2112xf32>) -> tensor<18x2112xf32>
  %7 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2112xf32>) -> tensor<18x2112xf32>
  %8 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2080xf32>) -> tensor<18x2080xf32>
  %9 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2080xf32>) -> tensor<18x2080xf32>
  %10 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2080xf32>) -> tensor<18x2080xf32>
  %11 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2080xf32>) -> tensor<18x2080xf32>
  %12 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2080xf32>) -> tensor<18x2080xf32>
  %13 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<18x512xf32>, tensor<512x2080xf32>) -> tensor<18x2080xf32>
  %14 = stablehlo.dot_general %few, %w, contracting_dims = [1] x [1] : (tensor<16x2048xf32>, tensor<512x2048xf32>) -> tensor<16x512xf32>
  %15 = stablehlo.dot_general %few, %w, contracting_dims = [1] x [1] : (tensor<16x2048xf32>, tensor<512x2048xf32>) -> tensor<16x512xf32>
  %16 = stablehlo.dot_general %few, %w, contracting_dims = [1] x [1] : (tensor<16x2048xf32>, tensor<512x2048xf32>) -> tensor<16x512xf32>
  %17 = stablehlo.dot_general %few, %w, contracting_dims = [1] x [1] : (tensor<16x2048xf32>, tensor<512x2048xf32>) -> tensor<16x512xf32>
  %18 = stablehlo.dot_general %few, %w, contracting_dims = [1] x [1] : (tensor<16x2048xf32>, tensor<512x2048xf32>) -> tensor<16x512xf32>
  %19 = stablehlo.dot_general %few, %w, contracting_dims = [1] x [1] : (tensor<16x2048xf32>, tensor<512x2048xf32>) -> tensor<16x512xf32>
  %20 = stablehlo.dot_general %long, %large, contracting_dims = [1] x [0] : (tensor<18x2048xf32>, tensor<2048x4096xf32>) -> tensor<18x4096xf32>
  %21 = stablehlo.dot_general %long, %large, contracting_dims = [1] x [0] : (tensor<18x2048xf32>, tensor<2048x4096xf32>) -> tensor<18x4096xf32>
  %22 = stablehlo.dot_general %long, %large, contracting_dims = [1] x [0] : (tensor<18x2048xf32>, tensor<2048x4096xf32>) -> tensor<18x4096xf32>
  %23 = stablehlo.dot_general %one, %w2, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x2048xf32>) -> tensor<1x2048xf32>
  %24 = stablehlo.dot_general %one, %w2, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x2048xf32>) -> tensor<1x2048xf32>
  %25 = stablehlo.dot_general %one, %w2, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x2048xf32>) -> tensor<1x2048xf32>
  %26 = stablehlo.dot_general %one, %w2, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x2048xf32>) -> tensor<1x2048xf32>
  %27 = stablehlo.dot_general %one, %w2, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x2048xf32>) -> tensor<1x2048xf32>
  %28 = stablehlo.dot_general %one, %w2, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x2048xf32>) -> tensor<1x2048xf32>
  %29 = stablehlo.dot_general %y, %q, contracting_dims = [1] x [0] : (tensor<18x512xbf16>, tensor<512x2048xbf16>) -> tensor<18x2048xf32>
  %30 = stablehlo.dot_general %y, %q, contracting_dims = [1] x [0] : (tensor<18x512xbf16>, tensor<512x2048xbf16>) -> tensor<18x2048xf32>
  %31 = stablehlo.dot_general %y, %q, contracting_dims = [1] x [0] : (tensor<18x512xbf16>, tensor<512x2048xbf16>) -> tensor<18x2048xf32>
  %32 = stablehlo.dot_general %y, %q, contracting_dims = [1] x [0] : (tensor<18x512xbf16>, tensor<512x2048xbf16>) -> tensor<18x2048xf32>
  %33 = stablehlo.dot_general %y, %q, contracting_dims = [1] x [0] : (tensor<18x512xbf16>, tensor<512x2048xbf16>) -> tensor<18x2048xf32>
  %34 = stablehlo.dot_general %y, %q, contracting_dims = [1] x [0] : (tensor<18x512xbf16>, tensor<512x2048xbf16>) -> tensor<18x2048xf32>
  %35 = stablehlo.dot_general %bx, %bw, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x18x512xf32>, tensor<2x512x2048xf32>) -> tensor<2x18x2048xf32>
  %36 = stablehlo.dot_general %bx, %bw, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x18x512xf32>, tensor<2x512x2048xf32>) -> tensor<2x18x2048xf32>
  %37 = stablehlo.dot_general %bx, %bw, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x18x512xf32>, tensor<2x512x2048xf32>) -> tensor<2x18x2048xf32>
  %38 = stablehlo.dot_general %bx, %bw, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x18x512xf32>, tensor<2x512x2048xf32>) -> tensor<2x18x2048xf32>
  %39 = stablehlo.dot_general %bx, %bw, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x18x512xf32>, tensor<2x512x2048xf32>) -> tensor<2x18x2048xf32>
  %40 = stablehlo.dot_general %bx, %bw, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x18x512xf32>, tensor<2x512x2048xf32>) -> tensor<2x18x2048xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40 : tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2112xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<18x2080xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<16x512xf32>, tensor<18x4096xf32>, tensor<18x4096xf32>, tensor<18x4096xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<1x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>, tensor<2x18x2048xf32>
}
