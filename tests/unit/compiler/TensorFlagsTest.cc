#include "compiler/options/TensorFlags.h"

#include "base/sizes/ByteSize.h"
#include "gtest/gtest.h"

namespace lz::compiler {
namespace {

constexpr char kFlagsVariable[] = "LAZULI_FLAGS";

TEST(TensorFlags, SetTheLimits) {
  EXPECT_EQ(*parseTensorFlags("", kFlagsVariable), TensorLimits());
  EXPECT_EQ(*parseTensorFlags(" ", kFlagsVariable), TensorLimits());
  EXPECT_EQ(*parseTensorFlags("--tensor_size_threshold=1GB", kFlagsVariable),
            (TensorLimits{1'000'000'000, 0}));
  EXPECT_EQ(
      *parseTensorFlags("--tensor_size_threshold=1GB --tensor_split_size=500MB", kFlagsVariable),
      (TensorLimits{1'000'000'000, 500'000'000}));
  EXPECT_EQ(*parseTensorFlags("--xla_tensor_split_size=1KiB  --xla_tensor_size_threshold=1.5GB",
                              kFlagsVariable),
            (TensorLimits{1'500'000'000, 1024}));
}

TEST(TensorFlags, RefuseEverythingElse) {
  for (const char* text : {"--tensor_size_threshold=1 GB", "--tensor_size_threshold=-1",
                           "--tensor_size_threshold=GB", "--tensor_size_threshold=1.5",
                           "--tensor_size_threshold=2gigs", "--tensor_size_threshold=99999999999GB",
                           "--tensor_size_threshold=", "--tensor_size_threshold", "--unknown=1",
                           "tensor_size_threshold=1GB", "--xla_xla_tensor_size_threshold=1GB"}) {
    const StatusOr<TensorLimits> limits = parseTensorFlags(text, kFlagsVariable);
    ASSERT_TRUE(absl::IsInvalidArgument(limits.status())) << text;
    for (const std::string& part :
         {std::string(kFlagsVariable), std::string(text), std::string(kByteSizeGrammar)})
      EXPECT_NE(std::string(limits.status().message()).find(part), std::string::npos)
          << limits.status();
  }
}

TEST(TensorFlags, ASplitSizeNeedsAThreshold) {
  EXPECT_TRUE(absl::IsInvalidArgument(
      parseTensorFlags("--tensor_split_size=1GB", kFlagsVariable).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(tensorLimits(0, 5, {}, "options").status()));
  EXPECT_EQ(*tensorLimits(0, 5, {10, 7}, "options"), (TensorLimits{10, 5}));
}

TEST(TensorFlags, NumbersReplaceThem) {
  EXPECT_EQ(*tensorLimits(0, 0, {10, 7}, "options"), (TensorLimits{10, 7}));
  EXPECT_EQ(*tensorLimits(20, 0, {10, 7}, "options"), (TensorLimits{20, 0}));
  EXPECT_EQ(*tensorLimits(20, 3, {10, 7}, "options"), (TensorLimits{20, 3}));
  EXPECT_TRUE(absl::IsInvalidArgument(tensorLimits(-1, 0, {}, "options").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(tensorLimits(20, -1, {}, "options").status()));
}

} // namespace
} // namespace lz::compiler
