// Lists the opcodes of HLO text, with their operands and attributes, and the StableHLO op of each.
#pragma once

#include "formats/xla/module/Attributes.h"
#include "spec/OpInfo.h"

#include <string>

namespace lz::xla {

// How the shape of an instruction is inferred if the text omits the shape.
enum class ShapeRule : uint8_t {
  Written,       // the text must state it
  SecondOperand, // the second operand's shape, for select and clamp
  FirstOperand,  // the first operand's shape
  Predicate,     // the dimensions of the first operand, with type pred
  Tuple,         // the tuple of all operands' shapes
  Element,       // element `index` of the operand's shape
  Callee,        // the shape of the called computation's root
  Token,
  Id, // u32[]
};

struct OpcodeInfo {
  std::string name;     // "dynamic-slice"
  std::string fullName; // "stablehlo.dynamic_slice"; "" if there is none
  int numOperands;      // -1 if any number is allowed
  ShapeRule shapeRule;
  std::vector<std::string_view> attributes; // besides those that all instructions have
  std::vector<std::string_view> required;   // the subset of `attributes` that texts must state
  const OpInfo* op;                         // the op in programs, or nullptr

  bool takes(std::string_view attribute) const;
};

// Returns the opcode of this name, or nullptr. The result lives as long as the process.
const OpcodeInfo* findOpcode(std::string_view name);

// Returns XLA's opcode for an op of programs, or nullptr if there is none. If and Case have the
// same opcode, conditional.
const OpcodeInfo* hloOpcode(Opcode op);

} // namespace lz::xla
