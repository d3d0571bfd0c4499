// RUN: %round-trip %s

// CHECK-LABEL: func.func @region
func.func @region(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = lz.region (%arg2 = %arg0, %arg3 = %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: stablehlo.add %arg2, %arg3 : tensor<2xf32>
  // CHECK-NEXT: lz.return %{{.*}} : tensor<2xf32>
  %0 = lz.region (%a = %x, %b = %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
    %1 = stablehlo.add %a, %b : tensor<2xf32>
    lz.return %1 : tensor<2xf32>
  }
  // CHECK: lz.region () : () -> () {
  // CHECK: } attributes {note = 1 : i32}
  lz.region () : () -> () {
    lz.return
  } attributes {note = 1 : i32}
  return %0 : tensor<2xf32>
}
