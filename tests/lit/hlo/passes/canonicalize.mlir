// RUN: lz-opt %s --lz-canonicalize | FileCheck %s

// CHECK-LABEL: func.func @splat
// CHECK-NEXT:  %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:  %[[B:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT:  return %[[B]]
func.func @splat() -> tensor<2x3xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @constants_right
// CHECK-SAME:  (%[[X:.*]]: tensor<f32>)
// CHECK:       stablehlo.add %[[X]], %
// CHECK:       stablehlo.compare GT, %[[X]], %
// CHECK:       stablehlo.subtract %{{.*}}, %[[X]]
func.func @constants_right(%x: tensor<f32>) -> (tensor<f32>, tensor<i1>, tensor<f32>) {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.add %c, %x : tensor<f32>
  %1 = stablehlo.compare LT, %c, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.subtract %c, %x : tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<i1>, tensor<f32>
}

// CHECK-LABEL: func.func @implicit_broadcast
// CHECK-SAME:  (%[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK-NEXT:  %[[B:.*]] = stablehlo.broadcast_in_dim %[[P]], dims = [] : (tensor<i1>) -> tensor<3xi1>
// CHECK-NEXT:  stablehlo.select %[[B]], %[[X]], %[[Y]] : tensor<3xi1>, tensor<3xf32>
func.func @implicit_broadcast(%p: tensor<i1>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @identities
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3xf32>
// CHECK-NEXT:  return %[[X]]
func.func @identities(%x: tensor<2x3xf32>, %v: tensor<f32>, %i: tensor<i32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.slice %1 [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.pad %2, %v, low = [0, 0], high = [0, 0], interior = [0, 0]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = stablehlo.concatenate %3, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.convert %5 : tensor<2x3xf32>
  %7 = stablehlo.dynamic_slice %6, %i, %i, sizes = [2, 3]
      : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %8 = stablehlo.dynamic_update_slice %x, %7, %i, %i
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %9 = stablehlo.reverse %8, dims = [] : tensor<2x3xf32>
  return %9 : tensor<2x3xf32>
}

// Near misses: these ops have operands and results of equal types, but change elements.
// CHECK-LABEL: func.func @no_identities
// CHECK-NEXT:  stablehlo.transpose
// CHECK-NEXT:  stablehlo.slice
// CHECK-NEXT:  stablehlo.pad
// CHECK-NEXT:  stablehlo.reverse
// CHECK-NEXT:  stablehlo.broadcast_in_dim
// CHECK-NEXT:  return
func.func @no_identities(%x: tensor<3x3xf32>, %v: tensor<f32>) -> tensor<3x3xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.pad %0, %v, low = [1, 0], high = [-1, 0], interior = [0, 0]
      : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<3x3xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @merged
// CHECK-SAME:  (%[[X:.*]]: tensor<6x4xf32>, %[[V:.*]]: tensor<5xf32>)
// CHECK-NEXT:  %[[A:.*]] = stablehlo.reshape %[[X]] : (tensor<6x4xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:  %[[B:.*]] = stablehlo.slice %[[X]] [3:6:2, 1:2] : (tensor<6x4xf32>) -> tensor<2x1xf32>
// CHECK-NEXT:  %[[C:.*]] = stablehlo.broadcast_in_dim %[[V]], dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>
// CHECK-NEXT:  return %[[X]], %[[A]], %[[B]], %[[C]]
func.func @merged(%x: tensor<6x4xf32>, %v: tensor<5xf32>)
    -> (tensor<6x4xf32>, tensor<2x12xf32>, tensor<2x1xf32>, tensor<5x7xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<6x4xf32>) -> tensor<24xf32>
  %3 = stablehlo.reshape %2 : (tensor<24xf32>) -> tensor<2x12xf32>
  %4 = stablehlo.slice %x [1:6:2, 0:2] : (tensor<6x4xf32>) -> tensor<3x2xf32>
  %5 = stablehlo.slice %4 [1:3, 1:2] : (tensor<3x2xf32>) -> tensor<2x1xf32>
  %6 = stablehlo.reshape %v : (tensor<5xf32>) -> tensor<5x1xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x7xf32>
  return %1, %3, %5, %7 : tensor<6x4xf32>, tensor<2x12xf32>, tensor<2x1xf32>, tensor<5x7xf32>
}

// CHECK-LABEL: func.func @converts
// CHECK-SAME:  (%[[I:.*]]: tensor<3xi8>, %[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT:  stablehlo.convert %[[I]] : (tensor<3xi8>) -> tensor<3xf32>
// CHECK-NEXT:  %[[N:.*]] = stablehlo.convert %[[X]] : (tensor<3xf32>) -> tensor<3xbf16>
// CHECK-NEXT:  stablehlo.convert %[[N]] : (tensor<3xbf16>) -> tensor<3xf32>
func.func @converts(%i: tensor<3xi8>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.convert %i : (tensor<3xi8>) -> tensor<3xi32>
  %1 = stablehlo.convert %0 : (tensor<3xi32>) -> tensor<3xf32>
  %2 = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xbf16>
  %3 = stablehlo.convert %2 : (tensor<3xbf16>) -> tensor<3xf32>
  return %1, %3 : tensor<3xf32>, tensor<3xf32>
}

// The start is clamped: 9 becomes 7.
// CHECK-LABEL: func.func @dynamic_slice
// CHECK-SAME:  (%[[X:.*]]: tensor<10xf32>)
// CHECK-NEXT:  stablehlo.slice %[[X]] [7:10]
func.func @dynamic_slice(%x: tensor<10xf32>) -> tensor<3xf32> {
  %i = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<10xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @known_branch
// CHECK-SAME:  (%[[X:.*]]: tensor<f32>)
// CHECK-NEXT:  %[[N:.*]] = stablehlo.negate %[[X]]
// CHECK-NEXT:  return %[[N]]
func.func @known_branch(%x: tensor<f32>) -> tensor<f32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Transposes around a contraction become other dimension numbers, or another order of its operands.
// CHECK-LABEL: func.func @dot_of_transposes
// CHECK-SAME:  (%[[X:.*]]: tensor<3x4xf32>, %[[Y:.*]]: tensor<5x4xf32>)
// CHECK-NEXT:  %[[D:.*]] = stablehlo.dot_general %[[Y]], %[[X]], contracting_dims = [1] x [1] : (tensor<5x4xf32>, tensor<3x4xf32>) -> tensor<5x3xf32>
// CHECK-NEXT:  return %[[D]]
func.func @dot_of_transposes(%x: tensor<3x4xf32>, %y: tensor<5x4xf32>) -> tensor<5x3xf32> {
  %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %d = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %r = stablehlo.transpose %d, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// Near misses: the first rewrite would change the order of the free dimensions. In the second case, another op reads
// the product before the transpose.
// CHECK-LABEL: func.func @dot_of_transposes_that_stay
// CHECK:       %[[T:.*]] = stablehlo.transpose
// CHECK:       %[[D:.*]] = stablehlo.dot_general %[[T]],
// CHECK:       %[[R:.*]] = stablehlo.transpose %[[D]]
// CHECK:       return %[[D]], %[[R]]
func.func @dot_of_transposes_that_stay(%x: tensor<2x3x4xf32>, %y: tensor<4x5xf32>) -> (tensor<3x2x5xf32>, tensor<5x3x2xf32>) {
  %t = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %d = stablehlo.dot_general %t, %y, contracting_dims = [2] x [0] : (tensor<3x2x4xf32>, tensor<4x5xf32>) -> tensor<3x2x5xf32>
  %r = stablehlo.transpose %d, dims = [2, 0, 1] : (tensor<3x2x5xf32>) -> tensor<5x3x2xf32>
  return %d, %r : tensor<3x2x5xf32>, tensor<5x3x2xf32>
}

// CHECK-LABEL: func.func @reduce_of_ones
// CHECK-SAME:  (%[[X:.*]]: tensor<3x1xf32>, %[[I:.*]]: tensor<f32>)
// CHECK-NOT:   stablehlo.reduce
// CHECK-DAG:   %[[R:.*]] = stablehlo.reshape %[[X]] : (tensor<3x1xf32>) -> tensor<3xf32>
// CHECK-DAG:   %[[B:.*]] = stablehlo.broadcast_in_dim %[[I]], dims = [] : (tensor<f32>) -> tensor<3xf32>
// CHECK:       stablehlo.maximum %[[B]], %[[R]]
func.func @reduce_of_ones(%x: tensor<3x1xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A reduction over no dimension still combines each element with the initial value.
// CHECK-LABEL: func.func @reduce_of_no_dimension
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>, %[[I:.*]]: tensor<f32>)
// CHECK:       %[[B:.*]] = stablehlo.broadcast_in_dim %[[I]], dims = [] : (tensor<f32>) -> tensor<3xf32>
// CHECK:       stablehlo.subtract %[[B]], %[[X]]
func.func @reduce_of_no_dimension(%x: tensor<3xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.subtract across dimensions = [] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// The loop carries %m, which the body returns unchanged. So %m is no longer carried, and the body reads it from
// outside. %i changes, and stays.
// CHECK-LABEL: func.func @unchanged_state
// CHECK-SAME:  (%[[N:.*]]: tensor<i32>, %[[M:.*]]: tensor<3xf32>, %[[X:.*]]: tensor<3xf32>)
// CHECK:       %[[W:.*]]:2 = stablehlo.while(%[[I:.*]] = %[[N]], %[[S:.*]] = %[[X]]) : tensor<i32>, tensor<3xf32>
// CHECK:         stablehlo.compare GT, %[[I]]
// CHECK:       } do {
// CHECK:         %[[NEXT:.*]] = stablehlo.add %[[S]], %[[M]]
// CHECK:         stablehlo.return %{{.*}}, %[[NEXT]]
// CHECK:       return %[[W]]#1, %[[M]]
func.func @unchanged_state(%n: tensor<i32>, %m: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %n, %a = %m, %s = %x) : tensor<i32>, tensor<3xf32>, tensor<3xf32>
    cond {
      %p = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %s, %a : tensor<3xf32>
      %j = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %j, %a, %next : tensor<i32>, tensor<3xf32>, tensor<3xf32>
    }
  return %r#2, %r#1 : tensor<3xf32>, tensor<3xf32>
}

// Near misses: the body exchanges two carried values, or the loop carries only one value.
// CHECK-LABEL: func.func @state_that_stays
// CHECK:       stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:       stablehlo.while(%{{.*}} = %{{.*}}) : tensor<i1>
func.func @state_that_stays(%p: tensor<i1>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<i1>) {
  %r:3 = stablehlo.while(%q = %p, %a = %x, %b = %y) : tensor<i1>, tensor<3xf32>, tensor<3xf32>
    cond {
      stablehlo.return %q : tensor<i1>
    } do {
      %n = stablehlo.not %q : tensor<i1>
      stablehlo.return %n, %b, %a : tensor<i1>, tensor<3xf32>, tensor<3xf32>
    }
  %e = stablehlo.while(%q = %p) : tensor<i1>
    cond {
      stablehlo.return %q : tensor<i1>
    } do {
      stablehlo.return %q : tensor<i1>
    }
  return %r#1, %e : tensor<3xf32>, tensor<i1>
}

// The call can fail, and the loop possibly has no iteration. So the call stays in the loop, and so does the product of
// its result.
// CHECK-LABEL: func.func @call_in_a_loop
// CHECK:       stablehlo.while
// CHECK:       stablehlo.custom_call @may_fail
// CHECK:       stablehlo.dot_general
func.func @call_in_a_loop(%a: tensor<3x3xf32>, %n: tensor<i32>) -> tensor<3x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<3x3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.custom_call @may_fail(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %y = stablehlo.add %x, %p : tensor<3x3xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<3x3xf32>
  }
  return %r#1 : tensor<3x3xf32>
}

// This loop has at least one iteration. So the call and the product move before the loop, where they run once.
// CHECK-LABEL: func.func @call_in_an_entered_loop
// CHECK:       stablehlo.custom_call @may_fail
// CHECK:       stablehlo.dot_general
// CHECK:       stablehlo.while
func.func @call_in_an_entered_loop(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<3x3xf32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.custom_call @may_fail(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %y = stablehlo.add %x, %p : tensor<3x3xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<3x3xf32>
  }
  return %r#1 : tensor<3x3xf32>
}

// The result of one operand of the reduction is not used. The operand stays, because a call in the body reads it.
// CHECK-LABEL: func.func @call_in_a_reduction
// CHECK:       stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1)
func.func @call_in_a_reduction(%a: tensor<3xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0:2 = "stablehlo.reduce"(%a, %a, %z, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %t = stablehlo.add %p, %r : tensor<f32>
    %u = stablehlo.add %q, %s : tensor<f32>
    stablehlo.custom_call @seen(%u) : (tensor<f32>) -> ()
    stablehlo.return %t, %u : tensor<f32>, tensor<f32>
  }) : (tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0#0 : tensor<f32>
}

// Only the first elements of a sort are read, so the sort becomes a selection. top_k takes the largest keys. The key
// of both zeros is 0, and the key of NaN is less than all numbers. Zeros keep their signs, because the elements are
// taken from the operand.
// CHECK-LABEL: func.func @slices_of_sort
// CHECK-SAME:  (%[[X:.*]]: tensor<5x9xf32>)
// CHECK-DAG:   %[[MINUS:.*]] = stablehlo.multiply %[[X]]
// CHECK-DAG:   %[[ISZERO:.*]] = stablehlo.compare EQ, %[[X]], %[[ZERO:.*]] :
// CHECK:       %[[NUMBER:.*]] = stablehlo.select %[[ISZERO]], %[[ZERO]], %[[MINUS]]
// CHECK:       %[[ISNAN:.*]] = stablehlo.compare NE, %[[X]], %[[X]]
// CHECK:       %[[KEY:.*]] = stablehlo.select %[[ISNAN]], %{{.*}}, %[[NUMBER]]
// CHECK:       %{{.*}}, %[[PLACES:.*]] = chlo.top_k(%[[KEY]], k = 3)
// CHECK:       %[[V:.*]] = stablehlo.broadcast_in_dim %[[PLACES]], dims = [0, 1] : (tensor<5x3xi32>) -> tensor<5x3x1xi32>
// CHECK:       %[[VALUES:.*]] = "stablehlo.gather"(%[[X]], %[[V]])
// CHECK:       %[[SOME:.*]] = stablehlo.slice %[[PLACES]] [0:5, 1:3]
// CHECK:       return %[[VALUES]], %[[SOME]]
func.func @slices_of_sort(%x: tensor<5x9xf32>) -> (tensor<5x3xf32>, tensor<5x2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<5x9xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x9xf32>, tensor<5x9xi32>) -> (tensor<5x9xf32>, tensor<5x9xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 0:3] : (tensor<5x9xf32>) -> tensor<5x3xf32>
  %2 = stablehlo.slice %0#1 [0:5, 1:3] : (tensor<5x9xi32>) -> tensor<5x2xi32>
  return %1, %2 : tensor<5x3xf32>, tensor<5x2xi32>
}

// Sums of squares are never -0, so the values of the largest keys are the results.
// CHECK-LABEL: func.func @slices_of_sorted_squares
// CHECK:       %[[BEST:.*]], %{{.*}} = chlo.top_k(%{{.*}}, k = 3)
// CHECK:       stablehlo.multiply %[[BEST]]
// CHECK-NOT:   gather
// CHECK:       return
func.func @slices_of_sorted_squares(%y: tensor<5x9xf32>) -> (tensor<5x3xf32>, tensor<5x2xi32>) {
  %x = stablehlo.multiply %y, %y : tensor<5x9xf32>
  %i = stablehlo.iota dim = 1 : tensor<5x9xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x9xf32>, tensor<5x9xi32>) -> (tensor<5x9xf32>, tensor<5x9xi32>)
  %1 = stablehlo.slice %0#0 [0:5, 0:3] : (tensor<5x9xf32>) -> tensor<5x3xf32>
  %2 = stablehlo.slice %0#1 [0:5, 1:3] : (tensor<5x9xi32>) -> tensor<5x2xi32>
  return %1, %2 : tensor<5x3xf32>, tensor<5x2xi32>
}

// If more than half of the elements are read, all are sorted.
// CHECK-LABEL: func.func @slices_of_sort_near_miss
// CHECK:       stablehlo.sort
func.func @slices_of_sort_near_miss(%x: tensor<5x9xf32>) -> (tensor<5x5xf32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x9xf32>) -> tensor<5x9xf32>
  %1 = stablehlo.slice %0 [0:5, 0:5] : (tensor<5x9xf32>) -> tensor<5x5xf32>
  return %1 : tensor<5x5xf32>
}

// i - j is at least -5.
// CHECK-LABEL: func.func @comparison_of_indices
// CHECK-NEXT:  %[[C:.*]] = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT:  stablehlo.broadcast_in_dim %[[C]]
// CHECK-NEXT:  return
func.func @comparison_of_indices() -> (tensor<4x6xi1>) {
  %i = stablehlo.iota dim = 0 : tensor<4x6xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %d = stablehlo.subtract %i, %j : tensor<4x6xi32>
  %c = stablehlo.constant dense<-5> : tensor<4x6xi32>
  %p = stablehlo.compare LT, %d, %c : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
  return %p : tensor<4x6xi1>
}

// CHECK-LABEL: func.func @select_by_indices
// CHECK-SAME:  (%[[X:.*]]: tensor<6xf32>, %{{.*}}: tensor<6xf32>)
// CHECK-NEXT:  return %[[X]]
func.func @select_by_indices(%x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %c = stablehlo.constant dense<0> : tensor<6xi32>
  %p = stablehlo.compare GE, %i, %c : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  %r = stablehlo.select %p, %x, %y : tensor<6xi1>, tensor<6xf32>
  return %r : tensor<6xf32>
}

// The function of i - j is computed once for each of its 14 values.
// CHECK-LABEL: func.func @lookup_of_difference
// CHECK-SAME:  (%[[T:.*]]: tensor<2x9xf32>)
// CHECK:       stablehlo.multiply %{{.*}} : tensor<14xi32>
// CHECK:       %[[EACH:.*]] = "stablehlo.gather"(%[[T]], %{{.*}}) {{.*}} -> tensor<2x14xf32>
// CHECK:       "stablehlo.gather"(%[[EACH]], %{{.*}}) {{.*}} -> tensor<2x7x8xf32>
func.func @lookup_of_difference(%t: tensor<2x9xf32>) -> (tensor<2x7x8xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<7x8xi32>
  %j = stablehlo.iota dim = 1 : tensor<7x8xi32>
  %d = stablehlo.subtract %i, %j : tensor<7x8xi32>
  %c = stablehlo.constant dense<3> : tensor<7x8xi32>
  %b = stablehlo.multiply %d, %c : tensor<7x8xi32>
  %v = stablehlo.reshape %b : (tensor<7x8xi32>) -> tensor<7x8x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x9xf32>, tensor<7x8x1xi32>) -> tensor<2x7x8xf32>
  return %g : tensor<2x7x8xf32>
}
