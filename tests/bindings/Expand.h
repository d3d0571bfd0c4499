// Makes programs from a case: one for each element type, or pair of types, that the op takes.
#pragma once

#include "Case.h"
#include "base/Literal.h"
#include "spec/Program.h"

#include <functional>
#include <map>

namespace lz::vectors {

using Types = std::map<std::string, DType>; // key: the letter

struct Vector {
  Case source;
  Types types;
  Program program; // its last op is the one that is tested
  std::vector<Literal> inputs;

  const Op& op() const { return program.body.ops.back(); }
};

// Returns the type that the word, of an operand or of an attribute, stands for.
std::optional<DType> dtypeOf(const std::string& word, const Types& types);

// Calls `use` with the vector of each combination of types that shape inference accepts. Errors:
// the line does not fit the op; no type does.
Status forEachVector(const Case& source, const std::function<Status(const Vector&)>& use);

} // namespace lz::vectors
