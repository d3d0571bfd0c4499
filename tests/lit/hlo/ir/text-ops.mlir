// RUN: %round-trip %s

// Ops that exist only in text.

// CHECK-LABEL: func.func @tokens(%arg0: !stablehlo.token)
func.func @tokens(%t: !stablehlo.token) -> !stablehlo.token {
  // CHECK: stablehlo.create_token : !stablehlo.token
  %0 = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.after_all %{{.*}}, %arg0 : !stablehlo.token
  %1 = stablehlo.after_all %0, %t : !stablehlo.token
  // CHECK: stablehlo.after_all {{ *}}: !stablehlo.token
  %2 = stablehlo.after_all : !stablehlo.token
  // CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : !stablehlo.token, !stablehlo.token
  %3:2 = stablehlo.optimization_barrier %1, %2 : !stablehlo.token, !stablehlo.token
  return %3#0 : !stablehlo.token
}

// CHECK-LABEL: func.func @transfers
func.func @transfers(%t: !stablehlo.token, %x: tensor<3xf32>) {
  // CHECK: "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}>
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.recv"
  // CHECK-SAME: -> (tensor<3xf32>, !stablehlo.token)
  %1:2 = "stablehlo.recv"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  // CHECK: "stablehlo.infeed"
  %2:2 = "stablehlo.infeed"(%1#1) <{infeed_config = "a", layout = [[0]]}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  // CHECK: "stablehlo.outfeed"
  %3 = "stablehlo.outfeed"(%2#0, %2#1) <{outfeed_config = "b"}> : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @tuples
func.func @tuples(%x: tensor<3xf32>, %n: tensor<i32>) -> tuple<tensor<3xf32>, tensor<i32>> {
  // CHECK: stablehlo.tuple %arg0, %arg1 : tuple<tensor<3xf32>, tensor<i32>>
  %0 = stablehlo.tuple %x, %n : tuple<tensor<3xf32>, tensor<i32>>
  // CHECK: stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<3xf32>, tensor<i32>>) -> tensor<i32>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<3xf32>, tensor<i32>>) -> tensor<i32>
  // CHECK: stablehlo.tuple {{ *}}: tuple<>
  %2 = stablehlo.tuple : tuple<>
  return %0 : tuple<tensor<3xf32>, tensor<i32>>
}

// CHECK-LABEL: func.func @futures
func.func @futures(%x: tensor<3xf32>) -> tensor<2xf32> {
  // CHECK: "stablehlo.async_start"(%arg0)
  // CHECK: -> !stablehlo.future<tensor<2xf32>>
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %s = stablehlo.slice %a [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<3xf32>) -> !stablehlo.future<tensor<2xf32>>
  // CHECK: "stablehlo.async_done"
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @random
func.func @random(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xi64>) {
  // CHECK: stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK: distribution = NORMAL
  %1 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<?x3xf32>, %s: tensor<2xi32>, %z: tensor<f32>, %n: tensor<i32>) {
  // CHECK: stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  // CHECK: stablehlo.set_dimension_size %arg0, %arg3, dim = 0 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  %1 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  // CHECK: stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_reshape %x, %s : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg2, %arg1, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_iota %arg1, dim = 1 : (tensor<2xi32>) -> tensor<?x4xi64>
  %4 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x4xi64>
  // CHECK: stablehlo.dynamic_pad %arg0, %arg2, %arg1, %arg1, %arg1
  %5 = stablehlo.dynamic_pad %x, %z, %s, %s, %s : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1
  %6 = stablehlo.real_dynamic_slice %x, %s, %s, %s : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @client
func.func @client(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %g: tensor<2xi32>, %w: tensor<2x3x4xf32>) {
  // CHECK: chlo.broadcast_add %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_compare %arg0, %arg1
  // CHECK-SAME: LT
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  // CHECK: chlo.constant dense<1.000000e+00> : tensor<2xf32>
  %2 = chlo.constant dense<1.0> : tensor<2xf32>
  // CHECK: chlo.conj %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
  %3 = chlo.conj %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: "chlo.ragged_dot"
  // CHECK-SAME: #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  %4 = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  // CHECK: chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {is_reverse = true} {
  %5:2 = chlo.scan(%x) inits (%y) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<3xf32>, %c: tensor<3xf32>):
    %t = stablehlo.add %a, %c : tensor<3xf32>
    stablehlo.return %t, %t : tensor<3xf32>, tensor<3xf32>
  // CHECK: } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}
