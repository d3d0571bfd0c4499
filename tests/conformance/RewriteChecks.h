// Conformance files state the expected results by ops of a test dialect. These are rewritten as
// custom calls.
#pragma once

#include <string>

namespace lz::conformance {

// `check.expect_eq_const %x, dense<1> : tensor<i64>` becomes a constant and `stablehlo.custom_call
// @check.expect_eq(%x, %constant)`. Other text does not change. The number of lines stays the same.
std::string rewriteChecks(const std::string& text);

} // namespace lz::conformance
