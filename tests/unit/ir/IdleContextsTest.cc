#include "hlo/build/IdleContexts.h"

#include "formats/stablehlo/StableHloText.h"

#include <gtest/gtest.h>
#include <string>

namespace lz::hlo {
namespace {

TEST(IdleContexts, AreUsedAgainUntilTheyAreWorn) {
  IdleContexts contexts;
  UsedContext first = contexts.take();
  mlir::MLIRContext* address = first.context.get();
  first.bytes = 100;
  contexts.give(std::move(first));
  UsedContext second = contexts.take();
  EXPECT_EQ(second.context.get(), address);
  EXPECT_EQ(second.bytes, 100);
  second.bytes = int64_t(1) << 30;
  contexts.give(std::move(second));
  EXPECT_EQ(contexts.take().bytes, 0) << "a worn context was given out";
}

TEST(IdleContexts, TwoAtATimeHaveTwo) {
  IdleContexts contexts;
  UsedContext one = contexts.take(), other = contexts.take();
  EXPECT_NE(one.context.get(), other.context.get());
}

// A context in which a text failed to parse is not used again. A context in which a text was parsed
// keeps nothing that the next text could see.
TEST(IdleContexts, TextsDoNotSeeEachOther) {
  std::shared_ptr<IdleContexts> held = idleContexts();
  const std::string good = R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  })";
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(formats::parseStableHlo(good, "good").ok());
    EXPECT_FALSE(formats::parseStableHlo("func.func @main() { %0 = what", "bad").ok());
    StatusOr<Program> wrong = formats::parseStableHlo(
        "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> { return %x : tensor<2xf32> }", "x");
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.status().message().find("good"), std::string::npos) << wrong.status();
  }
}

} // namespace
} // namespace lz::hlo
