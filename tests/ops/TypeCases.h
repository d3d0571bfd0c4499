// Programs of one op with every combination of element types that shape inference accepts. Shapes
// and attributes are those of the op's programs in tests/ops/cases. Elementwise ops have no such
// programs and need none.
#pragma once

#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

struct TypeCase {
  std::string name; // "f32,f32->bf16"; the values of regions follow a bar: "i8,i32|i32->i32"
  Program program;
};

// Returns the cases of an op, or nothing if the op has no program in tests/ops/cases. If not `all`,
// an op of many operands and regions gets combinations of only some types of each class and width.
// There is always a case whose body combines two operands of different types.
std::vector<TypeCase> typeCasesOf(Opcode opcode, bool all);

// Returns cases in which one type is small. The small types are used alternately, so that all of
// them occur in ops of each kind.
std::vector<TypeCase> smallTypeCasesOf(Opcode opcode);

} // namespace lz::test
