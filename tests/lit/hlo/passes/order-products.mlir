// RUN: lz-opt %s --lz-canonicalize --lz-order-products --lz-canonicalize | FileCheck %s

// Two products with a vector take 4 n^2 operations. The order of the program takes 2 n^3.
// CHECK-LABEL: func.func @matrix_vector
// CHECK-SAME:  (%[[A:.*]]: tensor<400x400xf32>, %[[B:.*]]: tensor<400x400xf32>, %[[V:.*]]: tensor<400xf32>)
// CHECK-NEXT:  %[[BV:.*]] = stablehlo.dot_general %[[B]], %[[V]], contracting_dims = [1] x [0]
// CHECK-NEXT:  %[[ABV:.*]] = stablehlo.dot_general %[[A]], %[[BV]], contracting_dims = [1] x [0]
// CHECK-NEXT:  return %[[ABV]]
func.func @matrix_vector(%a: tensor<400x400xf32>, %b: tensor<400x400xf32>, %v: tensor<400xf32>) -> tensor<400xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  return %1 : tensor<400xf32>
}

// v^T (A B)^T A^T, whose transposes are part of the products.
// CHECK-LABEL: func.func @transposes
// CHECK-SAME:  (%[[A:.*]]: tensor<400x400xf32>, %[[B:.*]]: tensor<400x400xf32>, %[[V:.*]]: tensor<400xf32>)
// CHECK-NEXT:  %[[P0:.*]] = stablehlo.dot_general %[[V]], %[[B]], contracting_dims = [0] x [1]
// CHECK-NEXT:  %[[P1:.*]] = stablehlo.dot_general %[[P0]], %[[A]], contracting_dims = [0] x [1]
// CHECK-NEXT:  stablehlo.dot_general %[[P1]], %[[A]], contracting_dims = [0] x [1]
// CHECK-NEXT:  return
func.func @transposes(%a: tensor<400x400xf32>, %b: tensor<400x400xf32>, %v: tensor<400xf32>) -> tensor<400xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %t = stablehlo.transpose %0, dims = [1, 0] : (tensor<400x400xf32>) -> tensor<400x400xf32>
  %1 = stablehlo.dot_general %t, %a, contracting_dims = [1] x [1] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %2 = stablehlo.dot_general %v, %1, contracting_dims = [0] x [0] : (tensor<400xf32>, tensor<400x400xf32>) -> tensor<400xf32>
  return %2 : tensor<400xf32>
}

// Diagonal factors and numbers are part of the chain: A diag(s) B (0.5) diag(s) v.
// CHECK-LABEL: func.func @diagonals
// CHECK-SAME:  (%[[A:.*]]: tensor<400x300xf32>, %[[B:.*]]: tensor<300x400xf32>, %[[S:.*]]: tensor<300xf32>, %[[R:.*]]: tensor<400xf32>, %[[V:.*]]: tensor<400xf32>)
// CHECK:       %[[BV:.*]] = stablehlo.dot_general %[[B]], {{.*}} (tensor<300x400xf32>, tensor<400xf32>) -> tensor<300xf32>
// CHECK-NEXT:  %[[SBV:.*]] = stablehlo.multiply %[[BV]], %[[S]]
// CHECK-NEXT:  %[[P:.*]] = stablehlo.dot_general %[[A]], %[[SBV]]
// CHECK-NEXT:  return %[[P]]
func.func @diagonals(%a: tensor<400x300xf32>, %b: tensor<300x400xf32>, %s: tensor<300xf32>, %r: tensor<400xf32>, %v: tensor<400xf32>) -> tensor<400xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %ws = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<300xf32>) -> tensor<400x300xf32>
  %0 = stablehlo.multiply %a, %ws : tensor<400x300xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<400x300xf32>, tensor<300x400xf32>) -> tensor<400x400xf32>
  %wh = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<400x400xf32>
  %2 = stablehlo.multiply %wh, %1 : tensor<400x400xf32>
  %wr = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<400xf32>) -> tensor<400x400xf32>
  %3 = stablehlo.multiply %2, %wr : tensor<400x400xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  return %4 : tensor<400xf32>
}

// Attention without a softmax: 128 keys, of 16 numbers each, in 4 heads. (Q K^T) V becomes Q (K^T V).
// CHECK-LABEL: func.func @batches
// CHECK-SAME:  (%[[Q:.*]]: tensor<128x4x16xf32>, %[[K:.*]]: tensor<128x4x16xf32>, %[[V:.*]]: tensor<128x4x16xf32>)
// CHECK-NEXT:  %[[KV:.*]] = stablehlo.dot_general %[[K]], %[[V]], batching_dims = [1] x [1], contracting_dims = [0] x [0] : {{.*}} -> tensor<4x16x16xf32>
// CHECK-NEXT:  %[[O:.*]] = stablehlo.dot_general %[[Q]], %[[KV]], batching_dims = [1] x [0], contracting_dims = [2] x [1] : {{.*}} -> tensor<4x128x16xf32>
// CHECK-NEXT:  return %[[O]]
func.func @batches(%q: tensor<128x4x16xf32>, %k: tensor<128x4x16xf32>, %v: tensor<128x4x16xf32>) -> tensor<4x128x16xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<128x4x16xf32>, tensor<128x4x16xf32>) -> tensor<4x128x128xf32>
  %1 = stablehlo.dot_general %0, %v, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<4x128x128xf32>, tensor<128x4x16xf32>) -> tensor<4x128x16xf32>
  return %1 : tensor<4x128x16xf32>
}

// A weight of low rank times a batch of sequences.
// CHECK-LABEL: func.func @low_rank
// CHECK:       stablehlo.dot_general {{.*}} -> tensor<8x128x16xf32>
// CHECK-NEXT:  stablehlo.dot_general {{.*}} -> tensor<8x128x400xf32>
// CHECK-NEXT:  return
func.func @low_rank(%x: tensor<8x128x400xf32>, %u: tensor<400x16xf32>, %w: tensor<400x16xf32>) -> tensor<8x128x400xf32> {
  %0 = stablehlo.dot_general %u, %w, contracting_dims = [1] x [1] : (tensor<400x16xf32>, tensor<400x16xf32>) -> tensor<400x400xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [2] x [0] : (tensor<8x128x400xf32>, tensor<400x400xf32>) -> tensor<8x128x400xf32>
  return %1 : tensor<8x128x400xf32>
}

// The forward pass and the gradients of (A B) v. Only products with other factors read A B, so other orders avoid
// computing A B.
// CHECK-LABEL: func.func @gradient
// CHECK-NOT:   (tensor<400x400xf32>, tensor<400x400xf32>)
// CHECK:       return
func.func @gradient(%a: tensor<400x400xf32>, %b: tensor<400x400xf32>, %v: tensor<400xf32>) -> (tensor<400x400xf32>, tensor<400x400xf32>, tensor<400xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  %2 = stablehlo.cosine %1 : tensor<400xf32>
  %3 = stablehlo.dot_general %2, %0, contracting_dims = [0] x [0] : (tensor<400xf32>, tensor<400x400xf32>) -> tensor<400xf32>
  %4 = stablehlo.dot_general %2, %v, contracting_dims = [] x [] : (tensor<400xf32>, tensor<400xf32>) -> tensor<400x400xf32>
  %5 = stablehlo.dot_general %4, %a, contracting_dims = [0] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<400x400xf32>) -> tensor<400x400xf32>
  %7 = stablehlo.dot_general %4, %b, contracting_dims = [1] x [1] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  return %7, %6, %3 : tensor<400x400xf32>, tensor<400x400xf32>, tensor<400xf32>
}

// A B is a result of the program, so the chain can use it without cost.
// CHECK-LABEL: func.func @needed_anyway
// CHECK:       %[[AB:.*]] = stablehlo.dot_general
// CHECK-NEXT:  stablehlo.dot_general %[[AB]], %{{.*}}, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>)
// CHECK-NEXT:  return
func.func @needed_anyway(%a: tensor<400x400xf32>, %b: tensor<400x400xf32>, %v: tensor<400xf32>) -> (tensor<400x400xf32>, tensor<400xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  return %0, %1 : tensor<400x400xf32>, tensor<400xf32>
}

// U W^T is a result of the program, too. But it is large: reading it for U W^T v takes longer than computing W^T v and
// U (W^T v).
// CHECK-LABEL: func.func @needed_but_large
// CHECK:       stablehlo.dot_general {{.*}} -> tensor<400x400xf32>
// CHECK-NEXT:  stablehlo.dot_general {{.*}} -> tensor<4xf32>
// CHECK-NEXT:  stablehlo.dot_general {{.*}} -> tensor<400xf32>
// CHECK-NEXT:  return
func.func @needed_but_large(%u: tensor<400x4xf32>, %w: tensor<400x4xf32>, %v: tensor<400xf32>) -> (tensor<400x400xf32>, tensor<400xf32>) {
  %0 = stablehlo.dot_general %u, %w, contracting_dims = [1] x [1] : (tensor<400x4xf32>, tensor<400x4xf32>) -> tensor<400x400xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  return %0, %1 : tensor<400x400xf32>, tensor<400xf32>
}

// (A A) (A A) takes two products, because A A is computed once. Every other order takes three products.
// CHECK-LABEL: func.func @power
// CHECK:       %[[AA:.*]] = stablehlo.dot_general
// CHECK-NEXT:  stablehlo.dot_general %[[AA]], %[[AA]]
// CHECK-NEXT:  return
func.func @power(%a: tensor<400x400xf32>) -> tensor<400x400xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  return %1 : tensor<400x400xf32>
}

// Inside of a loop.
// CHECK-LABEL: func.func @loop
// CHECK:       do {
// CHECK:       stablehlo.dot_general {{.*}} (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
// CHECK-NEXT:  stablehlo.dot_general {{.*}} (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
func.func @loop(%a: tensor<400x400xf32>, %v: tensor<400xf32>, %n: tensor<i32>) -> tensor<400xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %v, %m = %a) : tensor<i32>, tensor<400xf32>, tensor<400x400xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.dot_general %m, %a, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
    %2 = stablehlo.cosine %m : tensor<400x400xf32>
    stablehlo.return %j, %1, %2 : tensor<i32>, tensor<400xf32>, tensor<400x400xf32>
  }
  return %r#1 : tensor<400xf32>
}

// Near misses. These are not chains: there is a conversion or a barrier between two products, a result has a wider
// type, or the products are f16, which can overflow in another order. If all orders take equally long, the order stays.
// CHECK-LABEL: func.func @near_misses
// CHECK-COUNT-6: stablehlo.dot_general {{.*}} -> tensor<400x400x
// CHECK:       return
func.func @near_misses(%a: tensor<400x400xf32>, %b: tensor<400x400xbf16>, %c: tensor<400x400xf16>, %v: tensor<400xf32>, %w: tensor<400xf16>)
    -> (tensor<400xf32>, tensor<400xf32>, tensor<400xf16>, tensor<400xf32>, tensor<400x400xf32>) {
  %0 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<400x400xbf16>, tensor<400x400xbf16>) -> tensor<400x400xbf16>
  %1 = stablehlo.convert %0 : (tensor<400x400xbf16>) -> tensor<400x400xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  %3 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [1] : (tensor<400x400xbf16>, tensor<400x400xbf16>) -> tensor<400x400xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  %5 = stablehlo.dot_general %c, %c, contracting_dims = [1] x [0] : (tensor<400x400xf16>, tensor<400x400xf16>) -> tensor<400x400xf16>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [0] : (tensor<400x400xf16>, tensor<400xf16>) -> tensor<400xf16>
  %7 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %8 = stablehlo.optimization_barrier %7 : tensor<400x400xf32>
  %9 = stablehlo.dot_general %8, %v, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400xf32>) -> tensor<400xf32>
  %10 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  %11 = stablehlo.dot_general %10, %a, contracting_dims = [1] x [0] : (tensor<400x400xf32>, tensor<400x400xf32>) -> tensor<400x400xf32>
  return %2, %4, %6, %9, %11 : tensor<400xf32>, tensor<400xf32>, tensor<400xf16>, tensor<400xf32>, tensor<400x400xf32>
}
