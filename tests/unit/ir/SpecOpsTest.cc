// Every op of the specification has an entry, or other ops replace it. If neither is true, the list
// of ops says why.
#include "formats/adopt/AdoptOps.h"
#include "hlo/build/Bridge.h"

#include <fstream>
#include <gtest/gtest.h>

namespace lz::hlo {
namespace {

// This op is replaced together with calls (InlineCalls.h).
constexpr std::string_view kInlined = "stablehlo.composite";

// Returns true if the op is known. An op with a class but no entry is one of spec/ops/text.td.
bool isKnown(mlir::MLIRContext& context, const std::string& name) {
  return name == kInlined || findOp(name) || formats::isAdopted(name) ||
         mlir::RegisteredOperationName::lookup(name, &context).has_value();
}

TEST(SpecOps, AllAreKnown) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::ifstream file(LAZULI_SPEC_OPS);
  ASSERT_TRUE(file) << LAZULI_SPEC_OPS;
  int64_t count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    const size_t end = line.find(' ');
    const std::string name = line.substr(0, end);
    EXPECT_TRUE(isKnown(*context, name) || end != std::string::npos)
        << name << " has no entry, and nothing replaces it";
    ++count;
  }
  EXPECT_GT(count, 150);
}

} // namespace
} // namespace lz::hlo
