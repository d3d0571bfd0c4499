// For each rule there are a program that the rule changes, and a near miss (tests/unit/passes/RulesTest.cc).

func.func @splat_constant() -> tensor<2x3xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @splat_constant_near_miss() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @constant_on_the_right(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %c = stablehlo.constant dense<2.0> : tensor<2x3xf32>
  %0 = stablehlo.compare LT, %c, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

func.func @constant_on_the_right_near_miss(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<2x3xf32>
  %0 = stablehlo.subtract %c, %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @implicit_broadcast(%x: tensor<2x3xf32>, %p: tensor<i1>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @implicit_broadcast_near_miss(%x: tensor<2x3xf32>, %p: tensor<2x3xi1>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<2x3xi1>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @identity(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.slice %0 [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @identity_near_miss(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @view_of_splat(%x: tensor<f32>) -> tensor<3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

func.func @view_of_splat_near_miss(%x: tensor<2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

func.func @reduce_of_ones(%x: tensor<4x1xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @reduce_of_ones_near_miss(%x: tensor<4x2xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @reshape_that_adds_ones(%x: tensor<3xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

func.func @reshape_that_adds_ones_near_miss(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @transpose_of_ones(%x: tensor<1x5xf32>) -> tensor<5x1xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<1x5xf32>) -> tensor<5x1xf32>
  return %0 : tensor<5x1xf32>
}

func.func @transpose_of_ones_near_miss(%x: tensor<2x5xf32>) -> tensor<5x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x5xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

func.func @dynamic_slice_at_constants(%x: tensor<9xf32>) -> tensor<3xf32> {
  %i = stablehlo.constant dense<8> : tensor<i32>
  %0 = "stablehlo.dynamic_slice"(%x, %i) <{slice_sizes = array<i64: 3>}> : (tensor<9xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @dynamic_slice_at_constants_near_miss(%x: tensor<9xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %0 = "stablehlo.dynamic_slice"(%x, %i) <{slice_sizes = array<i64: 3>}> : (tensor<9xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @concatenate_with_empty(%x: tensor<2xf32>, %y: tensor<0xf32>) -> tensor<2xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @concatenate_with_empty_near_miss(%x: tensor<2xf32>, %y: tensor<1xf32>) -> tensor<3xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @reshape_of_reshape(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<12xf32>
  %1 = stablehlo.reshape %0 : (tensor<12xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

func.func @reshape_of_reshape_near_miss(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<12xf32>
  %1 = stablehlo.negate %0 : tensor<12xf32>
  %2 = stablehlo.reshape %1 : (tensor<12xf32>) -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

func.func @reshape_of_broadcast(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x6xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @reshape_of_broadcast_near_miss(%x: tensor<6xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<6xf32>) -> tensor<2x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x6xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

func.func @transpose_of_transpose(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<3x2x4xf32>) -> tensor<4x3x2xf32>
  return %1 : tensor<4x3x2xf32>
}

func.func @transpose_of_transpose_near_miss(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %1 = stablehlo.negate %0 : tensor<3x2x4xf32>
  %2 = stablehlo.transpose %1, dims = [2, 0, 1] : (tensor<3x2x4xf32>) -> tensor<4x3x2xf32>
  return %2 : tensor<4x3x2xf32>
}

func.func @broadcast_of_broadcast(%x: tensor<3xf32>) -> tensor<2x4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
  return %1 : tensor<2x4x3xf32>
}

func.func @broadcast_of_broadcast_near_miss(%x: tensor<3xf32>) -> tensor<2x4x3xf32> {
  %0 = stablehlo.negate %x : tensor<3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [2] : (tensor<3xf32>) -> tensor<2x4x3xf32>
  return %1 : tensor<2x4x3xf32>
}

func.func @transpose_of_broadcast(%x: tensor<3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

func.func @transpose_of_broadcast_near_miss(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.negate %x : tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

func.func @broadcast_of_transpose(%x: tensor<2x3xf32>) -> tensor<3x4x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x4x2xf32>
  return %1 : tensor<3x4x2xf32>
}

func.func @broadcast_of_transpose_near_miss(%x: tensor<2x3xf32>) -> tensor<3x4x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x4x2xf32>
  return %1 : tensor<3x4x2xf32>
}

func.func @reverse_of_reverse(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @reverse_of_reverse_near_miss(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  %1 = stablehlo.negate %0 : tensor<2x3xf32>
  %2 = stablehlo.reverse %1, dims = [1] : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

func.func @slice_of_slice(%x: tensor<9xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [1:9:2] : (tensor<9xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %0 [1:3] : (tensor<4xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

func.func @slice_of_slice_near_miss(%x: tensor<9xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %x [1:9:2] : (tensor<9xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.slice %1 [1:3] : (tensor<4xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

func.func @convert_of_convert(%x: tensor<3xi8>) -> tensor<3xf32> {
  %0 = stablehlo.convert %x : (tensor<3xi8>) -> tensor<3xi32>
  %1 = stablehlo.convert %0 : (tensor<3xi32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func @convert_of_convert_near_miss(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xbf16>
  %1 = stablehlo.convert %0 : (tensor<3xbf16>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func @bitcast_of_bitcast(%x: tensor<3xi32>) -> tensor<3xui32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<3xi32>) -> tensor<3xf32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3xf32>) -> tensor<3xui32>
  return %1 : tensor<3xui32>
}

func.func @bitcast_of_bitcast_near_miss(%x: tensor<3xi32>) -> tensor<3xui32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<3xi32>) -> tensor<3x2xi16>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3x2xi16>) -> tensor<3xui32>
  return %1 : tensor<3xui32>
}

func.func @slice_of_concatenate(%x: tensor<3x2xf32>, %y: tensor<5x2xf32>) -> tensor<2x1xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3x2xf32>, tensor<5x2xf32>) -> tensor<8x2xf32>
  %1 = stablehlo.slice %0 [4:8:2, 1:2] : (tensor<8x2xf32>) -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}

func.func @slice_of_concatenate_near_miss(%x: tensor<3x2xf32>, %y: tensor<5x2xf32>) -> tensor<3x1xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3x2xf32>, tensor<5x2xf32>) -> tensor<8x2xf32>
  %1 = stablehlo.slice %0 [2:5, 1:2] : (tensor<8x2xf32>) -> tensor<3x1xf32>
  return %1 : tensor<3x1xf32>
}

func.func @slice_of_pad(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<2x2xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [1, 4], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>
  %1 = stablehlo.slice %0 [1:3, 1:3] : (tensor<4x7xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.slice %0 [0:2, 3:7:2] : (tensor<4x7xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.add %1, %2 : tensor<2x2xf32>
  return %3 : tensor<2x2xf32>
}

func.func @slice_of_pad_near_miss(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<3x2xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [1, 4], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>
  %1 = stablehlo.slice %0 [0:3, 1:3] : (tensor<4x7xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

func.func @slice_of_broadcast(%x: tensor<5xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.slice %0 [0:2, 1:5:2] : (tensor<3x5xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

func.func @slice_of_broadcast_near_miss(%x: tensor<3x5xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.negate %x : tensor<3x5xf32>
  %1 = stablehlo.slice %0 [0:2, 1:5:2] : (tensor<3x5xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

func.func @slice_of_iota() -> tensor<2x5xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %1 = stablehlo.slice %0 [1:3, 0:5] : (tensor<4x5xi32>) -> tensor<2x5xi32>
  return %1 : tensor<2x5xi32>
}

func.func @slice_of_iota_near_miss() -> tensor<2x4xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %1 = stablehlo.slice %0 [1:3, 1:5] : (tensor<4x5xi32>) -> tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}

func.func @slice_of_reverse(%x: tensor<9x2xf32>) -> tensor<3x1xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<9x2xf32>
  %1 = stablehlo.slice %0 [1:7:2, 1:2] : (tensor<9x2xf32>) -> tensor<3x1xf32>
  return %1 : tensor<3x1xf32>
}

func.func @slice_of_reverse_near_miss(%x: tensor<9x2xf32>) -> (tensor<3x1xf32>, tensor<9x2xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<9x2xf32>
  %1 = stablehlo.slice %0 [1:7:2, 1:2] : (tensor<9x2xf32>) -> tensor<3x1xf32>
  return %1, %0 : tensor<3x1xf32>, tensor<9x2xf32>
}

func.func @reverse_of_broadcast(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @reverse_of_broadcast_near_miss(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @concatenate_of_concatenate(%x: tensor<1x2xf32>, %y: tensor<2x2xf32>, %z: tensor<3x2xf32>) -> tensor<6x2xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.concatenate %0, %z, dim = 0 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  return %1 : tensor<6x2xf32>
}

func.func @concatenate_of_concatenate_near_miss(%x: tensor<1x2xf32>, %y: tensor<2x2xf32>, %z: tensor<3x2xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.concatenate %0, %z, dim = 1 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

func.func @concatenate_of_neighbours(%x: tensor<9x2xf32>) -> tensor<8x2xf32> {
  %0 = stablehlo.slice %x [1:4, 0:2] : (tensor<9x2xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.slice %x [4:9, 0:2] : (tensor<9x2xf32>) -> tensor<5x2xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x2xf32>, tensor<5x2xf32>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

func.func @concatenate_of_neighbours_near_miss(%x: tensor<9x2xf32>) -> tensor<7x2xf32> {
  %0 = stablehlo.slice %x [1:4, 0:2] : (tensor<9x2xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.slice %x [5:9, 0:2] : (tensor<9x2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x2xf32>, tensor<4x2xf32>) -> tensor<7x2xf32>
  return %2 : tensor<7x2xf32>
}

func.func @concatenate_of_splats() -> tensor<5xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

func.func @concatenate_of_splats_near_miss() -> tensor<5xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.constant dense<-0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

func.func @pad_that_cuts(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<2x4xf32> {
  %0 = stablehlo.pad %x, %v, low = [-1, 2], high = [1, -1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @pad_that_cuts_near_miss(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.pad %x, %v, low = [-1, 0], high = [0, 0], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @pad_of_pad(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<5x6xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x5xf32>
  %1 = stablehlo.pad %0, %v, low = [1, 1], high = [1, 0], interior = [0, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<5x6xf32>
  return %1 : tensor<5x6xf32>
}

func.func @pad_of_pad_near_miss(%x: tensor<2x3xf32>, %v: tensor<f32>, %w: tensor<f32>) -> tensor<5x6xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x5xf32>
  %1 = stablehlo.pad %0, %w, low = [1, 1], high = [1, 0], interior = [0, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<5x6xf32>
  return %1 : tensor<5x6xf32>
}

func.func @pad_of_splat(%v: tensor<f32>) -> tensor<3x5xf32> {
  %0 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %1 = stablehlo.pad %0, %v, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}

func.func @pad_of_splat_near_miss(%v: tensor<f32>, %w: tensor<f32>) -> tensor<3x5xf32> {
  %0 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %1 = stablehlo.pad %0, %w, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}

func.func @update_with_itself(%x: tensor<9xf32>, %i: tensor<i32>) -> tensor<9xf32> {
  %0 = "stablehlo.dynamic_slice"(%x, %i) <{slice_sizes = array<i64: 3>}> : (tensor<9xf32>, tensor<i32>) -> tensor<3xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i : (tensor<9xf32>, tensor<3xf32>, tensor<i32>) -> tensor<9xf32>
  return %1 : tensor<9xf32>
}

func.func @update_with_itself_near_miss(%x: tensor<9xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<9xf32> {
  %0 = "stablehlo.dynamic_slice"(%x, %i) <{slice_sizes = array<i64: 3>}> : (tensor<9xf32>, tensor<i32>) -> tensor<3xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %j : (tensor<9xf32>, tensor<3xf32>, tensor<i32>) -> tensor<9xf32>
  return %1 : tensor<9xf32>
}

func.func @reduce_of_transpose(%x: tensor<2x3x4xf32>, %i: tensor<f32>) -> tensor<2x4xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<3x2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

func.func @reduce_of_transpose_near_miss(%x: tensor<2x3x4xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @reduce_of_broadcast(%x: tensor<3xi32>, %i: tensor<i32>) -> tensor<4xi32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xi32>) -> tensor<2x3x4xi32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

func.func @reduce_of_broadcast_near_miss(%x: tensor<3xf32>, %i: tensor<f32>) -> tensor<3x4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

func.func @unused_reductions(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  %0:2 = "stablehlo.reduce"(%x, %y, %i, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %a, %c : tensor<f32>
    %m = stablehlo.maximum %b, %d : tensor<f32>
    stablehlo.return %s, %m : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<2xf32>
}

func.func @unused_reductions_near_miss(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  %0:2 = "stablehlo.reduce"(%x, %y, %i, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %a, %d : tensor<f32>
    %m = stablehlo.maximum %b, %d : tensor<f32>
    stablehlo.return %s, %m : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<2xf32>
}

func.func @unused_sorted(%x: tensor<7xi32>, %y: tensor<7xi32>) -> tensor<7xi32> {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
  return %0#0 : tensor<7xi32>
}

func.func @unused_sorted_near_miss(%x: tensor<7xi32>, %y: tensor<7xi32>) -> tensor<7xi32> {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
  return %0#0 : tensor<7xi32>
}

func.func @sort_of_one(%x: tensor<7x1xi32>) -> tensor<7x1xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7x1xi32>) -> tensor<7x1xi32>
  return %0 : tensor<7x1xi32>
}

func.func @sort_of_one_near_miss(%x: tensor<7x1xi32>) -> tensor<7x1xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7x1xi32>) -> tensor<7x1xi32>
  return %0 : tensor<7x1xi32>
}

func.func @window_of_one(%x: tensor<4x6xf32>, %i: tensor<f32>) -> tensor<4x6xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @window_of_one_near_miss(%x: tensor<4x6xf32>, %i: tensor<f32>) -> tensor<4x3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

func.func @window_of_all(%x: tensor<4x6xf32>, %i: tensor<f32>) -> tensor<4x1xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 6>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

func.func @window_of_all_near_miss(%x: tensor<4x6xf32>, %i: tensor<f32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 5>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @window_of_pad(%x: tensor<4x6xf32>, %i: tensor<f32>) -> tensor<4x7xf32> {
  %0 = stablehlo.pad %x, %i, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = "stablehlo.reduce_window"(%0, %i) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %1 : tensor<4x7xf32>
}

func.func @window_of_pad_near_miss(%x: tensor<4x6xf32>, %i: tensor<f32>, %j: tensor<f32>) -> tensor<4x6xf32> {
  %0 = stablehlo.pad %x, %j, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = "stablehlo.reduce_window"(%0, %i) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

func.func @window_of_bound(%x: tensor<4x6xf32>) -> tensor<2x2xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.maximum %x, %c : tensor<4x6xf32>
  %1 = "stablehlo.reduce_window"(%0, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

func.func @window_of_bound_near_miss(%x: tensor<4x6xf32>) -> tensor<4x7xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.maximum %x, %c : tensor<4x6xf32>
  %1 = "stablehlo.reduce_window"(%0, %i) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %1 : tensor<4x7xf32>
}

func.func @reduce_of_bound(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.maximum %x, %c : tensor<4x6xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @reduce_of_bound_near_miss(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.minimum %x, %c : tensor<4x6xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @convolution_of_pad(%x: tensor<1x5x2xi32>, %k: tensor<3x2x2xi32>) -> tensor<1x7x2xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.pad %x, %z, low = [0, 1, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<1x5x2xi32>, tensor<i32>) -> tensor<1x8x2xi32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xi32>, tensor<3x2x2xi32>) -> tensor<1x7x2xi32>
  return %1 : tensor<1x7x2xi32>
}

func.func @convolution_of_pad_near_miss(%x: tensor<1x5x2xi32>, %k: tensor<3x2x2xi32>) -> tensor<1x6x2xi32> {
  %z = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.pad %x, %z, low = [0, 1, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<1x5x2xi32>, tensor<i32>) -> tensor<1x8x2xi32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xi32>, tensor<3x2x2xi32>) -> tensor<1x6x2xi32>
  return %1 : tensor<1x6x2xi32>
}

func.func @dot_of_transposes(%x: tensor<2x3xf32>, %y: tensor<5x3xf32>) -> tensor<2x5xf32> {
  %0 = stablehlo.transpose %y, dims = [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %1 : tensor<2x5xf32>
}

func.func @dot_of_transposes_near_miss(%x: tensor<2x3xf32>, %y: tensor<4x5x3xf32>) -> tensor<2x5x4xf32> {
  %0 = stablehlo.transpose %y, dims = [1, 0, 2] : (tensor<4x5x3xf32>) -> tensor<5x4x3xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [2] : (tensor<2x3xf32>, tensor<5x4x3xf32>) -> tensor<2x5x4xf32>
  return %1 : tensor<2x5x4xf32>
}

func.func @transpose_of_dot(%x: tensor<2x3xf32>, %y: tensor<5x3xf32>) -> tensor<5x2xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<5x3xf32>) -> tensor<2x5xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x5xf32>) -> tensor<5x2xf32>
  return %1 : tensor<5x2xf32>
}

func.func @transpose_of_dot_near_miss(%x: tensor<2x3xf32>, %y: tensor<5x3xf32>) -> (tensor<2x5xf32>, tensor<5x2xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<5x3xf32>) -> tensor<2x5xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x5xf32>) -> tensor<5x2xf32>
  return %0, %1 : tensor<2x5xf32>, tensor<5x2xf32>
}

func.func @known_branch(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2x3xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<2x3xf32>
    stablehlo.return %1 : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @known_branch_near_miss(%x: tensor<2x3xf32>, %p: tensor<i1>) -> tensor<2x3xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2x3xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<2x3xf32>
    stablehlo.return %1 : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @unchanged_state(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2x3xf32> {
  %0:2 = stablehlo.while(%i = %n, %m = %x) : tensor<i32>, tensor<2x3xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %other = stablehlo.negate %m : tensor<2x3xf32>
    stablehlo.return %next, %m : tensor<i32>, tensor<2x3xf32>
  }
  return %0#1 : tensor<2x3xf32>
}

func.func @unchanged_state_near_miss(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2x3xf32> {
  %0:2 = stablehlo.while(%i = %n, %m = %x) : tensor<i32>, tensor<2x3xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %other = stablehlo.negate %m : tensor<2x3xf32>
    stablehlo.return %next, %other : tensor<i32>, tensor<2x3xf32>
  }
  return %0#1 : tensor<2x3xf32>
}

func.func @convolution_of_transpose(%x: tensor<1x5x2xi32>, %k: tensor<4x3x2xi32>) -> tensor<1x3x4xi32> {
  %0 = stablehlo.transpose %k, dims = [1, 2, 0] : (tensor<4x3x2xi32>) -> tensor<3x2x4xi32>
  %1 = stablehlo.convolution(%x, %0) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2xi32>, tensor<3x2x4xi32>) -> tensor<1x3x4xi32>
  return %1 : tensor<1x3x4xi32>
}

func.func @convolution_of_transpose_near_miss(%x: tensor<2x5x1xi32>, %k: tensor<3x2x4xi32>) -> tensor<1x3x4xi32> {
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<2x5x1xi32>) -> tensor<1x5x2xi32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2xi32>, tensor<3x2x4xi32>) -> tensor<1x3x4xi32>
  return %1 : tensor<1x3x4xi32>
}

func.func @cheap_branches(%p: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<2x3xf32>
    stablehlo.return %1 : tensor<2x3xf32>
  }, {
    stablehlo.return %x : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @cheap_branches_near_miss(%p: tensor<i1>, %x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<1000xf32>
    stablehlo.return %1 : tensor<1000xf32>
  }, {
    stablehlo.return %x : tensor<1000xf32>
  }) : (tensor<i1>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

func.func @known_trips(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %n = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %m = %x) : tensor<i32>, tensor<2x2xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %other = stablehlo.negate %m : tensor<2x2xf32>
    stablehlo.return %next, %other : tensor<i32>, tensor<2x2xf32>
  }
  return %0#1 : tensor<2x2xf32>
}

func.func @known_trips_near_miss(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %n = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %m = %x) : tensor<i32>, tensor<2x2xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %other = stablehlo.negate %m : tensor<2x2xf32>
    stablehlo.return %next, %other : tensor<i32>, tensor<2x2xf32>
  }
  return %0#1 : tensor<2x2xf32>
}

func.func @invariant_ops(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %n = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %m = %x) : tensor<i32>, tensor<2x2xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %other = stablehlo.maximum %m, %d : tensor<2x2xf32>
    stablehlo.return %next, %other : tensor<i32>, tensor<2x2xf32>
  }
  return %0#1 : tensor<2x2xf32>
}

func.func @invariant_ops_near_miss(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %n = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %m = %x) : tensor<i32>, tensor<2x2xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.dot_general %m, %y, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %other = stablehlo.maximum %m, %d : tensor<2x2xf32>
    stablehlo.return %next, %other : tensor<i32>, tensor<2x2xf32>
  }
  return %0#1 : tensor<2x2xf32>
}

func.func @unused_state(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %n = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %n, %a = %x, %b = %y) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.negate %a : tensor<2xf32>
    %d = stablehlo.add %b, %a : tensor<2xf32>
    stablehlo.return %next, %c, %d : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}

func.func @unused_state_near_miss(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %n = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %n, %a = %x, %b = %y) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.negate %b : tensor<2xf32>
    %d = stablehlo.add %b, %a : tensor<2xf32>
    stablehlo.return %next, %c, %d : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}

func.func @slice_of_dot(%x: tensor<2x3x4xi32>, %y: tensor<4x2x5xi32>) -> tensor<1x2x3xi32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<2x3x4xi32>, tensor<4x2x5xi32>) -> tensor<2x3x5xi32>
  %1 = stablehlo.slice %0 [1:2, 1:3, 0:5:2] : (tensor<2x3x5xi32>) -> tensor<1x2x3xi32>
  return %1 : tensor<1x2x3xi32>
}

func.func @slice_of_dot_near_miss(%x: tensor<3x4xi32>, %y: tensor<4x5xi32>) -> (tensor<2x5xi32>, tensor<1x5xi32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x4xi32>, tensor<4x5xi32>) -> tensor<3x5xi32>
  %1 = stablehlo.slice %0 [1:3, 0:5] : (tensor<3x5xi32>) -> tensor<2x5xi32>
  %2 = stablehlo.slice %0 [0:1, 0:5] : (tensor<3x5xi32>) -> tensor<1x5xi32>
  return %1, %2 : tensor<2x5xi32>, tensor<1x5xi32>
}

func.func @transpose_of_iota() -> tensor<5x4x3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x5x4xi32>
  %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<3x5x4xi32>) -> tensor<5x4x3xi32>
  return %1 : tensor<5x4x3xi32>
}

func.func @transpose_of_iota_near_miss() -> tensor<5x3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x5xi32>
  %1 = stablehlo.negate %0 : tensor<3x5xi32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<3x5xi32>) -> tensor<5x3xi32>
  return %2 : tensor<5x3xi32>
}

func.func @iota_of_one() -> tensor<3x1xf32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

func.func @iota_of_one_near_miss() -> tensor<3x1xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

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

func.func @comparison_of_indices() -> (tensor<4x6xi1>) {
  %i = stablehlo.iota dim = 0 : tensor<4x6xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %d = stablehlo.subtract %i, %j : tensor<4x6xi32>
  %c = stablehlo.constant dense<-5> : tensor<4x6xi32>
  %p = stablehlo.compare LT, %d, %c : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
  return %p : tensor<4x6xi1>
}

func.func @comparison_of_indices_near_miss() -> (tensor<4x6xi1>) {
  %i = stablehlo.iota dim = 0 : tensor<4x6xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %d = stablehlo.subtract %i, %j : tensor<4x6xi32>
  %c = stablehlo.constant dense<-4> : tensor<4x6xi32>
  %p = stablehlo.compare LT, %d, %c : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
  return %p : tensor<4x6xi1>
}

func.func @select_by_indices(%x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %c = stablehlo.constant dense<0> : tensor<6xi32>
  %p = stablehlo.compare GE, %i, %c : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  %r = stablehlo.select %p, %x, %y : tensor<6xi1>, tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @select_by_indices_near_miss(%x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %c = stablehlo.constant dense<1> : tensor<6xi32>
  %p = stablehlo.compare GE, %i, %c : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  %r = stablehlo.select %p, %x, %y : tensor<6xi1>, tensor<6xf32>
  return %r : tensor<6xf32>
}

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

func.func @lookup_of_difference_near_miss(%t: tensor<2x9xf32>) -> (tensor<2x7x8xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<7x8xi32>
  %j = stablehlo.iota dim = 1 : tensor<7x8xi32>
  %d = stablehlo.subtract %i, %j : tensor<7x8xi32>
  %c = stablehlo.constant dense<3> : tensor<7x8xi32>
  %b = stablehlo.add %d, %c : tensor<7x8xi32>
  %v = stablehlo.reshape %b : (tensor<7x8xi32>) -> tensor<7x8x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x9xf32>, tensor<7x8x1xi32>) -> tensor<2x7x8xf32>
  return %g : tensor<2x7x8xf32>
}
