#include "lz-run/Source.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace lz::run {
namespace {

class SourceTest : public testing::Test {
protected:
  StatusOr<std::vector<Source>> read(const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
    return readSources(path_);
  }
  ~SourceTest() override { std::remove(path_.c_str()); }

  std::string path_ = testing::TempDir() + "lz_source_test";
};

TEST_F(SourceTest, SeparatorsSplitAndLinesStay) {
  auto sources = read("// -----\nfirst\n// ----- second:\nsecond\n");
  ASSERT_TRUE(sources.ok()) << sources.status();
  ASSERT_EQ(sources->size(), 2u);
  EXPECT_EQ((*sources)[0].text, "\nfirst\n");
  EXPECT_EQ((*sources)[1].text, "\n\n\nsecond\n");
  EXPECT_EQ((*sources)[1].name, path_ + "#2");
}

TEST_F(SourceTest, LongerLinesOfDashesAreComments) {
  auto sources = read("first\n// ------\n// ----------------------\nstill first\n// -----");
  ASSERT_TRUE(sources.ok()) << sources.status();
  ASSERT_EQ(sources->size(), 1u);
  EXPECT_EQ((*sources)[0].text, "first\n// ------\n// ----------------------\nstill first\n");
}

TEST_F(SourceTest, OneProgramKeepsItsName) {
  auto sources = read("module {}");
  ASSERT_TRUE(sources.ok()) << sources.status();
  ASSERT_EQ(sources->size(), 1u);
  EXPECT_EQ((*sources)[0].name, path_);
  EXPECT_EQ((*sources)[0].text, "module {}");
}

TEST_F(SourceTest, BytecodeIsOneSource) {
  const std::string bytes("ML\xefR\0\n// -----\n", 14);
  auto sources = read(bytes);
  ASSERT_TRUE(sources.ok()) << sources.status();
  ASSERT_EQ(sources->size(), 1u);
  EXPECT_EQ((*sources)[0].text, bytes);
}

TEST_F(SourceTest, OtherFormatsAreRefused) {
  auto code = [&](const std::string& content) { return read(content).status().code(); };
  EXPECT_EQ(code(std::string("\x7f"
                             "ELF\x02",
                             5)),
            absl::StatusCode::kUnimplemented);
  EXPECT_EQ(readSources("/no/such/file").status().code(), absl::StatusCode::kInvalidArgument);
}

} // namespace
} // namespace lz::run
