// Every combination of element types that shape inference accepts for an op, as programs of this op
// alone. Shapes and attributes are those of the op's programs in tests/ops/cases; elementwise ops
// need none.
#pragma once

#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

struct TypeCase {
  std::string name; // "f32,f32->bf16"; behind a bar the values of its regions: "i8,i32|i32->i32"
  Program program;
};

// Empty for an op without a program to vary. Without `all`, an op of many operands and regions gets
// combinations of some types of each class and width, and always a body that combines two operands
// with types of their own.
std::vector<TypeCase> typeCasesOf(Opcode opcode, bool all);

// The same with one small type among the others. The small types take turns, so that all of them
// occur in ops of each kind.
std::vector<TypeCase> smallTypeCasesOf(Opcode opcode);

} // namespace lz::test
