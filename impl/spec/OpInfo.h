// Facts about ops, generated from impl/spec/ops/*.td. Passes and emitters use these facts instead
// of comparing names of ops.
#pragma once

#include "absl/types/span.h"
#include "base/DType.h"
#include "spec/Attr.h"
#include "spec/Opcodes.inc.h" // generated: enum class Opcode : uint16_t { ..., Add, ... }; kNumOpcodes

#include <cstdint>
#include <string_view>

namespace lz {

// The kind of an op, which decides how the op can be fused with others.
enum class OpKind : uint8_t {
  Elementwise, // each result element needs the operand elements of the same index
  View,        // only moves data: broadcast, reshape, transpose, slice, reverse, ...
  Source,      // no operands: constant, iota
  Reduce,      // removes dimensions; its region combines two values
  Contraction, // dot_general, convolution
  // Reads or writes at addresses that depend on data: gather, dynamic_slice, dynamic_update_slice.
  Indexed,
  Scatter, // combines updates into places that depend on data
  Control, // while, if, case, call
  Library, // one function of the library computes it (exec/Calls.h): sort, top_k
  Opaque,  // everything else
};

// The parts of the result type that the caller must state, because they do not follow from the
// operands.
enum class ResultSpec : uint8_t { Inferred, DType, Shape, Type };

// A set of element types that the operands of an op can have.
enum class TypeClass : uint8_t {
  Float,
  Int,     // signed and unsigned
  Bool,    // pred
  BoolInt, // pred and integers
  Number,  // integers and floats
  Signed,  // floats and signed integers
  Part,    // f32 and f64: the parts of complex numbers
  Any,     // all of these
};
bool accepts(TypeClass types, DType dtype);
std::string_view typeClassName(TypeClass types); // "floats", "integers", ...: for messages

struct AttrInfo {
  std::string_view name; // plain name, e.g. "lhs_batching_dimensions"
  AttrKind kind;
  bool optional;
  std::string_view enumName; // for AttrKind::Enum, for example "ComparisonDirection"; otherwise ""
  uint8_t bits;              // for AttrKind::Int: bits in the IR, 32 or 64; otherwise 0
};

struct OpInfo {
  Opcode opcode;
  std::string_view name;     // "add", as in lz_add
  std::string_view fullName; // "stablehlo.add", as in the IR
  OpKind kind;
  ResultSpec resultSpec;
  int8_t numOperands; // -1 for any number
  int8_t numRegions;  // -1 for any number
  int8_t numResults;  // -1 if the number depends on the operands or regions
  bool hasSideEffect;
  bool commutative;
  bool givesPredicate;      // for elementwise ops: the result is always pred
  bool givesPart;           // for elementwise ops: the result for complex operands is real
  bool takesComplex;        // for elementwise ops: takes complex numbers besides `types`
  TypeClass types;          // checked for elementwise ops only; other ops have shape rules
  uint8_t ulp;              // the largest error as in spec/Accuracy.h, in whole ulp; 0 if exact
  uint16_t cost;            // for elementwise ops: time for a vector of 16 f32, in additions
  std::string_view summary; // what the op computes
  absl::Span<const AttrInfo> attrs;
};

const OpInfo& opInfo(Opcode opcode);
// Returns whether the operands of the elementwise op can have this type.
bool accepts(const OpInfo& info, DType dtype);
// Finds an op by its full name ("stablehlo.add", "func.call") or its plain name ("add"). Returns
// nullptr if there is no such op.
const OpInfo* findOp(std::string_view name);

} // namespace lz
