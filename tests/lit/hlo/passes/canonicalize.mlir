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

// Near misses: equal types are not enough.
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

// Near misses: the free dimensions would change their order, or another op reads the product as it is.
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

// Values that the body passes on unchanged are captured, even %m, which has several names. %i changes.
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

// Near misses: values that change places, and the only value of a loop.
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

// A call that may fail stays in a loop that may never be entered, and so does the product of its result.
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

// If the loop surely runs at least once, the call and the product are computed once, before the loop.
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

// An unused part of a reduction stays if a call in its body reads it.
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
