// The lines of bindings/vectors/cases.txt. Each line has the shapes, attributes and bodies of
// regions with which an op is tested. Letters stand for element types.
#pragma once

#include "base/Shape.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::vectors {

// T, U and I stand for element types. I is the type of indices.
inline constexpr char kLetters[] = "TUI";

struct CaseOperand {
  std::string dtype; // the name of a DType, or a letter
  Dims dims;
  std::optional<std::vector<double>> values; // used instead of the values that Values.h makes
  bool isCaptured = false;                   // true if functions capture it and it is no operand
};

struct CaseAttribute {
  std::string name, value;
};

struct CaseFunction {
  std::string name;
  std::string body; // the name of a body in Bodies.h
};

struct Case {
  std::string op;
  std::vector<CaseOperand> operands;
  std::vector<CaseAttribute> attributes;
  std::vector<CaseFunction> functions;
  std::vector<std::string> without; // types that no letter stands for
};

// One line:
//   reduce T[2,3] T[] dimensions=1 body:add
//   if pred[]{1} ^T[3] ^T[3] true_branch:add false_branch:subtract
// Operands after a ^ are captured, numbers in braces are the values, and !c64 leaves a type out.
StatusOr<Case> parseCase(const std::string& line);

// Returns the name as in LZ_DTYPE_*, in lower case.
std::string dtypeWord(DType dtype);
std::optional<DType> dtypeOfWord(const std::string& word);

// Returns all element types in the order of their numbers.
const std::vector<DType>& allDTypes();

} // namespace lz::vectors
