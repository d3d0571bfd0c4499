// RUN: lz-opt %s --lz-inline-calls --split-input-file --verify-diagnostics | FileCheck %s

// Called functions call others, one of them twice.
// CHECK-LABEL: func.func @main
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT:  %[[A:.*]] = stablehlo.tanh %[[X]]
// CHECK-NEXT:  %[[B:.*]] = stablehlo.add %[[A]], %[[A]]
// CHECK-NEXT:  %[[C:.*]] = stablehlo.tanh %[[B]]
// CHECK-NEXT:  %[[D:.*]] = stablehlo.add %[[C]], %[[C]]
// CHECK-NEXT:  return %[[D]]
// CHECK-NOT:   func.func private
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @twice(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = call @twice(%0) : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @inner(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.add %0, %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @inner(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.tanh %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// A function with a region is called twice. The region's parameters are new values each time.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: stablehlo.reduce({{.*}}) applies stablehlo.maximum
// CHECK-NOT:   call
func.func @main(%x: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {
  %y = stablehlo.tanh %x : tensor<3xf32>
  %0 = call @greatest(%x) : (tensor<3xf32>) -> tensor<f32>
  %1 = call @greatest(%y) : (tensor<3xf32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
func.func private @greatest(%x: tensor<3xf32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Inside of a region.
// CHECK-LABEL: func.func @main
// CHECK:       stablehlo.while
// CHECK-NOT:   call
// CHECK:       stablehlo.add
// CHECK-NOT:   call
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %n = stablehlo.constant dense<10> : tensor<i32>
  %0 = stablehlo.while(%i = %x) : tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = func.call @step(%i) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  return %0 : tensor<i32>
}
func.func private @step(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Functions return their parameters in another order, and a result is used twice.
// CHECK-LABEL: func.func @main
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK-NEXT:  %[[A:.*]] = stablehlo.add %[[Y]], %[[Y]]
// CHECK-NEXT:  return %[[A]], %[[X]]
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0:2 = call @outer(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %1 = stablehlo.add %0#0, %0#0 : tensor<3xf32>
  return %1, %0#1 : tensor<3xf32>, tensor<3xf32>
}
func.func private @outer(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0:2 = call @swap(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}
func.func private @swap(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  return %y, %x : tensor<3xf32>, tensor<3xf32>
}

// -----

// A public function stays, even if another function calls it. A call in a region of a called function is inlined, too.
// CHECK-LABEL: func.func @main
// CHECK:       stablehlo.case
// CHECK-NEXT:    %[[T:.*]] = stablehlo.tanh
// CHECK-NEXT:    stablehlo.return %[[T]]
// CHECK-LABEL: func.func @branch
// CHECK:       stablehlo.case
// CHECK-NEXT:    %[[T:.*]] = stablehlo.tanh
// CHECK-NEXT:    stablehlo.return %[[T]]
// CHECK-NOT:   func.func
func.func @main(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = call @branch(%i, %x) : (tensor<i32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @branch(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = func.call @leaf(%x) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @leaf(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tanh %x : tensor<f32>
  return %0 : tensor<f32>
}
// Nothing calls this one.
func.func private @dead(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @dead(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @loop(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @loop(%x: tensor<i32>) -> tensor<i32> {
  // expected-error @+1 {{[call] function @loop calls itself; use while instead of recursion}}
  %0 = call @loop(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func private @elsewhere(%x: tensor<i32>) -> tensor<i32>
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  // expected-error @+1 {{[call] the called function has no body in this module: @elsewhere}}
  %0 = call @elsewhere(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
