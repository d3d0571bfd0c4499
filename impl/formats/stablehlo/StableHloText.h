// StableHLO text as other systems print it, pretty or generic form, to programs and back. Free of
// MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// The program of the module's public function of this name; "": of "main", or of its only public
// function. Calls are inlined.
// `name` stands for the text in messages and in the locations of ops: "model.mlir:3:10: ...".
// Errors: invalid-argument with the first message of the parser or the verifier, or for a text that
// no parser should try (TextLimits.h); unimplemented, naming the op or type, for valid programs
// that use what Lazuli does not know; resource-exhausted for a short text of a program that fills
// memory.
StatusOr<Program> parseStableHlo(const std::string& text, const std::string& name,
                                 const std::string& function = {});

// A module with one public function "main" in the pretty form, as the official tools print it.
std::string printStableHlo(const Program& program);
// The same in the generic form, in which every op is "dialect.op"(operands).
std::string printGenericStableHlo(const Program& program);

} // namespace lz::formats
