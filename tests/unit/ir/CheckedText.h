// Helpers for programs that check their own results, and for texts that are refused.
#pragma once

#include "formats/ReadModule.h"
#include "semantics/eval/Evaluate.h"

#include <gtest/gtest.h>

namespace lz::formats {

inline Status runText(const std::string& text) {
  StatusOr<Program> program = readModule(text, "t.mlir");
  return program.ok() ? eval::evaluate(*program, {}).status() : program.status();
}

// Runs the body of a function without parameters and results.
inline Status runBody(const std::string& body) {
  return runText("func.func @main() {\n" + body + "\n  return\n}\n");
}

// Returns the text of an op that compares `value` with the expected values; both have this type.
inline std::string check(const std::string& value, const std::string& expected,
                         const std::string& type) {
  static int count = 0;
  const std::string name = "%expected" + std::to_string(count++);
  return "  " + name + " = stablehlo.constant dense<" + expected + "> : " + type +
         "\n  stablehlo.custom_call @check.expect_eq(" + value + ", " + name +
         ") {has_side_effect = true} : (" + type + ", " + type + ") -> ()\n";
}

inline void expectRefused(const std::string& text, absl::StatusCode code, const std::string& part) {
  Status status = readModule(text, "t.mlir").status();
  EXPECT_EQ(status.code(), code) << status;
  EXPECT_NE(status.message().find(part), absl::string_view::npos) << status;
}

inline std::string bodyOf(const std::string& body) {
  return "func.func @main() {\n" + body + "\n  return\n}\n";
}

} // namespace lz::formats
