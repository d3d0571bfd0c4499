// Internal to lazy/debug: the names of ops and types in other systems.
#pragma once

#include "spec/Program.h"

#include <string>

namespace lz::lazy {

// "aten::mul", "prim::Constant"; "xla::sort" where PyTorch has no such op.
std::string torchName(const Op& op, const Program& program);
// "Mul"; "stablehlo.sort" where TensorFlow has no such op.
std::string tensorFlowName(const Op& op);

// "f32", "s64", "pred", "c64"
std::string xlaType(DType dtype);
// "f32[2,4]"; with its layout "f32[2,4]{1,0}"
std::string xlaShape(const TensorType& type, bool withLayout = false);
// "float", "int64", "bool"
std::string tensorFlowType(DType dtype);

// "1", "(2, 4)"; of a constant "0.5", "{1, 2, 3}"
std::string torchAttribute(const AttrValue& value);
// "1", "[2, 4]", "\"text\""; of a constant "10.0", "[[1.0, 2.0]]"
std::string tensorFlowAttribute(const AttrValue& value);

} // namespace lz::lazy
