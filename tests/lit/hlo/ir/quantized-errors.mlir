// RUN: lz-opt %s -split-input-file -verify-diagnostics

// Each error is a constraint of the specification on quantized types, or on ops on them. The comments name the
// constraints as the specification does.

// expected-error @+1 {{[quant.uniform] the bounds must be ascending integers of i8, -128 to 127, but are -129:127}}
func.func private @type_c1(tensor<!quant.uniform<i8<-129:127>:f32, 0.5>>)

// -----

// expected-error @+1 {{but are 5:5}}
func.func private @type_c3(tensor<!quant.uniform<u8<5:5>:f32, 0.5>>)

// -----

// expected-error @+1 {{[quant.uniform] scale -0.5 is -0.5 in 'f32', but must be positive and finite}}
func.func private @type_c5(tensor<!quant.uniform<i8:f32, -0.5>>)

// -----

// The scale is too small for the type.
// expected-error @+1 {{[quant.uniform] scale 1e-09 is 0 in 'f16'}}
func.func private @type_c4(tensor<!quant.uniform<i8:f16, 1.0e-9>>)

// -----

// expected-error @+1 {{in 'f32', but must be positive and finite}}
func.func private @type_c6(tensor<!quant.uniform<i8:f32, 1.0e300>>)

// -----

// expected-error @+1 {{[quant.uniform] zero point 128 is not within the bounds, -128 to 127}}
func.func private @type_c7(tensor<!quant.uniform<i8:f32, 0.5:128>>)

// -----

// If no zero point is stated, the zero point is 0.
// expected-error @+1 {{[quant.uniform] zero point 0 is not within the bounds, 5 to 9}}
func.func private @type_c7_default(tensor<!quant.uniform<i8<5:9>:f32, 0.5>>)

// -----

// expected-error @+1 {{[quant.uniform] the quantized dimension must be 0 or more, but is -1}}
func.func private @type_c11(tensor<2x!quant.uniform<i8:f32:-1, {0.5, 0.5}>>)

// -----

// expected-error @+1 {{[quant.uniform] the storage type must be i2, i4, i8, i16, i32, u2, u4, u8, u16 or u32, but is i64}}
func.func private @storage(tensor<!quant.uniform<i64:f32, 0.5>>)

// -----

// expected-error @+1 {{u16 or u32, but is float}}
func.func private @storage_name(tensor<!quant.uniform<float:f32, 0.5>>)

// -----

// expected-error @+1 {{[quant.uniform] the expressed type must be f16, bf16, f32 or f64, but is 'i32'}}
func.func private @expressed(tensor<!quant.uniform<i8:i32, 0.5>>)

// -----

// expected-error @+1 {{type !quant.any is not supported by Lazuli}}
func.func private @any(tensor<!quant.any<i8:f32>>)

// -----

func.func @tensor_c12(%x: tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>) {
  // expected-error @+1 {{[uniform_dequantize] operand 0 is 'tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01, 5.000000e-01}>>', which has no dimension 1}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>) -> tensor<2xf32>
  return
}

// -----

func.func @tensor_c13(%x: tensor<3xf32>) {
  // expected-error @+1 {{which has 2 scales for the 3 slices of dimension 0; give one for each}}
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.5}>>
  return
}

// -----

func.func @uniform_quantize_c2(%x: tensor<3xf64>) {
  // expected-error @+1 {{the floats must have one type; convert the operand to 'f32'}}
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf64>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @uniform_quantize_c1(%x: tensor<3xf32>) {
  // expected-error @+1 {{the shapes must be equal}}
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @uniform_dequantize_c2(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{the result must have the expressed type and the shape of the operand}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf16>
  return
}

// -----

func.func @constant(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{must be integers, as in constant() <{value = dense<1> : 'tensor<3xi8>'}> : () -> ...}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<3xi16>}> : () -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// MLIR reads this as text.
func.func @constant_of_the_type() {
  // expected-error @+1 {{[constant] the value of 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>' must be integers}}
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @mixed(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3xf32>) {
  // expected-error @+1 {{operand 1 must be quantized as well; use uniform_quantize}}
  %0 = stablehlo.multiply %x, %y : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @baseline(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{operand 0 and result 0 must have one storage type}}
  %0 = stablehlo.abs %x : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3x!quant.uniform<i16:f32, 0.5>>
  return
}

// -----

func.func @shapes(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{shape}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @per_axis(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>) {
  // expected-error @+1 {{which has a scale for each slice, but must have one scale}}
  %0 = stablehlo.abs %x : tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>
  return
}

// -----

func.func @integers_only(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{[and] cannot take quantized tensors; uniform_dequantize them, or bitcast_convert them to integers}}
  %0 = stablehlo.and %x, %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @moved(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{but both must be quantized alike}}
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x!quant.uniform<i8:f32, 0.25>>
  return
}

// -----

func.func @moved_shape(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{[slice] result 0 must be tensor<1xi8>}}
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @while(%x: tensor<!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{but both must be quantized alike}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>):
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.25>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.25>>
  }) : (tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @reduce(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %i: tensor<!quant.uniform<i8:f32, 0.25>>) {
  // expected-error @+1 {{[reduce] operand 1 is}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @reduce_c6(%x: tensor<2x!quant.uniform<i16:f32, 0.5>>, %i: tensor<!quant.uniform<i16:f32, 0.5>>) {
  // expected-error @+1 {{both or neither must be quantized, with one expressed type and no fewer bits in the body}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<2x!quant.uniform<i16:f32, 0.5>>, tensor<!quant.uniform<i16:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @transpose_c4(%x: tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) {
  // expected-error @+1 {{along the dimension to which the op moves the quantized one}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}

// -----

func.func @broadcast_in_dim_c6(%x: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) {
  // expected-error @+1 {{along the dimension to which the op moves the quantized one}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return
}

// -----

func.func @reshape_c3(%x: tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // expected-error @+1 {{along the dimension to which the op moves the quantized one}}
  %0 = stablehlo.reshape %x : (tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}

// -----

func.func @dot_general_c15(%x: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) {
  // expected-error @+1 {{zero points of rhs must be 0}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.25>>
  return
}

// -----

func.func @dot_general_c16(%x: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>) {
  // expected-error @+1 {{rhs must not be quantized along a dimension that is summed}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.25>>
  return
}

// -----

func.func @dot_general_c17(%x: tensor<2x2x!quant.uniform<i16:f32, 0.5>>, %y: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{lhs and rhs must have one storage type}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i16:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.25>>
  return
}

// -----

func.func @dot_general_c20(%x: tensor<2x2xf64>, %y: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{lhs and the result must have the expressed type of rhs, 'f32'}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2xf64>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf64>
  return
}

// -----

func.func @convolution_c29(%x: tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, %w: tensor<2x2x2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>) {
  // expected-error @+1 {{rhs must be quantized along its output features, dimension 2}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>) -> tensor<1x3x2x!quant.uniform<i32:f32, 0.25>>
  return
}
