// Any bytes behind the magic number are a program or a message: no crash, no hang, no leak, no
// memory beyond the limits that run.py sets. What is a program is written as bytecode and read as
// the same program again.
//
// "--write-seeds TEXTS FOLDER" as the arguments writes the programs of the text files in TEXTS in
// both kinds of bytecode, and nothing else.
#include "hlo/format/StableHloText.h"
#include "hlo/format/bytecode/Bytecode.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

constexpr size_t kMaxValues = size_t{1} << 16; // as in ParseText.cc

[[noreturn]] void fail(const char* what, const lz::Status& status) {
  std::fprintf(stderr, "%s: %s\n", what, status.ToString().c_str());
  std::abort();
}

void writeSeeds(const std::filesystem::path& texts, const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(texts)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    lz::StatusOr<lz::Program> program = lz::parseStableHlo(text.str(), "seed.mlir");
    if (!program.ok())
      continue;
    const std::filesystem::path to = folder / entry.path().filename();
    std::ofstream(to.string() + ".bytecode", std::ios::binary) << lz::printBytecode(*program);
    if (lz::StatusOr<std::string> portable = lz::printPortable(*program); portable.ok())
      std::ofstream(to.string() + ".portable", std::ios::binary) << *portable;
  }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc != 4 || std::strcmp((*argv)[1], "--write-seeds") != 0)
    return 0;
  writeSeeds((*argv)[2], (*argv)[3]);
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes = "ML\xefR" + std::string(reinterpret_cast<const char*>(data), size);
  lz::StatusOr<lz::Program> program = lz::parseBytecode(bytes, "fuzz.bc");
  if (!program.ok()) {
    if (program.status().message().empty())
      fail("refused without a message", program.status());
    return 0;
  }
  if (program->types.size() > kMaxValues)
    return 0;
  const std::string text = lz::printStableHlo(*program);
  const std::string written = lz::printBytecode(*program);
  program = lz::parseBytecode(written, "written.bc");
  if (!program.ok())
    fail("the written bytecode is refused", program.status());
  if (lz::printStableHlo(*program) != text)
    fail("the written bytecode is another program", lz::okStatus());
  return 0;
}
