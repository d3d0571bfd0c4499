// Reads programs from StableHLO text in pretty or generic form, and prints them. This header does
// not include MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Returns the program of the module's public function of this name, with calls inlined. "" stands
// for "main" or the only public function. `name` identifies the text in messages and in the
// locations of ops: "model.mlir:3:10: ...". Errors:
// - invalid-argument, with the first message of the parser or the verifier, or for a text that
//   could crash the parser (TextLimits.h);
// - unimplemented, with the name of the op or type, for valid programs that Lazuli does not
//   support;
// - resource-exhausted, if a short text describes a program that would fill the memory.
StatusOr<Program> parseStableHlo(const std::string& text, const std::string& name,
                                 const std::string& function = {});

// Prints a module with one public function "main" in the pretty form, as the official tools do.
std::string printStableHlo(const Program& program);
// Prints the module in the generic form, in which every op is "dialect.op"(operands).
std::string printGenericStableHlo(const Program& program);

} // namespace lz::formats
