// What lz.contraction must not contain.
// RUN: lz-opt %s -split-input-file -verify-diagnostics

func.func @no_contraction(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  // expected-error @+1 {{must contain one dot_general or convolution, but has none}}
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x4xf32> {
    lz.return %a : tensor<6x4xf32>
  }
  return
}

// -----

func.func @two_contractions(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{is the second contraction of an lz.contraction, which must have only one}}
    %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [1] : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x6xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @another_op(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{cannot be in lz.contraction, which contains only regions, one contraction, and reshapes}}
    %3 = stablehlo.tanh %2 : tensor<6x5xf32>
    lz.return %3 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @reshape_in_front(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    // expected-error @+1 {{must reshape a result of the contraction or of a region after it}}
    %1 = stablehlo.reshape %a : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @reshape_of_an_operand(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{must reshape a result of the contraction or of a region after it}}
    %3 = stablehlo.reshape %a : (tensor<6x4xf32>) -> tensor<4x6xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @returned_operand(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  // expected-error @+1 {{must return only values that depend on its contraction}}
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x4xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %a : tensor<6x4xf32>
  }
  return
}

// -----

func.func @prologue_of_two_results(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    // expected-error @+1 {{is before the contraction, so it must have one result, which is an operand of the contraction, but it has 2}}
    %1:2 = lz.region rows 6 (%p = %a) : (tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
      lz.return %p, %p : tensor<6x4xf32>, tensor<6x4xf32>
    }
    %2 = stablehlo.dot_general %1#0, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @prologue_that_an_epilogue_reads(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    // expected-error @+1 {{is before the contraction, so its result must have one use, as an operand of the contraction}}
    %1 = lz.region rows 6 (%p = %a) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
      %q = stablehlo.tanh %p : tensor<6x4xf32>
      lz.return %q : tensor<6x4xf32>
    }
    %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    %3 = lz.region rows 6 (%p = %2, %q = %1) : (tensor<6x5xf32>, tensor<6x4xf32>) -> tensor<6x5xf32> {
      lz.return %p : tensor<6x5xf32>
    }
    lz.return %3 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @prologue_of_both_operands(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x6xf32> {
    // expected-error @+1 {{is before the contraction, so its result must have one use, as an operand of the contraction}}
    %1 = lz.region rows 6 (%p = %a) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
      %q = stablehlo.tanh %p : tensor<6x4xf32>
      lz.return %q : tensor<6x4xf32>
    }
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [1] : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x6xf32>
    lz.return %2 : tensor<6x6xf32>
  }
  return
}

// -----

func.func @prologue_of_a_prologue(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    // expected-error @+1 {{is before the contraction, so its result must have one use, as an operand of the contraction}}
    %1 = lz.region rows 6 (%p = %a) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
      %q = stablehlo.tanh %p : tensor<6x4xf32>
      lz.return %q : tensor<6x4xf32>
    }
    %3 = lz.region rows 6 (%p = %1) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
      %q = stablehlo.tanh %p : tensor<6x4xf32>
      lz.return %q : tensor<6x4xf32>
    }
    %2 = stablehlo.dot_general %3, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @epilogue_of_another_value(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{is after the contraction, so it must read a value that depends on the contraction}}
    %3 = lz.region rows 6 (%p = %a) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
      %q = stablehlo.tanh %p : tensor<6x4xf32>
      lz.return %q : tensor<6x4xf32>
    }
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @rows_of_the_operand(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    // expected-error @+1 {{has 5 rows, but these do not divide the elements of its result, which is 'tensor<6x4xf32>'}}
    %1 = lz.region rows 5 (%p = %a) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
      %q = stablehlo.tanh %p : tensor<6x4xf32>
      lz.return %q : tensor<6x4xf32>
    }
    %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @rows_of_the_result(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{has 4 rows, but these do not divide the elements of the contraction's result, which is 'tensor<6x5xf32>'}}
    %3 = lz.region rows 4 (%p = %2) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %q = stablehlo.tanh %p : tensor<6x5xf32>
      lz.return %q : tensor<6x5xf32>
    }
    lz.return %3 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @no_rows(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{attribute 'rows' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
    %3 = lz.region rows 0 (%p = %2) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %q = stablehlo.tanh %p : tensor<6x5xf32>
      lz.return %q : tensor<6x5xf32>
    }
    lz.return %3 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @rows_missing(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{is in lz.contraction, so it must state its number of rows}}
    %3 = lz.region (%p = %2) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %q = stablehlo.tanh %p : tensor<6x5xf32>
      lz.return %q : tensor<6x5xf32>
    }
    lz.return %3 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @rows_elsewhere(%x: tensor<6x4xf32>) {
  // expected-error @+1 {{states rows, but only a region in lz.contraction may do so}}
  %0 = lz.region rows 6 (%p = %x) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
    lz.return %p : tensor<6x4xf32>
  }
  return
}

// -----

func.func @inside_elsewhere(%x: tensor<6x4xf32>) {
  // expected-error @+1 {{is marked 'inside', but only a region in lz.contraction may be}}
  %0 = lz.region inside (%p = %x) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
    lz.return %p : tensor<6x4xf32>
  }
  return
}

// -----

func.func @keeps_for_nobody(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  // expected-error @+1 {{keeps its result in scratch, so a region marked 'inside' must read the result}}
  %0 = lz.contraction keeps (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @slices_for_nobody(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  // expected-error @+1 {{runs by slices, so at least one of its regions must be marked 'inside'}}
  %0 = lz.contraction by slices (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @inside_after_outside(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    %3 = lz.region rows 6 (%c = %2) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %5 = stablehlo.tanh %c : tensor<6x5xf32>
      lz.return %5 : tensor<6x5xf32>
    }
    // expected-error @+1 {{must run after the contraction, because a region before it runs after the contraction}}
    %4 = lz.region rows 6 inside (%c = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %5 = stablehlo.negate %c : tensor<6x5xf32>
      lz.return %5 : tensor<6x5xf32>
    }
    lz.return %4 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @result_types(%x: tensor<6x4xf32>, %w: tensor<4x5xf32>) {
  // expected-error @+1 {{its results must have the types of the operands of lz.return}}
  %0 = lz.contraction (%a = %x, %b = %w) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x4xf32> {
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @return_elsewhere(%x: tensor<6x4xf32>) {
  // expected-error @+1 {{expects parent op to be one of 'lz.region, lz.contraction, lz.sweep'}}
  lz.return %x : tensor<6x4xf32>
}
