// What lz.sweep must not contain.
// RUN: lz-opt %s -split-input-file -verify-diagnostics

func.func @one_product(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{must contain two or more products, but has 1}}
  %0 = lz.sweep (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %1 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @another_op(%x: tensor<6x4xf32>) {
  %0 = lz.sweep (%a = %x) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
    // expected-error @+1 {{cannot be in lz.sweep, which contains only products and reshapes}}
    %1 = stablehlo.tanh %a : tensor<6x4xf32>
    lz.return %1 : tensor<6x4xf32>
  }
  return
}

// -----

func.func @first_is_plain(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x6xf32> {
    // expected-error @+1 {{is not the last product of lz.sweep, so it must be an lz.contraction}}
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [1] : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x6xf32>
    lz.return %2 : tensor<6x6xf32>
  }
  return
}

// -----

func.func @not_a_chain(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %1 = lz.contraction keeps (%c = %a, %d = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      %4 = lz.region rows 6 inside (%e = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %5 = stablehlo.tanh %e : tensor<6x5xf32>
        lz.return %5 : tensor<6x5xf32>
      }
      lz.return %4 : tensor<6x5xf32>
    }
    // expected-error @+1 {{must multiply one result of the product before it, but multiplies 0}}
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @read_twice(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0:2 = lz.sweep (%a = %x, %b = %y, %v = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> (tensor<6x3xf32>, tensor<6x5xf32>) {
    %1 = lz.contraction keeps (%c = %a, %d = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      %4 = lz.region rows 6 inside (%e = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %5 = stablehlo.tanh %e : tensor<6x5xf32>
        lz.return %5 : tensor<6x5xf32>
      }
      lz.return %4 : tensor<6x5xf32>
    }
    // expected-error @+1 {{multiplies a result of the product before it that something else reads}}
    %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2, %1 : tensor<6x3xf32>, tensor<6x5xf32>
  }
  return
}
