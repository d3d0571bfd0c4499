// RUN: %round-trip %s

// CHECK-LABEL: func.func @plain
func.func @plain(%x: tensor<3x4xi32>) -> tensor<3x4xi32> {
  // CHECK: "stablehlo.sort"(%{{.*}}) <{dimension = 1 : i64}> ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
  // CHECK-NEXT: stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK-NEXT: stablehlo.return
  // CHECK-NEXT: }) : (tensor<3x4xi32>) -> tensor<3x4xi32>
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x4xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// Attributes that are not given are not printed. Attributes in the older syntax can be read.
// CHECK-LABEL: func.func @defaults
func.func @defaults(%x: tensor<4xi32>) {
  // CHECK: "stablehlo.sort"(%{{.*}}) ({
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: "stablehlo.sort"(%{{.*}}) <{dimension = -1 : i64, is_stable = true}> ({
  %2 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// This is jnp.argsort, as JAX prints it.
// CHECK-LABEL: func.func @argsort
func.func @argsort(%x: tensor<5xf32>) -> tensor<5xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<5xi32>
  // CHECK: %{{.*}}:2 = "stablehlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
  // CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK: }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  %1:2 = "stablehlo.sort"(%x, %0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare  EQ, %a, %cst,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.select %2, %cst_0, %a : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare  NE, %a, %a,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.compare  EQ, %b, %cst_2,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.select %6, %cst_3, %b : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare  NE, %b, %b,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
    %10 = stablehlo.compare  LT, %5, %9,  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  return %1#1 : tensor<5xi32>
}
