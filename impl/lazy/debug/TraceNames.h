// Internal to lazy/debug: the names of ops and types in other systems.
#pragma once

#include "spec/Program.h"

#include <string>

namespace lz::lazy {

// Returns "aten::mul" or "prim::Constant", or "xla::sort" if PyTorch has no such op.
std::string torchName(const Op& op, const Program& program);
// Returns "Mul", or "stablehlo.sort" if TensorFlow has no such op.
std::string tensorFlowName(const Op& op);

// Returns "f32", "s64", "pred" or "c64".
std::string xlaType(DType dtype);
// Returns "f32[2,4]", or with its layout "f32[2,4]{1,0}".
std::string xlaShape(const TensorType& type, bool withLayout = false);
// Returns "float", "int64" or "bool".
std::string tensorFlowType(DType dtype);

// Returns "1" or "(2, 4)"; for a constant "0.5" or "{1, 2, 3}".
std::string torchAttribute(const AttrValue& value);
// Returns "1", "[2, 4]" or "\"text\""; for a constant "10.0" or "[[1.0, 2.0]]".
std::string tensorFlowAttribute(const AttrValue& value);

} // namespace lz::lazy
