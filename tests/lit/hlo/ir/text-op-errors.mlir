// RUN: lz-opt %s -split-input-file -verify-diagnostics

// Each error is a constraint of the specification on an op that exists only in text. The comments name the constraints
// as the specification does.

func.func @send_c5(%t: !stablehlo.token) {
  // expected-error @+1 {{[send] the type of the channel must be 2 or 3 for a transfer to or from the host, but is 1}}
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c5_device(%t: !stablehlo.token) {
  // expected-error @+1 {{[send] the type of the channel must be 1 for a transfer between devices, but is 2}}
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c1(%t: !stablehlo.token) {
  // expected-error @+1 {{[send] source_target_pairs must be tensor<Nx2xi64>, but is 'tensor<1x3xi64>'}}
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<0> : tensor<1x3xi64>}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c2(%t: !stablehlo.token) {
  // expected-error @+1 {{[send] source_target_pairs must name each source and each target once}}
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_c3(%t: !stablehlo.token) {
  // expected-error @+1 {{[recv] source_target_pairs must name each source and each target once}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_c4(%t: !stablehlo.token) {
  // expected-error @+1 {{[recv] source_target_pairs must name each source and each target once}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_c6(%t: !stablehlo.token) {
  // expected-error @+1 {{[recv] a transfer to or from the host must have no source_target_pairs}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_results(%t: !stablehlo.token) {
  // expected-error @+1 {{[recv] the results must be tensors and then a token}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> tensor<2xf32>
  return
}

// -----

func.func @infeed_c1(%t: !stablehlo.token) {
  // expected-error @+1 {{[infeed] the results must be tensors and then a token}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed_c2(%t: !stablehlo.token) {
  // expected-error @+1 {{[infeed] the results must be tensors and then a token}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_c3(%t: !stablehlo.token) {
  // expected-error @+1 {{[infeed] the results must be tensors and then a token}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, tensor<i32>)
  return
}

// -----

func.func @infeed_layout(%t: !stablehlo.token) {
  // expected-error @+1 {{[infeed] layout has 2 entries for 1 tensors}}
  %0:2 = "stablehlo.infeed"(%t) <{layout = [[0], [0]]}> : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return
}

// -----

func.func @outfeed_token(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand #0 must be}}
  %0 = "stablehlo.outfeed"(%x) : (tensor<2xf32>) -> !stablehlo.token
  return
}

// -----

func.func @tuple_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{[tuple] the result must be a tuple of the operands' types}}
  %0 = "stablehlo.tuple"(%x) : (tensor<2xf32>) -> tuple<tensor<3xf32>>
  return
}

// -----

func.func @get_tuple_element_c1(%p: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{[get_tuple_element] index is 1, but the tuple has 1 elements}}
  %0 = stablehlo.get_tuple_element %p[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @get_tuple_element_c2(%p: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{[get_tuple_element] the result is 'tensor<3xf32>', but element 0 is 'tensor<2xf32>'}}
  %0 = stablehlo.get_tuple_element %p[0] : (tuple<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

func.func @async_start_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{[async_start] the body must be one collective op or slice, and a terminator}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.slice %a [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    %r = stablehlo.slice %s [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %r : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @async_start_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{[async_start] the body must be one collective op or slice, and a terminator}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.negate %a : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @async_start_c3(%x: tensor<2xf32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{[async_start] the op in the body must take the operands of async_start}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.slice %y [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @async_start_c4(%x: tensor<2xf32>) {
  // expected-error @+1 {{the result must be a future of the results of the body}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.slice %a [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<3xf32>>
  return
}

// -----

func.func @async_start_return(%x: tensor<2xf32>) {
  // expected-error @+1 {{[async_start] the body must return the results of its op}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.slice %a [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @async_done_c1(%f: !stablehlo.future<tensor<2xf32>>) {
  // expected-error @+1 {{[async_done] the results must have the types in}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

func.func @rng_c1(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{[rng] a, b and the result must be of one type of booleans, integers or floats}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @rng_scalars(%a: tensor<f32>, %b: tensor<2xf32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{[rng] a and b must be scalars}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<2xf32>, tensor<1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @rng_c2(%a: tensor<i32>, %b: tensor<i32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{[rng] numbers of NORMAL must be floats}}
  %0 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @rng_c3(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{[rng] shape must have a size for each dimension of the result}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @get_dimension_size_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{[get_dimension_size] dimension 1 is outside of rank 1}}
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{[get_dimension_size] the result must be tensor<i32>}}
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2xf32>) -> tensor<i64>
  return
}

// -----

func.func @set_dimension_size_dimension(%x: tensor<2xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{[set_dimension_size] dimension -1 is outside of rank 1}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = -1 : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @set_dimension_size_size(%x: tensor<2xf32>, %n: tensor<i64>) {
  // expected-error @+1 {{[set_dimension_size] size must be tensor<i32>, but is 'tensor<i64>'}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2xf32>, tensor<i64>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_reshape_c1(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must have the same element type}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @dynamic_reshape_c2(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must have the same number of elements}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2xf32>, tensor<1xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_reshape_c4(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{[dynamic_reshape] output_shape must have 2 entries, one for each dimension, but has 1}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2xf32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c1(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must have the same element type}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c2(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{broadcast_dimensions must name a dimension of the result for each dimension of the operand}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c3(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{broadcast_dimensions must name a dimension of the result for each dimension of the operand}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c4(%x: tensor<2x2xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{broadcast_dimensions must name a dimension of the result for each dimension of the operand}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 1] : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c5(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must be 1 or the size of dimension}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<2xf32>, tensor<1xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c7(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{output_dimensions must have 2 entries, one for each dimension, but has 1}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<2xf32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c8(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must name each dimension of the operand at most once}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_c9(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must name each dimension of the operand at most once}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] {known_expanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_iota_c1(%s: tensor<1xi32>) {
  // expected-error @+1 {{[dynamic_iota] dimension 1 is outside of rank 1}}
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_iota_c2(%s: tensor<1xi32>) {
  // expected-error @+1 {{[dynamic_iota] output_shape must have 2 entries, one for each dimension, but has 1}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_c1(%x: tensor<2xf32>, %z: tensor<i32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must have the same element type}}
  %0 = stablehlo.dynamic_pad %x, %z, %s, %s, %s : (tensor<2xf32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_c2(%x: tensor<2xf32>, %z: tensor<f32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{edge_padding_low must have 1 entries, one for each dimension, but has 2}}
  %0 = stablehlo.dynamic_pad %x, %z, %s, %s, %s : (tensor<2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_c4(%x: tensor<2xf32>, %z: tensor<f32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{[dynamic_pad] the result must have the operand's rank}}
  %0 = stablehlo.dynamic_pad %x, %z, %s, %s, %s : (tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice_sizes(%x: tensor<2xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{start_indices must have 1 entries, one for each dimension, but has 2}}
  %0 = stablehlo.real_dynamic_slice %x, %s, %s, %s : (tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_gather_c11(%x: tensor<2xf32>, %i: tensor<1xi32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{[dynamic_gather] slice_sizes must have 1 entries, one for each dimension, but has 2}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>}> : (tensor<2xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_conv_c4(%x: tensor<1x3x1xf32>, %k: tensor<2x1x1xf32>, %p: tensor<2x2xi32>) {
  // expected-error @+1 {{[dynamic_conv] padding must be integers, two for each dimension of the window, but is 'tensor<2x2xi32>'}}
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<2x2xi32>) -> tensor<1x?x1xf32>
  return
}

// -----

func.func @open_sizes(%x: tensor<2xf32>, %s: tensor<?xi32>) {
  // expected-error @+1 {{must be a 1-dimensional tensor of integers of static shape}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2xf32>, tensor<?xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @ragged_dot_without_ragged(%x: tensor<2x3xf32>, %w: tensor<2x3x4xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{[ragged_dot] lhs_ragged_dimensions must name one dimension}}
  %0 = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<2x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @ragged_dot_without_group(%x: tensor<2x3xf32>, %w: tensor<2x3x4xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{[ragged_dot] rhs_group_dimensions must name 1 dimensions when dimension 0 of lhs is ragged}}
  %0 = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @ragged_dot_with_group(%x: tensor<2x3xf32>, %w: tensor<2x3x4xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{[ragged_dot] rhs_group_dimensions must name 0 dimensions when dimension 1 of lhs is ragged}}
  %0 = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @ragged_dot_sizes(%x: tensor<2x3xf32>, %w: tensor<2x3x4xf32>, %g: tensor<2xf32>) {
  // expected-error @+1 {{[ragged_dot] group_sizes must be integers}}
  %0 = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @scan_dimension(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{[scan] inputs and outputs must have one size in dimension 2}}
  %0:2 = chlo.scan(%x) inits (%y) dimension=2 {
  ^bb0(%a: tensor<3xf32>, %c: tensor<3xf32>):
    stablehlo.return %a, %c : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_body(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{[scan] the body must take slices of the inputs and the carried values}}
  %0:2 = chlo.scan(%x) inits (%y) dimension=0 {
  ^bb0(%a: tensor<2xf32>, %c: tensor<3xf32>):
    stablehlo.return %a, %c : tensor<2xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}
