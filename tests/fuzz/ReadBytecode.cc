// Any bytes after the magic number give a program or a message: no crash, no hang, no leak, no
// memory beyond the limits that run.py sets. A program is written as bytecode and read as the same
// program again.
//
// "--write-seeds" (Seeds.h) writes programs in both kinds of bytecode.
#include "Fail.h"
#include "Seeds.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"

constexpr size_t kMaxValues = size_t{1} << 16; // the same limit as in ParseText.cc

static lz::fuzz::Seeds seedsOf(const std::string& text) {
  lz::StatusOr<lz::Program> program = lz::formats::parseStableHlo(text, "seed.mlir");
  if (!program.ok())
    return {};
  lz::fuzz::Seeds seeds = {{".bytecode", lz::formats::printBytecode(*program)}};
  if (lz::StatusOr<std::string> portable = lz::formats::printPortable(*program); portable.ok())
    seeds.emplace_back(".portable", *std::move(portable));
  return seeds;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  lz::fuzz::writeSeedsIfAsked(*argc, *argv, seedsOf);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes = "ML\xefR" + std::string(reinterpret_cast<const char*>(data), size);
  lz::StatusOr<lz::Program> program = lz::formats::parseBytecode(bytes, "fuzz.bc");
  if (!program.ok()) {
    lz::fuzz::checkMessage(program.status());
    return 0;
  }
  if (program->types.size() > kMaxValues)
    return 0;
  const std::string text = lz::formats::printStableHlo(*program);
  const std::string written = lz::formats::printBytecode(*program);
  program = lz::formats::parseBytecode(written, "written.bc");
  if (!program.ok())
    lz::fuzz::fail("the written bytecode is refused", program.status());
  if (lz::formats::printStableHlo(*program) != text)
    lz::fuzz::fail("the written bytecode is another program", lz::okStatus());
  return 0;
}
