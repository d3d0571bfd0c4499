// Facts about ops, generated from impl/spec/ops/*.td. Passes and emitters use these instead of
// comparing names.
#pragma once

#include "absl/types/span.h"
#include "base/DType.h"
#include "spec/Attr.h"
#include "spec/Opcodes.inc.h" // generated: enum class Opcode : uint16_t { ..., Add, ... }; kNumOpcodes

#include <cstdint>
#include <string_view>

namespace lz {

// How the op is fused with others.
enum class OpKind : uint8_t {
  Elementwise, // same index space for operands and result
  View,        // only moves data: broadcast, reshape, transpose, slice, reverse, ...
  Source,      // no operands: constant, iota
  Reduce,      // removes dimensions with a region as the monoid
  Contraction, // dot_general, convolution
  Indexed,     // addresses depend on data: gather, dynamic_slice, dynamic_update_slice
  Scatter,     // writes at data-dependent addresses
  Control,     // while, if, case, call
  Library,     // one function of the library computes it (exec/Calls.h): sort, top_k
  Opaque,      // everything else
};

// The parts of the result type that the caller must give, because they do not follow from the
// operands.
enum class ResultSpec : uint8_t { Inferred, DType, Shape, Type };

// The element types that the operands of an op may have.
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
  std::string_view enumName; // of AttrKind::Enum, e.g. "ComparisonDirection"; else ""
  uint8_t bits;              // of AttrKind::Int, in the IR: 32 or 64; else 0
};

struct OpInfo {
  Opcode opcode;
  std::string_view name;     // "add", as in lz_add
  std::string_view fullName; // "stablehlo.add", as in the IR
  OpKind kind;
  ResultSpec resultSpec;
  int8_t numOperands; // -1: variadic
  int8_t numRegions;  // -1: any
  int8_t numResults;  // -1: as many as the operands or regions say
  bool hasSideEffect;
  bool commutative;
  bool givesPredicate; // elementwise ops: the result is always pred
  bool givesPart;      // elementwise ops: the result for complex operands is real
  bool takesComplex;   // elementwise ops: takes complex numbers besides `types`
  TypeClass types; // checked for elementwise ops; structured ops state theirs in their shape rule
  uint8_t ulp;     // the largest error of spec/Accuracy.h in whole ulp; 0: exact
  uint16_t cost;   // of elementwise ops: for a vector of 16 f32, in additions
  std::string_view summary; // one sentence
  absl::Span<const AttrInfo> attrs;
};

const OpInfo& opInfo(Opcode opcode);
// Returns whether the operands of the elementwise op may have this type.
bool accepts(const OpInfo& info, DType dtype);
// Finds an op by full name ("stablehlo.add", "func.call") or plain name ("add"), or returns
// nullptr.
const OpInfo* findOp(std::string_view name);

} // namespace lz
