// RUN: lz-opt %s --lz-canonicalize --lz-unroll-loops --lz-cse --lz-dce | FileCheck %s

// Three trips of one multiplication.
// CHECK-LABEL: func.func @squares
// CHECK-NEXT:  %[[A:.*]] = stablehlo.multiply %arg0, %arg0
// CHECK-NEXT:  %[[B:.*]] = stablehlo.multiply %[[A]], %[[A]]
// CHECK-NEXT:  %[[C:.*]] = stablehlo.multiply %[[B]], %[[B]]
// CHECK-NEXT:  return %[[C]]
func.func @squares(%a: tensor<9xf32>) -> tensor<9xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<9xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %x : tensor<9xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<9xf32>
  }
  return %r#1 : tensor<9xf32>
}

// The state is known and rotates from trip to trip, like the rotation counts of Threefry.
// CHECK-LABEL: func.func @turning
// CHECK-NOT:   stablehlo.while
// CHECK:       return
func.func @turning(%a: tensor<9xui32>) -> tensor<9xui32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %p = stablehlo.constant dense<[13, 15]> : tensor<2xui32>
  %q = stablehlo.constant dense<[17, 29]> : tensor<2xui32>
  %r:4 = stablehlo.while(%i = %two, %x = %a, %s = %p, %t = %q) : tensor<i32>, tensor<9xui32>, tensor<2xui32>, tensor<2xui32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.subtract %i, %one : tensor<i32>
    %first = stablehlo.slice %s [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %scalar = stablehlo.reshape %first : (tensor<1xui32>) -> tensor<ui32>
    %by = stablehlo.broadcast_in_dim %scalar, dims = [] : (tensor<ui32>) -> tensor<9xui32>
    %y = stablehlo.shift_left %x, %by : tensor<9xui32>
    stablehlo.return %j, %y, %t, %s : tensor<i32>, tensor<9xui32>, tensor<2xui32>, tensor<2xui32>
  }
  return %r#1 : tensor<9xui32>
}

// A loop without trips gives its initial state.
// CHECK-LABEL: func.func @none
// CHECK-NEXT:  return %arg0
func.func @none(%a: tensor<9xf32>) -> tensor<9xf32> {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %five, %x = %a) : tensor<i32>, tensor<9xf32>
  cond {
    %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %five : tensor<i32>
    %y = stablehlo.multiply %x, %x : tensor<9xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<9xf32>
  }
  return %r#1 : tensor<9xf32>
}

// Near misses: the first loop has too many trips, and the trips of the second loop depend on an argument. In the third
// loop, an op moves elements that the previous trip has made. Each element would be computed again for each place that
// reads it.
// CHECK-LABEL: func.func @long
// CHECK:       stablehlo.while
func.func @long(%a: tensor<9xf32>) -> tensor<9xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<9xf32>
  cond {
    %many = stablehlo.constant dense<1000> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %x : tensor<9xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<9xf32>
  }
  return %r#1 : tensor<9xf32>
}

// CHECK-LABEL: func.func @unknown
// CHECK:       stablehlo.while
func.func @unknown(%a: tensor<9xf32>, %n: tensor<i32>) -> tensor<9xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<9xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %x : tensor<9xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<9xf32>
  }
  return %r#1 : tensor<9xf32>
}

// CHECK-LABEL: func.func @moving
// CHECK:       stablehlo.while
func.func @moving(%a: tensor<9xf32>) -> tensor<9xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<9xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %back = stablehlo.reverse %x, dims = [0] : tensor<9xf32>
    %y = stablehlo.add %x, %back : tensor<9xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<9xf32>
  }
  return %r#1 : tensor<9xf32>
}

// CHECK-LABEL: func.func @with_effects
// CHECK:       stablehlo.while
// CHECK:       stablehlo.custom_call @seen
func.func @with_effects(%a: tensor<9xf32>) -> tensor<9xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<9xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    stablehlo.custom_call @seen(%i) {has_side_effect = true} : (tensor<i32>) -> ()
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %x : tensor<9xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<9xf32>
  }
  return %r#1 : tensor<9xf32>
}
