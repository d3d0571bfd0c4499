// The opcodes of HLO text: what each takes and which op it is in StableHLO.
#pragma once

#include "formats/xla/module/Attributes.h"
#include "spec/OpInfo.h"

#include <string>

namespace lz::xla {

// What the shape of an instruction is when the text leaves it out.
enum class ShapeRule : uint8_t {
  Written,       // it must stand in the text
  SecondOperand, // of select and clamp
  FirstOperand,  // of the first operand
  Predicate,     // that of the first operand, of pred
  Tuple,         // of the operands
  Element,       // one of the operand's, by `index`
  Callee,        // of the root of what is called
  Token,
  Id, // u32[]
};

struct OpcodeInfo {
  std::string name;     // "dynamic-slice"
  std::string fullName; // of the op in the IR, "stablehlo.dynamic_slice"; "" where there is none
  int numOperands;      // -1: any number
  ShapeRule shapeRule;
  std::vector<std::string_view> attributes; // beside those that each instruction may have
  std::vector<std::string_view> required;   // some of them
  const OpInfo* op;                         // of programs; nullptr where there is none

  bool takes(std::string_view attribute) const;
};

// nullptr if there is none. The result lives as long as the process.
const OpcodeInfo* findOpcode(std::string_view name);

// The opcode that XLA has for an op of programs; nullptr where it has none. If and Case are both
// its conditional.
const OpcodeInfo* hloOpcode(Opcode op);

} // namespace lz::xla
