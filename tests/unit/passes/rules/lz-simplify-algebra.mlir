// For each rule a program that it changes, and a near miss that it leaves as it is: tests/unit/passes/RulesTest.cc.

func.func @divide_by_power_of_two(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<8.0> : tensor<2x3xf32>
  %0 = stablehlo.divide %x, %c : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @divide_by_power_of_two_near_miss(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<2x3xf32>
  %0 = stablehlo.divide %x, %c : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @compare_with_itself(%x: tensor<6xi32>) -> tensor<6xi1> {
  %0 = stablehlo.compare LE, %x, %x : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @compare_with_itself_near_miss(%x: tensor<6xf32>) -> tensor<6xi1> {
  %0 = stablehlo.compare LE, %x, %x : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @constants_together(%x: tensor<6xi32>) -> tensor<6xi32> {
  %c = stablehlo.constant dense<3> : tensor<6xi32>
  %d = stablehlo.constant dense<4> : tensor<6xi32>
  %0 = stablehlo.add %x, %c : tensor<6xi32>
  %1 = stablehlo.add %0, %d : tensor<6xi32>
  return %1 : tensor<6xi32>
}

func.func @constants_together_near_miss(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<6xf32>
  %d = stablehlo.constant dense<4.0> : tensor<6xf32>
  %0 = stablehlo.add %x, %c : tensor<6xf32>
  %1 = stablehlo.add %0, %d : tensor<6xf32>
  return %1 : tensor<6xf32>
}

func.func @common_factor(%x: tensor<6xi32>, %y: tensor<6xi32>, %z: tensor<6xi32>) -> tensor<6xi32> {
  %0 = stablehlo.multiply %x, %z : tensor<6xi32>
  %1 = stablehlo.multiply %z, %y : tensor<6xi32>
  %2 = stablehlo.add %0, %1 : tensor<6xi32>
  return %2 : tensor<6xi32>
}

func.func @common_factor_near_miss(%x: tensor<6xf32>, %y: tensor<6xf32>, %z: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.multiply %x, %z : tensor<6xf32>
  %1 = stablehlo.multiply %z, %y : tensor<6xf32>
  %2 = stablehlo.add %0, %1 : tensor<6xf32>
  return %2 : tensor<6xf32>
}

func.func @unsigned_by_power_of_two(%x: tensor<6xui32>) -> tensor<6xui32> {
  %c = stablehlo.constant dense<8> : tensor<6xui32>
  %0 = stablehlo.divide %x, %c : tensor<6xui32>
  %1 = stablehlo.remainder %x, %c : tensor<6xui32>
  %2 = stablehlo.add %0, %1 : tensor<6xui32>
  return %2 : tensor<6xui32>
}

func.func @unsigned_by_power_of_two_near_miss(%x: tensor<6xi32>) -> tensor<6xi32> {
  %c = stablehlo.constant dense<8> : tensor<6xi32>
  %0 = stablehlo.divide %x, %c : tensor<6xi32>
  return %0 : tensor<6xi32>
}

func.func @decided_comparison(%x: tensor<6xui32>) -> (tensor<6xi1>, tensor<6xi1>) {
  %c = stablehlo.constant dense<0> : tensor<6xui32>
  %0 = stablehlo.compare LT, %x, %c : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xi1>
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %n = stablehlo.constant dense<6> : tensor<6xi32>
  %1 = stablehlo.compare LT, %i, %n : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  return %0, %1 : tensor<6xi1>, tensor<6xi1>
}

func.func @decided_comparison_near_miss(%x: tensor<6xi32>) -> (tensor<6xi1>, tensor<6xi1>) {
  %c = stablehlo.constant dense<0> : tensor<6xi32>
  %0 = stablehlo.compare LT, %x, %c : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %n = stablehlo.constant dense<5> : tensor<6xi32>
  %1 = stablehlo.compare LT, %i, %n : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  return %0, %1 : tensor<6xi1>, tensor<6xi1>
}

func.func @compare_with_predicate(%p: tensor<6xi1>) -> tensor<6xi1> {
  %c = stablehlo.constant dense<false> : tensor<6xi1>
  %0 = stablehlo.compare EQ, %p, %c : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @compare_with_predicate_near_miss(%p: tensor<6xi1>, %q: tensor<6xi1>) -> tensor<6xi1> {
  %0 = stablehlo.compare EQ, %p, %q : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @product_with_predicate(%p: tensor<6xi1>, %x: tensor<6xi32>) -> tensor<6xi32> {
  %0 = stablehlo.convert %p : (tensor<6xi1>) -> tensor<6xi32>
  %1 = stablehlo.multiply %x, %0 : tensor<6xi32>
  return %1 : tensor<6xi32>
}

func.func @product_with_predicate_near_miss(%p: tensor<6xi1>, %x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.convert %p : (tensor<6xi1>) -> tensor<6xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<6xf32>
  return %1 : tensor<6xf32>
}

func.func @select_is_extremum(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<6xf32>
  %0 = stablehlo.compare LE, %x, %c : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %1 = stablehlo.select %0, %c, %x : tensor<6xi1>, tensor<6xf32>
  return %1 : tensor<6xf32>
}

func.func @select_is_extremum_near_miss(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<6xf32>
  %0 = stablehlo.compare LT, %x, %c : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %1 = stablehlo.select %0, %c, %x : tensor<6xi1>, tensor<6xf32>
  return %1 : tensor<6xf32>
}
