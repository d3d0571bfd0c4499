// The opcodes of HLO text: their operands and attributes, and the StableHLO op of each.
#pragma once

#include "formats/xla/module/Attributes.h"
#include "spec/OpInfo.h"

#include <string>

namespace lz::xla {

// The shape of an instruction whose text omits it.
enum class ShapeRule : uint8_t {
  Written,       // the text must state it
  SecondOperand, // that of the second operand, for select and clamp
  FirstOperand,  // that of the first operand
  Predicate,     // the dimensions of the first operand, with type pred
  Tuple,         // the tuple of the operands' shapes
  Element,       // one element of the operand's shape, by `index`
  Callee,        // that of the root of the computation called
  Token,
  Id, // u32[]
};

struct OpcodeInfo {
  std::string name;     // "dynamic-slice"
  std::string fullName; // "stablehlo.dynamic_slice"; "" if there is none
  int numOperands;      // -1: any number
  ShapeRule shapeRule;
  std::vector<std::string_view> attributes; // in addition to those of all instructions
  std::vector<std::string_view> required;   // those of `attributes` that must be given
  const OpInfo* op;                         // op of programs, or nullptr

  bool takes(std::string_view attribute) const;
};

// Returns the opcode of this name, or nullptr. The result lives as long as the process.
const OpcodeInfo* findOpcode(std::string_view name);

// Returns XLA's opcode for an op of programs, or nullptr if it has none. If and Case are both its
// conditional.
const OpcodeInfo* hloOpcode(Opcode op);

} // namespace lz::xla
