// Any bytes are a module in a protocol buffer or a message: no crash, no hang, no leak. What is a
// module is written as bytes that are read as the same module.
//
// "--write-seeds TEXTS FOLDER" as the arguments writes the modules of the text files in TEXTS, and
// nothing else.
#include "hlo/xla/HloText.h"
#include "hlo/xla/proto/HloProto.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

[[noreturn]] void fail(const char* what, const lz::Status& status) {
  std::fprintf(stderr, "%s: %s\n", what, status.ToString().c_str());
  std::abort();
}

void writeSeeds(const std::filesystem::path& texts, const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(texts)) {
    std::stringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    lz::StatusOr<lz::xla::Module> module = lz::xla::parseHloText(text.str(), "seed.hlo");
    if (!module.ok() || !lz::xla::verifyModule(*module, "seed.hlo").ok())
      continue;
    std::ofstream((folder / entry.path().filename()).string() + ".pb", std::ios::binary)
        << lz::xla::printHloProto(*module);
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
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  lz::StatusOr<lz::xla::Module> module = lz::xla::parseHloProto(bytes, "fuzz.pb");
  if (!module.ok()) {
    if (module.status().message().empty())
      fail("refused without a message", module.status());
    return 0;
  }
  if (!lz::xla::verifyModule(*module, "fuzz.pb").ok())
    return 0;
  const std::string written = lz::xla::printHloProto(*module);
  lz::StatusOr<lz::xla::Module> again = lz::xla::parseHloProto(written, "written.pb");
  if (!again.ok())
    fail("the written bytes are refused", again.status());
  if (lz::xla::printHloProto(*again) != written)
    fail("the written bytes are read as another module", lz::okStatus());
  return 0;
}
