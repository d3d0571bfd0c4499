// Random programs in each format that can be read and written. A program that was written and read
// again must be written as the same text or bytes, and must compute the same bits.
//
// LAZULI_CHAINS sets the number of programs, and LAZULI_SEED selects another sequence.
#include "RandomProgram.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"
#include "formats/xla/ParseHlo.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <ostream>

namespace lz::test {
namespace {

struct Format {
  const char* name;
  StatusOr<std::string> (*write)(const Program&);
  StatusOr<Program> (*read)(const std::string&);
};

void PrintTo(const Format& format, std::ostream* out) {
  *out << format.name;
}

constexpr Format kFormats[] = {
    {"StableHloText",
     [](const Program& program) -> StatusOr<std::string> {
       return formats::printStableHlo(program);
     },
     [](const std::string& text) { return formats::parseStableHlo(text, "random.mlir"); }},
    {"Bytecode",
     [](const Program& program) -> StatusOr<std::string> {
       return formats::printBytecode(program);
     },
     [](const std::string& bytes) { return formats::parseBytecode(bytes, "random.bc"); }},
    {"PortableArtifact", formats::printPortable,
     [](const std::string& bytes) { return formats::parseBytecode(bytes, "random.bc"); }},
    {"HloText", formats::printHlo,
     [](const std::string& text) { return formats::parseHlo(text, "random.hlo"); }},
    {"HloProto", formats::printHloProto,
     [](const std::string& bytes) { return formats::parseHloProto(bytes, "random.pb"); }},
};

// Returns what went wrong in the round trip, or "" if nothing did.
std::string differenceOfTrip(const Format& format, const Program& program,
                             const std::string& written, uint64_t seed) {
  StatusOr<Program> again = format.read(written);
  if (!again.ok())
    return absl::StrCat("read: ", again.status().ToString());
  StatusOr<std::string> twice = format.write(*again);
  if (!twice.ok())
    return absl::StrCat("written again: ", twice.status().ToString());
  if (*twice != written)
    return absl::StrCat("is written as\n", *twice);
  const Arguments args = randomArguments(program, seed, true);
  StatusOr<std::vector<Literal>> expected = eval::evaluate(program, args);
  if (!expected.ok())
    return absl::StrCat("interpreter: ", expected.status().ToString());
  return compareOutputs(eval::evaluate(*again, args), *expected, {.sameBits = true});
}

class RoundTrip : public testing::TestWithParam<Format> {};

// Portable artifacts have no op of chlo, and HLO lacks some ops of chlo. Both formats refuse
// programs with an op that they lack. Such programs do not count here.
TEST_P(RoundTrip, OfRandomProgramsChangesNothing) {
  const int64_t count = environmentNumber("LAZULI_CHAINS", 500);
  const uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  int64_t numWritten = 0;
  for (uint64_t seed = first; numWritten < count; ++seed) {
    ASSERT_LT(seed, first + uint64_t(4 * count)) << "of four programs three cannot be written";
    const Program program = randomProgram(
        seed,
        {.promotes = seed % 3 == 0, .complexNumbers = seed % 4 == 0, .smallTypes = seed % 4 == 1});
    const StatusOr<std::string> written = GetParam().write(program);
    if (absl::IsUnimplemented(written.status()))
      continue;
    ++numWritten;
    ASSERT_TRUE(written.ok()) << written.status() << "\n" << formats::printStableHlo(program);
    ASSERT_EQ(differenceOfTrip(GetParam(), program, *written, seed), "")
        << "seed " << seed << "\n"
        << formats::printStableHlo(program);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::ValuesIn(kFormats),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace lz::test
