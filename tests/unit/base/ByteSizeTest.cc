#include "base/sizes/ByteSize.h"

#include "gtest/gtest.h"

#include <string>
#include <utility>

namespace lz {
namespace {

TEST(ByteSize, ReadsNumbersWithAndWithoutUnits) {
  const std::pair<const char*, int64_t> sizes[] = {
      {"0", 0},
      {"1", 1},
      {"0123", 123},
      {"9223372036854775807", INT64_MAX},
      {"1kB", 1000},
      {"1MB", 1'000'000},
      {"1GB", 1'000'000'000},
      {"1TB", 1'000'000'000'000},
      {"1KiB", 1 << 10},
      {"500MiB", 500 << 20},
      {"1GiB", 1 << 30},
      {"2TiB", int64_t(2) << 40},
      {"1.5GB", 1'500'000'000},
      {"0.5KiB", 512},
      {"0.1KiB", 102},
      {"1.000001MB", 1'000'001},
      {"0.999999TiB", 1'099'510'528'264},
      {"9000000TB", 9'000'000'000'000'000'000},
  };
  for (const auto& [text, bytes] : sizes) {
    const StatusOr<int64_t> size = parseByteSize(text, "--budget");
    ASSERT_TRUE(size.ok()) << text << ": " << size.status();
    EXPECT_EQ(*size, bytes) << text;
  }
}

TEST(ByteSize, RefusesEverythingElseWithTheGrammar) {
  for (const char* text : {"",
                           " ",
                           "1 GB",
                           " 1GB",
                           "1GB ",
                           "-1",
                           "+1",
                           "GB",
                           ".5GB",
                           "1.",
                           "1.GB",
                           "1.5",
                           "1.5 GB",
                           "1.0000001GB",
                           "1e9",
                           "0x10",
                           "2gigs",
                           "1gb",
                           "1G",
                           "1B",
                           "1kiB",
                           "1GBs",
                           "1,5GB",
                           "1.5.5GB",
                           "9223372036854775808",
                           "99999999999GB",
                           "8388608TiB",
                           "9223373TB"}) {
    const StatusOr<int64_t> size = parseByteSize(text, "LAZULI_MEMORY_BUDGET");
    ASSERT_FALSE(size.ok()) << text << ": " << *size;
    EXPECT_EQ(size.status().code(), absl::StatusCode::kInvalidArgument);
    for (const std::string& part :
         {std::string("LAZULI_MEMORY_BUDGET is \"") + text + "\"", std::string(kByteSizeGrammar)})
      EXPECT_NE(size.status().message().find(part), std::string::npos) << size.status();
  }
}

} // namespace
} // namespace lz
