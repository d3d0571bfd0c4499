// RUN: %round-trip %s

// CHECK-LABEL: func.func @while
func.func @while(%n: tensor<i32>, %x: tensor<3xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1) : tensor<i32>, tensor<3xf32>
  // CHECK-NEXT: {{^}}    cond {
  // CHECK-NEXT: stablehlo.compare LT, %iterArg, %arg0
  // CHECK: } do {
  %0:2 = stablehlo.while(%i = %c, %v = %x) : tensor<i32>, tensor<3xf32>
    cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %n : tensor<i32>
    %2 = stablehlo.add %v, %v : tensor<3xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<3xf32>
  }
  return
}

// CHECK-LABEL: func.func @branches
func.func @branches(%i: tensor<i32>, %p: tensor<i1>, %x: tensor<3xf32>) {
  // CHECK: "stablehlo.if"(%{{.*}}) ({
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<3xf32>
  }, {
    %2 = stablehlo.negate %x : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  // CHECK: %{{.*}}:2 = "stablehlo.case"(%{{.*}}) ({
  %1:2 = "stablehlo.case"(%i) ({
    stablehlo.return %x, %p : tensor<3xf32>, tensor<i1>
  }) : (tensor<i32>) -> (tensor<3xf32>, tensor<i1>)
  return
}

// CHECK-LABEL: func.func @calls
func.func @calls(%x: tensor<3xf32>, %y: tensor<i32>) {
  // CHECK: %{{.*}}:2 = stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<i32>
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<3xf32>, tensor<i32>
  // CHECK: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier ()
  // CHECK: stablehlo.custom_call @check.expect_eq(%{{.*}}, %{{.*}}) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  // CHECK: stablehlo.custom_call @"a name"(%{{.*}}) {api_version = 4 : i32, backend_config = {n = 1 : i32}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.custom_call @"a name"(%x) {api_version = 4 : i32, backend_config = {n = 1 : i32}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<3xf32>) -> tensor<3xf32>
  return
}
