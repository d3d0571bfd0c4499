#include "lz-run/Options.h"

#include "base/sizes/ByteSize.h"
#include "gtest/gtest.h"

namespace lz::run {
namespace {

TEST(Options, AllFlags) {
  auto o = parseOptions({"m.mlir",     "--args", "a.npy",      "b.npy", "--expect",    "o.npy",
                         "--rtol",     "1e-5",   "--atol",     "0",     "--reference", "--bench",
                         "0.5",        "--json", "--threads",  "2",     "--cpu",       "avx2",
                         "--numerics", "strict", "--function", "step",  "--budget",    "1.5GB"});
  ASSERT_TRUE(o.ok()) << o.status();
  EXPECT_EQ(o->file, "m.mlir");
  EXPECT_EQ(o->function, "step");
  EXPECT_EQ(o->args, (std::vector<std::string>{"a.npy", "b.npy"}));
  EXPECT_EQ(o->expect, (std::vector<std::string>{"o.npy"}));
  EXPECT_EQ(o->rtol, 1e-5);
  EXPECT_EQ(o->atol, 0);
  EXPECT_TRUE(o->reference);
  EXPECT_TRUE(o->json);
  EXPECT_TRUE(o->bench);
  EXPECT_EQ(o->benchSeconds, 0.5);
  EXPECT_EQ(o->threads, 2);
  EXPECT_EQ(o->cpu, "avx2");
  EXPECT_EQ(o->budget, 1'500'000'000);
  EXPECT_EQ(o->numerics, compiler::Numerics::Strict);
}

TEST(Options, RefusesWithTheFlagsName) {
  auto message = [](std::vector<std::string> words) {
    return std::string(parseOptions(words).status().message());
  };
  EXPECT_EQ(message({}), "no FILE given");
  EXPECT_EQ(message({"a", "b"}), "two files given: a and b");
  EXPECT_EQ(message({"a", "--fast"}), "unknown flag --fast");
  EXPECT_EQ(message({"a", "-t"}), "unknown flag -t");
  EXPECT_EQ(message({"a", "--threads", "100000"}), "--threads is 100000; use 1 to 4096");
  EXPECT_EQ(message({"a", "--function"}), "--function needs a valid value after it");
  EXPECT_EQ(message({"a", "--rtol"}), "--rtol needs a valid value after it");
  EXPECT_EQ(message({"a", "--threads", "none"}), "--threads needs a valid value after it");
  EXPECT_EQ(message({"a", "--numerics", "exact"}), "--numerics needs a valid value after it");
  EXPECT_EQ(message({"a", "--numerics", "fast"}), "--numerics needs a valid value after it");
  for (const char* size : {"1 GB", "-1", "2gigs", ""})
    EXPECT_EQ(message({"a", "--budget", size}), parseByteSize(size, "--budget").status().message());
  EXPECT_EQ(message({"a", "--budget"}), parseByteSize("", "--budget").status().message());
  EXPECT_EQ(message({"a", "--atol", "-1"}), "--atol needs a valid value after it");
}

TEST(Options, HelpNeedsNoFile) {
  auto o = parseOptions({"--help"});
  ASSERT_TRUE(o.ok()) << o.status();
  EXPECT_TRUE(o->help);
  for (const char* part : {"usage: lz-run FILE", "--bench SECONDS", "exit status:", "  130\n"})
    EXPECT_NE(helpText().find(part), std::string::npos) << part;
}

} // namespace
} // namespace lz::run
